"""How many functions are called, and of how many files, for what people do most. `python -m bench.calls`

Counted in virtual time by Python itself (`sys.setprofile`), so that the machine and its load make no difference. A step
goes from the event to the changed glass, and until it is known when to wake, as in `device/box/loop.py`."""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from msgspec import Struct

from device.box.folders import standard_folders
from device.box.rehearsal import Rehearsal
from device.box.witness import LogWitness
from device.kernel.clock import VirtualClock
from device.kernel.events import Control, Gesture, Input, Touched
from device.sound.players.silent import SilentPlayer

ALLOWED = {"a detent at home": 431, "START": 899, "a second of the day": 364}
"""As many as there were before several screens and closed unions came."""


class Counted(Struct, frozen=True):
    """What one step of the loop took, by file."""

    calls: Counter[str]

    @property
    def row(self) -> str:
        return f"{self.calls.total():8} calls in {len(self.calls):3} files"


def count_calls(step: Callable[[], object]) -> Counted:
    """The house's own functions; what is C in it, or of a library, is not counted."""
    calls: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and f"{Path('/device')}/" in file:
            calls[file] += 1

    sys.setprofile(note)
    try:
        step()
    finally:
        sys.setprofile(None)
    return Counted(calls)


def hand(box: Rehearsal, control: Control, gesture: Gesture, steps: int = 0) -> Callable[[], None]:
    """A gesture through one turn of the loop."""

    def step() -> None:
        box.box.daemon.take(Touched(box.now, control), Input(box.now, control, gesture, steps))
        box.box.daemon.wake()
        box.box.daemon.due()

    return step


def next_moment(box: Rehearsal) -> None:
    box.clock.move_to(box.box.daemon.due() or box.now)
    box.box.daemon.wake()
    box.box.daemon.due()


def until_day(box: Rehearsal) -> None:
    while box.box.daemon.table.session and box.box.daemon.table.session.score:
        next_moment(box)
    box.advance(2.5)


def count_all(state: Path) -> dict[str, Counted]:
    """Each after the same was done before: what is read or drawn once only is not what people wait for."""
    box = Rehearsal(standard_folders({}, state), VirtualClock(), SilentPlayer(), 1, LogWitness())
    box.advance(1.0)
    found = {}
    for _ in range(2):
        found["a detent at home"] = count_calls(hand(box, Control.DIAL, Gesture.TURN, 1))
        box.advance(2.0)
        hand(box, Control.DIAL, Gesture.TURN, -1)()
        box.advance(2.0)
    for _ in range(2):
        found["START"] = count_calls(hand(box, Control.START, Gesture.PRESS))
        until_day(box)
        found["a second of the day"] = count_calls(lambda: next_moment(box))
        hand(box, Control.BACK, Gesture.HOLD)()
        hand(box, Control.START, Gesture.PRESS)()
        box.advance(2.0)
    return found


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = count_all(Path(folder) / "state")
    good = True
    for what, counted in found.items():
        kept = counted.calls.total() <= ALLOWED[what]
        good &= kept
        print(f"{what:22}{counted.row}   allowed: {ALLOWED[what]}{'' if kept else '  TOO MANY'}")
    print("as few as they were" if good else "MORE than they were")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
