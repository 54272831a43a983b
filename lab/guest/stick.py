"""Tests USB sticks, from udev to what the box says: taking files, saving, restoring, and pulling the stick out."""

import os
import time
from random import Random

from eyes import Eyes
from hands import Hands
from moments import now, until
from rows import row, say
from service import log_every_save, restart, service, shell
from service_log import Log
from standing import judge_units
from usb_stick import PLACE, News, Stick, known, mount_words

TAKE, SAVE, UPDATE, RESTORE, UNDO = range(5)
"""The rows of the page, if the stick has a saved box and another one was restored."""
SAFE = {"ro", "nosuid", "nodev", "noexec", "nosymfollow"}
OWN = "/etc/nightcrier"
STANDING = f"systemctl list-units 'nightcrier-stick@*' --state=active --plain --no-legend; findmnt -n {PLACE}"
PULLS, BOUNCES = 8, 12
log_every_save()
hands, eyes, log, stick, news, chance = Hands(), Eyes(), Log(), Stick(), News(), Random(1)
restart()


def is_home() -> bool:
    return bool(until(lambda: log.page() == "home", 30))


def asked() -> str:
    """Put the stick in at home, and return how the box reacts."""
    if not is_home():
        return f"not at home, but on page {log.page()}"
    before, begun = eyes.frame(), now()
    found, page = stick.put_in(), log.wait("Page menu", begun, 60)
    time.sleep(2)
    shown = "on the glass" if eyes.frame() != before else "not on the glass"
    return f"{page[1]} After {page[0] - begun:.1f} s, {shown}" if found and page else "nothing"


def choose(item: int, *, sure: bool = False) -> None:
    say("asked", asked(), known())
    hands.turn(item, 12)
    time.sleep(1)
    hands.press("start")
    if sure:
        time.sleep(2)
        hands.press("start")


def done(what: str, item: int, line: str, promised: dict[str, object], *, sure: bool = False) -> None:
    """Choose a chore, wait until its result comes and is said, then go home with the stick out."""
    choose(item, sure=sure)
    told = news.wait()
    came = {key: told.get(key) for key in promised} if told else "nothing told"
    row(what, came, str(promised), came == promised)
    until(lambda: log.page() == "menu", 60)
    say("says", line)
    time.sleep(6)
    leave()


def leave() -> None:
    hands.press("back")
    is_home()
    stick.pull()
    time.sleep(1)


def own_files() -> dict[str, str]:
    """Return the box's own settings and decks by path, each with its digest, without the copies of replaced files."""
    files = [os.path.join(folder, name) for folder, _, names in os.walk(OWN) for name in names]
    return {file: shell(f"sha256sum <{file}") for file in files if file.endswith(".toml")}


def is_written() -> bool:
    """Say whether the stick's file system is writable. The mount here never changes: writers have their own mounts."""
    with open("/proc/self/mountinfo") as file:
        found = [line.split() for line in file if line.split()[4] == PLACE]
    return bool(found) and "rw" in found[-1][-1].split(",")


def begin_saving() -> None:
    choose(SAVE)
    until(is_written, 60, 0.01)


def time_saving() -> float:
    """Save once, and return how long it took, which depends on the stick."""
    begin_saving()
    begun = now()
    news.wait()
    took = now() - begun
    leave()
    return took


def pulled_after(seconds: float) -> str:
    """Save again, pull the stick after this many seconds, and return what happened."""
    begin_saving()
    time.sleep(seconds)
    when = "amid" if is_written() else "all written"
    stick.plug(False)
    told = news.wait()
    time.sleep(4)
    leave()
    return f"{when}, {'saved' if told.get('good') else 'did not work'}" if told else "nothing told"


stick.pull()
for _ in range(BOUNCES):  # a socket that is worn, a hand that has thought better of it
    stick.plug(True)
    time.sleep(chance.uniform(0, 3))
    stick.plug(False)
until(lambda: not mount_words(), 60)
stands = shell(STANDING)
row(f"{BOUNCES} times put in, and pulled within 3 s: what stands there", stands or "nothing", "nothing", not stands)
first = asked()
row("put in at home: the box asks", first, "a page of its own", first.endswith(" on the glass"))
options = mount_words()
row("how it can be used", " ".join(sorted(options & {*SAFE, "rw"})), " ".join(sorted(SAFE)), options >= SAFE)
leave()
stands = shell(STANDING)
row("pulled: what stands there", stands or "nothing", "nothing", not stands and not known())
taken = {"chore": "take", "good": True, "new": {"settings": 1, "decks": 1}, "refused": 1}
done("take", TAKE, "screen.stick.taken", taken)
there = own_files()
row("the deck is on the box", sum("sunday" in file for file in there), "1", any("sunday" in file for file in there))
done("the same once more", TAKE, "screen.stick.none", {**taken, "new": {}})
saved = {"chore": "save", "good": True}
done("save all to it", SAVE, "screen.stick.saved", saved)
done("an update that nobody has signed", UPDATE, "screen.stick.failed", {"chore": "update", "good": False})
shell(f"find {OWN} -name 'sunday*' -delete; echo >>{OWN}/device.toml")
changed = own_files()
done("bring the saved box back", RESTORE, "screen.stick.restored", {"chore": "restore", "good": True}, sure=True)
row("settings and decks are those that were saved", own_files() == there, "True", own_files() == there != changed)
done("undo it", UNDO, "screen.stick.restored", {"chore": "undo-restore", "good": True}, sure=True)
row("settings and decks are those from before", own_files() == changed, "True", own_files() == changed)
took = time_saving()
ends = [pulled_after(chance.uniform(0, took)) for _ in range(PULLS)]
told = ", ".join(f"{end}: {ends.count(end)}" for end in sorted(set(ends)))
amid = sum(end.startswith("amid") for end in ends)
row(f"{PULLS} times pulled while it was written", told, "each is told", amid > 0 and "nothing told" not in ends)
state = f"{service('ActiveState')}, page {log.page()}"
row("the box after that", state, "active, page home", state == "active, page home")
hands.begin_night()
night, found = log.wait("Page night", now() - 3, 60), stick.put_in()
time.sleep(20)
state = f"{'told' if known() else 'not told'}, page {log.page()}"
row("put in in a night", state, "told, page night", bool(night and found) and state == "told, page night")
ended = now()
hands.end_game()
page = log.wait("Page menu", ended, 30)  # home itself is passed over
row("the game ended: the box asks", page[1] if page else "nothing", "a page of its own", bool(page))
leave()
done("save all once more", SAVE, "screen.stick.saved", saved)
judge_units()
eyes.judge_bus()
