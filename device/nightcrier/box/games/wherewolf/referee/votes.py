"""Count the two votes of a day, accusation and run-off, and refuse a vote or signal that breaks a rule."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from nightcrier.box.games.wherewolf.referee.game_state import GameState, holder, stand_in, what_it_holds
from nightcrier.box.games.wherewolf.referee.records import Remark, VoteSheet, VoteSignal
from nightcrier.box.games.wherewolf.rulebook import CITY_ROLES, Faction, RuleBroken, role_title


def raw_counts(
    state: GameState, sheet: VoteSheet, voters: Collection[int], open_to: Collection[int], what: str
) -> dict[int, int]:
    """Count the votes before any power changes them. The sheet has counted hands or single votes. `open_to` are the
    seats that may get votes."""
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
    """Check each vote separately, so that the error names the vote that breaks a rule."""
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
    """Refuse a seat with several votes or none. Only the Merchant may give several votes, if they are legal."""
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
    """Refuse more hands than votes. The Merchant may raise one hand for every player."""
    hands, signallers = sheet.hands or {}, {signal.seat for signal in sheet.signals}
    free = [seat for seat in voters if seat not in signallers]
    more = len(open_to) - 1 if holder(state, "merchant") in free else 0
    if hands and max(hands.values()) > len(free):
        raise RuleBroken(f"nobody can have more than {len(free)} hands in this {what}", None, state.number)
    if sum(hands.values()) > len(free) + more:
        raise RuleBroken(f"there are {len(free) + more} votes in this {what}, and more hands", None, state.number)


def check_signals(state: GameState, sheet: VoteSheet, powers: Collection[str], what: str) -> dict[str, VoteSignal]:
    """Return the signals of a vote by their power. Each signal must come from the seat with the power, only once, and
    instead of a vote."""
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
    """Add a remark about each seat that should have voted but did not. An Accused with a City role may vote, but need
    not vote."""
    if sheet.votes is None:
        return
    spoken = {signal.seat for signal in sheet.signals}.union(sheet.votes)
    if not spoken.issuperset(voters):
        state.remarks += [Remark("no-vote", state.number, seat) for seat in voters if seat not in spoken]


def city_in_play(state: GameState) -> list[int]:
    """Return the seats in play whose faction is now the City."""
    return [seat for seat in state.in_play if state.players[seat].faction is Faction.CITY]


def reduce_votes(state: GameState, counts: dict[int, int]) -> None:
    """Halve the votes for the Courtesan, rounded up. Remove one vote for the Merchant for each other City role in
    play."""
    courtesan = holder(state, "courtesan")
    if courtesan is not None and courtesan in counts:
        counts[courtesan] = (counts[courtesan] + 1) // 2
    merchant = holder(state, "merchant")
    if merchant is not None and merchant in counts:
        others = len([seat for seat in city_in_play(state) if seat != merchant])
        counts[merchant] = max(0, counts[merchant] - others)


_ACCUSATION = "accusation"
_CANCELLED_BY_PETTIFOGGER = (Faction.CITY, Faction.CRIMINALS)


class AccusationResult(Struct, frozen=True):
    """The votes, changed by every power, the seats with the most votes, and the Accused in the order of the seats."""

    counts: dict[int, int]
    leaders: tuple[int, ...]
    accused: tuple[int, ...]


def count_accusation(state: GameState, sheet: VoteSheet) -> AccusationResult:
    """Count an accusation, and return the votes and the Accused."""
    signal = check_signals(state, sheet, ("pettifogger",), _ACCUSATION).get("pettifogger")
    counts = raw_counts(state, sheet, state.in_play, state.in_play, _ACCUSATION)
    remark_silent(state, sheet, state.in_play)
    extra = None if signal is None else _apply_signal(state, signal, counts)
    reduce_votes(state, counts)
    leaders, accused = _ranking(counts)
    if extra is not None:
        accused = accused | {extra}
    if state.beloved in accused:
        accused = {angel_for(state, seat) for seat in accused}
    return AccusationResult(counts, leaders, tuple(sorted(accused)))


def _apply_signal(state: GameState, signal: VoteSignal, counts: dict[int, int]) -> int | None:
    """Apply the Pettifogger's signal. A City role or a Criminal loses the votes against it. Any other seat becomes
    Accused in addition, and is returned."""
    if len(signal.targets) != 1 or signal.targets == (signal.seat,):
        raise RuleBroken("the Pettifogger signals one other player", signal.seat, state.number)
    if state.switches.pettifogger_once and "pettifogger" in state.spent:
        raise RuleBroken("the Pettifogger signals once in a game, as the switch says", signal.seat, state.number)
    state.spent.add("pettifogger")
    (target,) = signal.targets
    if state.players[target].faction not in _CANCELLED_BY_PETTIFOGGER:
        return target
    if target in counts:
        counts[target] = 0
    return None


def _ranking(counts: dict[int, int]) -> tuple[tuple[int, ...], set[int]]:
    """Return the leaders and the Accused. Tied leaders are all Accused. A single leader is Accused together with all
    seats of the second place. A seat without votes has no place."""
    places = sorted(set(counts.values()) - {0}, reverse=True)
    if not places:
        return (), set()
    leaders = tuple([seat for seat, votes in counts.items() if votes == places[0]])
    if len(leaders) > 1 or len(places) == 1:
        return leaders, set(leaders)
    return leaders, {seat for seat, votes in counts.items() if votes in places[:2]}


def angel_for(state: GameState, seat: int) -> int:
    """Return the seat that is accused instead of `seat`: the Guardian Angel in play for the Beloved, or otherwise
    `seat` itself."""
    angel = stand_in(state, seat)
    return seat if angel is None else angel


_RUN_OFF = "run-off"


class RunOffResult(Struct, frozen=True):
    """The votes, changed by every power, the seats with the most votes, and the seats that the Orator signalled."""

    counts: dict[int, int]
    leaders: tuple[int, ...]
    kept: tuple[int, ...]


def count_run_off(state: GameState, accused: tuple[int, ...], sheet: VoteSheet) -> RunOffResult:
    """Count the votes for each Accused. An Accused with a City role also votes."""
    signals = check_signals(state, sheet, ("mayor", "orator"), _RUN_OFF)
    free = [seat for seat in state.in_play if seat not in accused]
    voters = {*free, *(seat for seat in accused if state.players[seat].holds in CITY_ROLES)}
    counts = dict.fromkeys(accused, 0)
    for place, votes in raw_counts(state, sheet, voters, accused, _RUN_OFF).items():
        counts[place] += votes
    remark_silent(state, sheet, free)
    _add_mayor(state, signals, counts)
    kept = _orator_signal(state, signals, accused)
    reduce_votes(state, counts)
    most = max(counts.values())
    return RunOffResult(counts, tuple([seat for seat, votes in counts.items() if votes == most > 0]), kept)


def _add_mayor(state: GameState, signals: Mapping[str, VoteSignal], counts: dict[int, int]) -> None:
    """Add the Mayor's signal. Its value is the number of City roles in play plus one."""
    signal = signals.get("mayor")
    if signal is None:
        return
    if len(signal.targets) != 1 or signal.targets[0] not in counts:
        raise RuleBroken("the Mayor signals one Accused", signal.seat, state.number)
    counts[signal.targets[0]] += len(city_in_play(state)) + 1


def _orator_signal(state: GameState, signals: Mapping[str, VoteSignal], accused: tuple[int, ...]) -> tuple[int, ...]:
    signal = signals.get("orator")
    if signal is None:
        return ()
    if signal.seat in accused:
        raise RuleBroken("the Orator signals only while he is not Accused", signal.seat, state.number)
    if not signal.targets or len(set(signal.targets)) != len(signal.targets):
        raise RuleBroken("the Orator signals one or more players, each once", signal.seat, state.number)
    return signal.targets


def orator_keeps(state: GameState, seat: int) -> bool:
    """Say whether the Orator keeps this seat from the pyre without a signal. The Orator is in play, and the seat is
    another City player."""
    orator = holder(state, "orator")
    return orator is not None and seat != orator and seat in city_in_play(state)


def rest_of_tie(state: GameState, result: RunOffResult) -> tuple[int, ...]:
    """Return the tied leaders whom the Orator does not keep from the pyre."""
    passive = state.switches.orator_passive_in_ties
    return tuple(
        [seat for seat in result.leaders if seat not in result.kept and not (passive and orator_keeps(state, seat))]
    )
