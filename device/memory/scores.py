"""The scores: evenings, their people, games and their points, in SQLite.

There is no trustworthy clock in a box without a network: evenings and games are numbered, not dated.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from device.kernel.errors import BadFile
from device.kernel.files import NotKept
from device.kernel.people import EveningKind, EveningPerson, Presence
from device.memory.score_checks import make_sense
from device.memory.standings import GameEvening, GameResult, people_standings


class Connection(Protocol):
    """What the scores ask of a database."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Iterable[Any]: ...

    def close(self) -> None: ...


class ScoreDatabase:
    """Every change is one transaction: once it has come back, no power cut takes it away. A change that could not be
    made raises `NotKept`, a look that could not be had `BadFile`. `refusals` are what the database raises."""

    def __init__(self, connection: Connection, path: Path, refusals: type[Exception]) -> None:
        self._db, self._path, self._refusals = connection, path, refusals
        self._changing = False

    @contextmanager
    def one_change(self, mark: str | None) -> Iterator[None]:
        """All that is done within is one change: all of it is done, or nothing. With a `mark` it is `counted`."""
        with self._all_or_nothing():
            yield
            if mark is not None:
                self._db.execute("INSERT INTO counted (mark) VALUES (?)", (mark,))

    def begin(self, names: Sequence[str], kind: EveningKind = EveningKind.OPEN, target: int = 5) -> GameEvening:
        """A new evening of these people. The column `seat` holds their numbers: the seats of its first game."""
        with self._all_or_nothing():
            ((number,),) = self._rows("SELECT COALESCE(MAX(number), 0) + 1 FROM evening")
            self._db.execute("INSERT INTO evening VALUES (?, ?, ?)", (number, str(kind), target))
            for seat, name in enumerate(names, 1):
                self._seat(number, seat, EveningPerson(name))
        return GameEvening(number, kind, target, tuple(map(EveningPerson, names)))

    def latest(self) -> GameEvening | None:
        """The evening to go on with."""
        for row in self._rows("SELECT * FROM evening ORDER BY number DESC LIMIT 1"):
            return self._evening(*row)
        return None

    def numbered(self, number: int) -> GameEvening | None:
        """The evening of this number."""
        for row in self._rows("SELECT * FROM evening WHERE number = ?", number):
            return self._evening(*row)
        return None

    def known_names(self, most: int) -> tuple[str, ...]:
        """Names of people who were here, those of the newest evening first."""
        rows = self._rows(
            "SELECT name FROM seat WHERE name <> '' GROUP BY name ORDER BY MAX(100 * evening + 99 - seat) DESC LIMIT ?",
            most,
        )
        return tuple(name for (name,) in rows)

    def seat_people(
        self, evening: GameEvening, people: Sequence[EveningPerson], places: Sequence[int] = ()
    ) -> GameEvening:
        """These are its people now. Nobody who was there is taken out unasked: points stay with their number, or move
        with those who had other `places` before; who is in none of these goes, with the points of this evening."""
        with self._all_or_nothing():
            if places:
                self._move(evening.number, {old: number for number, old in enumerate(places, 1)})
            for number, person in enumerate(people, 1):
                self._seat(evening.number, number, person)
        return GameEvening(evening.number, evening.kind, evening.target, tuple(people))

    def counted(self, mark: str) -> bool:
        """Whether the game with this mark was counted, even if it was struck since, or the change was made."""
        return bool(self._rows("SELECT mark FROM counted WHERE mark = ?", mark))

    def add(
        self,
        evening: GameEvening,
        game: str,
        scenario: str,
        points: Sequence[int],
        mark: str | None = None,
        people: Sequence[int] = (),
    ) -> GameResult:
        """A game was played. `points`, by seat: nothing to who lost. `people` are who sat there, by their numbers;
        everybody in their order where that is not told. Who is out earns nothing. With a `mark` it can be added once
        only."""
        seated = people or range(1, len(points) + 1)
        earned = dict(zip(seated, points, strict=True))
        with self._all_or_nothing():
            result = self._add(evening, game, scenario, earned)
            if mark is not None:
                kept = (mark, evening.number, result.number, _kept(points), _kept(seated))
                self._db.execute("INSERT INTO counted VALUES (?, ?, ?, ?, ?)", kept)
        return result

    def recount(self, mark: str, game: str, scenario: str, points: Sequence[int]) -> None:
        """The game with this mark was judged again, for those it was added for. Where it was judged otherwise, or
        withdrawn before, these are its points; else what was corrected stays corrected, and what was struck, struck."""
        judged = _kept(points)
        with self._all_or_nothing():
            for evening, number, people in self._rows(
                "SELECT evening, game, people FROM counted WHERE mark = ? AND points <> ?", mark, judged
            ):
                seated = map(int, people.split()) if people else range(1, len(points) + 1)
                earned = dict(zip(seated, points, strict=True))
                begun = self.numbered(evening) if number is None else None
                now = self._add(begun, game, scenario, earned).number if begun else number
                self._set_points(evening, now, earned)
                self._db.execute("UPDATE counted SET game = ?, points = ? WHERE mark = ?", (now, judged, mark))

    def withdraw(self, mark: str) -> None:
        """The verdict of the game with this mark was taken back: it counts nothing until it is judged again."""
        with self._all_or_nothing():
            for evening, number in self._rows(
                "SELECT evening, game FROM counted WHERE mark = ? AND points IS NOT NULL", mark
            ):
                self._forget(evening, number)
                self._db.execute("UPDATE counted SET game = NULL, points = '' WHERE mark = ?", (mark,))

    def correct(self, evening: GameEvening, number: int, points: Mapping[int, int]) -> None:
        """It was dialled in wrong: these are the points of that game, by person. Who took no part gets none."""
        with self._all_or_nothing():
            self._set_points(evening.number, number, points)

    def strike(self, evening: GameEvening, number: int) -> None:
        """That game does not count."""
        with self._all_or_nothing():
            self._forget(evening.number, number)
            self._db.execute(
                "UPDATE counted SET points = NULL WHERE evening = ? AND game = ?", (evening.number, number)
            )

    def results(self, evening: GameEvening) -> tuple[GameResult, ...]:
        """The games of an evening, the first first."""
        games = self._rows("SELECT number, game, scenario FROM game WHERE evening = ? ORDER BY number", evening.number)
        return tuple(self._result(evening.number, *game) for game in games)

    def judged(self, evening: GameEvening, number: int) -> Mapping[int, int]:
        """The points that the verdict of this game gave, by person, whatever was corrected since; nothing where that is
        not kept."""
        for points, people in self._rows(
            "SELECT points, people FROM counted WHERE evening = ? AND game = ?", evening.number, number
        ):
            if points and people:
                return dict(zip(map(int, people.split()), map(int, points.split()), strict=False))
        return {}

    def export(self) -> str:
        """Everything as CSV, one line for each seat of each game, for a spreadsheet."""
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(("evening", "kind", "number", "game", "scenario", "seat", "name", "points"))
        rows = self._rows(
            "SELECT evening.number, kind, game.number, game.game, scenario, seat.seat, name, points FROM result"
            " JOIN evening ON evening.number = result.evening"
            " JOIN game ON game.evening = result.evening AND game.number = result.game"
            " JOIN seat ON seat.evening = result.evening AND seat.seat = result.seat"
            " ORDER BY evening.number, game.number, seat.seat"
        )
        writer.writerows((*row[:-2], _no_formula(row[-2]), row[-1]) for row in rows)
        return text.getvalue()

    def check(self) -> None:
        """Raises `BadFile` where something in it was spoiled since it was opened."""
        try:
            right = make_sense(self._db)
        except self._refusals as refused:
            raise BadFile(self._path, "", f"cannot be read ({refused})") from None
        if not right:
            raise BadFile(self._path, "", "holds what is no score")

    def close(self) -> None:
        self._db.close()

    def _add(self, evening: GameEvening, game: str, scenario: str, earned: Mapping[int, int]) -> GameResult:
        standings = people_standings(evening, self.results(evening))
        taken = {person: points for person, points in earned.items() if not standings[person - 1].out}
        ((number,),) = self._rows("SELECT COALESCE(MAX(number), 0) + 1 FROM game WHERE evening = ?", evening.number)
        self._db.execute("INSERT INTO game VALUES (?, ?, ?, ?)", (evening.number, number, game, scenario))
        for person, points in taken.items():
            self._db.execute("INSERT INTO result VALUES (?, ?, ?, ?)", (evening.number, number, person, points))
        return GameResult(number, game, scenario, taken)

    def _forget(self, evening: int | None, number: int | None) -> None:
        self._db.execute("DELETE FROM result WHERE evening = ? AND game = ?", (evening, number))
        self._db.execute("DELETE FROM game WHERE evening = ? AND number = ?", (evening, number))

    def _set_points(self, evening: int | None, number: int | None, points: Mapping[int, int]) -> None:
        for person, earned in points.items():
            self._db.execute(
                "UPDATE result SET points = ? WHERE evening = ? AND game = ? AND seat = ?",
                (earned, evening, number, person),
            )

    def _evening(self, number: int, kind: str, target: int) -> GameEvening:
        rows = self._rows("SELECT name, presence FROM seat WHERE evening = ? ORDER BY seat", number)
        people = tuple(EveningPerson(name, Presence(presence)) for name, presence in rows)
        return GameEvening(number, EveningKind(kind), target, people)

    def _seat(self, evening: int, number: int, person: EveningPerson) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO seat VALUES (?, ?, ?, ?)", (evening, number, person.name, str(person.presence))
        )

    def _move(self, evening: int, now: Mapping[int, int]) -> None:
        """Everybody of this evening has another number now, or none."""
        self._db.execute("DELETE FROM seat WHERE evening = ?", (evening,))
        results = self._rows("SELECT game, seat, points FROM result WHERE evening = ?", evening)
        self._db.execute("DELETE FROM result WHERE evening = ?", (evening,))
        for game, person, points in results:
            if person in now:
                self._db.execute("INSERT INTO result VALUES (?, ?, ?, ?)", (evening, game, now[person], points))
        self._db.execute("UPDATE counted SET people = NULL, points = NULL WHERE evening = ?", (evening,))

    def _result(self, evening: int, number: int, game: str, scenario: str) -> GameResult:
        rows = self._rows(
            "SELECT seat, points FROM result WHERE evening = ? AND game = ? ORDER BY seat", evening, number
        )
        return GameResult(number, game, scenario, dict(rows))

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            return list(self._db.execute(sql, values))
        except self._refusals as refused:
            raise BadFile(self._path, "", f"cannot be read ({refused})") from None

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Within a greater change it is a part of that."""
        if self._changing:
            yield
            return
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._changing = True
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                self._take_back()
                raise
            finally:
                self._changing = False
        except self._refusals as refused:
            raise NotKept(self._path, OSError(str(refused))) from None

    def _take_back(self) -> None:
        """After some refusals (a full disk) the database has rolled back by itself."""
        with suppress(self._refusals):
            self._db.execute("ROLLBACK")


def _no_formula(name: str) -> str:
    """The name as a spreadsheet shows it: it would calculate what begins like a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name


def _kept(points: Sequence[int]) -> str:
    """Points as they stand beside a mark."""
    return " ".join(map(str, points))
