"""Turns the dial back and forth. It must end in the right place, whatever the speed."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from random import Random

from eyes import Eyes
from hands import Hands, longest_chatter
from rows import row, say
from service import pid, restart

TRIES = 15
HELD, BETWEEN = 0.03, 0.03
"""The seconds for which the box is stopped and may run in turn, as if the interpreter were busy elsewhere."""
hands, eyes, chance = Hands(), Eyes(), Random(5)
restart()

places: dict[bytes, int] = {}


def learn() -> None:
    """Learn which picture belongs to which place of the list, by turning slowly once around."""
    hands.turn(1, 8)
    time.sleep(0.8)
    while eyes.frame() not in places and len(places) < 100:
        places[eyes.frame()] = len(places)
        hands.turn(1, 8)
        time.sleep(0.8)
    if places.get(eyes.frame()) != 0 or len(places) < 8:
        sys.exit(f"The list at home has {len(places)} places, and does not go round.")


def place() -> int | None:
    """Return the present place in the list, or None for an unknown picture."""
    return places.get(eyes.frame())


def apart(there: int | None, meant: int) -> int:
    """Return by how many detents the dial missed the intended place."""
    if there is None:
        return len(places)
    far = (there - meant) % len(places)
    return min(far, len(places) - far)


def wrong(rate: float, chatter: float = 0, longest: int = 5) -> int:
    """Return how often turns of one to five detents back and forth did not lead to the right place."""
    found = 0
    for _ in range(TRIES):
        begun = place() or 0
        strokes = [chance.choice((-1, 1)) * chance.randrange(1, longest + 1) for _ in range(3)]
        away = chance.choice([n for n in range(-longest, longest + 1) if n])
        strokes.append(away - sum(strokes))
        for stroke in strokes:
            hands.turn(stroke, rate, 0, chatter, chance)
        time.sleep(0.9)
        if apart(place(), begun + away):
            found += 1
            say("wrong", rate, strokes, begun, place())
            recover()
    return found


def recover() -> None:
    """Turn the dial until a known picture is shown."""
    for _ in range(4):
        if place() is not None:
            return
        hands.turn(1, 8)
        time.sleep(0.8)


learn()
say("places", len(places))
for rate in (10, 20, 30, 50, 100, 200, 400):
    missed = wrong(rate)
    row(f"to and fro at {rate} detents a second", f"{missed} of {TRIES} wrong", "none", missed == 0)
for rate in (20, 50, 100):
    missed = wrong(rate, 0.3)
    chattering = f"chatter of 0.1 to {longest_chatter(rate) * 1000:.0f} ms at 30 % of the edges"
    row(f"the same at {rate} with {chattering}", f"{missed} of {TRIES} wrong", "none", missed == 0)


@contextlib.contextmanager
def held_up() -> Iterator[None]:
    """Let the box run for only half of the time."""
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
        missed = wrong(rate)
    row(f"the same at {rate}, the box stopped for 30 of 60 ms", f"{missed} of {TRIES} wrong", "none", missed == 0)


def missed_detents(rate: float) -> int:
    """Return how many of a hundred detents are counted wrong, in turns of five, if one edge in twenty is lost."""
    missed = 0
    for number in range(20):
        begun, away = place() or 0, 5 if number % 2 else -5
        hands.turn(away, rate, 0.05, 0, chance)
        time.sleep(0.9)
        missed += apart(place(), begun + away)
        recover()
    return missed


for rate in (50, 100):
    missed = missed_detents(rate)
    row(
        f"turns of five detents at {rate} a second, 5 % of edges lost",
        f"{100 - missed} of 100 right",
        "at least 97 (docs/proofs/performance.md: 98.5 to 100)",
        missed <= 3,
    )
eyes.judge_bus()
