"""Changes an earlier answer of a game, and replays the game from there with all later answers that still fit. An answer
fits if the same question is asked again in the same night or day, and the answer is still allowed.

Nothing is heard a second time during the replay. At a question that has no answer yet, the game stops."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar

from msgspec import Struct

from nightcrier.box.show.agenda import AgendaGame
from nightcrier.box.show.answers import NONE_OF_THEM, Answer, Picks, all_values, is_act
from nightcrier.box.show.cues import Call, Say
from nightcrier.box.show.stages import HOST, Ask, Count, Perform, Stage, Tell, answer_with_time, in_the_dark
from nightcrier.kernel.ids import Seconds

_Game = TypeVar("_Game", bound=AgendaGame[Any, Any])

_USUAL: Seconds = 3.0
"""The time that a host is assumed to need to read something that was not shown before."""
_NO_ANSWER_YET = ""


class PastAct(Struct, frozen=True):
    """An earlier answer of a game, and the stage that it answered. `half` counts nights and days: 0 before the first
    night, 1 in it, 2 in the day after it."""

    stage: Stage
    answer: Answer
    half: int

    @property
    def values(self) -> Picks:
        """The answer without the time that it took."""
        values = all_values(self.answer)
        return values[:-1] if isinstance(self.stage, Ask | Tell) and self.stage.timed else values


def half_at(half: int, stage: Stage) -> int:
    """Return the half of a stage that comes right after one of this half. Nights have odd numbers, days even ones."""
    return half + (in_the_dark(stage) is not bool(half % 2))


def past_of(game: AgendaGame[Any, Any]) -> tuple[PastAct, ...]:
    """Return all answers of a game in order. The last entry is the present stage, still without an answer."""
    return tuple(_acts_of(game))


def _acts_of(game: AgendaGame[Any, Any]) -> Iterator[PastAct]:
    half = 0
    for at, answer in zip(game.games(), (*game.acts, _NO_ANSWER_YET), strict=True):
        if at.now:
            half = half_at(half, at.now)
            yield PastAct(at.now, answer, half)


def has_entries(game: AgendaGame[Any, Any]) -> bool:
    """Say whether the host has entered anything that can be corrected."""
    return any(map(_is_entry, islice(_acts_of(game), len(game.acts))))


def _is_entry(act: PastAct) -> bool:
    ask = act.stage
    if not isinstance(ask, Ask) or ask.who != HOST or not act.half or is_act(act.answer):
        return False
    return len(ask.choices) > 1 and act.values != (ask.held,)


class GivenEntry(Struct, frozen=True):
    """An entry of the host that can be corrected: the number of the answer, what was asked, and what was answered."""

    number: int
    ask: Ask
    values: Picks
    half: int


def entries_of(past: Sequence[PastAct]) -> tuple[GivenEntry, ...]:
    """Return the entries of the host in order. Answers from before the first night are left out: the cards have been
    dealt since then, so they can no longer be corrected."""
    return tuple(
        GivenEntry(number, act.stage, act.values or (NONE_OF_THEM,), act.half)
        for number, act in enumerate(past[:-1])
        if isinstance(act.stage, Ask) and _is_entry(act)
    )


class Followed(Struct, Generic[_Game], frozen=True):
    """A game that was replayed, and the answers that are left because the game asks something new first."""

    game: _Game
    half: int
    rest: tuple[PastAct, ...] = ()

    def answer(self, value: Answer) -> "Followed[_Game]":
        """Answer the game's new question, and then replay the remaining answers."""
        return _follow(self.game.answer(value), self.half, self.rest)


def mend_answer(game: _Game, past: Sequence[PastAct], number: int, values: Picks) -> Followed[_Game]:
    """Return the game with other values for the answer of this number. The time that the answer took stays the same."""
    at, act = game.games()[number], past[number]
    kept = all_values(act.answer)[len(act.values) :]
    answer = (*values, *kept) if kept else values
    return _follow(at.answer(answer), act.half, tuple(past[number + 1 :]))


def _follow(game: _Game, half: int, rest: tuple[PastAct, ...]) -> Followed[_Game]:
    """Give the game its later answers again. The last of them is the stage where people are now."""
    while (stage := game.now) is not None:
        half = half_at(half, stage)
        act = _act_due(half, rest)
        if act is not None:
            game, rest = game.answer(rest[act].answer), rest[act + 1 :]
            continue
        place = _place_of(stage, half, rest)
        if place == len(rest) - 1 or half > rest[-1].half:
            break
        if place is None and (len(rest) == 1 or not isinstance(stage, Perform | Tell)):
            return Followed(game, half, rest if isinstance(stage, Ask) else ())
        answer = answer_with_time(stage, "", _USUAL) if place is None else rest[place].answer
        game, rest = game.answer(answer), rest if place is None else rest[place + 1 :]
    return Followed(game, half)


def _act_due(half: int, rest: Sequence[PastAct]) -> int | None:
    """Return the position of an act that is next in the row, or that belongs to a night or day that is over."""
    for at, past in enumerate(rest[:-1]):
        if at > 0 and past.half >= half:
            return None
        if is_act(past.answer):
            return at
    return None


def _place_of(stage: Stage, half: int, rest: Sequence[PastAct]) -> int | None:
    """Return the position of the answer that fits a stage. An answer to a Tell is not sought beyond a question."""
    for at, past in enumerate(rest):
        passes_question = isinstance(stage, Tell) and isinstance(past.stage, Ask)
        if is_act(past.answer) or past.half > half or passes_question:
            return None
        is_same = past.half == half and _mark_of(past.stage) == _mark_of(stage)
        if is_same and (at == len(rest) - 1 or _fits(stage, past)):
            return at
    return None


def _mark_of(stage: Stage) -> object:
    """Return what identifies a stage in a replay, even if other things in the game have changed."""
    match stage:
        case Ask():
            return Ask, stage.who, stage.question
        case Perform():
            called = [cue.title for cue in stage.show if isinstance(cue, Call)]
            said = [cue.lines for cue in stage.show if isinstance(cue, Say)]
            return Perform, stage.page, stage.held, called, said
        case Tell():
            return Tell, stage.who, stage.held
        case Count():
            return Count, stage.clock, stage.foot
    return type(stage)


def _fits(stage: Stage, past: PastAct) -> bool:
    if not isinstance(stage, Ask) or past.values == (stage.held,):
        return True
    return {option.value for option in stage.choices}.issuperset(past.values)
