"""Holds the state of a game between two steps, and the state of a night while the referee judges the night."""

from collections.abc import Mapping
from copy import copy
from functools import cache
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.referee.records import Leaving
from nightcrier.box.games.engine.referee.standing import GameOfNights
from nightcrier.box.games.wherewolf.referee.records import DealtTable, MorningRecord, NightAction, ToldEntry
from nightcrier.box.games.wherewolf.rulebook import (
    ITEMS,
    PACK_POWERS,
    ROLE_TABLE,
    Faction,
    Switches,
    calls_made,
    the_role,
)
from nightcrier.kernel.errors import RefusedGame


class PlayerState(Struct, frozen=True, gc=False):
    """The state of a player. `holds` is the role whose powers and traits the player has; it is empty for a Progeny."""

    holds: str
    faction: Faction
    dark: bool
    shadow: bool
    strength: int
    latent: str
    out: Leaving | None = None


class OwnedItem(Struct, frozen=True):
    """The owner of the Amulet or the Sword, and all earlier owners."""

    owner: int
    owners: frozenset[int]


class GameState(GameOfNights):
    """The state of a game. `calls` are the calls of a later night. `tavern` says whether there may be news from the
    tavern.

    The next night uses `widow`, `attacks` and `calm`. `widow` dies after a burned lover. `attacks` is the number of the
    wolves' attacks, and `calm` cancels them. The next day uses `jester_day`. `fulfilled` are the seats that have
    already won in their own way."""

    table: DealtTable
    switches: Switches
    calls: tuple[str, ...]
    tavern: bool
    seats: Mapping[str, int]
    players: list[PlayerState]
    items: dict[str, OwnedItem]
    spent: set[str]
    fulfilled: set[int]
    romeo: int | None = None
    beloved: int | None = None
    widow: int | None = None
    turned_wolf: int | None = None
    attacks: int = 1
    calm: bool = False
    jester_day: bool = False

    def twin(self) -> Self:
        """Return a copy. Each field is copied by name, which is three times as fast as looking for the fields."""
        twin = copy(self)
        twin.players, twin.in_play, twin.items = self.players.copy(), self.in_play.copy(), self.items.copy()
        twin.spent, twin.fulfilled, twin.warnings = self.spent.copy(), self.fulfilled.copy(), self.warnings.copy()
        return twin

    def wrong(self, seat: int | None, rule: str) -> RefusedGame:
        return super().wrong(None if seat is None else seat + 1, rule)

    def warn(self, seat: int, what: str) -> None:
        super().warn(seat + 1, what)


def deal_game(table: DealtTable) -> GameState:
    """Return the state before the first night."""
    return GameState(
        table=table,
        switches=table.switches,
        calls=calls_made(2, (*table.possible, *table.items)),
        tavern="innkeeper" in table.possible or "bard" in table.possible,
        seats={role: seat for seat, role in enumerate(table.roles) if role != "peasant"},
        players=[_new_player(role, table.latent.get(seat, "")) for seat, role in enumerate(table.roles)],
        in_play=list(range(len(table.roles))),
        items={item: OwnedItem(owner, frozenset({owner})) for item, owner in table.items.items()},
        spent=set(),
        fulfilled=set(),
        warnings=[],
    )


@cache
def _new_player(role: str, latent: str) -> PlayerState:
    card = ROLE_TABLE[role]
    return PlayerState(role, Faction(card.side), card.dark, card.shadow, card.strength, latent)


def holder(state: GameState, role: str) -> int | None:
    """Return the seat in play that has the powers of a role. Return None if no seat has them."""
    seat = state.seats.get(role)
    if seat is None:
        return None
    player = state.players[seat]
    return seat if player.out is None and player.holds == role else None


def user_of(state: GameState, power: str) -> int | None:
    """Return the seat in play that may use a power: the seat with the role, the owner of the item, or for the power of
    the Peasant, the Descendant who has turned. Return None if there is no such seat."""
    if power in ITEMS:
        return owner_of(state, power)
    if power != "peasant":
        return holder(state, power)
    return state.turned_wolf if state.turned_wolf in state.in_play else None


