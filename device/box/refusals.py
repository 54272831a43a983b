"""What cannot be kept at the moment: people hear of it once, however many files of one card it is."""

from device.kernel.clock import Clock
from device.kernel.errors import NightcrierError
from device.kernel.events import Event, Fault, Part
from device.kernel.faults import fault_of


class Refusals:
    """One fault when the first of these files begins to be refused, and that it is mended when none is refused any
    more. Nothing in between: two files on one card are one trouble."""

    def __init__(self, clock: Clock, meanwhile: str, mended: str) -> None:
        """`meanwhile` is said with the refusal, `mended` when it is over."""
        self._clock, self._meanwhile, self._mended = clock, meanwhile, mended
        self._refused: set[str] = set()

    def told(self, what: str, refusal: NightcrierError | None) -> list[Event]:
        """How it went with this file now."""
        before = bool(self._refused)
        if refusal:
            self._refused.add(what)
        else:
            self._refused.discard(what)
        if bool(self._refused) == before:
            return []
        if refusal:
            return [fault_of(self._clock.now(), Part.STATE, refusal, self._meanwhile)]
        return [Fault(self._clock.now(), Part.STATE, self._mended, mended=True)]
