"""Plays an evening of a game in a file at random, to its verdict: who chooses whom, night by night and day by day."""

from bisect import bisect
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from math import comb
from typing import TypeAlias, TypeVar, cast

from msgspec.structs import replace

from nightcrier.box.games.engine.model import MOST_NIGHTS
from nightcrier.box.games.engine.referee.deeds import Turn
from nightcrier.box.games.engine.referee.night import play_calls
from nightcrier.box.games.engine.referee.polls import PollAnswer, day_polls, election_polls
from nightcrier.box.games.engine.referee.records import (
    CallChoice,
    DayChoices,
    News,
    Nomination,
    RoundChoices,
)
from nightcrier.box.games.engine.referee.standing import FileTable, Standing, begin_standing
from nightcrier.box.games.engine.referee.votes import Poll, weight_of
from nightcrier.box.games.engine.referee.whole_game import election_due, play_day, play_night
from nightcrier.box.games.engine.verbs import VERBS
from nightcrier.kernel.chance import Chance

_Play: TypeAlias = Callable[[Sequence[CallChoice]], tuple[Standing, News]]
DrawDay: TypeAlias = Callable[[Standing, Sequence[News], Chance], DayChoices]
"""A function that draws the vote of a day from the state of the game and the news of all nights so far."""
_Voted = TypeVar("_Voted")
_WAYS = ("left", "right")


def draw_evening(
    table: FileTable, chance: Chance, draw_day: DrawDay | None = None
) -> tuple[list[RoundChoices], Standing]:
    """Return the rounds of a random evening, and its state at the end, or after the maximum number of rounds. By day
    people vote at random, or by `draw_day`."""
    state, rounds, nights = begin_standing(table), list[RoundChoices](), list[News]()
    while not state.end and len(rounds) < (MOST_NIGHTS if table.game.many_nights else 1):
        choices, state, news = _draw_morning(state, RoundChoices(draw_night(state, chance)), chance)
        nights.append(news)
        if table.game.many_nights and not state.end:
            day = draw_day(state, nights, chance) if draw_day else draw_votes(state, chance)
            state, _, dusk = _with_last(partial(_play_day, state, day), chance)
            choices = replace(choices, day=replace(day, dusk=dusk))
        rounds.append(choices)
    return rounds, state


def _draw_morning(before: Standing, choices: RoundChoices, chance: Chance) -> tuple[RoundChoices, Standing, News]:
    """Draw the elections of a day one after the other, and the choices of those who died in the night."""
    choices = _with_elections(before, choices, "before", chance)
    state, news, dawn = _with_last(lambda dawn: play_night(before, replace(choices, dawn=dawn))[:2], chance)
    choices = _with_elections(before, replace(choices, dawn=dawn), "after", chance)
    return choices, *(play_night(before, choices)[:2] if choices.elections else (state, news))


def _with_elections(before: Standing, choices: RoundChoices, moment: str, chance: Chance) -> RoundChoices:
    while due := election_due(before, choices, moment):
        state, row = due.state, due.row
        stand = tuple(seat for seat in state.in_play if not chance.below(4)) if row.stand else None
        drawn = _answered(election_polls(state, row, stand), state, chance)
        choices = replace(choices, elections={**choices.elections, row.id: drawn})
    return choices


def _answered(polls: Generator[Poll, PollAnswer, _Voted], state: Standing, chance: Chance) -> _Voted:
    """Draw the answer to each poll, and return the result of the polls."""
    try:
        poll = next(polls)
        while True:
            poll = polls.send(_answer(poll, state, chance))
    except StopIteration as end:
        return cast("_Voted", end.value)


def _answer(poll: Poll, state: Standing, chance: Chance) -> PollAnswer:
    match poll.what:
        case "lift":
            return [seat for seat in state.in_play if chance.below(2)]
        case "decide":
            return [seat for seat in [chance.pick((0, *poll.among))] if seat]
    return _ballot(state, poll.among, poll.barred, chance)


def _play_day(before: Standing, day: DayChoices, dusk: Sequence[CallChoice]) -> tuple[Standing, News]:
    return play_day(before, replace(day, dusk=dusk))


