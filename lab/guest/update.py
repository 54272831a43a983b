"""Tests updates from a stick, signed like a publisher's: a good one, the way back, and one that crashes."""

import os
import subprocess
import time

from hands import Hands
from moments import until
from rows import row, say
from service import pid, restart, service, shell
from service_log import Log
from usb_stick import PLACE, News, Stick, known

OPT = "/opt/nightcrier"
KEYS = "/etc/nightcrier/allowed_signers"
LONG = 1800
"""The seconds that systemd allows for an update."""
hands, log, stick, news = Hands(), Log(), Stick(), News()
restart()


def must(command: str) -> None:
    subprocess.run(command, shell=True, check=True)


def program() -> tuple[str, int]:
    """Return the version of the running program, found by the libraries it has opened, and its process number."""
    runs = pid()
    folder = shell(f"grep -m1 -o '{OPT}/versions/[^/]*' /proc/{runs}/maps")
    return shell(f"sed -n 's/^__version__ = \"\\(.*\\)\"$/\\1/p' {folder}/app/device/nightcrier/__init__.py"), runs


def put_in() -> None:
    """Put the stick in at home, and wait for the page that offers to save, and then the update."""
    stick.pull()
    if not until(lambda: log.page() == "home", 5):  # what came of the last one still stands there
        hands.press("back")
        until(lambda: log.page() == "home", 30)
    stick.put_in()
    until(lambda: log.page() == "menu", 60)
    time.sleep(2)


def judge(what: str, chore: str, promised: str, reason: str = "") -> None:
    """Print a row with root's news and the running version. The log of a failed update must contain `reason`."""
    before = program()[1]
    told = news.wait(LONG)
    until(lambda: service("ActiveState") == "active", 120)
    said = shell("journalctl -u nightcrier-chore -u nightcrier-update -o with-unit --no-pager -n 24")
    say(what, told, said)
    number, runs = program()
    word = f"{told.get('chore')} {'done' if told.get('good') else 'did not work'}" if told else "nothing told"
    anew = "started anew" if runs != before else "runs on"
    measured = f"{word}, {number} {anew}, {service('ActiveState')}"
    row(what, measured, f"{chore} {promised}, active", measured == f"{chore} {promised}, active" and reason in said)
    time.sleep(8)


def update(what: str, wanted: str, promised: str, reason: str = "") -> None:
    """Choose the update on the page that offers it."""
    put_in()
    say("known", known())
    if (known().get("files"), known().get("update")) != (0, wanted):
        row(what, known(), f"nothing to take, and the update {wanted}", False)
        return
    hands.turn(1, 12)
    time.sleep(1)
    hands.press("start")
    judge(what, "update", promised, reason)


def go_back(what: str, number: str) -> None:
    """Ask root for the previous version, like the menu does."""
    must("printf back >/run/nightcrier/chosen.new && mv /run/nightcrier/chosen.new /run/nightcrier/chosen")
    judge(what, "back", f"done, {number} started anew")


def lay_next() -> None:
    """Move the update that crashes to the place where the box looks, like a computer would."""
    must(f"mount -o remount,rw {PLACE} && mv {PLACE}/later/*.tar.xz* {PLACE}/nightcrier/ && sync")
    must(f"mount -o remount,ro {PLACE}")


old, _ = program()
new, broken = (f"{old.rpartition('.')[0]}.{int(old.rpartition('.')[2]) + more}" for more in (1, 2))
update("an update whose key the box does not know", new, f"did not work, {old} runs on", "knows no key")
must(f"cp {PLACE}/later/allowed_signers {KEYS}")
update("with its key in the settings", new, f"done, {new} started anew")
must(f"rm {KEYS}")
say("says", "screen.stick.switched")
trial = os.path.exists(f"{OPT}/current/on-trial")
row("its trial is over", str(not trial), "True", not trial)
check = shell("nightcrier check 2>/dev/null").splitlines()[-1:]
row("check", "".join(check), "the box can play", check == ["The box can play."])
go_back("the version before", old)
go_back("and the later one again", new)
put_in()
lay_next()
crash = "a signed update that crashes, by the key of the version that runs"
update(crash, broken, f"did not work, {new} started anew", "the one before is back")
say("says", "screen.stick.failed")
left = shell(f"ls {OPT}/versions | wc -l")
row("versions that are kept", left, "2", left == "2")
room = int(shell("df -m --output=used /data | tail -1"))
row("room that they take", f"{room} MiB", "100 to 900 MiB", 100 < room < 900)
