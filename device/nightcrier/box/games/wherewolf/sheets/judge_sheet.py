"""Read a game as people write the game down for `nightcrier judge`, check its table, and return its rounds.

On paper seats and places count from 1."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from nightcrier.box.games.wherewolf.referee.records import DayActs, DealtTable, NightAction, RoundActs, VoteSheet
from nightcrier.box.games.wherewolf.rulebook import ITEMS, PACK_POWERS, ROLE_TABLE, Switches, the_role
from nightcrier.kernel.errors import RefusedGame, near_word, quote_word


class SignalEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that was raised instead of a hand, as written on the sheet."""

    seat: int
    power: str = field(name="as")
    target: str | None = None
    targets: list[str] | None = None


class NightEntry(SignalEntry, frozen=True):
    """The choice of one seat in a night, as written on the sheet."""

    during: str | None = None


class VoteEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An accusation or a run-off, as written on the sheet."""

    votes: Mapping[int, list[str]] | None = None
    hands: Mapping[str, int] | None = None
    signals: list[SignalEntry] = []


class DayEntry(Struct, frozen=True, forbid_unknown_fields=True):
    accusation: VoteEntry
    run_off: VoteEntry | None = None


class RoundEntry(Struct, frozen=True, forbid_unknown_fields=True):
    night: list[NightEntry]
    day: DayEntry | None = None


class GameSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A game as people write the game on a sheet."""

    game: str
    players: list[str]
    possible: list[str] | None = None
    latent: Mapping[str, str | None] = {}
    items: Mapping[str, str] = {}
    rounds: list[RoundEntry] = []
    house_rules: Switches = Switches()


_MOST_PLAYERS = 36
SEAT_PLACES = tuple(f"P{number}" for number in range(1, _MOST_PLAYERS + 1))
_LATENT_IDENTITIES = ("hero", "descendant")
_SEAT_OF = {place: seat for seat, place in enumerate(SEAT_PLACES)}


def table_of(sheet: GameSheet) -> DealtTable:
    """Return the dealt table of a sheet. Raises RefusedGame."""
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


def seat_at(place: str, seats: int, rule: str, seat: int | None = None, number: int | None = None) -> int:
    """Return the seat of a place, counted from 0. If the place does not exist, the error begins with `rule`."""
    found = _SEAT_OF.get(place, seats)
    if found >= seats:
        raise RefusedGame(f"{rule} is one of P1 to P{seats}, not {quote_word(place)}", seat, number)
    return found


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


def _latent(latent: Mapping[str, str | None], roles: Sequence[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for place, identity in latent.items():
        seat = seat_at(place, len(roles), "the place of a latent identity")
        if roles[seat] != "peasant":
            raise RefusedGame("only a Peasant has a latent identity", seat + 1)
        if identity is not None:
            if identity not in _LATENT_IDENTITIES:
                known = ", ".join(_LATENT_IDENTITIES)
                raise RefusedGame(f"a latent identity is one of {known}, not {quote_word(identity)}", seat + 1)
            found[seat] = identity
    if len(set(found.values())) != len(found):
        raise RefusedGame("the two Peasants never have the same latent identity")
    return found


def _items(items: Mapping[str, str], roles: Sequence[str]) -> dict[str, int]:
    for item in items:
        if item not in ITEMS:
            raise RefusedGame(f"items are {' and '.join(ITEMS)}; there is no {quote_word(item)}")
    return {item: seat_at(items[item], len(roles), f"the owner of the {item}") for item in ITEMS if item in items}


class _Round(Struct, frozen=True):
    """A round that is read, at a table of so many seats."""

    number: int
    seats: int

    def wrong(self, seat: int | None, rule: str) -> RefusedGame:
        return RefusedGame(rule, seat, self.number)

    def seat(self, written: int, what: str) -> int:
        if not 1 <= written <= self.seats:
            raise self.wrong(None, f"{what} names a seat from 1 to {self.seats}, not {written}")
        return written - 1

    def place(self, place: str, what: str, seat: int | None = None) -> int:
        return seat_at(place, self.seats, what, seat, self.number)


def rounds_of(sheet: GameSheet) -> list[RoundActs]:
    """Return every round of the sheet. Raises RefusedGame for a seat, place or power that does not exist."""
    return [_round(entry, _Round(number, len(sheet.players))) for number, entry in enumerate(sheet.rounds, 1)]


def _round(entry: RoundEntry, at: _Round) -> RoundActs:
    night = tuple([_action(action, at, "an action in the night") for action in entry.night])
    if entry.day is None:
        return RoundActs(night)
    run_off = None if entry.day.run_off is None else _vote(entry.day.run_off, at)
    return RoundActs(night, DayActs(_vote(entry.day.accusation, at), run_off))


def _action(entry: SignalEntry, at: _Round, what: str) -> NightAction:
    """Return the use of a power, at night or as a signal in a vote."""
    seat, power = at.seat(entry.seat, what), entry.power
    during = entry.during if isinstance(entry, NightEntry) else None
    if power not in ROLE_TABLE and not (power in ITEMS and isinstance(entry, NightEntry)):
        raise at.wrong(entry.seat, _no_role(power))
    if entry.targets is not None:
        _check_several(entry, entry.targets, at)
    if entry.target is not None and entry.targets is not None:
        raise at.wrong(entry.seat, "an entry has target or targets, not both")
    places = (entry.targets or []) if entry.target is None else [entry.target]
    return NightAction(seat, power, tuple([at.place(place, "a target", entry.seat) for place in places]), during)


def _check_several(entry: SignalEntry, targets: Sequence[str], at: _Round) -> None:
    """Refuse several targets of a power that has one."""
    if isinstance(entry, NightEntry):
        if entry.power not in PACK_POWERS or len(targets) != 2:
            one = "everybody else has one target"
            raise at.wrong(entry.seat, f"targets are two, and for a wolf in a night with two attacks; {one}")
    elif entry.power != "orator":
        raise at.wrong(entry.seat, f"{the_role(entry.power)} signals one target; only the Orator has targets")


def _vote(entry: VoteEntry, at: _Round) -> VoteSheet:
    if (entry.votes is None) is (entry.hands is None):
        raise at.wrong(None, "a vote is written as votes or as hands: one of them, and not both")
    signals = tuple([_action(signal, at, "a signal") for signal in entry.signals])
    if entry.hands is not None:
        return VoteSheet(None, {at.place(place, "a place"): count for place, count in entry.hands.items()}, signals)
    votes = {at.seat(written, "a vote"): places for written, places in (entry.votes or {}).items()}
    read = {seat: tuple([at.place(place, "a vote", seat + 1) for place in places]) for seat, places in votes.items()}
    return VoteSheet(read, None, signals)
