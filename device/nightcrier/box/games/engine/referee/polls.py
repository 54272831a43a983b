"""Leads through a vote: each answer decides what is asked next. The table asks people; random evenings draw answers."""

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TypeAlias, TypeVar, cast

from msgspec.structs import replace

from nightcrier.box.games.engine.model import ElectRow
from nightcrier.box.games.engine.referee.elections import candidates_of, elected_in
from nightcrier.box.games.engine.referee.records import DayChoices, ElectionChoices, Nomination, Votes
from nightcrier.box.games.engine.referee.standing import Standing
from nightcrier.box.games.engine.referee.votes import MissingVote, Poll, count_day, decider_of, is_voted_on

PollAnswer: TypeAlias = Votes | Sequence[int]
"""The votes, the seats whose hands are up, or the seat that was chosen."""
_Choices = TypeVar("_Choices", DayChoices, ElectionChoices)
_Counted = TypeVar("_Counted")
_Voted = TypeVar("_Voted")
Polls: TypeAlias = Generator[Poll, PollAnswer, _Voted]


def day_polls(state: Standing, nominations: Sequence[Nomination] = ()) -> Polls[DayChoices]:
    """Yield each poll of a day, after the nominations, and return the choices of the day."""
    day, choices = state.table.game.day, DayChoices(nominations=nominations)
    listed = [each.of for each in nominations if each.of in state.in_play]
    among = listed if day.vote == "listed" else state.in_play
    if day.vote == "none" or (day.vote == "listed" and not is_voted_on(state, among)):
        return choices
    if day.vote != "nomination":
        choices = replace(choices, votes=cast("Votes", (yield Poll("votes", among))))
    choices, pyre = yield from _follow_ties(partial(count_day, state), choices)
    if pyre.tied and (decider := decider_of(state)):
        chosen = cast("Sequence[int]", (yield Poll("decide", pyre.tied, (decider,))))
        choices = replace(choices, tie_by=next(iter(chosen), None))
    if pyre.tied and day.tie == "lift" and choices.tie_by is None:
        choices = replace(choices, lift=cast("Sequence[int]", (yield Poll("lift", pyre.tied))))
    return choices


def election_polls(state: Standing, row: ElectRow, stand: Sequence[int] | None) -> Polls[ElectionChoices]:
    """Yield each poll of an election, and return its choices. A single candidate is elected without a vote."""
    candidates, choices = candidates_of(state, row, stand), ElectionChoices(stand)
    if row.stand and len(candidates) < 2:
        return choices
    barred = candidates if row.stand else ()
    choices = replace(choices, votes=cast("Votes", (yield Poll("votes", candidates, barred))))
    choices, _ = yield from _follow_ties(partial(elected_in, state, row), choices)
    return choices


def _follow_ties(count: Callable[[_Choices], _Counted], choices: _Choices) -> Polls[tuple[_Choices, _Counted]]:
    """Yield each further poll that is needed because of a tie, and return all choices with their count."""
    while True:
        try:
            return choices, count(choices)
        except MissingVote as missing:
            votes = cast("Votes", (yield missing.poll))
            is_run_off = missing.poll.what == "run-off"
            choices = replace(choices, **({"run_off": votes} if is_run_off else {"again": (*choices.again, votes)}))