def _with_last(play: _Play, chance: Chance) -> tuple[Standing, News, tuple[CallChoice, ...]]:
    """Play a night or a day, and draw one after the other the choices of those who die in it."""
    chosen = tuple[CallChoice, ...]()
    state, news = play(chosen)
    while news.open:
        first = news.open[0]
        place = chance.below(len(first.places) + 1)
        chosen += (CallChoice(first.seat, first.call, tuple(first.places[place : place + 1])),)
        state, news = play(chosen)
    return state, news, tuple(filter(None, chosen))


def draw_night(before: Standing, chance: Chance) -> tuple[CallChoice, ...]:
    """Draw the choices of everybody who is called in the next night."""
    found = list[CallChoice]()

    def choose(state: Standing, turn: Turn) -> Mapping[int, CallChoice]:
        chosen = {choice.seat: choice for choice in _chosen(state, turn, chance) if choice}
        found.extend(chosen.values())
        return chosen

    play_calls(before, (), choose=choose)
    return tuple(found)


def _chosen(state: Standing, turn: Turn, chance: Chance) -> Iterator[CallChoice]:
    """Yield the choices in a call. If everybody chooses together, one of them draws, and all who can make a proposal
    propose the same."""
    if not VERBS[turn.call.do.verb].chooses:
        return
    able = [seat for seat in turn.called if not turn.is_closed(state, seat)]
    if turn.call.do.together == "each":
        yield from (_drawn(state, turn, seat, chance) for seat in able)
    elif able:
        first = _drawn(state, turn, chance.pick(able), chance)
        yield from (replace(first, seat=seat) for seat in able if turn.may_choose(seat).issuperset(first.targets))


def _drawn(state: Standing, turn: Turn, seat: int, chance: Chance) -> CallChoice:
    """Draw one of all choices that a seat may make, each equally likely. Choosing nothing counts as one, if allowed."""
    do, places, roles = turn.call.do, sorted(turn.may_choose(seat)), tuple(state.table.game.roles)
    least, most = do.count
    if do.verb == "shift":
        way = chance.pick((*_WAYS[: 2 * most], *[""] * (not least)))
        return CallChoice(seat, turn.call.id, direction=way)
    sizes = [size for size in range(least, most + 1) if size != 1 or not VERBS[do.verb].pair]
    ways = {size: comb(len(places), size) * (len(roles) if do.verb == "guess" and size else 1) for size in sizes}
    ends = [*accumulate(ways.values())]
    if not ends[-1]:
        return CallChoice(seat, turn.call.id)
    targets = chance.shuffle(places)[: sizes[bisect(ends, chance.below(ends[-1]))]]
    role = chance.pick(roles) if do.verb == "guess" and targets else ""
    return CallChoice(seat, turn.call.id, targets, role)


def draw_votes(state: Standing, chance: Chance) -> DayChoices:
    """Draw the vote of each seat that has a vote, among all seats that it may vote for."""
    vote = state.table.game.day.vote
    named = _nominations(state, chance, hands=vote == "nomination") if vote in ("nomination", "listed") else ()
    return _answered(day_polls(state, tuple(named)), state, chance)


def _ballot(
    state: Standing, among: Sequence[int], barred: Collection[int], chance: Chance
) -> Mapping[int, Sequence[int]]:
    own = state.table.game.day.to_self
    others = {seat: [each for each in among if own or each != seat] for seat in state.in_play if seat not in barred}
    return {seat: (chance.pick(each),) for seat, each in others.items() if each and weight_of(state, seat)}


def _nominations(state: Standing, chance: Chance, *, hands: bool) -> Iterator[Nomination]:
    """Yield nominations by each seat in turn; a seat may make none. If hands are raised for nominations, each hand goes
    up or stays down at random."""
    named, own = set[int](), state.table.game.day.to_self
    for seat in state.in_play:
        free = [other for other in state.in_play if (own or other != seat) and other not in named]
        if of := chance.pick((0, *free)):
            named.add(of)
            yield Nomination(seat, of, tuple(each for each in state.in_play if hands and chance.below(2)))
