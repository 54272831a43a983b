"""Tests taking a deck that crashes the box. After two failed starts it is put aside, and the box runs."""

import glob
import os
import shutil

from moments import until
from program import APP
from rows import row, say
from service import restart, service, shell
from service_log import Log

DECKS = "/etc/nightcrier/scenarios"
STICK = "/root/stick/nightcrier/decks/one-night"
(PACKAGES,) = glob.glob("/opt/nightcrier/venv/lib/python3*/site-packages")
CRASHES = f"{PACKAGES}/crashes.pth"
"""A file that each Python reads at its start. While the deck is there, it kills the box after three seconds."""


def taken(name: str) -> str:
    """Take a deck from a stick, and return where it is then."""
    os.makedirs(STICK, exist_ok=True)
    shutil.copy(f"{APP}/config/scenarios/brotherhood.toml", f"{STICK}/{name}.toml")
    say(shell("nightcrier take /root/stick"))
    (place,) = glob.glob(f"{DECKS}/**/{name}.toml", recursive=True)
    return place


log = Log()
restart()
good = taken("first")
restart()
ran = until(lambda: not shell("cmp /etc/nightcrier/on-trial /var/lib/nightcrier/passed-trial"), 120, 1)
row("a deck with which the box runs", "passed" if ran else "still on trial", "passed after a minute", bool(ran))
bad = taken("second")
with open(CRASHES, "w") as file:
    file.write(
        "import os, sys, threading; os.path.exists("
        f"{bad!r}) and 'run' in sys.orig_argv and threading.Timer(3, os.abort).start()\n"
    )
restart()
aside = until(lambda: not os.path.exists(bad), 180, 0.5)
row(
    "a deck with which it crashes", glob.glob(f"{bad}*"), f"['{bad}.broken']", glob.glob(f"{bad}*") == [f"{bad}.broken"]
)
told = log.wait("put that aside", 0, 60)
row("the box says", told[1] if told else "nothing", "that it has put it aside", bool(told))
row("it runs then", service("ActiveState"), "active", bool(aside) and service("ActiveState") == "active")
row("what had passed", os.path.exists(good), "True", os.path.exists(good))
os.remove(CRASHES)
