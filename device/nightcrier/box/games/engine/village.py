"""Keeps a game in a file while it is played: its state at nightfall, its state now, and what was chosen in between.

The referee judges a night or a day again after each further choice of the dead, so all of these functions may be called
again with more choices."""

from collections.abc import Mapping, Sequence
from typing import Any, Self, TypeAlias, TypeVar

from msgspec.structs import replace

from nightcrier.box.games.engine.calls import is_switched
from nightcrier.box.games.engine.hosted.host_steps import LedState
from nightcrier.box.games.engine.line_ids import word_of
from nightcrier.box.games.engine.narrated import NarratedRules
from nightcrier.box.games.engine.referee.leaving import go_by_day
from nightcrier.box.games.engine.referee.records import (
    CallChoice,
    DayChoices,
    ElectionChoices,
    LeaveChoice,
    News,
    Nomination,
    RoundChoices,
)
from nightcrier.box.games.engine.referee.standing import FileTable, Standing, begin_standing
from nightcrier.box.games.engine.referee.whole_game import JudgedRound, play_day, play_night
from nightcrier.box.games.engine.secret_turns import SecretRound
from nightcrier.box.show.agenda import AgendaGame, AgendaStep, RowStep
from nightcrier.box.show.answers import Option
from nightcrier.box.show.facts import RoleName
from nightcrier.box.show.stages import Count
from nightcrier.kernel.errors import RefusedGame

LastChoices: TypeAlias = Mapping[tuple[int, str], tuple[int, ...]]
"""The place that each dead seat chose by each row of deaths, or none."""


_NO_NEWS = News({}, {}, (), ())


class Village(LedState, frozen=True, kw_only=True):
    """A game under way. `dusk` is its state before tonight, and `state` its present state. `number` counts nights from
    1. `night` are the choices of tonight so far, `dawn` those of the seats that died in it, and `day` those of the day.
    `night_news` and `day_news` are their results, once they are judged. `rounds` were finished before tonight. `left`
    are the seats whose people have left. They die without a cause by day, and are not asked until then. `elections`,
    `nominations` and `leaves` are those after this night, and `began` is the seat that last began a talk in turns."""

    dusk: Standing
    state: Standing
    night: tuple[CallChoice, ...] = ()
    dawn: tuple[CallChoice, ...] = ()
    night_news: News | None = None
    day: DayChoices | None = None
    day_news: News | None = None
    rounds: tuple[JudgedRound, ...] = ()
    left: tuple[int, ...] = ()
    elections: Mapping[str, ElectionChoices] = {}
    nominations: tuple[Nomination, ...] = ()
    leaves: tuple[LeaveChoice, ...] = ()
    began: int = 0

    @property
    def over(self) -> bool:
        return bool(self.state.end)

    @property
    def by_day(self) -> bool:
        return self.day_news is not None

    @property
    def page(self) -> str:
        """The page on which deaths are announced."""
        return "vote" if self.by_day else "dawn"

    @property
    def news(self) -> News:
        """The news of the day if the day is judged, or else the news of the night."""
        return self.day_news or self.night_news or _NO_NEWS

    @property
    def choices(self) -> RoundChoices:
        return RoundChoices(self.night, self.dawn, self.day, self.elections)

    @property
    def judged(self) -> tuple[JudgedRound, ...]:
        """All rounds whose night is judged, with the present one last."""
        if self.night_news is None:
            return self.rounds
        return (*self.rounds, JudgedRound(self.choices, self.night_news, self.day_news))


def begin_village(table: FileTable) -> Village:
    return Village(dusk=(state := begin_standing(table)), state=state)


def fall_of_night(village: Village) -> Village:
    """Return the game at the beginning of its next night, before any choice."""
    fallen = replace(village, dusk=village.state, number=village.number + 1, rounds=village.judged)
    fallen = replace(fallen, night=(), dawn=(), night_news=None, day=None, day_news=None)
    return replace(fallen, elections={}, nominations=(), leaves=())


def at_morning(village: Village, dawn: Sequence[CallChoice] = ()) -> Village:
    """Judge the night, with these choices of those who died in it. Raises RefusedGame."""
    village = replace(village, dawn=tuple(dawn))
    state, news, _ = play_night(village.dusk, village.choices)
    return replace(village, state=state, night_news=news)


def after_day(village: Village, choices: DayChoices) -> Village:
    """Judge the day after this night, with the choices of those who died in it. Raises RefusedGame."""
    choices = replace(choices, left=village.left, leaves=village.leaves)
    state, news = play_day(play_night(village.dusk, village.choices)[0], choices)
    return replace(village, state=state, day=choices, day_news=news)


def after_leaves(village: Village) -> tuple[Standing, Sequence[News], bool]:
    """Return the state after all seats that left today are out, the news of each, and whether the day is over."""
    state, *_ = play_night(village.dusk, village.choices)
    return state, *go_by_day(state, village.leaves)


