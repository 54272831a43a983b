"""Counts the votes of a day by the rules of the game, and finds who is voted out."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.model import Weight
from nightcrier.box.games.engine.referee.records import (
    CountedHands,
    DayChoices,
    Nomination,
    Pyre,
    VoteCounts,
    Votes,
    place_name,
)
from nightcrier.box.games.engine.referee.standing import Standing
from nightcrier.kernel.errors import RefusedGame


class Poll(Struct, frozen=True):
    """A question to people in a vote. Everybody who is not barred votes for one of these seats (`votes`, a `run-off`,
    and `again` after a tie), or says whether all of them are to go (`lift`), or the only seat that may decide a tie
    chooses one."""

    what: Literal["votes", "run-off", "again", "lift", "decide"]
    among: Sequence[int]
    barred: Collection[int] = ()


class MissingVote(RefusedGame):
    """Raised when a vote is needed after the votes before it, but was not taken."""

    def __init__(self, state: Standing, poll: Poll) -> None:
        named = ", ".join(map(place_name, poll.among))
        why = "are accused, so there has to be a run-off"
        if poll.what == "again":
            why = "have equally many votes, so there has to be a vote again"
        super().__init__(f"{named} {why}", None, state.number)
        self.poll = poll


def count_day(state: Standing, choices: DayChoices) -> Pyre:
    if choices.out is not None:
        return Pyre("burned" if choices.out else "none", out=choices.out)
    pyre = _counted(state, choices)
    if len(choices.again) > len(pyre.again):
        raise state.wrong(None, "there is no vote again without a tie, nor more often than the game says")
    if not pyre.tied and (choices.lift is not None or choices.tie_by is not None):
        raise state.wrong(None, "hands for all of them, or who decides a tie, are for a last tie")
    return pyre


def _counted(state: Standing, choices: DayChoices) -> Pyre:
    match state.table.game.day.vote:
        case "none":
            return Pyre("none")
        case "majority" | "three":
            return _after_ties(state, count_votes(state, choices.votes, state.in_play, ()), choices)
        case "listed":
            return _count_list(state, choices)
        case "run-off":
            return _count_accusation(state, choices)
        case "nomination":
            return _count_nominations(state, choices)


def weight_of(state: Standing, seat: int) -> Weight:
    """Return the weight of a seat's vote. A mark that ends with the night does not count."""
    game = state.table.game
    marks = [game.marks[mark] for mark in state.marks[seat]]
    votes = [mark.votes for mark in marks if mark.votes is not None and mark.lasts != "night"]
    return 0 if 0 in votes else max([game.roles[state.cards[seat]].votes, *votes])


def hands_of(state: Standing, hands: Sequence[int]) -> Weight:
    """Return the total weight of these hands. Raises RefusedGame for a seat that is not in play or is counted twice."""
    for seat in hands:
        check_in_play(state, seat)
    if len(set(hands)) < len(hands):
        raise state.wrong(None, "a hand is counted once")
    return sum(weight_of(state, seat) for seat in hands)


def check_in_play(state: Standing, seat: int) -> None:
    if seat not in state.in_play:
        raise state.wrong(seat, "only who is in play votes")


def count_votes(
    state: Standing, votes: Votes, among: Collection[int], barred: Collection[int], rest: int = 0
) -> VoteCounts:
    """Count votes for these seats, by seats that are in play and not barred. A seat that could vote but names nobody
    counts for `rest`, if that is a seat."""
    counts = defaultdict[int, Weight](int)
    if isinstance(votes, CountedHands):
        most = sum(weight_of(state, seat) for seat in state.in_play if seat not in barred)
        if sum(votes.counts.values()) > most or not frozenset(among).issuperset(votes.counts):
            raise state.wrong(None, f"{most} at most vote, and for those alone who may be voted for")
        counts.update(votes.counts)
        counts[rest] += most - sum(votes.counts.values())
    else:
        for seat, targets in votes.items():
            for target in targets:
                _check_vote(state, seat, targets, among, barred)
                counts[target] += weight_of(state, seat)
        counts[rest] += sum(
            weight_of(state, seat) for seat in state.in_play if seat not in barred and not votes.get(seat)
        )
    return {seat: int(sum_) if sum_ % 1 == 0 else sum_ for seat, sum_ in counts.items() if seat and sum_}


def _check_vote(
    state: Standing, seat: int, targets: Sequence[int], among: Collection[int], barred: Collection[int]
) -> None:
    check_in_play(state, seat)
    if len(targets) > 1:
        raise state.wrong(seat, "each seat has one vote")
    if seat in barred:
        is_run_off = state.table.game.day.vote == "run-off"
        why = "accused does not vote in the run-off" if is_run_off else "voted on does not vote now"
        raise state.wrong(seat, f"who is {why}")
    if seat in targets and not state.table.game.day.to_self:
        raise state.wrong(seat, "nobody votes for itself")
    if targets[0] not in among:
        raise state.wrong(seat, f"nobody may vote for {place_name(targets[0])} now")


def leaders(counts: VoteCounts) -> list[int]:
    """Return the seats with the most votes, in order. A seat without votes never leads."""
    most = max(counts.values(), default=0)
    return sorted([seat for seat, votes in counts.items() if votes == most]) if most else []


def accused_of(counts: VoteCounts) -> list[int]:
    """Return the accused seats, in order: all leaders. A single leader is accused together with the second place."""
    accused = leaders(counts)
    if len(accused) == 1 < len(counts):
        (first,) = accused
        accused += leaders({seat: votes for seat, votes in counts.items() if seat != first})
    return sorted(accused)


