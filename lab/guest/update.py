"""Updates from a stick, signed as by whoever publishes them: one that is good, the way back, and one that crashes."""

import os
import time

from hands import Hands
from moments import until
from rows import row, say
from service import restart, service, shell
from service_log import Log
from usb_stick import PLACE, News, Stick

OPT = "/opt/nightcrier"
KEYS = "/etc/nightcrier/allowed_signers"
LONG = 1800
"""Seconds: as long as systemd gives it."""
hands, log, stick, news = Hands(), Log(), Stick(), News()
restart()


def version() -> str:
    """Of what starts with the box."""
    return shell(f"sed -n 's/^__version__ = \"\\(.*\\)\"$/\\1/p' {OPT}/current/app/device/__init__.py")


def put_in() -> None:
    stick.pull()
    hands.press("back")
    until(lambda: log.page() == "home", 10)
    stick.put_in()
    until(lambda: log.page() != "home", 60)
    time.sleep(2)


def judge(what: str, good: bool, wanted: str) -> None:
    """What root told, and what runs."""
    told = news.wait(LONG)
    until(lambda: service("ActiveState") == "active", 120)
    say(what, told, shell("journalctl -u nightcrier-chore -o cat --no-pager -n 12"))
    measured = f"{'done' if told.get('good') else 'did not work'}, {version()} {service('ActiveState')}"
    promised = f"{'done' if good else 'did not work'}, {wanted} active"
    row(what, measured, promised, measured == promised)
    time.sleep(8)


def update(what: str, good: bool, wanted: str) -> None:
    """The page has nothing to take, so saving stands first, and then the update."""
    put_in()
    hands.turn(1, 12)
    time.sleep(1)
    hands.press("start")
    judge(what, good, wanted)


def go_back(what: str, wanted: str) -> None:
    """The word that the menu lays down."""
    shell("runuser -u nightcrier -- sh -c 'echo -n back >/run/nightcrier/chosen.new'")
    shell("mv /run/nightcrier/chosen.new /run/nightcrier/chosen")
    judge(what, True, wanted)


def lay_next() -> None:
    """As a computer would: the update that crashes, where the box looks."""
    shell(f"mount -o remount,rw {PLACE} && mv {PLACE}/nightcrier/later/*.tar.xz* {PLACE}/nightcrier/; sync")
    shell(f"mount -o remount,ro {PLACE}")


old = version()
new, broken = (f"{old.rpartition('.')[0]}.{int(old.rpartition('.')[2]) + more}" for more in (1, 2))
update("an update whose key the box does not know", False, old)
shell(f"cp {PLACE}/nightcrier/later/allowed_signers {KEYS}")
update("with its key in the settings", True, new)
shell(f"rm {KEYS}")
say("says", "screen.stick.switched")
trial = os.path.exists(f"{OPT}/current/on-trial")
row("its trial is over", str(not trial), "True", not trial)
check = shell("nightcrier check 2>/dev/null").splitlines()[-1:]
row("check", "".join(check), "the box can play", check == ["The box can play."])
go_back("the version before", old)
go_back("and the later one again", new)
lay_next()
update("a signed update that crashes, by the key of the version that runs", False, new)
say("says", "screen.stick.failed")
left = shell(f"ls {OPT}/versions | wc -l")
row("versions that are kept", left, "two at most", left in ("1", "2"))
room = shell("df -m --output=used /data | tail -1").strip()
row("room that they take", f"{room} MiB", "less than 900 MiB", int(room) < 900)
