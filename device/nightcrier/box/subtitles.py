"""Writes for the simulated box what its page shows, what is said, and what the page waits for."""

from collections.abc import Callable

from msgspec.structs import replace

from nightcrier.box.panel.terminal.screen import TerminalScreen
from nightcrier.box.panel.terminal.words import PlainRow, TerminalWords
from nightcrier.box.sound.port import Heard, Said
from nightcrier.box.table.drawing.view import CallMarks, Gauge, Row, Text, View
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import Seconds

HANDS = "your hands"
_BY_ITSELF = frozenset({"night", "vote", "day", "sleep"})
"""The pages that end by themselves. Every other page waits for a hand."""


class SubtitleWitness(LogWitness):
    """Writes the usual log, and passes the same news to the terminal. `read` receives what the glass shows."""

    def __init__(self, screen: TerminalScreen, now: Callable[[], float]) -> None:
        self._screen, self._now, self._words = screen, now, TerminalWords()
        self._window: tuple[str, Seconds] = ("", 0.0)
        self._said_until = 0.0
        self._gauged = False

    def hear(self, heard: Heard) -> None:
        super().hear(heard)
        if isinstance(heard, Said):
            said = heard.utterance
            self._said_until = heard.at + said.seconds
            self._tell(replace(self._words, said=said.text.replace("\u200b", "")))

    def window(self, at: float, name: str, seconds: Seconds) -> None:
        super().window(at, name, seconds)
        self._window = name, seconds
        self._tell(replace(self._words, waits=name.replace("-", " "), until=at + seconds))

    def turn_page(self, at: float, page: str, before: str) -> None:
        super().turn_page(at, page, before)
        if at >= self._said_until:
            self._words = replace(self._words, said="")

    def fault(self, fault: Fault) -> None:
        """Show captions once the loudspeaker is lost, because people must read from then on."""
        super().fault(fault)
        if fault.part is Part.SOUND and not fault.mended:
            self._screen.captions = True

    def read(self, view: View) -> None:
        """Describe the page in the terminal, which is the only glass for the person in front of it. The loudness is
        written as a number beside its gauge."""
        gone = self._gauged and view.over is None and self._now() >= self._said_until
        self._gauged = view.over is not None
        if gone:
            self._words = replace(self._words, said="")
        waits, until = self._wait_of(self._now(), view)
        below = (*(_blocks(view.marks) if view.marks else ()), *(_loudness(view.over) if view.over else ()))
        rows = (*map(plain_row, view.rows), *below)
        self._tell(replace(self._words, rows=rows, waits=waits, until=until))

    def _wait_of(self, at: float, view: View) -> tuple[str, float | None]:
        """Return what the page waits for, and when the wait ends. The end is calculated from the blocks on the page,
        which are right even after a pause or added time."""
        left = next((row.left for row in _blocks(view.marks)), None) if view.marks else None
        name, seconds = self._window
        if left is not None:
            until = self._words.until
            told = until is not None and abs(until - at - left * seconds) < 1.0
            return name.replace("-", " "), until if told else at + left * seconds
        return ("" if view.page in _BY_ITSELF else HANDS), None

    def _tell(self, words: TerminalWords) -> None:
        self._words = words
        self._screen.tell(words)


def _blocks(marks: CallMarks) -> tuple[PlainRow, ...]:
    return (PlainRow(left=marks.left / marks.blocks),) if marks.blocks else ()


def _loudness(gauge: Gauge) -> tuple[PlainRow, PlainRow]:
    return PlainRow("loudness", gauge.text), PlainRow(left=gauge.fraction)


def plain_row(row: Row) -> PlainRow:
    if isinstance(row, Text):
        return PlainRow(row.text, inverse=row.inverse)
    return PlainRow(row.label, row.value, inverse=row.inverse)
