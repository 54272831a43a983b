"""The rules of votes and signals. A vote that breaks a rule is refused before it counts."""

from collections.abc import Collection, Mapping

from device.games.wherewolf.referee.acts import VoteSheet, VoteSignal
from device.games.wherewolf.referee.game_state import GameState, holder, what_it_holds
from device.games.wherewolf.referee.records import Remark
from device.games.wherewolf.rules.refusal import RuleBroken, role_title


def raw_counts(
    state: GameState, sheet: VoteSheet, voters: Collection[int], open_to: Collection[int], what: str
) -> dict[int, int]:
    """The votes before any power: hands as counted, or one for each vote. `open_to` are those one may vote for."""
    if sheet.hands is not None:
        return _count_hands(state, sheet, voters, open_to, what)
    votes = sheet.votes or {}
    counts: dict[int, int] = {}
    for places in votes.values():
        for place in places:
            counts[place] = counts.get(place, 0) + 1
    if not (votes.keys() <= set(voters) and counts.keys() <= set(open_to)) or {*map(len, votes.values())} != {1}:
        _check_each(state, votes, voters, open_to, what)
    return counts


def _check_each(
    state: GameState,
    votes: Mapping[int, tuple[int, ...]],
    voters: Collection[int],
    open_to: Collection[int],
    what: str,
) -> None:
    """Check vote by vote, to name the one that breaks a rule."""
    for seat, places in votes.items():
        if seat not in voters:
            raise RuleBroken(_no_vote(state, seat, what), seat, state.number)
        if len(places) != 1:
            _check_many(state, seat, places)
        for place in places:
            if place not in open_to:
                raise RuleBroken(_no_target(state, place, what), seat, state.number)


def _no_vote(state: GameState, seat: int, what: str) -> str:
    if state.players[seat].out is not None:
        return "an eliminated player does not vote"
    return f"an Accused votes in the {what} only with a City role"


def _no_target(state: GameState, place: int, what: str) -> str:
    if state.players[place].out is not None:
        return f"a vote is for a player in play, and P{place + 1} is out"
    return f"a vote in the {what} is for an Accused, and P{place + 1} is none"


def _check_many(state: GameState, seat: int, places: tuple[int, ...]) -> None:
    """Refuse several votes, or none at all, unless the Merchant may give them."""
    if seat != holder(state, "merchant"):
        raise RuleBroken("each player has exactly one vote; only the Merchant has several", seat, state.number)
    if not places:
        raise RuleBroken("the Merchant votes for at least one player", seat, state.number)
    if len(set(places)) != len(places):
        raise RuleBroken("the Merchant gives a player one vote at most", seat, state.number)


def _count_hands(
    state: GameState, sheet: VoteSheet, voters: Collection[int], open_to: Collection[int], what: str
) -> dict[int, int]:
    hands = sheet.hands or {}
    for place, number in hands.items():
        if place not in open_to:
            raise RuleBroken(_no_target(state, place, what), None, state.number)
        if number < 0:
            raise RuleBroken(f"P{place + 1} cannot have {number} hands", None, state.number)
    _check_total(state, sheet, voters, open_to, what)
    return {place: number for place, number in hands.items() if number}


def _check_total(
    state: GameState, sheet: VoteSheet, voters: Collection[int], open_to: Collection[int], what: str
) -> None:
    """Refuse more hands than there are votes; the Merchant may raise one for everybody."""
    hands, signallers = sheet.hands or {}, {signal.seat for signal in sheet.signals}
    free = [seat for seat in voters if seat not in signallers]
    more = len(open_to) - 1 if holder(state, "merchant") in free else 0
    if hands and max(hands.values()) > len(free):
        raise RuleBroken(f"nobody can have more than {len(free)} hands in this {what}", None, state.number)
    if sum(hands.values()) > len(free) + more:
        raise RuleBroken(f"there are {len(free) + more} votes in this {what}, and more hands", None, state.number)


def check_signals(state: GameState, sheet: VoteSheet, powers: Collection[str], what: str) -> dict[str, VoteSignal]:
    """The signals of this vote by their power: each by who holds it, once, and instead of a vote."""
    found: dict[str, VoteSignal] = {}
    for signal in sheet.signals:
        title = role_title(signal.power)
        if signal.power not in powers:
            raise RuleBroken(f"the {title} does not signal in the {what}", signal.seat, state.number)
        if holder(state, signal.power) != signal.seat:
            raise RuleBroken(_no_signal(state, signal.seat, title), signal.seat, state.number)
        if signal.power in found:
            raise RuleBroken(f"the {title} signals once in a vote", signal.seat, state.number)
        if sheet.votes is not None and signal.seat in sheet.votes:
            raise RuleBroken(f"the {title} signals instead of voting, not beside it", signal.seat, state.number)
        if any(state.players[target].out is not None for target in signal.targets):
            raise RuleBroken(f"the {title} signals a player in play", signal.seat, state.number)
        found[signal.power] = signal
    return found


def _no_signal(state: GameState, seat: int, title: str) -> str:
    player = state.players[seat]
    if player.out is not None:
        return "an eliminated player does not signal"
    return f"this seat does not hold the {title}; it {what_it_holds(player)}"


def remark_silent(state: GameState, sheet: VoteSheet, voters: Collection[int]) -> None:
    """Remark who should have voted and did not. Others may vote too: an Accused with a City role."""
    if sheet.votes is None:
        return
    spoken = {signal.seat for signal in sheet.signals}.union(sheet.votes)
    if not spoken.issuperset(voters):
        state.remarks += [Remark("no-vote", state.number, seat) for seat in voters if seat not in spoken]
