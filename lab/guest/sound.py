"""Pulls the speaker while a line is spoken, in a window, and for only a moment."""

import sys
import time

from eyes import Eyes
from hands import Hands
from moments import now, until
from rows import row
from service import restart
from service_log import Log
from speaker import plug_card, sound_state

hands, eyes, log = Hands(), Eyes(), Log()
restart()


def pull(when: str, seconds: float) -> None:
    begun = now()
    plug_card(False)
    told = log.wait("fault sound", begun, seconds)
    row(
        f"pulled {when}: told",
        f"{told[0] - begun:.2f} s" if told else "never",
        "within 2 s",
        bool(told and told[0] - begun <= 2),
    )
    time.sleep(max(0.0, seconds - (now() - begun)))
    begun = now()
    plug_card(True)
    runs = until(lambda: sound_state() == "RUNNING", 20, 0.01)
    row(
        f"put back {when}: sounds",
        f"{runs - begun:.2f} s" if runs else "never",
        "within 2 s",
        bool(runs and runs - begun <= 2),
    )


pressed = hands.begin_night()
log.wait("Page night", pressed - 1)
time.sleep(3)
pull("while a line is spoken", 5)
time.sleep(14)
begun = now()
plug_card(False)
time.sleep(0.3)
plug_card(True)
until(lambda: sound_state() != "RUNNING", 1, 0.002)
runs = until(lambda: sound_state() == "RUNNING", 10, 0.01)
row(
    "out for 0.3 s: sounds",
    f"{runs - begun:.2f} s" if runs else "never",
    "within 3 s",
    bool(runs and runs - begun <= 3),
)


def moves() -> bool:
    """Say whether the picture keeps changing, like it does in a window as time passes."""
    before = len(eyes.changes)
    time.sleep(2)
    return len(eyes.changes) - before >= 4


if not until(moves, 60):
    sys.exit("No window came.")
pull("in a window", 6)
day = log.wait("Page day", pressed, 400)
row("the night goes on to its end", "day" if day else "no day", "day", bool(day))
