"""What is told of files that cannot be kept: once, until all of them can be kept again."""

from pathlib import Path

from nightcrier.box.keeper import Refusals
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.files import NotKept

FULL = NotKept(Path("/state/file"), OSError(28, "No space left on device"))


def test_two_files_on_one_card_are_one_trouble() -> None:
    refusals = Refusals(VirtualClock(), "Playing on.", "All is kept again.")
    assert refusals.news("choices", None) == []
    (fault,) = refusals.news("choices", FULL)
    assert isinstance(fault, Fault)
    assert (fault.part, fault.mended, fault.next_best) == (Part.STATE, False, "Playing on.")
    assert refusals.news("journal", FULL) == refusals.news("choices", FULL) == []
    assert refusals.news("choices", None) == []
    assert refusals.news("journal", None) == [Fault(0.0, Part.STATE, "All is kept again.", mended=True)]
    assert refusals.news("journal", None) == []
