"""Read a game as people write the game down for `nightcrier judge`, check its table, and return its rounds.

On paper seats and places count from 1."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Raw, Struct, field

from nightcrier.box.games.wherewolf.referee.attacks import PACK_POWERS
from nightcrier.box.games.wherewolf.referee.records import (
    DayActs,
    DealtTable,
    NightAction,
    RoundActs,
    VoteSheet,
    VoteSignal,
)
from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE, RuleBroken, Switches, card_copies, the_role
from nightcrier.kernel.errors import near_word, place_said, quote_word, wrong_json


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


def read_game(content: bytes | Raw) -> GameSheet:
    """Decode one game. An unreadable sheet is refused with a message about the wrong place and the expected value."""
    try:
        return msgspec.json.decode(content, type=GameSheet)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _unreadable(str(error)) from error


def _unreadable(error: str) -> RuleBroken:
    """Return the error for an unreadable sheet. The error names the round and the entry in the round."""
    path, sentence = wrong_json(error)
    found = re.match(r"rounds\[(\d+)\]\.?", path)
    inside = place_said(path[found.end() if found else 0 :])
    rule = f"{inside}: {sentence}" if inside else sentence
    return RuleBroken(rule, None, int(found[1]) + 1 if found else None)


_MOST_PLAYERS = 36
SEAT_PLACES = tuple(f"P{number}" for number in range(1, _MOST_PLAYERS + 1))
_LATENT_IDENTITIES = ("hero", "descendant")
_SEAT_OF = {place: seat for seat, place in enumerate(SEAT_PLACES)}


def table_of(sheet: GameSheet) -> DealtTable:
    """Return the dealt table of a sheet. Raises `RuleBroken`."""
    roles = tuple(sheet.players)
    if not 1 <= len(roles) <= _MOST_PLAYERS:
        raise RuleBroken(f"a game has 1 to {_MOST_PLAYERS} players, not {len(roles)}")
    _check_roles(roles, "players")
    possible = roles if sheet.possible is None else tuple(sheet.possible)
    _check_roles(possible, "possible")
    missing = next((role for role in roles if role not in possible), None)
    if missing is not None:
        raise RuleBroken(f"{the_role(missing)} is dealt, so possible has to name it", roles.index(missing))
    latent, items = _latent(sheet.latent, roles), _items(sheet.items, roles)
    return DealtTable(roles, possible, latent, items, sheet.house_rules)


def seat_at(place: str, seats: int, rule: str, seat: int | None = None, number: int | None = None) -> int:
    """Return the seat of a place, counted from 0. If the place does not exist, the error begins with `rule`."""
    found = _SEAT_OF.get(place, seats)
    if found >= seats:
        raise RuleBroken(f"{rule} is one of P1 to P{seats}, not {quote_word(place)}", seat, number)
    return found


def _no_role(role: str) -> str:
    return f"there is no role {quote_word(role)}{near_word(role, ROLE_TABLE)}"


def _check_roles(roles: Sequence[str], key: str) -> None:
    for index, role in enumerate(roles):
        if role not in ROLE_TABLE:
            raise RuleBroken(f"{key}: {_no_role(role)}", index if key == "players" else None)
    for role, cards in Counter(roles).items():
        if cards > card_copies(role):
            last = len(roles) - 1 - roles[::-1].index(role)
            rule = f"{key}: a game has {card_copies(role)} of {the_role(role)} at most, not {cards}"
            raise RuleBroken(rule, last if key == "players" else None)


def _latent(latent: Mapping[str, str | None], roles: Sequence[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for place, identity in latent.items():
        seat = seat_at(place, len(roles), "the place of a latent identity")
        if roles[seat] != "peasant":
            raise RuleBroken("only a Peasant has a latent identity", seat)
        if identity is not None and identity not in _LATENT_IDENTITIES:
            raise RuleBroken(
                f"a latent identity is one of {', '.join(_LATENT_IDENTITIES)}, not {quote_word(identity)}", seat
            )
        if identity is not None:
            found[seat] = identity
    if len(set(found.values())) != len(found):
        raise RuleBroken("the two Peasants never have the same latent identity")
    return found


def _items(items: Mapping[str, str], roles: Sequence[str]) -> dict[str, int]:
    for item in items:
        if item not in ITEMS:
            raise RuleBroken(f"items are {' and '.join(ITEMS)}; there is no {quote_word(item)}")
    return {item: seat_at(items[item], len(roles), f"the owner of the {item}") for item in ITEMS if item in items}


def rounds_of(sheet: GameSheet) -> list[RoundActs]:
    """Return every round of the sheet. Raises `RuleBroken` for a seat, place or power that does not exist."""
    seats = len(sheet.players)
    return [_round(entry, number, seats) for number, entry in enumerate(sheet.rounds, 1)]


def _round(entry: RoundEntry, number: int, seats: int) -> RoundActs:
    night = tuple([_action(action, number, seats) for action in entry.night])
    if entry.day is None:
        return RoundActs(night)
    run_off = None if entry.day.run_off is None else _vote(entry.day.run_off, number, seats)
    return RoundActs(night, DayActs(_vote(entry.day.accusation, number, seats), run_off))


def _action(entry: NightEntry, number: int, seats: int) -> NightAction:
    seat = _seat(entry.seat, number, seats, "an action in the night")
    if entry.power not in ROLE_TABLE and entry.power not in ITEMS:
        raise RuleBroken(_no_role(entry.power), seat, number)
    if entry.targets is not None and (entry.power not in PACK_POWERS or len(entry.targets) != 2):
        rule = "targets are two, and for a wolf in a night with two attacks; everybody else has one target"
        raise RuleBroken(rule, seat, number)
    return NightAction(seat, entry.power, _targets(entry, seat, number, seats), entry.during)


def _targets(entry: SignalEntry, seat: int, number: int, seats: int) -> tuple[int, ...]:
    if entry.target is not None and entry.targets is not None:
        raise RuleBroken("an entry has target or targets, not both", seat, number)
    places = (entry.targets or []) if entry.target is None else [entry.target]
    return tuple([seat_at(place, seats, "a target", seat, number) for place in places])


def _vote(entry: VoteEntry, number: int, seats: int) -> VoteSheet:
    if (entry.votes is None) is (entry.hands is None):
        raise RuleBroken("a vote is written as votes or as hands: one of them, and not both", None, number)
    signals = tuple([_signal(signal, number, seats) for signal in entry.signals])
    if entry.hands is not None:
        hands = {seat_at(place, seats, "a place", None, number): count for place, count in entry.hands.items()}
        return VoteSheet(None, hands, signals)
    votes = {}
    for written, places in (entry.votes or {}).items():
        seat = _seat(written, number, seats, "a vote")
        votes[seat] = tuple([seat_at(place, seats, "a vote", seat, number) for place in places])
    return VoteSheet(votes, None, signals)


def _signal(entry: SignalEntry, number: int, seats: int) -> VoteSignal:
    seat = _seat(entry.seat, number, seats, "a signal")
    if entry.power not in ROLE_TABLE:
        raise RuleBroken(_no_role(entry.power), seat, number)
    if entry.targets is not None and entry.power != "orator":
        raise RuleBroken(f"{the_role(entry.power)} signals one target; only the Orator has targets", seat, number)
    return VoteSignal(seat, entry.power, _targets(entry, seat, number, seats))


def _seat(written: int, number: int, seats: int, what: str) -> int:
    if not 1 <= written <= seats:
        raise RuleBroken(f"{what} names a seat from 1 to {seats}, not {written}", None, number)
    return written - 1
