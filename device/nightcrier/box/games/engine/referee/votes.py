"""Counts the votes of a day by the scheme of the game, and finds who is voted out."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from nightcrier.box.games.engine.referee.records import Ballot, CountedHands, DayChoices, Nomination, Pyre, place_name
from nightcrier.box.games.engine.referee.standing import Standing

VoteCounts = Mapping[int, int]


def count_day(state: Standing, choices: DayChoices) -> Pyre:
    """Count the votes of a day. Raises RefusedGame for a vote that breaks a rule."""
    if choices.out is not None:
        return Pyre("burned" if choices.out else "none", out=choices.out)
    match state.table.game.day.vote:
        case "none":
            return Pyre("none")
        case "majority" | "three":
            return _count_at_once(state, choices)
        case "run-off":
            return _count_accusation(state, choices)
        case "nomination":
            return _count_nominations(state, choices.nominations)


def weight_of(state: Standing, seat: int) -> int:
    """Return how much the vote of a seat weighs."""
    game = state.table.game
    marks = [votes for mark in state.marks[seat] if (votes := game.marks[mark].votes) is not None]
    return 0 if 0 in marks else max([game.roles[state.cards[seat]].votes, *marks])


def _check_in_play(state: Standing, seat: int) -> None:
    if seat not in state.in_play:
        raise state.wrong(seat, "only who is in play votes")


def _count_votes(
    state: Standing, votes: Ballot | CountedHands, among: Collection[int], barred: Collection[int]
) -> Counter[int]:
    """Count votes for these seats, by those who are in play and not barred."""
    if isinstance(votes, CountedHands):
        return _checked_hands(state, votes.counts, among, len(state.in_play) - len(barred))
    counts = Counter[int]()
    for seat, target in ((seat, target) for seat, targets in votes.items() for target in targets):
        _check_in_play(state, seat)
        if len(votes[seat]) > 1:
            raise state.wrong(seat, "each seat has one vote")
        if seat in barred:
            raise state.wrong(seat, "who is accused does not vote in the run-off")
        if target == seat:
            raise state.wrong(seat, "nobody votes for itself")
        if target not in among:
            raise state.wrong(seat, f"nobody may vote for {place_name(target)} now")
        counts[target] += weight_of(state, seat)
    return +counts


def _checked_hands(state: Standing, hands: VoteCounts, among: Collection[int], most: int) -> Counter[int]:
    if sum(hands.values()) > most or not frozenset(among).issuperset(hands):
        raise state.wrong(None, f"{most} at most vote, and for those alone who may be voted for")
    return +Counter(hands)


def leaders(counts: VoteCounts) -> list[int]:
    """Return the seats with the most votes, in order. A seat without votes never leads."""
    most = max(counts.values(), default=0)
    return sorted([seat for seat, votes in counts.items() if votes == most]) if most else []


def accused_of(counts: VoteCounts) -> list[int]:
    """Return the leaders of an accusation, in order. A single leader is accused together with the second place."""
    accused = leaders(counts)
    if len(accused) == 1 < len(counts):
        (first,) = accused
        accused += leaders({seat: votes for seat, votes in counts.items() if seat != first})
    return sorted(accused)


def _settled(state: Standing, first: Sequence[int]) -> tuple[str, Sequence[int]]:
    """Return how it ends with these leaders, and who is out. On three all are out in a tie."""
    day = state.table.game.day
    if len(first) > 1 and day.tie == "nobody" and day.vote != "three":
        return "tie", ()
    return ("burned", first) if first else ("none", ())


def _count_at_once(state: Standing, choices: DayChoices) -> Pyre:
    counts, day = _count_votes(state, choices.votes, state.in_play, ()), state.table.game.day
    need = 2 if day.vote == "three" else len(state.in_play) // 2 + 1 if day.need == "half" else 1
    enough = max(counts.values(), default=0) >= need
    how, out = _settled(state, leaders(counts) if enough else ())
    return Pyre(how, counts, out=out)


def accused_by(state: Standing, votes: Ballot | CountedHands) -> Sequence[int]:
    """Return who is accused by these votes. Raises RefusedGame for a vote that breaks a rule."""
    return accused_of(_count_votes(state, votes, state.in_play, ()))


def _count_accusation(state: Standing, choices: DayChoices) -> Pyre:
    counts = _count_votes(state, choices.votes, state.in_play, ())
    accused = accused_of(counts)
    if len(accused) < 2:
        if choices.run_off is not None:
            raise state.wrong(None, "there is no run-off where nobody or one is accused")
        return Pyre("direct" if accused else "none", counts, accused, out=accused)
    if choices.run_off is None:
        named = ", ".join(map(place_name, accused))
        raise state.wrong(None, f"{named} are accused, so there has to be a run-off")
    votes = _count_votes(state, choices.run_off, accused, accused)
    how, out = _settled(state, leaders(votes))
    return Pyre(how, counts, accused, {seat: votes[seat] for seat in accused}, out)


def _count_nominations(state: Standing, nominations: Sequence[Nomination]) -> Pyre:
    counts, names = Counter[int](), set[tuple[str, int]]()
    for each in nominations:
        _check_nomination(state, each)
        if not names.isdisjoint(own := {("by", each.by), ("of", each.of)}):
            raise state.wrong(each.by, "each seat nominates once a day, and is nominated once")
        names |= own
        counts[each.of] = sum(weight_of(state, seat) for seat in each.hands)
    counts = +counts
    passed = {seat: votes for seat, votes in counts.items() if 2 * votes > len(state.in_play)}
    how, out = _settled(state, leaders(passed))
    return Pyre(how, counts, sorted(passed), out=out)


def _check_nomination(state: Standing, nomination: Nomination) -> None:
    for seat in (nomination.by, *nomination.hands):
        _check_in_play(state, seat)
    if nomination.by == nomination.of:
        raise state.wrong(nomination.by, "nobody nominates itself")
    if nomination.of not in state.in_play:
        raise state.wrong(nomination.by, f"{place_name(nomination.of)} is not in play")
    if len(set(nomination.hands)) < len(nomination.hands):
        raise state.wrong(nomination.by, "a hand is counted once")
