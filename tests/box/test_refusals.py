"""What is told of files that cannot be kept: once, until all of them can be kept again."""

from pathlib import Path

from device.box.keeper import Refusals
from device.kernel.clock import VirtualClock
from device.kernel.events import Fault, Part
from device.kernel.files import NotKept

FULL = NotKept(Path("/state/file"), OSError(28, "No space left on device"))


def test_two_files_on_one_card_are_one_trouble() -> None:
    refusals = Refusals(VirtualClock(), "Playing on.", "All is kept again.")
    assert refusals.told("choices", None) == []
    (fault,) = refusals.told("choices", FULL)
    assert isinstance(fault, Fault)
    assert (fault.part, fault.mended, fault.next_best) == (Part.STATE, False, "Playing on.")
    assert refusals.told("journal", FULL) == refusals.told("choices", FULL) == []
    assert refusals.told("choices", None) == []
    assert refusals.told("journal", None) == [Fault(0.0, Part.STATE, "All is kept again.", mended=True)]
    assert refusals.told("journal", None) == []
