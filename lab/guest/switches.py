"""Tests a keypad that is chosen on its page, used instead of buttons and dial, pulled at night, and flooding."""

import sys
import time

from cost import memory, switches, wake_ups
from eyes import Eyes
from hands import Hands
from keypad import Keypad
from moments import now, until
from rows import row, say
from service import STATE, pid, restart, restart_unused, shell
from service_log import Log

START, BACK, PRESS, LEFT, RIGHT = KEYS = (2, 3, 4, 5, 6)
TO_SWITCHES = (-1, -1, -1)
hands, eyes = Hands(), Eyes()
shell("modprobe uinput; modprobe evdev")
restart_unused()
log = Log()


def opened() -> int:
    """Return how many input devices the box has open."""
    return len(shell(f"ls -l /proc/{pid()}/fd | grep -o '/dev/input/event[0-9]*'").split())


time.sleep(20)
without, lean = sum(wake_ups(30).values()), memory()
stranger = Keypad(range(1, 0x2FF), b"\x1b[2J\x07all keys\n", product=2)
time.sleep(2)
row("a keyboard of a stranger, before anybody chose a key", f"{opened()} opened", "0 opened", opened() == 0)
stranger.unplug()

keypad = Keypad(KEYS)
hands.press("press")
for steps in TO_SWITCHES:
    time.sleep(1)
    hands.turn(steps)
    time.sleep(1)
    hands.press("press")
time.sleep(2)
if log.page() != "keys":
    sys.exit(f"There is no page that asks for switches, but {log.page()}.")
for key in KEYS:
    keypad.press(key)
    time.sleep(1)
kept = until(lambda: '"right"' in shell(f"cat {STATE}/choices.json"), 10)
row("pressed what shall be START, BACK, press, left, right", "kept" if kept else "not kept", "kept", bool(kept))
hands.hold("back")
time.sleep(2)

home = eyes.frame()
keypad.press(RIGHT)
turned = until(lambda: eyes.frame() != home, 3)
keypad.press(LEFT)
back = until(lambda: eyes.frame() == home, 3)
row("a key turns at home, and back", "both" if turned and back else "NOT both", "both", bool(turned and back))
keypad.press(PRESS)
time.sleep(1)
row("a key presses the dial", log.page(), "menu", log.page() == "menu")
keypad.press(BACK)
time.sleep(1)
row("a key is BACK", log.page(), "home", log.page() == "home")

keypad.press(START)
time.sleep(1)
pressed = keypad.press(START)
night = log.wait("Page night", pressed - 1, 20)
row("a key begins the night", "night" if night else log.page(), "night", bool(night))
time.sleep(5)
keypad.change(START, down=True)
time.sleep(0.01)
keypad.unplug()
time.sleep(2)
process = pid()
row("pulled in the night while it is held", log.page(), "night", log.page() == "night" and bool(process))
keypad = Keypad(KEYS)
again = until(lambda: opened() == 1, 5)
row("plugged in again", f"{opened()} opened", "1 opened, within 5 s", bool(again))
keypad.press(BACK, 1.2)
asked = until(lambda: log.page() == "question", 5)
row("held as BACK it asks", log.page(), "question", bool(asked))
keypad.press(START, 1.2)
ended = until(lambda: log.page() == "home", 5)
row("held as START it ends the game", log.page(), "home", bool(ended) and pid() == process)

begun = switches(pid())
times = keypad.flood(RIGHT, 10)
woken = sum(switches(pid()).values()) - sum(begun.values())
say("flooded", times, "times, woken", woken, "times")
pressed = now()
hands.press("press")
answered = until(lambda: log.page() == "menu", 3)
row(
    "pressed 10 s without an end, the box's own dial",
    f"{answered - pressed:.2f} s after it" if answered else "no answer",
    "answers within 2 s",
    bool(answered and answered - pressed < 2),
)
row("woken by then", f"{woken / 10:.0f} times a second", "at most 400", woken <= 4000)
hands.hold("back")

restart()
time.sleep(20)
row("after power-off", f"{opened()} opened", "1 opened", opened() == 1)
awake = sum(wake_ups(30).values())
row("wake-ups a second with it, untouched", f"{awake:.2f}, {without:.2f} without", "no more", awake <= without + 0.2)
more = memory() - lean
row("memory with it", f"{more:+.2f} MiB", "at most 1 MiB more", more <= 1.0)
eyes.judge_bus()
