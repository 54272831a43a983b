"""Reads a game as people write it down for `nightcrier judge`, checks its table, and returns its rounds.

On paper, seats and places count from 1."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from nightcrier.box.games.engine.sheets.judge_sheet import Place
from nightcrier.box.games.wherewolf.referee.records import DayActs, DealtTable, NightAction, RoundActs, VoteSheet
from nightcrier.box.games.wherewolf.rulebook import ITEMS, POWERS, ROLE_TABLE, Switches, the_role
from nightcrier.kernel.errors import RefusedGame, near_word, quote_word


class SignalEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that was raised instead of a hand, as written on the sheet."""

    seat: int
    power: str = field(name="as")
    target: Place | None = None
    targets: tuple[Place, ...] | None = None

    def __post_init__(self) -> None:
        if self.target is not None and self.targets is not None:
            raise ValueError("has target or targets, not both")


class NightEntry(SignalEntry, frozen=True):
    during: str | None = None

    def __post_init__(self) -> None:
        SignalEntry.__post_init__(self)
        if self.targets is not None and len(self.targets) != 2:
            raise ValueError("has two targets for two attacks of the wolves, and one target otherwise")


class VoteEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An accusation or a run-off, as written on the sheet."""

    votes: Mapping[int, tuple[Place, ...]] | None = None
    hands: Mapping[Place, int] | None = None
    signals: list[SignalEntry] = []

    def __post_init__(self) -> None:
        if (self.votes is None) is (self.hands is None):
            raise ValueError("must be votes or hands: one of them, and not both")


class DayEntry(Struct, frozen=True, forbid_unknown_fields=True):
    accusation: VoteEntry
    run_off: VoteEntry | None = None


class RoundEntry(Struct, frozen=True, forbid_unknown_fields=True):
    night: list[NightEntry]
    day: DayEntry | None = None


class GameSheet(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    players: list[str]
    possible: list[str] | None = None
    latent: Mapping[Place, str | None] = {}
    items: Mapping[str, Place] = {}
    rounds: list[RoundEntry] = []
    house_rules: Switches = Switches()


_MOST_PLAYERS = 36
_LATENT_IDENTITIES = ("hero", "descendant")


def wolf_table(sheet: GameSheet) -> DealtTable:
    roles = tuple(sheet.players)
    if not 1 <= len(roles) <= _MOST_PLAYERS:
        raise RefusedGame(f"a game has 1 to {_MOST_PLAYERS} players, not {len(roles)}")
    _check_roles(roles, "players")
    possible = roles if sheet.possible is None else tuple(sheet.possible)
    _check_roles(possible, "possible")
    missing = next((role for role in roles if role not in possible), None)
    if missing is not None:
        raise RefusedGame(f"{the_role(missing)} is dealt, so possible has to name it", roles.index(missing) + 1)
    latent, items = _latent(sheet.latent, roles), _items(sheet.items, roles)
    return DealtTable(roles, possible, latent, items, sheet.house_rules)


def _no_role(role: str) -> str:
    return f"there is no role {quote_word(role)}{near_word(role, ROLE_TABLE)}"


def _check_roles(roles: Sequence[str], key: str) -> None:
    for seat, role in enumerate(roles, 1):
        if role not in ROLE_TABLE:
            raise RefusedGame(f"{key}: {_no_role(role)}", seat if key == "players" else None)
    for role, cards in Counter(roles).items():
        if cards > (most := ROLE_TABLE[role].max):
            last = len(roles) - roles[::-1].index(role)
            rule = f"{key}: a game has {most} of {the_role(role)} at most, not {cards}"
            raise RefusedGame(rule, last if key == "players" else None)


def _latent(latent: Mapping[Place, str | None], roles: Sequence[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for place, identity in latent.items():
        if place > len(roles) or roles[place - 1] != "peasant":
            raise RefusedGame("only a Peasant has a latent identity", place)
        if identity is not None:
            if identity not in _LATENT_IDENTITIES:
                known = ", ".join(_LATENT_IDENTITIES)
                raise RefusedGame(f"a latent identity is one of {known}, not {quote_word(identity)}", place)
            found[place - 1] = identity
    if len(set(found.values())) != len(found):
        raise RefusedGame("the two Peasants never have the same latent identity")
    return found


def _items(items: Mapping[str, Place], roles: Sequence[str]) -> dict[str, int]:
    for item, owner in items.items():
        if item not in ITEMS:
            raise RefusedGame(f"items are {' and '.join(ITEMS)}; there is no {quote_word(item)}")
        if owner > len(roles):
            raise RefusedGame(f"the owner of the {item} is one of P1 to P{len(roles)}, not P{owner}")
    return {item: items[item] - 1 for item in ITEMS if item in items}


def wolf_rounds(sheet: GameSheet) -> list[RoundActs]:
    """Return the rounds of a sheet. Raises RefusedGame for a power that does not exist."""
    return [_round(entry, number) for number, entry in enumerate(sheet.rounds, 1)]


def _round(entry: RoundEntry, number: int) -> RoundActs:
    night = tuple([_action(action, number, action.during) for action in entry.night])
    if entry.day is None:
        return RoundActs(night)
    run_off = None if entry.day.run_off is None else _vote(entry.day.run_off, number)
    return RoundActs(night, DayActs(_vote(entry.day.accusation, number), run_off))


def _action(entry: SignalEntry, number: int, during: str | None = None) -> NightAction:
    """Return the use of a power, at night or as a signal in a vote."""
    if entry.power not in POWERS:
        raise RefusedGame(_no_role(entry.power), entry.seat, number)
    places = (entry.targets or ()) if entry.target is None else (entry.target,)
    return NightAction(entry.seat - 1, entry.power, tuple([place - 1 for place in places]), during)


def _vote(entry: VoteEntry, number: int) -> VoteSheet:
    signals = tuple([_action(signal, number) for signal in entry.signals])
    if entry.hands is not None:
        return VoteSheet(None, {place - 1: count for place, count in entry.hands.items()}, signals)
    votes = {seat - 1: tuple([place - 1 for place in places]) for seat, places in (entry.votes or {}).items()}
    return VoteSheet(votes, None, signals)