def count_after_tie(
    state: Standing,
    first: VoteCounts,
    again: Sequence[Votes],
    most: int,
    barred: Callable[[Sequence[int]], Collection[int]],
    listed: Sequence[int] = (),
) -> tuple[Sequence[VoteCounts], Sequence[int]]:
    """Count the votes after a tie, each only among the seats that lead, and at most `most` times. Return the counts,
    and the seats that the last vote was about. Unused votes count for the last of the `listed`, which comes last in
    each vote. Raises RefusedGame if a vote is missing."""
    found, tied, last = list[VoteCounts](), leaders(first), list[int]()
    while len(tied) > 1 and len(found) < most:
        last = tied
        among = sorted(tied, key=listed.index) if listed else tied
        if len(again) == len(found):
            raise MissingVote(state, Poll("again", among, barred(tied)))
        found.append(count_votes(state, again[len(found)], tied, barred(tied), among[-1] if listed else 0))
        tied = leaders(found[-1])
    return found, last


def decider_of(state: Standing) -> int:
    """Return the seat that decides the last tie: the only seat in play with the mark for it, or 0."""
    mark = state.table.game.day.tie_by
    holders = [seat for seat in state.in_play if mark in state.marks[seat]]
    return holders[0] if len(holders) == 1 else 0


def _settled(state: Standing, first: Sequence[int], choices: DayChoices, pyre: Pyre) -> Pyre:
    """Return the result of a vote that ended with these leaders. In a vote of `three`, all tied leaders are out."""
    day = state.table.game.day
    if len(first) < 2 or day.vote == "three":
        return replace(pyre, how="burned" if first else "none", out=first)
    pyre = replace(pyre, how="tie", tied=first)
    if choices.tie_by is not None:
        if not decider_of(state) or choices.tie_by not in first or choices.lift is not None:
            raise state.wrong(None, "one holder of the mark may choose one of the tied, and then nobody raises a hand")
        return replace(pyre, how="burned", out=(choices.tie_by,))
    if choices.lift is not None and day.tie != "lift":
        raise state.wrong(None, "no hands are raised for all of a tie in this game")
    if day.tie == "all":
        return replace(pyre, how="burned", out=first)
    if day.tie == "lift" and 2 * hands_of(state, choices.lift or ()) > len(state.in_play):
        return replace(pyre, how="lifted", out=first)
    return pyre


def _after_ties(
    state: Standing, counts: VoteCounts, choices: DayChoices, listed: Sequence[int] = (), rest: Sequence[int] = ()
) -> Pyre:
    """Return the result of these votes and of those after a tie. The number of votes needed applies to the last."""
    day = state.table.game.day
    again, tied = count_after_tie(
        state, counts, choices.again, day.again, lambda tied: () if day.tied_vote else tied, rest
    )
    last, need = again[-1] if again else counts, 2 if day.vote == "three" else 0
    most = max(last.values(), default=0)
    enough = most >= need and (day.need == "most" or 2 * most > len(state.in_play))
    pyre = Pyre("", counts, tied, again=again, listed=listed)
    return _settled(state, leaders(last) if enough else (), choices, pyre)


def is_voted_on(state: Standing, listed: Sequence[int]) -> bool:
    return len(listed) > (state.table.game.day.one != "vote")


def _count_list(state: Standing, choices: DayChoices) -> Pyre:
    day = state.table.game.day
    listed = [each.of for each in choices.nominations if each.of in state.in_play]
    rest = listed if day.rest == "last" else ()
    if is_voted_on(state, listed):
        counts = count_votes(state, choices.votes, listed, (), rest[-1] if rest else 0)
        return _after_ties(state, counts, choices, listed, rest)
    count_votes(state, choices.votes, listed, ())
    out = () if day.one == "not-first" and state.number == 1 else listed
    return Pyre("direct" if out else "none", out=out, listed=listed)


def _count_accusation(state: Standing, choices: DayChoices) -> Pyre:
    counts = count_votes(state, choices.votes, state.in_play, ())
    accused = accused_of(counts)
    if len(accused) < 2:
        if choices.run_off is not None:
            raise state.wrong(None, "there is no run-off where nobody or one is accused")
        return Pyre("direct" if accused else "none", counts, accused, out=accused)
    if choices.run_off is None:
        raise MissingVote(state, Poll("run-off", accused, accused))
    votes = count_votes(state, choices.run_off, accused, accused)
    run_off = {seat: votes.get(seat, 0) for seat in accused}
    return _settled(state, leaders(votes), choices, Pyre("", counts, accused, run_off))


def _count_nominations(state: Standing, choices: DayChoices) -> Pyre:
    list_of(state, choices.nominations)
    found = {each.of: hands_of(state, each.hands) for each in choices.nominations}
    counts = {seat: votes for seat, votes in found.items() if votes}
    passed = {seat: votes for seat, votes in counts.items() if 2 * votes > len(state.in_play)}
    return _settled(state, leaders(passed), choices, Pyre("", counts, sorted(passed)))


def list_of(state: Standing, nominations: Sequence[Nomination]) -> list[int]:
    """Return the nominated seats that are in play, in order. Raises RefusedGame for a nomination that breaks a rule."""
    names = set[tuple[str, int]]()
    for each in nominations:
        check_in_play(state, each.by)
        if each.by == each.of and not state.table.game.day.to_self:
            raise state.wrong(each.by, "nobody nominates itself")
        if each.of not in state.in_play:
            raise state.wrong(each.by, f"{place_name(each.of)} is not in play")
        if not names.isdisjoint(own := {("by", each.by), ("of", each.of)}):
            raise state.wrong(each.by, "each seat nominates once a day, and is nominated once")
        names |= own
    return [each.of for each in nominations]
