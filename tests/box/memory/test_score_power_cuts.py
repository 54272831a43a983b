"""A thousand pulled plugs under SQLite, on a card that keeps only what was synced: no score is lost."""

import random
from pathlib import Path

import apsw

from nightcrier.box.memory.score_tables import make_tables
from nightcrier.box.memory.scores import ScoreDatabase
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.people import EveningPerson, Presence
from tests.sampling import cut_seeds, so_many

SCORES = Path("/state/scores.db")


class PowerCut(Exception):
    """The plug was pulled while SQLite wrote."""


class SqliteCard:
    """A memory card under SQLite: what was not synced comes back whole, in sectors, or not at all."""

    SECTOR = 512

    def __init__(self, cut_at: int | None = None, seed: int = 0) -> None:
        self.names: dict[str, Stored] = {}
        self.safe_names: dict[str, Stored] = {}
        self.points, self.cut_at, self.dead = 0, cut_at, False
        self.chance = random.Random(seed)

    def connect(self) -> apsw.Connection:
        name = f"card-{id(self)}"
        self.vfs = CardVfs(name, self)
        return apsw.Connection("/state/scores.db", vfs=name)

    def point(self) -> None:
        """Something is about to be written; from the cut on, nothing is."""
        self.points += 1
        self.dead = self.dead or self.points == self.cut_at
        if self.dead:
            raise PowerCut

    def sync_names(self) -> None:
        self.safe_names = dict(self.names)

    def after_power_cut(self) -> "SqliteCard":
        found = SqliteCard()
        for name in sorted({*self.names, *self.safe_names}):
            now, safe = self.names.get(name), self.safe_names.get(name)
            stored = now if now is safe else self.chance.choice((now, safe))
            if stored is not None:
                found.names[name] = Stored(stored.remains(self.chance))
        found.sync_names()
        return found


class Stored:
    """A file of the card: what is read now, what is safe, and what was written since."""

    def __init__(self, content: bytes = b"") -> None:
        self.content, self.safe = bytearray(content), bytes(content)
        self.unsafe: list[tuple[int, bytes | None]] = []

    def write(self, offset: int, data: bytes) -> None:
        self.unsafe += [
            (offset + at, data[at : at + SqliteCard.SECTOR]) for at in range(0, len(data), SqliteCard.SECTOR)
        ]
        put(self.content, offset, data)

    def truncate(self, size: int) -> None:
        self.unsafe.append((size, None))
        put(self.content, size, None)

    def sync(self) -> None:
        self.safe, self.unsafe = bytes(self.content), []

    def remains(self, chance: random.Random) -> bytes:
        content = bytearray(self.safe)
        for offset, data in self.unsafe:
            if chance.random() < 0.5:
                put(content, offset, data)
        return bytes(content)


def put(content: bytearray, offset: int, data: bytes | None) -> None:
    """Write into it, filling up with zeros, or cut it off there when there is nothing to write."""
    content.extend(bytes(max(0, offset - len(content))))
    if data is None:
        del content[offset:]
    else:
        content[offset : offset + len(data)] = data


class CardVfs(apsw.VFS):
    """SQLite's door to the card."""

    def __init__(self, name: str, card: SqliteCard) -> None:
        super().__init__(name, "")
        self.card = card

    def xFullPathname(self, name: str) -> str:  # noqa: N802  the names are SQLite's
        return name

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        return pathname in self.card.names

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802
        self.card.point()
        self.card.names.pop(name, None)
        if syncdir:
            self.card.point()
            self.card.sync_names()

    def xOpen(self, name: "apsw.URIFilename | str | None", flags: list[int]) -> "CardFile":  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        if path not in self.card.names:
            self.card.point()
            self.card.names[path] = Stored()
        flags[1] = flags[0]
        return CardFile(self.card, self.card.names[path], bool(flags[0] & apsw.SQLITE_OPEN_MAIN_JOURNAL))


class CardFile:
    """An open file. Like SQLite on Linux, it forces the folder onto the card with the first sync of a journal."""

    def __init__(self, card: SqliteCard, stored: Stored, journal: bool) -> None:
        self.card, self.stored, self.journal = card, stored, journal

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        return bytes(self.stored.content[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self.card.point()
        self.stored.write(offset, bytes(data))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self.card.point()
        self.stored.truncate(size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.card.point()
        self.stored.sync()
        if self.journal:
            self.card.sync_names()

    def xFileSize(self) -> int:  # noqa: N802
        return len(self.stored.content)

    def xLock(self, level: int) -> None:  # noqa: N802
        """One process only."""

    def xUnlock(self, level: int) -> None:  # noqa: N802
        """One process only."""

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, op: int, ptr: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SqliteCard.SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0

    def xClose(self) -> None:  # noqa: N802
        """Nothing was held."""


FIRST_THREE = tuple(map(EveningPerson, ("Ada", "Ben", "Cem")))
LATER = (FIRST_THREE[0], EveningPerson("Ben", Presence.LEFT), EveningPerson("Zoe"), EveningPerson("Dan"))
"""One has left, one is called otherwise, one has come: all of it or nothing."""


def played(card) -> list[object]:
    """An evening on this card, up to the cut: what the box had confirmed, and what it was about to."""
    points = [(1, 1, 0), (0, 0, 1), (0, 0, 0), (0, 4, 2)]
    done: list[object] = ["nothing"]
    try:
        connection = card.connect()
        make_tables(connection)
        scores = ScoreDatabase(connection, SCORES, apsw.Error)
        evening = scores.begin(("Ada", "Ben", "Cem"))
        done.append(("games", FIRST_THREE, ()))
        for number in range(len(points)):
            scores.add(evening, "one-night", "first-game", points[number], mark=f"game {number}")
            done.append(("games", FIRST_THREE, tuple(points[: number + 1])))
        scores.correct(evening, 2, {1: 1, 2: 0, 3: 0})
        mended = (points[0], (1, 0, 0), *points[2:])
        done.append(("games", FIRST_THREE, mended))
        scores.seat_people(evening, LATER)
        done.append(("games", LATER, mended))
    except (NightcrierError, apsw.Error, PowerCut):
        pass
    return done


def found_on(card) -> object:
    """What the next start finds."""
    connection = card.connect()
    make_tables(connection)
    ((verdict,),) = connection.execute("PRAGMA integrity_check(1)")
    if verdict != "ok":
        return verdict
    scores = ScoreDatabase(connection, SCORES, apsw.Error)
    evening = scores.latest()
    if evening is None:
        return "nothing"
    return ("games", evening.people, tuple(tuple(result.points.values()) for result in scores.results(evening)))


def wrong_after(cuts: int, kind: str = "") -> list[str]:
    """Cut at every point, over and over: the cuts after which something confirmed was lost, or the file was broken."""
    whole = SqliteCard()
    states, wrong = played(whole), []
    for seed in cut_seeds(kind, range(cuts)):
        card = SqliteCard(cut_at=1 + seed % whole.points, seed=seed)
        done = played(card)
        try:
            found = found_on(card.after_power_cut())
        except apsw.Error as broken:
            found = broken
        if found not in states[len(done) - 1 : len(done) + 1]:
            wrong.append(f"seed {seed}: {found} after {done[-1]}")
    return wrong


def test_a_thousand_cuts_lose_no_score():
    assert wrong_after(so_many(3000, 1000), "scores") == []


def test_this_card_would_catch_a_database_that_does_not_force_its_writes(monkeypatch):
    monkeypatch.setattr("nightcrier.box.memory.score_tables.SAFELY", ("PRAGMA synchronous = OFF",))
    assert len(wrong_after(200)) > 20
