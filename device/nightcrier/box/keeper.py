"""Saves what the table asks to save: journal entries at once, and choices a moment after their last change."""

from collections.abc import Sequence
from functools import partial

from nightcrier.box.events import DiskPace, Event
from nightcrier.box.memory.journal import Journal
from nightcrier.box.table.core.effects import Chosen, Closed, Entry
from nightcrier.box.table.core.house import Choices
from nightcrier.box.witness import Witness
from nightcrier.kernel.clock import LATE, Clock
from nightcrier.kernel.errors import BadFile, NightcrierError
from nightcrier.kernel.faults import Fault, Part, fault_of
from nightcrier.kernel.files import NotKept
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.state_file import ChoicesFile


class Refusals:
    """Reports one fault when the disk refuses the first of several files, and reports when it accepts all of them
    again. Nothing is reported in between, because all refusals on one card have the same cause."""

    def __init__(self, clock: Clock, meanwhile: str, mended: str) -> None:
        """Set the sentences to report: `meanwhile` with the refusal, and `mended` once all files are accepted again."""
        self._clock, self._meanwhile, self._mended = clock, meanwhile, mended
        self._refused: set[str] = set()

    def news(self, what: str, refusal: NightcrierError | None) -> list[Event]:
        """Note whether the disk refused this file. Return an event if it is the first to be refused, or the last to
        recover."""
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


WRITE_DELAY = 1.0
"""The seconds between the last change of the choices and writing them. Writing at each detent would wear out the
card."""

DISK_RETRY = 30.0
"""The seconds until a file that the disk refused is written again. By then people may have freed some space."""

_MEANWHILE = "Playing on from memory."
_MENDED = "The box can keep settings and the game under way again."


def game_kept(journal: Journal[Entry]) -> tuple[Sequence[Entry], Sequence[BadFile]]:
    """Return the entries of the interrupted game in the journal, and what is wrong with the journal. If the power
    failed while the game was being closed, the game counts as over."""
    entries, wrong = journal.read()
    if entries and isinstance(entries[-1], Closed):
        journal.clear()
        return (), wrong
    return entries, wrong


class DiskKeeper:
    """Writes to the state folder. If a file cannot be written, reports one fault, and tries again later. If the journal
    of a finished game cannot be removed, tries that again, too."""

    def __init__(self, clock: Clock, choices: ChoicesFile[Choices], journal: Journal[Entry], witness: Witness) -> None:
        self._clock, self._choices, self._journal, self._witness = clock, choices, journal, witness
        self._pending: Choices | None = None
        self._write_at = 0.0
        self._refusals = Refusals(clock, _MEANWHILE, _MENDED)
        self._tidy_at = clock.now() + DISK_RETRY
        self._slowest: Seconds = LATE

    def remember(self, choices: Choices) -> list[Event]:
        self._pending, self._write_at = choices, self._clock.now() + WRITE_DELAY
        return []

    def record(self, entry: Entry, *, sealed: bool, empty: int = 0, forced: bool = True) -> list[Event]:
        over, began = isinstance(entry, Closed), self._clock.now()
        write = self._journal.end if over else partial(self._journal.append, sealed=sealed, empty=empty, forced=forced)
        fault = write(entry)
        if over:
            self._tidy_at = self._clock.now() + DISK_RETRY
        # That somebody presses in a secret turn is nobody's business: a disk that refuses is told of at its end.
        told = [] if isinstance(entry, Chosen) else self._news_of("journal", fault, new=forced)
        return [*self._time_entry(began), *told]

    def _time_entry(self, began: float) -> list[Event]:
        """Measure how long the entry took to be written. If it took longer than every earlier entry, return an event
        with the new longest time."""
        now = self._clock.now()
        if now - began <= self._slowest:
            return []
        self._slowest = now - began
        return [DiskPace(now, self._slowest)]

    def probe(self, choices: Choices) -> list[Event]:
        """Try at power-on whether the disk can be written. Report at once if the disk refuses, and try again later."""
        refused = self._choices.refusal()
        if refused is None:
            return []
        self._pending, self._write_at = choices, self._clock.now() + DISK_RETRY
        return self._news_of("choices", refused)

    def forget_game(self) -> None:
        """Set aside the journal of the interrupted game, because that game cannot be continued."""
        self._journal.set_aside()

    def game(self) -> str | None:
        return self._journal.game

    def due(self) -> float | None:
        moments = ([self._write_at] if self._pending else []) + ([self._tidy_at] if self._journal.has_remains else [])
        return min(moments, default=None)

    def poll(self) -> Sequence[Event]:
        now = self._clock.now()
        tidied = self._tidy_journal() if self._journal.has_remains and self._tidy_at <= now else []
        return [*tidied, *(self.flush() if self._pending and self._write_at <= now else [])]

    def close(self) -> None:
        """Try once more to write all pending changes, because the box is about to stop."""
        if self._journal.has_remains:
            self._journal.tidy()
        self.flush()

    def flush(self) -> list[Event]:
        if self._pending is None:
            return []
        new = not self._choices.is_kept(self._pending)
        fault = self._choices.save(self._pending)
        if fault is None:
            self._pending = None
        self._write_at = self._clock.now() + DISK_RETRY
        return self._news_of("choices", fault, new=new)

    def _tidy_journal(self) -> list[Event]:
        """Try again to remove the journal of a game that is over. Nothing is reported while a later game uses the
        journal."""
        self._tidy_at = self._clock.now() + DISK_RETRY
        fault = self._journal.tidy()
        return self._news_of("journal", fault, new=False) if self._journal.game is None else []

    def _news_of(self, what: str, fault: NotKept | None, *, new: bool = True) -> list[Event]:
        """Return the news of whether this file was saved. The witness learns of it only if this was `new`."""
        if fault is None and new:
            self._witness.note_saved(self._clock.now(), what)
        return self._refusals.news(what, fault)
