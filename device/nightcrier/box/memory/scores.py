"""Keeps the scores in SQLite: evenings, their people, games and their points. Evenings have numbers and no dates,
because the clock of a box without a network cannot be trusted."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from nightcrier.box.memory.results import GameEvening, people_standings
from nightcrier.box.memory.score_tables import (
    MOST_GAMES,
    Connection,
    DamagedScores,
    SafeDatabase,
    is_sensible,
    is_text,
    refuse_foreign_schema,
)
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.people import EveningKind, EveningPerson, GameResult, Presence, is_taken
from nightcrier.kernel.rows import scores_as_csv

NOBODY_HERE = 0
"""The number that replaces the number of a player who is no longer in the evening."""
RECENT = 30
"""The number of evenings whose names are offered again. Going through all evenings would take longer with each."""


class EveningDatabase(SafeDatabase):
    """The evenings and their people. Points belong to the number of a person. If a person gets another number, the
    points move, too; if a person is removed, the points are deleted. An evening is checked when it is read, and once
    more after a change."""

    def __init__(self, connection: Connection, path: Path, refusals: type[Exception]) -> None:
        super().__init__(connection, path, refusals)
        self._checked = set[int]()

    def begin(
        self,
        names: Sequence[str],
        kind: EveningKind = EveningKind.OPEN,
        target: int = 5,
        sits_out: Collection[int] = (),
    ) -> GameEvening:
        """Begin a new evening with these people. The column `seat` holds their numbers, which are also their seats in
        the first game."""
        people = tuple(
            EveningPerson(name, Presence.SITS_OUT if number in sits_out else Presence.PLAYS)
            for number, name in enumerate(names, 1)
        )
        with self._all_or_nothing():
            ((number,),) = self._rows("SELECT COALESCE(MAX(number), 0) + 1 FROM evening")
            self._db.execute("INSERT INTO evening VALUES (?, ?, ?)", (number, str(kind), target))
            for seat, person in enumerate(people, 1):
                self._seat(number, seat, person)
            self._checked.add(number)
        return GameEvening(number, kind, target, people)

    def latest(self) -> GameEvening | None:
        """Return the latest evening, which is the one that continues."""
        for row in self._rows("SELECT * FROM evening ORDER BY number DESC LIMIT 1"):
            return self._evening(*row)
        return None

    def evening_by_number(self, number: int) -> GameEvening | None:
        for row in self._rows("SELECT * FROM evening WHERE number = ?", number):
            return self._evening(*row)
        return None

    def past_names(self, most: int) -> tuple[str, ...]:
        """Return names of people who played at this box lately. The names of the newest evening come first."""
        rows = self._rows(
            "SELECT CAST(name AS BLOB) FROM seat WHERE evening > (SELECT MAX(number) FROM evening) - ?"
            " ORDER BY evening DESC, seat",
            RECENT,
        )
        names = [name.decode() for (name,) in dict.fromkeys(rows) if name and is_text(name)]
        return tuple(names[:most])

    def forget_name(self, name: str) -> None:
        """Erase a name, and all that look like it, in every evening. A name in a damaged file might stay unseen, so the
        whole file is checked. Raises `DamagedScores`."""
        if self._rows("PRAGMA integrity_check(1)") != [("ok",)] or not self._is_sensible():
            raise DamagedScores(self._path, "", "is damaged (a name might stay in it, so the copy goes with the name)")
        known = [each for (each,) in self._rows("SELECT DISTINCT name FROM seat WHERE name <> ''")]
        with self._all_or_nothing():
            for each in known:
                if is_taken(each, (name,)):
                    self._db.execute("UPDATE seat SET name = '' WHERE name = ?", (each,))

    def seat_people(
        self, evening: GameEvening, people: Sequence[EveningPerson], places: Sequence[int] = ()
    ) -> GameEvening:
        """Replace the people of the evening. `places` lists the earlier number of each new person, and points move to
        the new number. A person whose earlier number is missing is removed, with the points of the evening. If `places`
        is empty, nobody is removed and all points stay."""
        with self._all_or_nothing():
            if places:
                self._move(evening.number, {old: number for number, old in enumerate(places, 1)})
            for number, person in enumerate(people, 1):
                self._seat(evening.number, number, person)
        return GameEvening(evening.number, evening.kind, evening.target, tuple(people))

    def _evening(self, number: int, kind: str, target: int) -> GameEvening:
        if number not in self._checked and not self._is_sensible(number):
            raise DamagedScores(self._path, "", "is damaged (it holds what is no score)")
        self._checked.add(number)
        rows = self._rows("SELECT name, presence FROM seat WHERE evening = ? ORDER BY seat", number)
        people = tuple(EveningPerson(name, Presence(presence)) for name, presence in rows)
        return GameEvening(number, EveningKind(kind), target, people)

    def _is_sensible(self, evening: int = 0) -> bool:
        try:
            return is_sensible(self._db, evening)
        except self._refusals as refused:
            raise self._unread(refused) from None

    def _seat(self, evening: int, number: int, person: EveningPerson) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO seat VALUES (?, ?, ?, ?)", (evening, number, person.name, str(person.presence))
        )

    def _move(self, evening: int, now: Mapping[int, int]) -> None:
        """Give the people of this evening their new numbers, also in judged games. Without one, a person is removed."""
        self._db.execute("DELETE FROM seat WHERE evening = ?", (evening,))
        results = self._rows("SELECT game, seat, points FROM result WHERE evening = ?", evening)
        self._db.execute("DELETE FROM result WHERE evening = ?", (evening,))
        for game, person, points in results:
            if person in now:
                self._db.execute("INSERT INTO result VALUES (?, ?, ?, ?)", (evening, game, now[person], points))
        for mark, people in self._rows("SELECT mark, people FROM counted WHERE evening = ?", evening):
            seated = " ".join(str(now.get(int(person), NOBODY_HERE)) for person in people.split())
            self._db.execute("UPDATE counted SET people = ? WHERE mark = ?", (seated, mark))


class SenselessChange(BadFile):
    """Raised when a change is refused, because the scores would make no sense afterwards."""


class ScoreDatabase(EveningDatabase):
    """The database of the scores. A game with a mark is counted once, and its last verdict counts."""

    @contextmanager
    def one_change(self, mark: str) -> Iterator[None]:
        """Make everything in this block as one change, or nothing of it, and note the mark as `counted`. Raises
        `SenselessChange` if the scores would make no sense afterwards."""
        with self._all_or_nothing():
            try:
                yield
            except (ValueError, LookupError, OverflowError) as wrong:
                raise self._senseless(str(wrong)) from None
            self._db.execute("INSERT OR IGNORE INTO counted (mark) VALUES (?)", (mark,))
            if not all(map(self._is_sensible, self._checked)):
                raise self._senseless("no score is like that")

    def _senseless(self, why: str) -> SenselessChange:
        return SenselessChange(self._path, "", f"was not changed, as a change made no sense ({why}); it is left out")

    def is_counted(self, mark: str) -> bool:
        """Say whether this mark is known: the game was counted, even if it was removed later, or the change was
        made."""
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
        """Add a game that was played. `points` has one value for each seat, 0 for a loser. `people` are the numbers of
        the players; if it is empty, all people play in their order. A person who is out gets no points. A game with a
        `mark` is added only once."""
        seated = people or range(1, len(points) + 1)
        earned = _points_by_person(zip(seated, points, strict=True))
        with self._all_or_nothing():
            result = self._add(evening, game, scenario, earned)
            if mark is not None:
                kept = (mark, evening.number, result.number, _points_text(points), _points_text(seated))
                self._db.execute("INSERT INTO counted VALUES (?, ?, ?, ?, ?)", kept)
        return result

    def recount(self, mark: str, game: str, scenario: str, points: Sequence[int]) -> None:
        """Count the game with this mark again, for the same people. If the verdict has changed or was withdrawn, the
        new points replace the old points. Otherwise points that people corrected or removed stay as they are."""
        judged = _points_text(points)
        with self._all_or_nothing():
            for evening, number, people in self._rows(
                "SELECT evening, game, people FROM counted WHERE mark = ? AND points <> ?", mark, judged
            ):
                earned = _points_by_person(zip(map(int, people.split()), points, strict=True))
                begun = self.evening_by_number(evening)
                now = self._add(begun, game, scenario, earned).number if begun and number is None else number
                self._set_points(evening, now, earned)
                self._db.execute("UPDATE counted SET game = ?, points = ? WHERE mark = ?", (now, judged, mark))

    def withdraw(self, mark: str) -> None:
        """Withdraw the verdict of the game with this mark. The game does not count until the next verdict."""
        with self._all_or_nothing():
            for evening, number in self._rows(
                "SELECT evening, game FROM counted WHERE mark = ? AND points IS NOT NULL", mark
            ):
                self._delete_game(evening, number)
                self._db.execute("UPDATE counted SET game = NULL, points = '' WHERE mark = ?", (mark,))

    def correct(self, evening: GameEvening, number: int, points: Mapping[int, int]) -> None:
        """Replace the points of each person in a game that were entered wrongly. A person who was absent gets none."""
        with self._all_or_nothing():
            self._set_points(evening.number, number, points)

    def strike(self, evening: GameEvening, number: int) -> None:
        """Remove the points of the game with this number, so that the game no longer counts."""
        with self._all_or_nothing():
            self._delete_game(evening.number, number)
            self._db.execute(
                "UPDATE counted SET points = NULL WHERE evening = ? AND game = ?", (evening.number, number)
            )

    def results(self, evening: GameEvening) -> tuple[GameResult, ...]:
        marks = dict(self._rows("SELECT game, mark FROM counted WHERE evening = ? AND points <> ''", evening.number))
        points: dict[int, dict[int, int]] = {}
        for game, seat, earned in self._rows(
            "SELECT game, seat, points FROM result WHERE evening = ? ORDER BY game, seat", evening.number
        ):
            points.setdefault(game, {})[seat] = earned
        games = self._rows("SELECT number, game, scenario FROM game WHERE evening = ? ORDER BY number", evening.number)
        return tuple(
            GameResult(number, game, scenario, points.get(number, {}), marks.get(number, ""))
            for number, game, scenario in games
        )

    def is_full(self, evening: GameEvening) -> bool:
        """Say whether the evening holds as many games as an evening ever does."""
        ((games,),) = self._rows("SELECT COUNT(*) FROM game WHERE evening = ?", evening.number)
        return bool(games >= MOST_GAMES)

    def points_of_verdict(self, result: GameResult) -> Mapping[int, int]:
        """Return the points of each person by the verdict of this game, before any correction. Return nothing if these
        points were not kept."""
        for points, people in self._rows(
            "SELECT points, people FROM counted WHERE mark = ? AND points <> ''", result.id
        ):
            return _points_by_person(zip(map(int, people.split()), map(int, points.split()), strict=False))
        return {}

    def export(self) -> Iterator[str]:
        """Yield all scores as CSV, one evening after the other."""
        yield scores_as_csv(())
        for (number,) in self._rows("SELECT number FROM evening ORDER BY number"):
            rows = self._rows(
                "SELECT evening.number, kind, game.number, game.game, scenario, seat.seat, name, points FROM result"
                " JOIN evening ON evening.number = result.evening"
                " JOIN game ON game.evening = result.evening AND game.number = result.game"
                " JOIN seat ON seat.evening = result.evening AND seat.seat = result.seat"
                " WHERE result.evening = ? ORDER BY game.number, seat.seat",
                number,
            )
            yield scores_as_csv(rows, head=False)

    def check(self) -> None:
        """Check the database and its latest evening. Raises `BadFile` if either was damaged after it was read."""
        try:
            refuse_foreign_schema(self._db)
        except self._refusals as refused:
            raise self._unread(refused) from None
        self._checked.clear()
        self.latest()

    def _add(self, evening: GameEvening, game: str, scenario: str, earned: Mapping[int, int]) -> GameResult:
        standings = people_standings(evening, self.results(evening) if evening.kind is EveningKind.LONG else ())
        taken = {person: points for person, points in earned.items() if not standings[person - 1].out}
        ((number,),) = self._rows("SELECT COALESCE(MAX(number), 0) + 1 FROM game WHERE evening = ?", evening.number)
        self._db.execute("INSERT INTO game VALUES (?, ?, ?, ?)", (evening.number, number, game, scenario))
        for person, points in taken.items():
            self._db.execute("INSERT INTO result VALUES (?, ?, ?, ?)", (evening.number, number, person, points))
        return GameResult(number, game, scenario, taken)

    def _delete_game(self, evening: int | None, number: int | None) -> None:
        self._db.execute("DELETE FROM result WHERE evening = ? AND game = ?", (evening, number))
        self._db.execute("DELETE FROM game WHERE evening = ? AND number = ?", (evening, number))

    def _set_points(self, evening: int | None, number: int | None, points: Mapping[int, int]) -> None:
        for person, earned in points.items():
            self._db.execute(
                "UPDATE result SET points = ? WHERE evening = ? AND game = ? AND seat = ?",
                (earned, evening, number, person),
            )


def _points_by_person(got: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the points of each person, except those who have left this evening."""
    return {person: points for person, points in got if person != NOBODY_HERE}


def _points_text(points: Sequence[int]) -> str:
    return " ".join(map(str, points))
