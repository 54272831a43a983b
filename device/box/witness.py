"""A witness is told of everything that could be seen or heard. The log is one; a rehearsal's record is another."""

import logging
from typing import Protocol

from device.kernel.events import Fault, Input
from device.kernel.ids import Seconds
from device.panel.port import Frame
from device.sound.port import Heard, Said, SpokenBy
from device.table.view import Hidden, View

log = logging.getLogger("nightcrier")


class Witness(Protocol):
    """Told as it happens, with the clock's seconds."""

    def heard(self, heard: Heard) -> None: ...

    def window(self, at: float, name: str, seconds: Seconds) -> None: ...

    def seen(self, at: float, view: View, frame: Frame) -> None: ...

    def hidden(self, at: float, hidden: Hidden, lines: list[str], frame: Frame) -> None:
        """What one seat alone sees. Nobody but a test may keep it."""
        ...

    def turned(self, at: float, page: str, before: str) -> None: ...

    def lamp(self, at: float, state: str) -> None: ...

    def hand(self, event: Input) -> None: ...

    def fault(self, fault: Fault) -> None: ...

    def saved(self, at: float, what: str) -> None: ...


class LogWitness:
    """The daemon's log: what went wrong and where people are; never a card, never who did what."""

    def heard(self, heard: Heard) -> None:
        if isinstance(heard, Said) and heard.utterance.spoken_by is SpokenBy.NONE:
            log.warning("No voice could say %s in %s.", heard.utterance.line, heard.utterance.language)

    def window(self, at: float, name: str, seconds: Seconds) -> None:
        log.debug("Window %s, %.1f s.", name, seconds)

    def seen(self, at: float, view: View, frame: Frame) -> None:
        pass

    def hidden(self, at: float, hidden: Hidden, lines: list[str], frame: Frame) -> None:
        pass

    def turned(self, at: float, page: str, before: str) -> None:
        log.info("Page %s, after %s.", page, before)

    def lamp(self, at: float, state: str) -> None:
        pass

    def hand(self, event: Input) -> None:
        pass

    def fault(self, fault: Fault) -> None:
        """`nightcrier report` counts these lines by their first two words."""
        if fault.mended:
            log.info("mended %s: %s", fault.part, fault.what)
        else:
            log.warning("fault %s: %s %s", fault.part, fault.what, fault.next_best)

    def saved(self, at: float, what: str) -> None:
        log.debug("Saved %s.", what)
