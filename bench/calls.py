"""Counts what the box does for people's most common acts: function calls, opened files, syncs and wake-ups.

Python itself counts in virtual time (`sys.setprofile`), so that the machine and its load make no difference. A step
lasts from the event to the changed screen, and until the next wake-up is known, as in `device/nightcrier/box/loop.py`.
"""

import gc
import logging
import sys
import tempfile
import threading
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from msgspec import Struct

import nightcrier
from bench.rows import Held, Row, count
from nightcrier.box.daemon import Daemon
from nightcrier.box.events import Control, Gesture, Input, Touched, Wished
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.stages import Count, Perform, Stage, Tell
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.state import Page
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.phone.form_wishes import form_wish
from nightcrier.wire.wishes import Do, read_wish, wish_line
from tests.faults.test_long_life import Life

SIZE, SMALLEST = 2, 1
"""The number of repetitions. The last one counts, because nobody waits for what is read or drawn only once."""
HOUSE = str(Path(nightcrier.__file__).parent)
HOUR = 3600.0
NIGHTS = 10
OPENS, SYNCS = {"open", "os.listdir", "os.scandir"}, {"fsync", "fdatasync"}
"""The audit events with which Python opens a file or a folder, and the functions that force one onto the card."""


PLACES = ("assets/words", "assets/audio", "config/scenarios", "config/games", "/state")


class Counted(Struct, frozen=True):
    """Holds the costs of a step: calls of our own functions, syncs, and how often each place was opened."""

    calls: Counter[CodeType]
    syncs: int
    opened: Counter[str]

    @property
    def files(self) -> int:
        return len({code.co_filename for code in self.calls})

    def opened_in(self, place: str) -> int:
        return sum(times for path, times in self.opened.items() if place in path)


class Auditor:
    """Counts each file and folder that Python opens. Its audit hook cannot be removed, so it mostly ignores calls."""

    def __init__(self) -> None:
        self.opened: Counter[str] | None = None
        sys.addaudithook(self._hear)

    def _hear(self, event: str, told: tuple[Any, ...]) -> None:
        if self.opened is not None and event in OPENS:
            self.opened[str(told[0])] += 1


_AUDITOR = Auditor()