def seats_asked(village: Village, state: Standing) -> list[int]:
    """Return the seats that are in play in this state and have not left."""
    return [seat for seat in state.in_play if seat not in village.left]


def with_last_choices(village: Village, chosen: LastChoices) -> Village:
    """Judge the deaths again with the choices of these dead, wave by wave, so that it does not matter in which order
    people were asked. A choice is in vain if the chosen seat is dead before the wave of its chooser."""
    while left := [each for each in village.news.open if (each.seat, each.call) in chosen]:
        choice = CallChoice(left[0].seat, left[0].call, chosen[left[0].seat, left[0].call])
        try:
            village = _judged_with(village, choice)
        except RefusedGame:
            village = _judged_with(village, replace(choice, targets=()))
    return village


def _judged_with(village: Village, choice: CallChoice) -> Village:
    if village.day is None:
        return at_morning(village, (*village.dawn, choice))
    if village.leaves and village.news.pyre.how == "over":
        *others, last = village.leaves
        leaves = (*others, replace(last, dusk=(*last.dusk, choice)))
        return after_day(replace(village, leaves=leaves), village.day)
    return after_day(village, replace(village.day, dusk=(*village.day.dusk, choice)))


class DayVote(RowStep[NarratedRules, Village], frozen=True):
    """The step that holds the vote of a day. Until it begins, a seat may leave without a vote."""

    def tell_gone(self, rules: NarratedRules, village: Village, news: News) -> AgendaStep[NarratedRules, Village]:
        """Return the step that announces who has left, if the day goes on."""
        raise NotImplementedError


_Rules = TypeVar("_Rules", bound=NarratedRules)


class VillageGame(AgendaGame[_Rules, Village], frozen=True):
    """A game of many nights under way that seats may leave. A seat that leaves is not asked any more, and dies by day
    without a cause, with everything that follows from a death."""

    def seats_in_play(self) -> tuple[int, ...]:
        village = self.state
        playing = village.number and not village.over and self.rules.file.many_nights
        return tuple(seat - 1 for seat in seats_asked(village, village.state)) if playing else ()

    def seats_out(self) -> tuple[int, ...]:
        return tuple(seat - 1 for seat in sorted(self.state.state.out))

    def ways_to_go(self, *, now: bool = True) -> tuple[Option, ...]:
        rows = [row for row in self.rules.file.leaves if is_switched(row.switch, self.rules.switches)]
        comes = not now or any(isinstance(step, DayVote) and not step.answers for step in self.steps)
        names = (RoleName(word_of(self.rules.file.id, "leave", row.id)) for row in rows)
        return tuple(Option(row.id, name) for row, name in zip(rows, names, strict=True)) if comes else ()

    def gone(self, seat: int, way: str) -> Self:
        """Return the game after a seat has left by a rule. If that ends the day, the vote only announces it. Otherwise
        a talk in turns goes on."""
        village = replace(self.state, leaves=(*self.state.leaves, LeaveChoice(seat + 1, way, trusted=True)))
        state, news, over = after_leaves(village)
        at, vote = next((at, step) for at, step in enumerate(self.steps) if isinstance(step, DayVote))
        if over:
            return replace(self, state=village, steps=self.steps[at:])
        first, *others = self.steps
        first = self._talk_without(first, seat + 1) if isinstance(first, RowStep) else first
        told = vote.tell_gone(self.rules, village, news[-1])
        return replace(self, state=replace(village, state=state), steps=(told, first, *others))

    def without(self, seat: int) -> Self:
        """Return the game after a seat has left. Its choices in a secret round are dropped, and a vote begins again."""
        first, *others = self.steps
        if isinstance(first, SecretRound):
            first = first.without(self.rules, self.state, seat)
        elif isinstance(first, RowStep):
            first = self._talk_without(first, seat + 1)
        return replace(self, state=replace(self.state, left=(*self.state.left, seat + 1)), steps=(first, *others))

    def _talk_without(self, talk: RowStep[_Rules, Village], seat: int) -> RowStep[_Rules, Village]:
        """Return a row of questions without the seat's answers: a talk around the table goes on with the next speaker,
        and any other row begins again. Each speech has two answers; a further answer belongs to a question after it, or
        follows a BACK."""
        floor: Any = getattr(self.now, "floor", None)
        round_table = all(each.way == "up" and each.first in ("seat", "dead") for each in self.rules.file.day.rounds)
        kept = round_table and floor and len(talk.answers) == 2 * floor.at + isinstance(self.now, Count)
        answers = (picks for at, picks in enumerate(talk.answers) if kept and floor.row[at // 2] != seat)
        return replace(talk, answers=tuple(answers))
