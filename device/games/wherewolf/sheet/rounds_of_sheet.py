"""The rounds of a judged game, from the places and seats on paper to those the referee counts with."""

from device.games.wherewolf.referee.acts import DayActs, NightAction, RoundActs, VoteSheet, VoteSignal
from device.games.wherewolf.referee.pack import PACK_POWERS
from device.games.wherewolf.rules.refusal import RuleBroken, the_role
from device.games.wherewolf.rules.roles import ITEMS, ROLE_TABLE
from device.games.wherewolf.sheet.game_sheet import GameSheet, NightEntry, RoundEntry, SignalEntry, VoteEntry
from device.games.wherewolf.sheet.table_checks import seat_at
from device.kernel.errors import near_word, quoted


def rounds_of(sheet: GameSheet) -> list[RoundActs]:
    """Read every round. Raises `RuleBroken` for a seat, place or power that does not exist."""
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
        raise RuleBroken(f"there is no role {quoted(entry.power)}{near_word(entry.power, ROLE_TABLE)}", seat, number)
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
        raise RuleBroken(f"there is no role {quoted(entry.power)}{near_word(entry.power, ROLE_TABLE)}", seat, number)
    if entry.targets is not None and entry.power != "orator":
        raise RuleBroken(f"{the_role(entry.power)} signals one target; only the Orator has targets", seat, number)
    return VoteSignal(seat, entry.power, _targets(entry, seat, number, seats))


def _seat(written: int, number: int, seats: int, what: str) -> int:
    if not 1 <= written <= seats:
        raise RuleBroken(f"{what} names a seat from 1 to {seats}, not {written}", None, number)
    return written - 1
