"""Contains the rounds of a night without cards. Seat after seat comes to the box and holds the dial, so nobody has to
open or shut their eyes.

In each pass of a night, every seat in play chooses equally often and in equal time. In the last pass, everybody reads
what the night did to them. A night in which nobody chooses has only this last pass."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.day_votes import ask_votes
from nightcrier.box.games.engine.dealt_choices import Pass, choosing_passes, choosing_turn, turns_in, with_choices
from nightcrier.box.games.engine.hosted.host_steps import goes_on
from nightcrier.box.games.engine.narrated import NarratedRules, day_talk, day_vote_show, own_line
from nightcrier.box.games.engine.outcomes import ask_outcome
from nightcrier.box.games.engine.public_story import story_alone, with_story
from nightcrier.box.games.engine.referee.standing import Standing
from nightcrier.box.games.engine.seat_pages import (
    choosing_page,
    night_of,
    page_count,
    read_pages,
    shown_facts,
    with_dial,
)
from nightcrier.box.games.engine.secret_turns import COME, SeatTurn, seats_called, under_bed
from nightcrier.box.games.engine.village import Village, seats_asked
from nightcrier.box.show.agenda import RowStep, StageStep, StepResult
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Call, Show, say_lines
from nightcrier.box.show.facts import RoleName
from nightcrier.box.show.stages import Perform
from nightcrier.kernel.ids import LineId, Seconds

_DEALING = LineId("deal.open")
_CHOOSING, _READING = LineId("deal.choosing"), LineId("house.box.spies")
_FACE_UP = LineId("deal.dawn")
_FIRST_PRESS, _FURTHER_PRESS, _FIRST_PAGE, _FURTHER_PAGE = 22.0, 8.0, 10.0, 7.0
_LOOK: Seconds = 5.0
"""How long a held dial shows a page. Everybody is asked to hold it that long, because some roles have more to read."""
_CALL: Seconds = 3.0
"""The usual time to call a seat."""
_LEAST: Seconds = 8.0
"""The shortest turn of a seat that chooses. A seat that only reads always has its whole time, because some seats have
more to read than others."""


def usual_night(rules: NarratedRules) -> Seconds:
    """Return roughly how long a later night takes if every seat presses as soon as it may."""
    night = 2 if rules.file.many_nights else 1
    choosing = sum(_LEAST + _FURTHER_PRESS * (each.presses - 1) + _CALL for each in choosing_passes(rules, night))
    reading = _FIRST_PAGE + _FURTHER_PAGE * (page_count(rules, night) - 1) + _CALL
    return rules.paced(choosing + reading) * rules.players


class SeatsRound(Struct, frozen=True, kw_only=True):
    """A round in which every seat in play comes to the box. If it `deals`, it is the first round of the game."""

    page: ClassVar[str] = "deal"
    deals: bool = False

    def seats(self, rules: NarratedRules, village: Village) -> Sequence[int]:
        return [seat - 1 for seat in seats_asked(village, village.dusk)]


class ChoosingRound(SeatsRound, frozen=True):
    its: Pass

    def show(self, rules: NarratedRules, village: Village) -> Show:
        lines = (*((_DEALING,) if self.deals else ()), _CHOOSING)
        return choosing_show(rules, self.seats(rules, village), lines, self.its.presses)

    def turn(self, rules: NarratedRules, village: Village, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        turns = turns_in(village, self.its)
        page = choosing_page(rules, village, self.its, turns, seat + 1, rows)
        turn = choosing_turn(rules, village, self.its, turns, seat + 1)
        return replace(turn, seen=with_dial(page, turn.lists), look=rules.paced(_LOOK))

    def round_result(self, rules: NarratedRules, village: Village, rows: Sequence[Picks]) -> StepResult[Village]:
        return StepResult(with_choices(rules, village, self.its, rows))


class ReadingRound(SeatsRound, frozen=True):
    """The last pass of a night, in which every seat reads the same number of pages."""

    pages: int

    def show(self, rules: NarratedRules, village: Village) -> Show:
        whole = rules.paced(_FIRST_PAGE + _FURTHER_PAGE * (self.pages - 1))
        return _called(self.seats(rules, village), (_DEALING if self.deals else _READING,), whole, None)

    def turn(self, rules: NarratedRules, village: Village, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        first, *more = read_pages(rules, village, self.pages, seat + 1)
        look = rules.paced(_LOOK)
        return SeatTurn(seat, seen=first, more=tuple(more), until_read=True, final=True, look=look)

    def round_result(self, rules: NarratedRules, village: Village, rows: Sequence[Picks]) -> StepResult[Village]:
        return StepResult(village)


def choosing_show(rules: NarratedRules, seats: Sequence[int], lines: Sequence[LineId], presses: int) -> Show:
    """Return the show of a round in which each seat presses `presses` times. It is the same for every deal."""
    whole = rules.paced(_FIRST_PRESS + _FURTHER_PRESS * (presses - 1))
    return _called(seats, lines, whole, rules.paced(_LEAST))


def _called(seats: Sequence[int], lines: Sequence[LineId], whole: Seconds, least: Seconds | None) -> Show:
    return (Call(RoleName("deal")), *say_lines(*lines), *under_bed(seats_called(seats, whole, least, COME)))


class DealtDay(RowStep[NarratedRules, Village], frozen=True):
    """The step that holds the talk and the vote after the only night, until people say that the game is over. Then the
    box tells who had which card, and what was done in the night."""

    def row(self, rules: NarratedRules, state: Village) -> AskingRow[StepResult[Village]]:
        turned = any(call.do.verb == "turn" for call in rules.calls(1))
        if cues := (*own_line(rules.file, "day"), *(say_lines(_FACE_UP) if turned else ())):
            yield Perform((Call(RoleName("dawn")), *cues), "dawn")
        yield replace(day_talk(rules, 1), facts=shown_facts(rules, state))
        yield from _vote(rules, night_of(state).state)
        if rules.file.outcomes:
            verdict = yield from ask_outcome(rules.file, rules.deck, rules.players, night_of(state).state)
            if verdict:
                return StepResult(state, (StageStep(with_story(verdict, rules, state)),))
        elif not (yield from goes_on()):
            return StepResult(state, (StageStep(story_alone(rules, state)),))
        return StepResult(state, (DealtDay(),))


def _vote(rules: NarratedRules, state: Standing) -> AskingRow[None]:
    """Let people vote and count their hands. In a secret vote each seat dials its vote, unless people keep a list."""
    if rules.file.day.ballots == "secret" and rules.file.day.vote not in ("none", "listed"):
        yield from ask_votes(rules, state, 1)
    elif rules.file.day.vote != "none":
        yield Perform(day_vote_show(rules, known=False), "vote")
