"""Measures the box's wake-ups and memory while idle, at night and by day, and checks that it goes to sleep."""

import sys
import time

from cost import memory, wake_ups
from eyes import Eyes
from hands import Hands
from moments import until
from rows import row, say
from service import pid, restart, shell
from service_log import Log
from speaker import sound_state

hands, eyes, log = Hands(), Eyes(), Log()
restart()

pressed = hands.begin_night()
if not log.wait("Page night", pressed - 1):
    sys.exit("There is no night to measure.")
time.sleep(8)
night = wake_ups(30)
row(
    "wake-ups a second in the night, of the sound library",
    f"{night['sound']:.1f}",
    "47 buffers; SDL looks for new cards 10 times a second, and cannot be told not to",
    night["sound"] <= 58,
)
row(
    "all others in the night",
    f"{night['rest']:.1f}",
    "at most 15: 4 looks whether the speaker is there, and what the picture sends",
    night["rest"] <= 15,
)
held = memory()
row("memory in the night", f"{held:.1f} MiB", "at most 46", held <= 46)
if not log.wait("Page day", pressed, 400):
    sys.exit("There is no day to measure.")
time.sleep(20)
held = memory()
row("memory by day", f"{held:.1f} MiB", "at most 46", held <= 46)
touched = hands.end_game()
time.sleep(92)
home = sum(wake_ups(60).values())
row("wake-ups a second at home, 90 s after the last touch", f"{home:.2f}", "at most 5", home <= 5)
row("the sound card is let go", sound_state(), "closed", sound_state() == "closed")
asleep = until(eyes.dark, 700, 1)
row(
    "glass dark at home",
    f"after {asleep - touched:.0f} s" if asleep else "never",
    "ten minutes after the last touch",
    bool(asleep and 590 <= asleep - touched <= 610),
)
sleeping = sum(wake_ups(120).values())
row("wake-ups a second asleep", f"{sleeping:.2f}", "at most 5", sleeping <= 5)
hands.turn(1)
awake = until(lambda: not eyes.dark(), 3, 0.01)
row("a touch wakes it", "yes" if awake else "no", "yes", bool(awake))
eyes.judge_bus()
say(shell(f"for t in /proc/{pid()}/task/*; do cat $t/comm; grep ctxt $t/status; done"))