def stand_in(state: GameState, seat: int) -> int | None:
    """Return the seat of the Guardian Angel if `seat` is the Beloved's. Return None for any other seat, or if the
    Guardian Angel is not in play."""
    return holder(state, "guardian-angel") if state.beloved == seat else None


def what_it_holds(player: PlayerState) -> str:
    """Return the end of an error message, which says what role a player holds. A Progeny has no power left."""
    return f"holds {the_role(player.holds)}" if player.holds else "is a Progeny of the Vampire and has no power left"


def wolves_in_play(state: GameState) -> tuple[int, ...]:
    return tuple([seat for seat in state.in_play if state.players[seat].strength])


def wolf_that_decides(state: GameState) -> int | None:
    """Return the seat of the strongest wolf in play. A Young Wolf never decides. Return None if no wolf decides."""
    return next((seat for power in PACK_POWERS if (seat := user_of(state, power)) is not None), None)


def lovers(state: GameState) -> tuple[int, int] | None:
    """Return the seats of Juliet and Romeo, even if they are out of play. Return None if Juliet has lost her power."""
    if state.romeo is None:
        return None
    juliet = state.seats["juliet"]
    return (juliet, state.romeo) if state.players[juliet].holds == "juliet" else None


def owner_of(state: GameState, item: str) -> int | None:
    """Return the owner of the Amulet or the Sword. Return None if the item no longer exists."""
    held = state.items.get(item)
    return None if held is None else held.owner


def eliminate(state: GameState, seat: int, leaving: Leaving) -> tuple[str, ...]:
    """Remove a player from play, and return the items that are lost with the player."""
    state.players[seat] = replace(state.players[seat], out=leaving)
    state.in_play.remove(seat)
    lost = tuple([item for item, held in state.items.items() if held.owner == seat])
    for item in lost:
        del state.items[item]
    return lost


ToldAnswer = bool | int | tuple[int, ...] | tuple[str, ...]


class NightRecord(Struct):
    """A night, in progress or judged. `marks` are the seats marked for death, with the causes. `followers` are the
    seats that die of love. `touched` are the turns in which the marked seats were first marked, and `call` is the
    present turn. `kept` is the seat that the Amulet saved from love. `warded` is the seat that the Witch protects.
    `windows` are the powers used in each Mystic's turn. After the morning, `state` has begun the day."""

    state: GameState
    chosen: dict[str, NightAction] = {}
    windows: dict[str, list[NightAction]] = {}
    marks: dict[int, list[str]] = {}
    told: list[ToldEntry] = []
    notified: set[int] = set()
    turned: dict[int, str] = {}
    refused: list[int] = []
    refused_vampire: list[int] = []
    destroyed: list[str] = []
    followers: set[int] = set()
    call: str = ""
    touched: dict[int, str] = {}
    saved: tuple[int, ...] = ()
    warded: int | None = None
    kept: int | None = None
    seer_found: bool | None = None
    morning: MorningRecord = MorningRecord((), None, ())

    def tell(self, seat: int, power: str, answer: ToldAnswer, target: int | None = None) -> None:
        self.told.append(ToldEntry(seat, power, answer, target))

    def mark(self, seat: int, cause: str) -> None:
        """Mark a seat for death. A repeated cause counts once."""
        causes = self.marks.setdefault(seat, [])
        self.touched.setdefault(seat, self.call)
        if cause not in causes:
            causes.append(cause)

    def destroy(self, item: str) -> None:
        del self.state.items[item]
        self.destroyed.append(item)

    @property
    def killed(self) -> tuple[int, ...]:
        return tuple(sorted(self.followers.union(self.marks))) if self.marks or self.followers else ()

    @property
    def causes(self) -> dict[int, tuple[str, ...]]:
        love = {seat: ("lover",) if seat in self.followers else () for seat in self.killed}
        return {seat: (*self.marks.get(seat, ()), *love[seat]) for seat in love}
