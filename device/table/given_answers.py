"""Keeps the answers that were given: whoever goes back to a question finds the answer and the marks there again, and so
does whoever then goes on. A question to one seat alone keeps none: whoever sits there next is not to see them."""

from typing import TypeAlias

from device.show.answers import BACK, NONE_OF_THEM, Answer, Picks, all_values
from device.show.stages import TABLE, Ask, Stage, Tell
from device.table.page_kinds import StagePage
from device.table.session_state import GivenAnswer, Session

_KEPT = 64
"""So many steps nobody goes back."""


_AnswersNow: TypeAlias = tuple[tuple[GivenAnswer, ...], tuple[GivenAnswer, ...], Answer | None]
"""The answers given so far; those of questions that BACK has left, until they come again; and what stands at the stage
the game has come to, where it was there before."""


def given_after(session: Session, value: Answer, stage: Stage, marked: Picks | None = None) -> _AnswersNow:
    """Return the answers once this stage is done with this answer; `marked` is what was marked there, if that is
    known."""
    if value == BACK:
        return _taken_back(session, stage, marked)
    given, asked = session.given, session.stage
    if isinstance(asked, Ask) and asked.who <= TABLE:
        given = (*given, GivenAnswer(asked, value))[-_KEPT:]
    came = (each.value for each in reversed(session.left) if _is_again(each.ask, stage))
    # A show or a talk is another hour of the game: what stood there before it was about that one.
    left = _others(session, stage) if isinstance(stage, Ask | Tell) else ()
    return given, left, next(came, None)


def _taken_back(session: Session, stage: Stage, marked: Picks | None) -> _AnswersNow:
    given, left = session.given, _left_answers(session, marked)
    places = [place for place, each in enumerate(given) if each.ask == stage]
    return (given[: places[-1]], left, given[places[-1]].value) if places else (given, left, None)


def _left_answers(session: Session, marked: Picks | None) -> tuple[GivenAnswer, ...]:
    """Add the question that is left now, with what was answered there, or with its marks as they stand. After a power
    cut nobody knows these, so nothing stands there: what was answered may have been a slip."""
    stage = session.stage
    if not isinstance(stage, Ask) or stage.who > TABLE:
        return session.left
    if stage.marks is None:
        given = () if session.before is None else (GivenAnswer(stage, session.before),)
        return (*_others(session, stage), *given)[-_KEPT:]
    if marked is None:
        return _others(session, stage)
    return (*_others(session, stage), GivenAnswer(stage, marked))[-_KEPT:]


def _others(session: Session, stage: Stage) -> tuple[GivenAnswer, ...]:
    return tuple(each for each in session.left if each.ask != stage)


def _is_again(asked: Ask, stage: Stage) -> bool:
    """Whether this is that question. One with a single answer may offer others than before: how much Gold is left hangs
    on what was given at first."""
    if asked.marks or not isinstance(stage, Ask):
        return asked == stage
    return (asked.question, asked.who, asked.marks) == (stage.question, stage.who, stage.marks)


def first_page(stage: Stage, before: Answer | None = None) -> StagePage:
    """Return the page of a stage as it comes up, with what was answered there `before`. The choice of one seat alone
    stands there once it turns the dial."""
    if not isinstance(stage, Ask):
        return StagePage()
    if stage.marks:
        places = _places(stage, stage.marks.first if before is None else all_values(before))
        start = places[0] if places and stage.choices[stage.start].value == NONE_OF_THEM else stage.start
        return StagePage(-1 if stage.who > TABLE else start, places)
    places = () if before is None else _places(stage, all_values(before))
    return StagePage(-1 if stage.who > TABLE else next(iter(places), stage.start))


def _places(stage: Ask, values: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(place for place, choice in enumerate(stage.choices) if choice.value in values)
