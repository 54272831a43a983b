"""Counts the two votes of a day, accusation and run-off, and refuses a vote or signal that breaks a rule."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from nightcrier.box.games.engine.referee.votes import accused_of
from nightcrier.box.games.wherewolf.referee.game_state import GameState, holder, stand_in, what_it_holds
from nightcrier.box.games.wherewolf.referee.night_choices import places_said
from nightcrier.box.games.wherewolf.referee.records import DayRecord, VoteSheet, VoteSignal
from nightcrier.box.games.wherewolf.rulebook import CITY_ROLES, Faction, role_title


class _Vote(Struct, frozen=True):
    """An accusation or a run-off: its name, its sheet, who may vote, and for whom."""

    what: str
    state: GameState
    sheet: VoteSheet
    voters: Collection[int]
    open_to: Collection[int]


def _raw_counts(vote: _Vote) -> dict[int, int]:
    """Count the votes before any power changes them. The sheet has counted hands or single votes."""
    if vote.sheet.hands is not None:
        return _count_hands(vote, vote.sheet.hands)
    votes = vote.sheet.votes or {}
    counts: dict[int, int] = {}
    for places in votes.values():
        for place in places:
            counts[place] = counts.get(place, 0) + 1
    known = votes.keys() <= set(vote.voters) and counts.keys() <= set(vote.open_to)
    if not known or {*map(len, votes.values())} != {1}:
        for seat, places in votes.items():
            _check_ballot(vote, seat, places)
    return counts


def _check_ballot(vote: _Vote, seat: int, places: tuple[int, ...]) -> None:
    """Refuse a ballot that breaks a rule. Only the Merchant may give several votes, if they are legal."""
    state = vote.state
    if seat not in vote.voters:
        accused = f"an Accused votes in the {vote.what} only with a City role"
        out = f"{'an eliminated player' if 0 <= seat < len(state.players) else 'who has no seat here'} does not vote"
        raise state.wrong(seat, accused if seat in state.in_play else out)
    if len(places) != 1:
        if seat != holder(state, "merchant"):
            raise state.wrong(seat, "each player has exactly one vote; only the Merchant has several")
        if not places:
            raise state.wrong(seat, "the Merchant votes for at least one player")
        if len(set(places)) != len(places):
            raise state.wrong(seat, "the Merchant gives a player one vote at most")
    _check_places(vote, places, seat)


def _check_places(vote: _Vote, places: Collection[int], seat: int | None = None) -> None:
    for place in places:
        if place not in vote.open_to:
            offered = places_said(vote.open_to)
            raise vote.state.wrong(seat, f"a vote in the {vote.what} is for one of {offered}, not P{place + 1}")


def _count_hands(vote: _Vote, hands: Mapping[int, int]) -> dict[int, int]:
    """Count hands, and refuse more hands than there are votes. The Merchant may raise one hand for every player."""
    state, signallers = vote.state, {signal.seat for signal in vote.sheet.signals}
    _check_places(vote, hands)
    free = [seat for seat in vote.voters if seat not in signallers]
    votes = len(free) + (len(vote.open_to) - 1 if holder(state, "merchant") in free else 0)
    for place, number in hands.items():
        if number < 0:
            raise state.wrong(None, f"P{place + 1} cannot have {number} hands")
        if number > len(free):
            raise state.wrong(None, f"nobody can have more than {len(free)} hands in this {vote.what}")
    if sum(hands.values()) > votes:
        raise state.wrong(None, f"there are {votes} votes in this {vote.what}, and more hands")
    return {place: number for place, number in hands.items() if number}


def _signals(vote: _Vote, *powers: str) -> dict[str, VoteSignal]:
    """Return the signals of a vote by their power. Each signal must come from the seat with the power, only once, and
    instead of a vote."""
    state, found = vote.state, dict[str, VoteSignal]()
    for signal in vote.sheet.signals:
        if broken := _broken_by(vote, signal, powers, found):
            raise state.wrong(signal.seat, broken.replace("{}", f"the {role_title(signal.power)}"))
        found[signal.power] = signal
    return found


def _broken_by(vote: _Vote, signal: VoteSignal, powers: Collection[str], found: Collection[str]) -> str:
    """Return the rule that a signal breaks, or an empty text. In the rule `{}` stands for the role."""
    players, seat = vote.state.players, signal.seat
    if signal.power not in powers:
        return f"{{}} does not signal in the {vote.what}"
    if seat not in vote.state.in_play:
        return "who is not in play does not signal"
    if players[seat].holds != signal.power:
        return f"this seat does not hold {{}}; it {what_it_holds(players[seat])}"
    if signal.power in found:
        return "{} signals once in a vote"
    if seat in (vote.sheet.votes or ()):
        return "{} signals instead of voting, not beside it"
    return "{} signals a player in play" if not set(signal.targets) <= set(vote.state.in_play) else ""


def _remark_silent(vote: _Vote, voters: Collection[int]) -> None:
    """Warn about each seat that should have voted but did not. An Accused with a City role may stay silent."""
    if vote.sheet.votes is not None:
        spoken = {signal.seat for signal in vote.sheet.signals}.union(vote.sheet.votes)
        for seat in voters:
            if seat not in spoken:
                vote.state.warn(seat, "a vote is missing, and counts for nobody.")


def city_in_play(state: GameState) -> list[int]:
    """Return the seats in play whose faction is now the City."""
    return [seat for seat in state.in_play if state.players[seat].faction is Faction.CITY]


def _reduce_votes(state: GameState, counts: dict[int, int]) -> None:
    """Halve the votes for the Courtesan, rounded up. The Merchant loses one vote for each other City role."""
    courtesan = holder(state, "courtesan")
    if courtesan is not None and courtesan in counts:
        counts[courtesan] = (counts[courtesan] + 1) // 2
    merchant = holder(state, "merchant")
    if merchant is not None and merchant in counts:
        others = len([seat for seat in city_in_play(state) if seat != merchant])
        counts[merchant] = max(0, counts[merchant] - others)


def count_accusation(state: GameState, sheet: VoteSheet) -> DayRecord:
    """Count an accusation, and return the day so far: the votes after the effect of every power, and the Accused in the
    order of the seats."""
    vote = _Vote("accusation", state, sheet, state.in_play, state.in_play)
    signal = _signals(vote, "pettifogger").get("pettifogger")
    counts = _raw_counts(vote)
    _remark_silent(vote, state.in_play)
    extra = [] if signal is None else _apply_signal(state, signal, counts)
    _reduce_votes(state, counts)
    accused = {*accused_of(counts), *extra}
    if state.beloved in accused:
        accused = {angel_for(state, seat) for seat in accused}
    return DayRecord(counts, tuple(sorted(accused)))


def _apply_signal(state: GameState, signal: VoteSignal, counts: dict[int, int]) -> list[int]:
    """Apply the Pettifogger's signal. A City role or a Criminal loses the votes against it. Any other seat becomes an
    additional Accused, and is returned."""
    if len(signal.targets) != 1 or signal.targets == (signal.seat,):
        raise state.wrong(signal.seat, "the Pettifogger signals one other player")
    if state.switches.pettifogger_once and "pettifogger" in state.spent:
        raise state.wrong(signal.seat, "the Pettifogger signals once in a game, as the switch says")
    state.spent.add("pettifogger")
    (target,) = signal.targets
    if state.players[target].faction not in (Faction.CITY, Faction.CRIMINALS):
        return [target]
    if target in counts:
        counts[target] = 0
    return []


def angel_for(state: GameState, seat: int) -> int:
    """Return the seat that is accused instead of `seat`: the Guardian Angel in play for the Beloved, or else `seat`."""
    angel = stand_in(state, seat)
    return seat if angel is None else angel


def count_run_off(
    state: GameState, accused: tuple[int, ...], sheet: VoteSheet
) -> tuple[Mapping[int, int], tuple[int, ...]]:
    """Count the votes for each Accused, including the effect of every power. An Accused with a City role also votes.
    Return the votes and the seats that the Orator signaled."""
    free = [seat for seat in state.in_play if seat not in accused]
    voters = {*free, *(seat for seat in accused if state.players[seat].holds in CITY_ROLES)}
    vote = _Vote("run-off", state, sheet, voters, accused)
    signals = _signals(vote, "mayor", "orator")
    counts = {**dict.fromkeys(accused, 0), **_raw_counts(vote)}
    _remark_silent(vote, free)
    if mayor := signals.get("mayor"):
        if len(mayor.targets) != 1 or mayor.targets[0] not in accused:
            raise state.wrong(mayor.seat, "the Mayor signals one Accused")
        counts[mayor.targets[0]] += len(city_in_play(state)) + 1
    kept = _orator_signal(state, signals.get("orator"), accused)
    _reduce_votes(state, counts)
    return counts, kept


def _orator_signal(state: GameState, signal: VoteSignal | None, accused: tuple[int, ...]) -> tuple[int, ...]:
    if signal is None:
        return ()
    if signal.seat in accused:
        raise state.wrong(signal.seat, "the Orator signals only while he is not Accused")
    if not signal.targets or len(set(signal.targets)) != len(signal.targets):
        raise state.wrong(signal.seat, "the Orator signals one or more players, each once")
    return signal.targets


def orator_keeps(state: GameState, seat: int) -> bool:
    """Say whether the Orator keeps this seat from the pyre even without a signal: the Orator is in play, and the seat
    is another City player."""
    orator = holder(state, "orator")
    return orator is not None and seat != orator and seat in city_in_play(state)
