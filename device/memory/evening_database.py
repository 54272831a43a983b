"""The evenings and their people: they are numbered, not dated, for there is no trustworthy clock in a box without a
network."""

from collections.abc import Collection, Mapping, Sequence

from device.kernel.people import EveningKind, EveningPerson, Presence
from device.memory.safe_database import SafeDatabase
from device.memory.standings import GameEvening

NOBODY_HERE = 0
"""In the place of a number: who sat there is no more in this evening."""


class EveningDatabase(SafeDatabase):
    """Points belong to people, by their numbers: whoever is moved or removed takes them along."""

    def begin(
        self,
        names: Sequence[str],
        kind: EveningKind = EveningKind.OPEN,
        target: int = 5,
        sits_out: Collection[int] = (),
    ) -> GameEvening:
        """A new evening of these people. The column `seat` holds their numbers: the seats of its first game."""
        people = tuple(
            EveningPerson(name, Presence.SITS_OUT if number in sits_out else Presence.PLAYS)
            for number, name in enumerate(names, 1)
        )
        with self._all_or_nothing():
            ((number,),) = self._rows("SELECT COALESCE(MAX(number), 0) + 1 FROM evening")
            self._db.execute("INSERT INTO evening VALUES (?, ?, ?)", (number, str(kind), target))
            for seat, person in enumerate(people, 1):
                self._seat(number, seat, person)
        return GameEvening(number, kind, target, people)

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

    def _evening(self, number: int, kind: str, target: int) -> GameEvening:
        rows = self._rows("SELECT name, presence FROM seat WHERE evening = ? ORDER BY seat", number)
        people = tuple(EveningPerson(name, Presence(presence)) for name, presence in rows)
        return GameEvening(number, EveningKind(kind), target, people)

    def _seat(self, evening: int, number: int, person: EveningPerson) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO seat VALUES (?, ?, ?, ?)", (evening, number, person.name, str(person.presence))
        )

    def _move(self, evening: int, now: Mapping[int, int]) -> None:
        """Everybody of this evening has another number now, or none; also where its games were judged."""
        self._db.execute("DELETE FROM seat WHERE evening = ?", (evening,))
        results = self._rows("SELECT game, seat, points FROM result WHERE evening = ?", evening)
        self._db.execute("DELETE FROM result WHERE evening = ?", (evening,))
        for game, person, points in results:
            if person in now:
                self._db.execute("INSERT INTO result VALUES (?, ?, ?, ?)", (evening, game, now[person], points))
        for mark, people in self._rows("SELECT mark, people FROM counted WHERE evening = ?", evening):
            seated = " ".join(str(now.get(int(person), NOBODY_HERE)) for person in people.split())
            self._db.execute("UPDATE counted SET people = ? WHERE mark = ?", (seated, mark))
