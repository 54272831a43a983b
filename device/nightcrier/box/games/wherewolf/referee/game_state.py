"""The state of a game between two steps, and the state of a night while the referee judges the night."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.wherewolf.referee.records import (
    DealtTable,
    Departure,
    GameEnd,
    NightAction,
    NightRecord,
    Remark,
    ToldEntry,
)
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE, Faction, Switches, later_calls, the_role


class PlayerState(Struct, frozen=True, gc=False):
    """The state of a player. `holds` is the role whose powers and traits the player has. For a Progeny `holds` is
    empty."""

    holds: str
    faction: Faction
    dark: bool
    shadow: bool
    strength: int
    latent: str
    out: Departure | None = None


class OwnedItem(Struct, frozen=True):
    """The owner of the Amulet or the Sword, and all earlier owners."""

    owner: int
    owners: frozenset[int]


class GameState(Struct):
    """The state of a game. `in_play` are the seats in play, sorted. `number` is the number of the last night. `calls`
    are the calls of a later night. `tavern` says whether there may be news from the tavern.

    The next night uses `widow`, `attacks` and `calm`. `widow` dies after a burned lover. `attacks` is the number of the
    wolves' attacks, and `calm` cancels them. The next day uses `jester_day`. `fulfilled` are the seats that have
    already won in their own way."""

    table: DealtTable
    switches: Switches
    calls: tuple[str, ...]
    tavern: bool
    seats: Mapping[str, int]
    players: list[PlayerState]
    in_play: list[int]
    items: dict[str, OwnedItem]
    spent: set[str]
    fulfilled: set[int]
    remarks: list[Remark]
    number: int = 0
    romeo: int | None = None
    beloved: int | None = None
    widow: int | None = None
    turned_wolf: int | None = None
    attacks: int = 1
    calm: bool = False
    jester_day: bool = False
    end: GameEnd | None = None

    def twin(self) -> "GameState":
        """Return a copy. Changes of the copy do not change the original."""
        return replace(
            self,
            players=self.players.copy(),
            in_play=self.in_play.copy(),
            items=self.items.copy(),
            spent=self.spent.copy(),
            fulfilled=self.fulfilled.copy(),
            remarks=self.remarks.copy(),
        )


def deal_game(table: DealtTable) -> GameState:
    """Return the state before the first night."""
    return GameState(
        table=table,
        switches=table.switches,
        calls=later_calls(table.possible, table.items),
        tavern="innkeeper" in table.possible or "bard" in table.possible,
        seats={role: seat for seat, role in enumerate(table.roles) if role != "peasant"},
        players=[_new_player(role, table.latent.get(seat, "")) for seat, role in enumerate(table.roles)],
        in_play=list(range(len(table.roles))),
        items={item: OwnedItem(owner, frozenset({owner})) for item, owner in table.items.items()},
        spent=set(),
        fulfilled=set(),
        remarks=[],
    )


@cache
def _new_player(role: str, latent: str) -> PlayerState:
    card = ROLE_TABLE[role]
    return PlayerState(role, card.faction, card.dark, card.shadow, card.strength, latent)


def holder(state: GameState, role: str) -> int | None:
    """Return the seat in play that has the powers of a role. Return None if no seat has them."""
    seat = state.seats.get(role)
    if seat is None:
        return None
    player = state.players[seat]
    return seat if player.out is None and player.holds == role else None


def stand_in(state: GameState, seat: int) -> int | None:
    """Return the seat of the Guardian Angel if `seat` is the Beloved's. Return None for any other seat, or if the
    Guardian Angel is not in play."""
    return holder(state, "guardian-angel") if state.beloved == seat else None


def what_it_holds(player: PlayerState) -> str:
    """Return the end of an error message, which says what role a player has. A Progeny has no power left."""
    return f"holds {the_role(player.holds)}" if player.holds else "is a Progeny of the Vampire and has no power left"


def wolves_in_play(state: GameState) -> tuple[int, ...]:
    return tuple([seat for seat in state.in_play if state.players[seat].strength])


def wolf_that_decides(state: GameState) -> int | None:
    """Return the seat of the strongest wolf in play. A Young Wolf never decides. Return None if no wolf decides."""
    for role in ("pack-leader", "pack-wolf"):
        seat = holder(state, role)
        if seat is not None:
            return seat
    turned = state.turned_wolf
    return turned if turned is not None and state.players[turned].out is None else None


def lovers(state: GameState) -> tuple[int, int] | None:
    """Return the seats of Juliet and Romeo, also if they are out of play. Return None if Juliet has lost her power."""
    if state.romeo is None:
        return None
    juliet = state.seats["juliet"]
    return (juliet, state.romeo) if state.players[juliet].holds == "juliet" else None


def owner_of(state: GameState, item: str) -> int | None:
    """Return the owner of the Amulet or the Sword. Return None if the item no longer exists."""
    held = state.items.get(item)
    return None if held is None else held.owner


def eliminate(state: GameState, seat: int, departure: Departure) -> list[str]:
    """Remove a player from play, and return the items that are lost with the player."""
    state.players[seat] = replace(state.players[seat], out=departure)
    state.in_play.remove(seat)
    lost = [item for item, held in state.items.items() if held.owner == seat]
    for item in lost:
        del state.items[item]
    return lost


ToldAnswer = bool | int | tuple[int, ...] | tuple[str, ...]


class NightCourse(Struct):
    """A night in progress. `marks` are the seats marked for death with the causes. `followers` are the seats that die
    of love. `kept` is the seat that the Amulet saved from love. `warded` is the seat that the Witch protects. `windows`
    are the powers used in each Mystic's turn."""

    state: GameState
    chosen: dict[str, NightAction]
    windows: dict[str, list[NightAction]]
    marks: dict[int, list[str]]
    told: list[ToldEntry]
    notified: set[int]
    turned: dict[int, str]
    refused: list[int]
    refused_vampire: list[int]
    destroyed: list[str]
    saved: list[int]
    followers: set[int]
    warded: int | None = None
    kept: int | None = None
    seer_found: bool | None = None

    def tell(self, seat: int, power: str, answer: ToldAnswer, target: int | None = None) -> None:
        self.told.append(ToldEntry(seat, power, answer, target))

    def mark(self, seat: int, cause: str) -> None:
        """Mark a seat for death. A repeated cause counts once."""
        causes = self.marks.setdefault(seat, [])
        if cause not in causes:
            causes.append(cause)

    def destroy(self, item: str) -> None:
        del self.state.items[item]
        self.destroyed.append(item)

    def causes_of(self, seat: int) -> tuple[str, ...]:
        love = ["lover"] if seat in self.followers else []
        return (*self.marks.get(seat, ()), *love)

    def seats_to_die(self) -> list[int]:
        """Return the seats that die in the night, sorted."""
        return sorted(self.followers.union(self.marks)) if self.marks or self.followers else []

    def record(self) -> NightRecord:
        return NightRecord(
            tuple(self.told),
            tuple(sorted(self.notified)),
            {seat: self.causes_of(seat) for seat in self.seats_to_die()},
            tuple(self.saved),
            self.turned,
            tuple(self.refused),
            tuple(self.refused_vampire),
            tuple(self.destroyed),
        )


def new_course(state: GameState) -> NightCourse:
    """Return a night in which nothing has happened."""
    return NightCourse(state, {}, {}, {}, [], set(), {}, [], [], [], [], set())
