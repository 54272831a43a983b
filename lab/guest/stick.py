"""A stick: taken from, written on, brought back from, pulled; all that lies between udev and what the box says."""

import os
import time
from random import Random

from eyes import Eyes
from hands import Hands
from moments import now, until
from rows import row, say
from service import log_every_save, restart, service, shell
from service_log import Log
from usb_stick import News, Stick, mount_words

TAKE, SAVE, UPDATE, RESTORE, UNDO = range(5)
"""The rows of the page, once a saved box lies there and another one was brought back."""
SAFE = {"ro", "nosuid", "nodev", "noexec"}
OWN = "/etc/nightcrier"
UNITS = "systemctl list-units 'nightcrier-stick@*' --state=active --plain --no-legend"
PULLS, BOUNCES = 8, 12
log_every_save()
hands, eyes, log, stick, news = Hands(), Eyes(), Log(), Stick(), News()
stick.pull()
restart()
home = eyes.frame()


def asked() -> str:
    """Put it in; what the box makes of that."""
    begun = now()
    found = stick.put_in()
    page = log.wait("Page", begun, 60)
    time.sleep(2)
    shown = "shown" if eyes.frame() != home else "not shown"
    return f"{page[1]} After {page[0] - begun:.1f} s, {shown}" if found and page else "nothing"


def choose(item: int, *, sure: bool = False) -> None:
    """At home, with the stick out: put it in, and choose."""
    asked()
    hands.turn(item, 12)
    time.sleep(1)
    hands.press("start")
    if sure:
        time.sleep(2)
        hands.press("start")


def done(what: str, item: int, line: str, promised: dict[str, object], *, sure: bool = False) -> None:
    """Choose it, and wait for what came of it, until it is said; then home, and the stick out."""
    choose(item, sure=sure)
    told = news.wait()
    came = {key: told.get(key) for key in promised}
    row(what, came, str(promised), came == promised)
    until(lambda: log.page() != "home", 60)
    say("says", line)
    time.sleep(6)
    leave()


def leave() -> None:
    hands.press("back")
    until(lambda: log.page() == "home", 5)
    stick.pull()
    time.sleep(1)


def own_files() -> dict[str, str]:
    """What the box has of its own, by name; what was replaced is kept beside it."""
    files = [os.path.join(folder, name) for folder, _, names in os.walk(OWN) for name in names]
    return {file: shell(f"sha256sum <{file}") for file in files if file.endswith(".toml")}


def pull_while_written(seconds: float) -> str:
    choose(SAVE)
    until(lambda: "rw" in mount_words(), 60, 0.01)
    time.sleep(seconds)
    stick.plug(False)
    told = news.wait()
    time.sleep(4)
    leave()
    return {True: "saved", False: "did not work"}.get(bool(told.get("good")), "") if told else "nothing told"


chance = Random(1)
for _ in range(BOUNCES):  # a socket that is worn, a hand that has thought better of it
    stick.plug(True)
    time.sleep(chance.uniform(0, 3))
    stick.plug(False)
until(lambda: not mount_words(), 60)
stands = shell(
    "systemctl list-units 'nightcrier-stick@*' --state=active --plain --no-legend; findmnt -n /run/nightcrier-stick"
)
row(f"put in and pulled {BOUNCES} times within 3 s: what stands there", stands or "nothing", "nothing", not stands)
until(lambda: log.page() == "home", 30)
first = asked()
row("put in at home: the box asks", first, "a page of its own", first.endswith(" shown"))
options = mount_words()
row("how it can be used", " ".join(sorted(options & {*SAFE, "rw"})), " ".join(sorted(SAFE)), options >= SAFE)
leave()
units = shell(UNITS)
row("pulled: what stands there", units or "nothing", "nothing", not units)
taken = {"good": True, "new": {"settings": 1, "decks": 1}, "refused": 1}
done("take", TAKE, "screen.stick.taken", taken)
there = own_files()
row("the deck is on the box", sum("sunday" in file for file in there), "1", any("sunday" in file for file in there))
done("the same once more", TAKE, "screen.stick.none", {"good": True, "new": {}, "refused": 1})
done("save all to it", SAVE, "screen.stick.saved", {"good": True})
done("an update that nobody has signed", UPDATE, "screen.stick.failed", {"good": False})
shell(f"find {OWN} -name 'sunday*' -delete; echo >>{OWN}/device.toml")
changed = own_files()
done("bring the saved box back", RESTORE, "screen.stick.restored", {"good": True}, sure=True)
row("settings and decks are those that were saved", own_files() == there, "True", own_files() == there != changed)
done("undo it", UNDO, "screen.stick.restored", {"good": True}, sure=True)
row("settings and decks are those from before", own_files() == changed, "True", own_files() == changed)
ends = [pull_while_written(chance.uniform(0, 6)) for _ in range(PULLS)]
told = ", ".join(f"{end}: {ends.count(end)}" for end in sorted(set(ends)))
row(f"pulled {PULLS} times while it was written", told, "each is told", "nothing told" not in ends)
state = f"{service('ActiveState')}, page {log.page()}"
row("the box after that", state, "active, page home", state == "active, page home")
hands.begin_night()
log.wait("Page night", now() - 1, 60)
stick.put_in()
time.sleep(20)
row("put in in a night", f"page {log.page()}", "page night", log.page() == "night")
ended = hands.end_game()
until(lambda: log.page() == "home", 20)
page = log.wait("Page (?!home|question)", ended, 20)
row("home again: the box asks", page[1] if page else "nothing", "a page of its own", bool(page))
leave()
done("save all once more", SAVE, "screen.stick.saved", {"good": True})
failed = shell("systemctl list-units --failed --plain --no-legend | cut -d' ' -f1 | xargs")
row("units that failed", failed or "none", "none", not failed)
eyes.judge_bus()
