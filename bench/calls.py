"""How many functions are called, and of how many files, for what people do most.

Counted in virtual time by Python itself (`sys.setprofile`), so that the machine and its load make no difference. A step
goes from the event to the changed glass, and until it is known when to wake, as in `device/nightcrier/box/loop.py`."""

import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from msgspec import Struct

import nightcrier
from bench.rows import Row
from nightcrier.box.events import Control, Gesture, Input, Touched, Wished
from nightcrier.box.folders import standard_folders
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.stages import Count, Perform, Stage, Tell
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.state import Page
from nightcrier.box.table.pages.yes_or_no import QuestionPage
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.clock import VirtualClock
from nightcrier.phone.form_wishes import form_wish
from nightcrier.wire.wishes import Do, read_wish, wish_line

SIZE = SMALLEST = 2
"""Counted is the second time: people do not wait for what is read or drawn once only."""
HOUSE = str(Path(nightcrier.__file__).parent)

ALLOWED = {
    "a detent at home": 600,
    "START at home": 2000,
    "START, the night falls": 760,
    "a second of the day": 460,
    "a loudness from a phone": 646,
    "a name from a phone": 4150,
}
"""A twentieth more than was counted when these were measured last. An older box took 431 for the detent, 899 for
START, which then let the night fall at once, and 364 for a second of the day: it knew one game, no names and no numbers
of an evening, kept no line ready in every voice, and its headers did not stand still."""


class Counted(Struct, frozen=True):
    """What one step of the loop took, by file; `own` files are those that no idle step crosses."""

    calls: Counter[str]
    own: int | None = None


def count_calls(step: Callable[[], object]) -> Counted:
    """The house's own functions, also those of threads that it begins; what is C in it, or of a library, is not
    counted."""
    calls: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(HOUSE):
            calls[file] += 1

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        step()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return Counted(calls)


def hand(box: Rehearsal, control: Control, gesture: Gesture, steps: int = 0) -> Callable[[], None]:
    """A gesture through one turn of the loop."""

    def step() -> None:
        box.box.daemon.take(Touched(box.now, control), Input(box.now, control, gesture, steps))
        box.box.daemon.wake()
        box.box.daemon.due()

    return step


def wish(box: Rehearsal, **fields: str) -> Callable[[], None]:
    """A form of the phone's page, read there and at the door, through one turn of the loop."""

    def step() -> None:
        asked = read_wish(wish_line(Do(1, form_wish(fields))).rstrip())
        if isinstance(asked, Do):
            box.box.daemon.take(Wished(box.now, asked.wish, 1, asked.number))
        box.box.daemon.wake()
        box.box.daemon.due()

    return step


def count_wishes(box: Rehearsal, found: dict[str, Counted], number: int) -> None:
    """Of the files, those are new that a wish of which nothing comes does not cross."""
    asked = {
        "a loudness from a phone": {"type": "loudness", "loudness": str(8 + number)},
        "a name from a phone": {"type": "name", "person": "1", "name": f"Zo{'ae'[number]}"},
    }
    stays = count_calls(wish(box, type="move", person="1", place="1")).calls
    for what, fields in asked.items():
        box.advance(2.0)
        calls = count_calls(wish(box, **fields)).calls
        found[what] = Counted(calls, len(calls.keys() - stays.keys()))
    box.advance(2.0)


def next_moment(box: Rehearsal) -> None:
    box.clock.move_to(box.box.daemon.due() or box.now)
    box.box.daemon.wake()
    box.box.daemon.due()


def stands_at(box: Rehearsal, page: type[Page] | None, stage: type[Stage] | None) -> None:
    """Another page has other figures: a script that has lost its way says so."""
    session, over = box.box.daemon.table.session, box.box.daemon.table.page
    found = (type(over) if over else None, type(session.stage) if session else None)
    if found != (page, stage):
        raise LookupError(f"it stands at {found}, not at {(page, stage)}")


def until_day(box: Rehearsal) -> None:
    while (session := box.box.daemon.table.session) and isinstance(session.stage, Perform):
        next_moment(box)
    box.advance(2.5)


def end_game(box: Rehearsal) -> None:
    """Hold BACK, and START at the question."""
    hand(box, Control.BACK, Gesture.HOLD)()
    stands_at(box, QuestionPage, Count)
    hand(box, Control.START, Gesture.HOLD)()
    box.advance(2.0)


def count_game(box: Rehearsal, found: dict[str, Counted]) -> None:
    stands_at(box, None, None)
    found["START at home"] = count_calls(hand(box, Control.START, Gesture.PRESS))
    stands_at(box, None, Tell)
    box.advance(20.0)
    found["START, the night falls"] = count_calls(hand(box, Control.START, Gesture.PRESS))
    stands_at(box, None, Perform)
    until_day(box)
    stands_at(box, None, Count)
    found["a second of the day"] = count_calls(lambda: next_moment(box))
    end_game(box)


def count_all(state: Path, times: int = SIZE) -> dict[str, Counted]:
    """Each after the same was done before."""
    box = Rehearsal(standard_folders({}, state), VirtualClock(), SilentPlayer(), 1, LogWitness())
    box.advance(1.0)
    found: dict[str, Counted] = {}
    for _ in range(times):
        stands_at(box, None, None)
        found["a detent at home"] = count_calls(hand(box, Control.DIAL, Gesture.TURN, 1))
        box.advance(2.0)
        hand(box, Control.DIAL, Gesture.TURN, -1)()
        box.advance(2.0)
    for _ in range(times):
        count_game(box, found)
    stands_at(box, None, None)
    for number in range(times):
        count_wishes(box, found, number)
    return found


def rows(size: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        found = count_all(Path(folder) / "state", size)
        if threading.active_count() > 1:
            raise LookupError(f"what these call is not counted whole: {threading.enumerate()[1:]}")
    for what, counted in found.items():
        own = "" if counted.own is None else f", {counted.own} of its own"
        yield Row(what, counted.calls.total(), ALLOWED[what], "calls", note=f"in {len(counted.calls)} files{own}")
