"""The state of a game between two steps: the players, who is in play, what is owed to the next night or day."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.referee.acts import DealtTable
from device.games.wherewolf.referee.records import Departure, GameEnd, Remark
from device.games.wherewolf.rules.calls import later_calls
from device.games.wherewolf.rules.refusal import the_role
from device.games.wherewolf.rules.roles import ROLE_TABLE, Faction
from device.games.wherewolf.rules.switches import Switches


class PlayerState(Struct, frozen=True, gc=False):
    """A player. `holds` is the role whose powers and traits he has: a Progeny has none."""

    holds: str
    faction: Faction
    dark: bool
    shadow: bool
    strength: int
    latent: str
    out: Departure | None = None


class OwnedItem(Struct, frozen=True):
    """The Amulet or the Sword: who has it, and everybody who ever had it."""

    owner: int
    owners: frozenset[int]


class GameState(Struct):
    """The state of a game. `in_play` are the seats in play, in order; `number` is that of the last night, `calls` those
    of a later night, `tavern` says whether somebody may listen there.

    Owed to the next night: `widow` follows a burned lover, `attacks` and `calm` count and cancel the wolves' attacks;
    to the next day: `jester_day`. `fulfilled` are the seats whose own victory has come true."""

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
        """A copy of the state, to be changed without changing this one."""
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
    """The state before the first night."""
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
    """The seat in play that has this role's powers."""
    seat = state.seats.get(role)
    if seat is None:
        return None
    player = state.players[seat]
    return seat if player.out is None and player.holds == role else None


def what_it_holds(player: PlayerState) -> str:
    """The role of a seat as the end of a sentence, for a refusal."""
    return f"holds {the_role(player.holds)}" if player.holds else "is a Progeny of the Vampire and has no power left"


def wolves_in_play(state: GameState) -> tuple[int, ...]:
    """The Werewolves in play, by seat."""
    return tuple([seat for seat in state.in_play if state.players[seat].strength])


def wolf_that_decides(state: GameState) -> int | None:
    """The strongest wolf in play; a Young Wolf never decides."""
    for role in ("pack-leader", "pack-wolf"):
        seat = holder(state, role)
        if seat is not None:
            return seat
    turned = state.turned_wolf
    return turned if turned is not None and state.players[turned].out is None else None


def lovers(state: GameState) -> tuple[int, int] | None:
    """The seats of Juliet and Romeo, in or out of play, as long as she keeps her power."""
    if state.romeo is None:
        return None
    juliet = state.seats["juliet"]
    return (juliet, state.romeo) if state.players[juliet].holds == "juliet" else None


def owner_of(state: GameState, item: str) -> int | None:
    """The owner of Amulet or Sword; None where it is no more."""
    held = state.items.get(item)
    return None if held is None else held.owner


def eliminate(state: GameState, seat: int, departure: Departure) -> list[str]:
    """Take a player out of play, and give the items that are lost with him."""
    state.players[seat] = replace(state.players[seat], out=departure)
    state.in_play.remove(seat)
    lost = [item for item, held in state.items.items() if held.owner == seat]
    for item in lost:
        del state.items[item]
    return lost
