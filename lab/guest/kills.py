"""Kills the box with kill -9 at random moments, 25 times in all, at home and at night."""

import os
import sys
import time
from collections import Counter
from random import Random

from eyes import Eyes
from hands import Hands
from moments import now, until
from rows import row, say
from service import STATE, pid, restart, restart_unused, shell
from service_log import Log
from speaker import sound_state

KILLS = 25
DRAWN = 0.25
"""The seconds after which a picture is complete, even on a slow bus. An earlier one may be half of two pictures;
then only the journal identifies the call."""
CRASHES = "/run/private/nightcrier/crashes"
hands, eyes, log, chance = Hands(), Eyes(), Log(), Random(int(sys.argv[1]))
found: Counter[str] = Counter()
longest = 0.0


def kill() -> float:
    """Kill the box, and return the moment. Memory and screen stay as they were for the second until it starts again."""
    process = pid()
    begun = now()
    os.kill(process, 9)
    return begun


def wait_for_start(begun: float) -> None:
    """Wait until the box has started again, and reset the count of crashes."""
    global longest
    again = log.wait("Started", begun, 20)
    found["started again" if again else "LOST"] += 1
    longest = max(longest, again[0] - begun if again else 20)
    shell("systemctl reset-failed nightcrier")
    time.sleep(0.3)
    if os.path.exists(CRASHES):
        with open(CRASHES, "w") as file:
            file.write("0")
    time.sleep(1.5)


def at_home() -> None:
    """Kill the box at home. A choice made a second before must be kept; of a later choice, old or new is right."""
    restart()
    old = eyes.frame()
    hands.turn(chance.choice((-2, -1, 1, 2)))
    time.sleep(0.6)
    new, waited = eyes.frame(), chance.choice((0.0, 0.5, 1.2, 2.0))
    time.sleep(waited)
    wait_for_start(kill())
    now_there = eyes.frame()
    if new == old:
        found["home: NOT TURNED"] += 1
        return
    kept = now_there == new or (waited < 1.2 and now_there == old)
    found["home: choices kept" if kept else "home: CHOICES LOST"] += 1


def in_the_night() -> None:
    """Kill the box at night. The night must go on by itself, at the same call in the journal and on the screen. A
    call is repeated from its beginning, and until then its picture may differ from that in its window."""
    restart_unused()  # with the choices of a new box, START begins a night once the cards are dealt
    pressed = hands.begin_night()
    log.wait("Page night", pressed - 1, 10)
    time.sleep(1 + chance.random() * 8)
    for _ in range(chance.randrange(3)):
        hands.hold("start")
        time.sleep(1 + chance.random() * 5)
    killed = kill()
    time.sleep(0.1)  # what was on its way to the glass is read along
    name, reached, drawn = name_on_glass(), place(), killed - eyes.changes[-1] > DRAWN
    wait_for_start(killed)
    same = place() == reached and (not drawn or until(lambda: name_on_glass() == name, 8))
    found["night: same call" if same else "night: ANOTHER CALL"] += 1
    if not same or not drawn:
        say("reached", drawn, reached, place(), name.hex(), name_on_glass().hex())
    sounds, written = until(lambda: sound_state() == "RUNNING", 8), journal()
    hands.hold("start")
    goes_on = sounds and until(lambda: journal() != written, 8)
    found["night: sounds and goes on" if goes_on else "night: HANGS"] += 1


def name_on_glass() -> bytes:
    return eyes.frame()[256:640]


def place() -> str:
    """Return the journal's last entry about a call."""
    return [line for line in journal().splitlines() if '"reached"' in line][-1]


def journal() -> str:
    with open(f"{STATE}/journal.jsonl") as file:
        return file.read()


for number in range(KILLS):
    (at_home if number % 2 else in_the_night)()
    say(number, dict(found))
bad = sum(count for what, count in found.items() if what != what.lower())
row(
    f"{KILLS} kills",
    ", ".join(f"{what}: {count}" for what, count in sorted(found.items())),
    "nothing lost, the same call, and on",
    bad == 0,
)
row("up again, slowest", f"{longest:.1f} s", "within 10 s", longest <= 10)
say(os.listdir(STATE))
