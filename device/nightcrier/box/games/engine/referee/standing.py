"""Holds the state of a game, and finds the seats that a selection matches."""

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.calls import names_for
from nightcrier.box.games.engine.model import ALL, CENTER, DEAD, NEIGHBOURS, OTHERS, EndRow, GameFile, Selection
from nightcrier.box.games.engine.referee.records import Leaving
from nightcrier.kernel.errors import RefusedGame

Names = Mapping[str, frozenset[str]]


class FileTable(Struct, frozen=True):
    """A table as dealt. `deck` are the roles that are called. `names` are the names by which a selection finds each
    role, and `seen` those by which a question finds it."""

    game: GameFile
    roles: tuple[str, ...]
    center: tuple[str, ...]
    deck: frozenset[str]
    switches: Mapping[str, bool]
    names: Names
    seen: Names


def lay_table(
    game: GameFile,
    roles: Sequence[str],
    deck: Sequence[str] | None = None,
    switches: Mapping[str, bool] | None = None,
    center: Sequence[str] = (),
) -> FileTable:
    """Return the table at which these roles were dealt, seat 1 first. Without a `deck`, all dealt cards are called.
    `switches` replace those of the file."""
    called = frozenset((*roles, *center) if deck is None else deck)
    names = {role.id: names_for(game, role) for role in game.roles.values()}
    seen = {role.id: frozenset((role.id, role.seen, *role.tags)) for role in game.roles.values()}
    return FileTable(game, tuple(roles), tuple(center), called, {**game.switches, **(switches or {})}, names, seen)


class Winning(Struct, frozen=True):
    """The seats that win by one end of the file."""

    end: EndRow
    seats: Sequence[int]


class GameOfNights(Struct, kw_only=True):
    """The state of any game of many nights. `in_play` has the seats in play, in order. `number` is the number of the
    last night. `end` is the end that stopped the game, or None."""

    in_play: list[int]
    warnings: list[tuple[int, str]]
    number: int = 0
    end: str | None = None

    def twin(self) -> Self:
        """Return a copy. Changes of the copy do not change the original."""
        fields = {
            name: value.copy() for name in self.__struct_fields__ if hasattr(value := getattr(self, name), "copy")
        }
        return replace(self, **fields)

    def wrong(self, seat: int | None, rule: str) -> RefusedGame:
        """Return an error that says that this round, or a seat in it, breaks a rule."""
        return RefusedGame(rule, seat, self.number)

    def check_goes_on(self, days: Sequence[object]) -> None:
        """Refuse another round after the end, or after a round that has no day."""
        if self.end:
            raise RefusedGame(f"the game ended in round {self.number}", None, self.number + 1)
        if days and days[-1] is None:
            raise self.wrong(None, "a round in the middle of a game needs its day")

    def check_day(self) -> None:
        """Refuse a day after the end."""
        if self.end:
            raise self.wrong(None, "the game ended in the morning, so there is no day")

    def warn(self, seat: int, what: str) -> None:
        """Note something about a seat that breaks no rule, but that people should know."""
        self.warnings.append((self.number, f"Round {self.number}, seat {seat}: {what}"))


class Standing(GameOfNights):
    """The state of a game in a file. `cards` has the role at each place. `uses` and `chosen` are kept by seat and call,
    with seat 0 for people who choose together; `chosen` are the choices of the last night. `spared` are seats that were
    spared once, at night or by day. `remembered` are ends that do not stop the game."""

    table: FileTable
    cards: dict[int, str]
    marks: dict[int, frozenset[str]]
    out: dict[int, Leaving]
    powerless: set[int]
    uses: dict[tuple[int, str], int]
    chosen: dict[tuple[int, str], tuple[int, ...]]
    spared: set[tuple[str, int]]
    remembered: set[str]
    won: tuple[Winning, ...] = ()


def begin_standing(table: FileTable) -> Standing:
    """Return the state of a game before its first night."""
    seats = range(1, len(table.roles) + 1)
    cards = dict(zip(seats, table.roles, strict=True)) | {-at: card for at, card in enumerate(table.center, 1)}
    marks = dict.fromkeys(seats, frozenset[str]())
    return Standing(table, cards, marks, {}, set(), {}, {}, set(), set(), in_play=list(seats), warnings=[])


def is_meant(state: Standing, who: Selection, seat: int, names: Names | None = None) -> bool:
    """Say whether a selection matches a seat, by its role and its present marks."""
    own, marks = (names or state.table.names)[state.cards[seat]], state.marks[seat]
    if not (ALL in who.names or not own.isdisjoint(who.names) or not marks.isdisjoint(who.names)):
        return False
    return own.isdisjoint(who.taken) and marks.isdisjoint(who.taken)


def seats_meant(state: Standing, who: Selection) -> list[int]:
    """Return the seats in play that a selection matches."""
    return [seat for seat in state.in_play if is_meant(state, who, seat)]


def neighbours_of(state: Standing, seat: int) -> frozenset[int]:
    """Return the nearest seats in play on both sides of a seat, which may itself be out."""
    others = [other for other in state.in_play if other != seat]
    at = bisect(others, seat)
    return frozenset((others[at - 1], others[at % len(others)])) if others else frozenset()


ReachOf = Callable[[int], frozenset[int]]
"""A function that returns the places from which a seat may choose."""


def reach_of(state: Standing, of: Selection) -> ReachOf:
    """Return the function that gives each seat its reach in a call. Places that all seats share are computed once."""
    named, taken = _fixed_places(state, of.names), _fixed_places(state, of.taken)
    fixed = named - taken
    if not {OTHERS, NEIGHBOURS}.intersection(of):
        return lambda _: fixed

    @cache
    def reach(seat: int) -> frozenset[int]:
        return (named | _own_places(state, of.names, seat)) - taken - _own_places(state, of.taken, seat)

    return reach


def _fixed_places(state: Standing, names: Sequence[str]) -> frozenset[int]:
    if not names:
        return frozenset()
    found = set(seats_meant(state, Selection(tuple(names))))
    if DEAD in names:
        found.update(state.out)
    if CENTER in names:
        found.update(place for place in state.cards if place < 0)
    return frozenset(found)


def _own_places(state: Standing, names: Sequence[str], seat: int) -> frozenset[int]:
    others = frozenset(state.in_play) - {seat} if OTHERS in names else frozenset()
    return others | neighbours_of(state, seat) if NEIGHBOURS in names else others
