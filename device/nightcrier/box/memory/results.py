"""Finds out who leads and who has won an evening, and keeps the sheets of its games.

Each judged game has one sheet, which is a CSV file. Only the newest sheets are kept. The name of the file holds the
identifier of the game, so a verdict that is corrected or repeated replaces the sheet."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from nightcrier.box.events import PersonStanding
from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.files import Files, NotKept, remove_safely, write_atomically
from nightcrier.kernel.people import EveningKind, EveningPerson, GameResult, Presence

OUT_AFTER = 2
FEWEST_SEATS = 3
"""The fewest seats of any game. A long evening ends with fewer people than this, and they have won."""


class GameEvening(Struct, frozen=True):
    """An evening that counts points. Its people are numbered clockwise. A person who comes later gets the number after
    the last one."""

    number: int
    kind: EveningKind
    target: int
    people: tuple[EveningPerson, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)


def people_standings(evening: GameEvening, results: Sequence[GameResult]) -> tuple[PersonStanding, ...]:
    found = []
    for number, person in enumerate(evening.people, 1):
        points = sum(result.points.get(number, 0) for result in results)
        losses = sum(result.has_lost(number) for result in results)
        out = evening.kind is EveningKind.LONG and losses >= OUT_AFTER
        found.append(PersonStanding(person.name, points, losses, out, person.presence))
    return tuple(found)


def game_ledgers(evening: GameEvening, results: Sequence[GameResult]) -> Mapping[str, tuple[int, ...]]:
    """Return the points of each person separately for each game, because the gold of two games cannot be added."""
    played = {game: [each for each in results if each.game == game] for game in sorted({each.game for each in results})}
    standings = {game: people_standings(evening, each) for game, each in played.items()}
    return {game: tuple(person.points for person in people) for game, people in standings.items()}


def evening_champions(evening: GameEvening, results: Sequence[GameResult]) -> tuple[int, ...]:
    """Return the people who have won the evening. Return nobody while the evening is undecided."""
    table = people_standings(evening, results)
    if evening.kind is EveningKind.SHORT:
        return _first_to(evening.target, table)
    if evening.kind is EveningKind.LONG:
        return _last_in(table, results)
    return ()


def _first_to(target: int, table: Sequence[PersonStanding]) -> tuple[int, ...]:
    most = max((standing.points for standing in table), default=0)
    leaders = tuple(number for number, standing in enumerate(table, 1) if standing.points == most)
    return leaders if most >= target and len(leaders) == 1 else ()


def _last_in(table: Sequence[PersonStanding], results: Sequence[GameResult]) -> tuple[int, ...]:
    """Return the last people who have not lost too often. A person who has left the evening wins nothing, but a person
    who sits out may win. If the last people went out together, they share the win."""
    here = [(number, person) for number, person in enumerate(table, 1) if person.presence is not Presence.LEFT]
    left = tuple(number for number, standing in here if not standing.out)
    if not results or len(left) >= FEWEST_SEATS:
        return ()
    return left or tuple(results[-1].points)


KEPT_SHEETS = 50
_NAME = r".+-(?P<number>\d{4,})-(?P<mark>[0-9a-f]{8})\.csv"


class SheetFolder:
    """The folder of sheets. A sheet is named `<game>-<number>-<mark>.csv`; other files are not touched."""

    def __init__(self, files: Files, folder: Path) -> None:
        self._files, self._folder = files, folder

    def keep(self, game: str, text: str, mark: str | None) -> NotKept | None:
        """Write a sheet, and replace an earlier sheet of the same game. If there are too many sheets, the oldest is
        removed. A game without a mark is identified by the text of its sheet."""
        try:
            names = self._names()
        except OSError as refused:
            return NotKept(self._folder, refused)
        short = _short(text if mark is None else mark)
        if known := next((found for found in names if found["mark"] == short), None):
            return write_atomically(self._files, self._folder / known[0], text.encode())
        number = max((int(found["number"]) for found in names), default=0) + 1
        path = self._folder / f"{game}-{number:04d}-{short}.csv"
        oldest_first = sorted(names, key=lambda found: int(found["number"]))
        return write_atomically(self._files, path, text.encode()) or self._remove(oldest_first[: 1 - KEPT_SHEETS])

    def withdraw(self, mark: str | None) -> NotKept | None:
        try:
            names = self._names()
        except OSError as refused:
            return NotKept(self._folder, refused)
        short = _short(mark) if mark is not None else ""
        return self._remove(found for found in names if found["mark"] == short)

    def _names(self) -> list[re.Match[str]]:
        if not self._files.exists(self._folder):
            return []
        return [found for name in self._files.list_names(self._folder) if (found := re.fullmatch(_NAME, name))]

    def _remove(self, sheets: Iterable[re.Match[str]]) -> NotKept | None:
        gone = [remove_safely(self._files, self._folder / found[0]) for found in sheets]
        return next((refused for refused in gone if refused), None)


def _short(mark: str) -> str:
    return text_digest(mark).hex()[:8]
