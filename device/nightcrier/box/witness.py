"""Defines the witnesses. A witness is informed of everything that is seen or heard, and for example writes a log or the
record of a rehearsal."""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Protocol, runtime_checkable

from nightcrier.box.events import Input
from nightcrier.box.sound.port import Heard, Said, SpokenBy
from nightcrier.box.table.drawing.view import View
from nightcrier.kernel.faults import Fault, log_fault
from nightcrier.kernel.ids import Seconds, line_said
from nightcrier.kernel.screen import LampState

_log = logging.getLogger("nightcrier")


class Witness(Protocol):
    """Receives all news when it happens, with the time of the clock. A witness overrides only the methods that it
    needs."""

    def hear(self, heard: Heard) -> None: ...

    def window(self, at: float, name: str, seconds: Seconds) -> None:
        return

    def see(self, at: float, view: View) -> None:
        """Receive the view that everybody may see."""
        return

    def turn_page(self, at: float, page: str, before: str) -> None:
        return

    def lamp(self, at: float, state: LampState, number: int = 0) -> None:
        return

    def hand(self, event: Input) -> None:
        return

    def fault(self, fault: Fault) -> None:
        return

    def note_saved(self, at: float, what: str) -> None:
        return


@runtime_checkable
class SecretWitness(Protocol):
    """Receives also what one seat alone sees or hears. Only a test may store this."""

    def see_secret(self, at: float, view: View) -> None: ...

    def hear_secret(self, at: float, lines: Sequence[str]) -> None: ...


class LogWitness(Witness):
    """Writes the log of the daemon: faults, and the pages shown. The log never contains a card, a name, or what a
    person did."""

    def hear(self, heard: Heard) -> None:
        if not isinstance(heard, Said):
            return
        said = heard.utterance
        _log.debug("Says a line, %.1f s.", said.seconds)
        if said.spoken_by is SpokenBy.NONE:
            _log.warning("No voice could say %s in %s.", line_said(said.line), said.language)

    def window(self, at: float, name: str, seconds: Seconds) -> None:
        _log.debug("Window %s, %.1f s.", name, seconds)

    def turn_page(self, at: float, page: str, before: str) -> None:
        _log.info("Page %s%s.", page, f", after {before}" if before else "")

    def fault(self, fault: Fault) -> None:
        log_fault(fault)

    def note_saved(self, at: float, what: str) -> None:
        _log.debug("Saved %s.", what)


class Witnesses:
    """Passes everything on to several witnesses, in order. If a witness raises an error, this is logged once, and the
    others are still called."""

    def __init__(self, witnesses: Sequence[Witness]) -> None:
        self._witnesses = witnesses
        self._broken: set[int] = set()

        names = "hear", "window", "see", "turn_page", "lamp", "hand", "fault", "note_saved"
        self.hear, self.window, self.see, self.turn_page, self.lamp, self.hand, self.fault, self.note_saved = (
            partial(self._tell, name) for name in names
        )

    def _tell(self, name: str, *told: object) -> None:
        for number, witness in enumerate(self._witnesses):
            try:
                getattr(witness, name)(*told)
            except Exception as broken:  # noqa: BLE001 - who only watches ends no evening
                self._broke(number, broken)

    def _broke(self, number: int, broken: Exception) -> None:
        if number not in self._broken:
            name = type(self._witnesses[number]).__name__
            _log.error("%s failed inside (%s); what it watches may have gaps.", name, type(broken).__name__)
        self._broken.add(number)
