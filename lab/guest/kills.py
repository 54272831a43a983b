"""kill -9 at moments drawn by chance, at home and in the night: 25 of the hundred."""

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
STANDS = 0.25
"""Seconds; a picture is drawn in a tenth at most."""
CRASHES = "/run/private/nightcrier/crashes"
hands, eyes, log, chance = Hands(), Eyes(), Log(), Random(int(sys.argv[1]))
found: Counter[str] = Counter()
longest = 0.0


def kill() -> None:
    """Kill it, wait for the next start, and let the count of crashes begin anew."""
    global longest
    begun = now()
    os.kill(pid(), 9)
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
    """What was chosen a second before is kept; sooner than that either is right."""
    restart()
    old = eyes.frame()
    hands.turn(chance.choice((-2, -1, 1, 2)))
    time.sleep(0.6)
    new, waited = eyes.frame(), chance.choice((0.0, 0.5, 1.2, 2.0))
    time.sleep(waited)
    kill()
    now_there = eyes.frame()
    if new == old:
        found["home: NOT TURNED"] += 1
        return
    kept = now_there == new or (waited < 1.2 and now_there == old)
    found["home: choices kept" if kept else "home: CHOICES LOST"] += 1


def in_the_night() -> None:
    """It goes on by itself, at the call it was at: by what is written, and on the glass. A call is said again from its
    beginning, and until it is said its picture may be another than in its window."""
    restart_unused()  # with the choices of a new box, START begins a night once the cards are dealt
    pressed = hands.begin_night()
    log.wait("Page night", pressed - 1, 10)
    time.sleep(1 + chance.random() * 8)
    for _ in range(chance.randrange(3)):
        hands.hold("start")
        time.sleep(1 + chance.random() * 5)
    name, reached = seen()
    kill()
    same = place() == reached and until(lambda: named()[0] == name, 8)
    found["night: same call" if same else "night: ANOTHER CALL"] += 1
    if not same:
        say("reached", reached, place())
    sounds, written = until(lambda: sound_state() == "RUNNING", 8), journal()
    hands.hold("start")
    goes_on = sounds and until(lambda: journal() != written, 8)
    found["night: sounds and goes on" if goes_on else "night: HANGS"] += 1


def seen() -> tuple[bytes, str]:
    """The name on the glass and the call, once both stand. In the moment in which a picture is drawn half of it is of
    the one before, and that is never seen again."""
    while True:
        there = named()
        time.sleep(STANDS)
        if named() == there:
            return there


def named() -> tuple[bytes, str]:
    return eyes.frame()[256:640], place()


def place() -> str:
    """The last call that was written down."""
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