def count_calls(step: Callable[[], object]) -> Counted:
    """Count calls of our own functions, including those in threads that the step starts. Calls of C functions and
    libraries are not counted."""
    calls, syncs, opened = Counter[CodeType](), list[str](), Counter[str]()

    def note(frame: FrameType, event: str, called: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(HOUSE):
            calls[frame.f_code] += 1
        elif event == "c_call" and called.__name__ in SYNCS:
            syncs.append(called.__name__)

    _AUDITOR.opened = opened
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        step()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        _AUDITOR.opened = None
    return Counted(calls, len(syncs), opened)


def hand(box: Rehearsal, control: Control, gesture: Gesture, steps: int = 0) -> Callable[[], None]:
    """Return a function that passes a gesture through one turn of the loop."""

    def step() -> None:
        box.box.daemon.take(Touched(box.now, control), Input(box.now, control, gesture, steps))
        box.box.daemon.wake()
        box.box.daemon.due()

    return step


def wish(box: Rehearsal, **fields: str) -> Callable[[], None]:
    """Return a function that reads a form of the phone's page and passes it through one turn of the loop."""

    def step() -> None:
        asked = read_wish(wish_line(Do(1, form_wish(fields))).rstrip())
        if isinstance(asked, Do):
            box.box.daemon.take(Wished(box.now, asked.wish, 1, asked.number))
        box.box.daemon.wake()
        box.box.daemon.due()

    return step


def next_moment(box: Rehearsal) -> None:
    box.clock.move_to(box.box.daemon.due() or box.now)
    box.box.daemon.wake()
    box.box.daemon.due()


def stands_at(box: Rehearsal, page: type[Page] | None, stage: type[Stage] | None) -> None:
    """Raise LookupError unless the box shows this page and stage, because another page would have other figures."""
    session, over = box.box.daemon.table.session, box.box.daemon.table.page
    found = (type(over) if over else None, type(session.stage) if session else None)
    if found != (page, stage):
        raise LookupError(f"it stands at {found}, not at {(page, stage)}")


def until_day(box: Rehearsal) -> None:
    while (session := box.box.daemon.table.session) and isinstance(session.stage, Perform):
        next_moment(box)
    box.advance(2.5)


def end_game(box: Rehearsal) -> None:
    hand(box, Control.BACK, Gesture.HOLD)()
    stands_at(box, QuestionPage, Count)
    hand(box, Control.START, Gesture.HOLD)()
    box.advance(2.0)


Steps = Iterator[tuple[str, Counted]]
"""The steps of a part of an evening, each with its costs."""


def count_detents(box: Rehearsal) -> Steps:
    stands_at(box, None, None)
    yield "a detent at home", count_calls(hand(box, Control.DIAL, Gesture.TURN, 1))
    box.advance(2.0)
    hand(box, Control.DIAL, Gesture.TURN, -1)()
    box.advance(2.0)


def count_game(box: Rehearsal) -> Steps:
    stands_at(box, None, None)
    yield "START at home", count_calls(hand(box, Control.START, Gesture.PRESS))
    stands_at(box, None, Tell)
    box.advance(20.0)
    yield "START, the night falls", count_calls(hand(box, Control.START, Gesture.PRESS))
    stands_at(box, None, Perform)
    yield "the whole night", count_calls(lambda: until_day(box))
    stands_at(box, None, Count)
    yield "four seconds of the day", count_calls(lambda: box.advance(4.0))  # for which a role stands there
    yield "a game is ended", count_calls(lambda: end_game(box))
    stands_at(box, None, None)


def count_wishes(box: Rehearsal) -> Steps:
    """Wish for values that are not set yet, because a wish for a value that is already set changes nothing."""
    other = box.box.daemon.table.choices.loudness % 10 + 1
    asked = {
        "a loudness from a phone": {"type": "loudness", "loudness": str(other)},
        "a name from a phone": {"type": "name", "person": "1", "name": f"Zo{other}"},
    }
    for what, fields in asked.items():
        yield what, count_calls(wish(box, **fields))
        box.advance(2.0)


def count_hour(box: Rehearsal) -> Steps:
    """Leave the box alone for an hour after a detent."""
    hand(box, Control.DIAL, Gesture.TURN, 1)()
    yield "an hour at home", count_calls(lambda: box.advance(HOUR))
    hand(box, Control.DIAL, Gesture.TURN, -1)()


def begin(state: Path) -> Rehearsal:
    box = Rehearsal(standard_folders({}, state), VirtualClock(), SilentPlayer(), 1, LogWitness())
    box.advance(1.0)
    return box


def count_all(state: Path, times: int = SIZE) -> dict[str, Counted]:
    """Return the costs of every step, as measured at its last repetition."""
    box = begin(state)
    found = {"power on": count_calls(box.boot)}
    box.advance(1.0)
    for part in (count_detents, count_game, count_wishes, count_hour):
        for _ in range(times):
            found |= dict(part(box))
    return found


def kept_at_home(folder: Path) -> tuple[float, int]:
    """Return the KiB that Python keeps of what a box at home has read, and the objects that nights leave behind."""
    gc.collect()
    tracemalloc.start()
    life = Life(folder)
    life.box.advance(60.0)
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    for _ in range(NIGHTS):
        life.night()
    before = life.size()["objects"]
    for _ in range(NIGHTS):
        life.night()
    return kept / 1024, life.size()["objects"] - before


def rows(size: int) -> Iterator[Row]:
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        found = count_all(Path(folder) / "state", size)
        kept, left = kept_at_home(Path(folder) / "other")
        if threading.active_count() > 1:
            raise LookupError(f"what these call is not counted whole: {threading.enumerate()[1:]}")
    for what, counted in found.items():
        yield count(what, counted.calls.total(), "calls", f"in {counted.files} files", Held.PYTHON)
    for place in PLACES:
        yield count(f"power on: opened in {place}", found["power on"].opened_in(place), "times", held=Held.PYTHON)
    for what in ("START at home", "the whole night"):
        yield count(f"{what}: opened", found[what].opened_in(""), "files and folders", held=Held.PYTHON)
    for what in ("START at home", "START, the night falls", "the whole night"):
        yield count(f"{what}: forced onto the card", found[what].syncs, "files and folders")
    yield count("an hour at home: wake-ups", found["an hour at home"].calls[Daemon.wake.__code__], "")
    yield count("kept in memory, at home", kept, "KiB", held=Held.PYTHON)
    yield Row(f"{NIGHTS} nights leave", left, NIGHTS - 1, "objects")
