"""Keeps two small files beside the scores. One holds the changes that the database has not taken yet, in their order,
so that they survive a power cut. The other says that a command has begun an evening.

If the file of an evening is there, the box reads the scores before its first picture. Otherwise the box reads the
scores later, because opening the database takes a fifth of the time of the start."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.memory.results import GameEvening
from nightcrier.box.table.core.effects import (
    Amend,
    CountGame,
    ForgetName,
    NewEvening,
    ScoreChange,
    SeatPeople,
    WithdrawGame,
)
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Files, remove_safely
from nightcrier.kernel.people import SeatedPerson, is_taken
from nightcrier.kernel.reading import parse_json
from nightcrier.kernel.state_file import ChoicesFile

if TYPE_CHECKING:
    from nightcrier.box.memory.scores import ScoreDatabase


_NOTE = "evening-begun"


def note_evening(files: Files, state: Path) -> None:
    """Note that a command began an evening. If the disk refuses the note, the box finds the evening later."""
    with suppress(OSError):
        files.write(state / _NOTE, b"")


def is_noted(files: Files, state: Path) -> bool:
    return files.exists(state / _NOTE)


def forget_note(files: Files, state: Path) -> None:
    """Remove the note of an evening, once the evening has been read."""
    if is_noted(files, state):
        remove_safely(files, state / _NOTE)


_MARK = 8
"""The number of random bytes in the identifier of a change."""


class WaitingChange(Struct, frozen=True):
    """A change, the identifier of its game, and an identifier of its own, so that the change is made only once."""

    change: ScoreChange
    game: str | None
    mark: str


class Uncounted(Struct, frozen=True):
    """The file with the changes that wait."""

    changes: tuple[msgspec.Raw, ...] = ()


class WaitingChanges:
    """The changes that wait for the disk. `waiting` are those still to be made; `wrong` are the faults of the file."""

    def __init__(self, files: Files, path: Path) -> None:
        self._file = ChoicesFile(files, path, Uncounted)
        kept, wrong = self._file.load()
        self.waiting, unknown = _changes_in(kept, path) if kept else ([], ())
        self.wrong = (*wrong, *unknown)
        self._noted = None if unknown else tuple(self.waiting)  # what cannot be read leaves the note

    @property
    def has_work(self) -> bool:
        """Say whether any change must still be made, or the file must still be written."""
        return bool(self.waiting) or self._noted != ()

    @property
    def safe(self) -> bool:
        """Say whether all waiting changes are in the file, so that a power cut loses none."""
        return bool(self.waiting) and tuple(self.waiting) == self._noted

    def add(self, change: ScoreChange, game: str | None) -> None:
        """Add a change at the end, unless it equals the last waiting change of the same game. After a power cut the box
        reaches the same verdict again, and asks for the same change a second time. A name is forgotten first of all,
        and goes out of all that waits."""
        if isinstance(change, ForgetName):
            unnamed = (replace(each, change=_without_name(each.change, change.name)) for each in self.waiting)
            self.waiting[:] = (WaitingChange(change, game, os.urandom(_MARK).hex()), *unnamed)
            return
        last = [each.change for each in self.waiting if game is not None and each.game == game][-1:]
        if last != [change]:
            self.waiting.append(WaitingChange(change, game, os.urandom(_MARK).hex()))

    def note(self) -> None:
        """Write the waiting changes into the file. If the disk refuses, a later call tries again."""
        waiting = tuple(self.waiting)
        if waiting == self._noted:
            return
        note = Uncounted(tuple(msgspec.Raw(msgspec.json.encode(each)) for each in waiting))
        refused = self._file.save(note) if waiting else self._file.remove()
        if refused is None:
            self._noted = waiting


def _without_name(change: ScoreChange, name: str) -> ScoreChange:
    """Return a change that does not hold this name, nor one that looks like it."""

    def kept(each: str) -> str:
        return "" if is_taken(each, (name,)) else each

    match change:
        case CountGame(seated=seated):
            return replace(change, seated=tuple(replace(each, name=kept(each.name)) for each in seated))
        case NewEvening(names=names):
            return replace(change, names=tuple(map(kept, names)))
        case SeatPeople(people=people):
            return replace(change, people=tuple(replace(each, name=kept(each.name)) for each in people))
        case _:
            return change


def _changes_in(note: Uncounted, path: Path) -> tuple[list[WaitingChange], tuple[BadFile, ...]]:
    """Read the changes in a note. A damaged change is left out, and the other changes are used."""
    right, wrong = list[WaitingChange](), list[BadFile]()
    for number, each in enumerate(note.changes):
        try:
            right.append(parse_json(each, WaitingChange, path))
        except BadFile as bad:
            wrong.append(BadFile(path, f"changes[{number}]", f"{bad.expected}; it is left out"))
    return right, tuple(wrong)


def change_once(scores: "ScoreDatabase", waiting: WaitingChange) -> bool:
    """Make a change, unless the database already has it: a disk that refused may still have kept the change. Return
    False, and change nothing, if the change was meant for an earlier evening."""
    if scores.is_counted(waiting.mark):
        return True
    if _is_of_another(scores.latest(), waiting.change):
        return False
    with scores.one_change(waiting.mark):
        _check_form(waiting.change)
        change_scores(scores, waiting.change, waiting.game)
    return True


def change_scores(scores: "ScoreDatabase", change: ScoreChange, mark: str | None) -> None:
    """Make a change in the scores. `mark` identifies the game that the change is about."""
    match change:
        case CountGame(game, scenario, points) if mark is not None and scores.is_counted(mark):
            scores.recount(mark, game, scenario, points)  # it counts as it was judged last
        case CountGame(game, scenario, points):
            evening, people = _evening_of(scores, change)
            if scores.is_full(evening):
                evening = scores.seat_people(scores.begin([], evening.kind, evening.target), evening.people)
            scores.add(evening, game, scenario, points, mark, people)
        case WithdrawGame() if mark is not None:
            scores.withdraw(mark)
        case WithdrawGame():
            _amend(scores, None)  # a game without a mark is the last that was counted
        case NewEvening(kind, target, names, sits_out):
            scores.begin(names, kind, target, sits_out)
        case SeatPeople(people, _, places):
            scores.seat_people(scores.latest() or scores.begin([]), people, places)
        case Amend(points, _, number):
            _amend(scores, points, number)
        case ForgetName(name):
            scores.forget_name(name)
        case _:
            assert_never(change)


def _check_form(change: ScoreChange) -> None:
    """Refuse a change that no table asks for. A damaged note can contain such a change. Raises ValueError."""
    match change:
        case CountGame(points=points, seated=seated):
            right = len(seated) in {0, len(points)}
        case NewEvening(names=names, sits_out=sits_out):
            right = bool(names) and set(sits_out) <= set(range(1, len(names) + 1))
        case SeatPeople(people=people, places=places):
            right = not places or len(set(places)) == len(places) == len(people)
        case WithdrawGame() | Amend() | ForgetName():
            right = True
        case _:
            assert_never(change)
    if not right:
        raise ValueError("its numbers do not belong together")


def _is_of_another(latest: GameEvening | None, change: ScoreChange) -> bool:
    if not isinstance(change, SeatPeople | Amend) or latest is None:
        return False
    return change.evening not in {0, latest.number}


def _evening_of(scores: "ScoreDatabase", game: CountGame) -> tuple[GameEvening, tuple[int, ...]]:
    """Return the evening in which a game counts, and the people of that evening who played. This is the evening in
    which the game began, or else the latest evening with the same people, or else a new evening. An evening has no
    number until its first game is counted."""
    latest = scores.latest()
    persons = tuple(each.person for each in game.seated)
    numbered = game.evening > 0
    begun = scores.evening_by_number(game.evening) if numbered else latest
    if begun and game.seated and all(_is_there(begun, each, named=not numbered) for each in game.seated):
        return begun, persons
    everybody = tuple(range(1, len(game.points) + 1))
    names = [each.name for each in game.seated] or [""] * len(game.points)
    if latest and len(latest.people) == len(names) and (not game.seated or latest.names == tuple(names)):
        return latest, everybody
    like = latest or game
    return scores.begin(names, like.kind, like.target), everybody


def _is_there(evening: GameEvening, seated: SeatedPerson, *, named: bool) -> bool:
    """Say whether the evening has this person. With `named` the name must be equal, too, because the number of the
    evening is not known."""
    return 1 <= seated.person <= len(evening.people) and (not named or evening.names[seated.person - 1] == seated.name)


def _amend(scores: "ScoreDatabase", points: Mapping[int, int] | None, number: int = 0) -> None:
    """Correct the points of the game with this number; 0 is the last game. If `points` is None, the game no longer
    counts."""
    evening = scores.latest()
    games = [result.number for result in scores.results(evening)] if evening else []
    meant = number or (games[-1] if games else 0)
    if not evening or meant not in games:
        return
    if points is None:
        scores.strike(evening, meant)
    else:
        scores.correct(evening, meant, points)
