"""The dial turned to and fro: it must stand where it stood, whatever the speed."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from random import Random

from person import Eyes, Hands, pid, restart, row, say

TRIES = 15
HELD, BETWEEN = 0.03, 0.03
"""Seconds for which the box is stopped, and in which it may run, again and again: the interpreter is busy elsewhere."""
hands, eyes, chance = Hands(), Eyes(), Random(5)
restart()

places: dict[bytes, int] = {}


def learn() -> None:
    """Which picture stands at which place, found slowly."""
    hands.turn(1, 8)
    time.sleep(0.8)
    hands.turn(-1, 8)
    time.sleep(0.8)
    places[eyes.frame()] = 0
    for sign in (1, -1):
        for place in range(1, 7):
            hands.turn(sign, 8)
            time.sleep(0.8)
            places.setdefault(eyes.frame(), sign * place)
        hands.turn(-6 * sign, 8)
        time.sleep(1)


def go_home() -> None:
    for _ in range(4):
        place = places.get(eyes.frame())
        if place == 0:
            return
        hands.turn(-(place or 1), 8)
        time.sleep(0.8)


def wrong(rate: float, lose: float, chatter: float, longest: int = 5) -> int:
    """How often it did not come back, after strokes of one to five detents that cancel out."""
    found = 0
    for _ in range(TRIES):
        strokes = [chance.choice((-1, 1)) * chance.randrange(1, longest + 1) for _ in range(3)]
        strokes.append(-sum(strokes))
        for stroke in strokes:
            hands.turn(stroke, rate, lose, chatter, chance)
        time.sleep(0.9)
        if places.get(eyes.frame()) != 0:
            found += 1
            say("wrong", rate, strokes, places.get(eyes.frame()))
            go_home()
    return found


learn()
say("places", sorted(places.values()))
for rate in (10, 20, 30, 50, 100, 200, 400):
    missed = wrong(rate, 0, 0)
    row(f"to and fro at {rate} detents a second", f"{missed} of {TRIES} wrong", "none", missed == 0)
for rate in (20, 50, 100):
    missed = wrong(rate, 0, 0.3)
    row(f"the same at {rate} with chatter of 0.1 to 3 ms", f"{missed} of {TRIES} wrong", "none", missed == 0)


@contextlib.contextmanager
def held_up() -> Iterator[None]:
    """The box gets to run for half of the time."""
    done, box = threading.Event(), pid()

    def hold() -> None:
        while not done.wait(BETWEEN):
            os.kill(box, signal.SIGSTOP)
            time.sleep(HELD)
            os.kill(box, signal.SIGCONT)

    holding = threading.Thread(target=hold)
    holding.start()
    try:
        yield
    finally:
        done.set()
        holding.join()


for rate in (20, 50, 100):
    with held_up():
        missed = wrong(rate, 0, 0)
    row(f"the same at {rate}, the box stopped for 30 of 60 ms", f"{missed} of {TRIES} wrong", "none", missed == 0)


def arrived(rate: float) -> int:
    """How often five detents lead to the fifth place, one edge in twenty lost."""
    good = 0
    for _ in range(TRIES):
        hands.turn(5, rate, 0.05, 0, chance)
        time.sleep(0.9)
        good += places.get(eyes.frame()) == 5
        for _ in range(4):
            go_home()
    return good


for rate in (50, 100):
    good = arrived(rate)
    row(
        f"five detents at {rate} a second, 5 % of edges lost",
        f"{good} of {TRIES} right",
        "at least 13 (docs/performance.md: 99 % of detents)",
        good >= 13,
    )
row("bus", f"{len(eyes.wrong)} wrong messages", "none", not eyes.wrong)
