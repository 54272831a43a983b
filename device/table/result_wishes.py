"""A result that was entered in one picture of the table: the questions it says something to are answered one after the
other, each as a hand would answer it. The first it does not fit stands on the glass, and is asked as ever."""

from device.kernel.public_question import question_time
from device.kernel.refusal import Refusal
from device.kernel.wishes import AnswerWish, ResultWish
from device.show.result_picture import AskedDeaths, AskedHolder, AskedVote, EnteredResult, ResultPicture, entered_answer
from device.show.stages import Ask, Tell
from device.table.effects import Effect
from device.table.house import House
from device.table.phone_answers import follow_answer, is_answered_by, open_question, open_result
from device.table.refused_wish import WishNotDone
from device.table.session import advance
from device.table.state import Table, TableStep


def is_entered_by(table: Table, wish: ResultWish) -> bool:
    """Whether it begins with the question that stands on the glass, and answers it."""
    return is_of_question(table, wish) and _answered(table, wish, wish.at) is not None


def is_of_question(table: Table, wish: ResultWish) -> bool:
    """Whether it begins with the question that stands on the glass."""
    session, stage = table.session, open_result(table)
    if session is None or stage is None or question_time(session.since) != wish.at:
        return False
    return stage.picture is not None and _is_whole(wish, stage.picture)


def _is_whole(wish: ResultWish, picture: ResultPicture) -> bool:
    """What is entered, is entered for every seat, and of what there is."""
    dead, seats = wish.dead or (), range(1, picture.players + 1)
    named = {*wish.points, *dead} - {0} <= {*seats} and 0 not in dead and len(set(dead)) == len(dead)
    known = max(wish.cards, default=0) <= len(picture.cards)
    return named and known and all(len(each) in {0, len(seats)} for each in (wish.points, wish.cards))


def follow_result(house: House, table: Table, wish: ResultWish, at: float) -> TableStep:
    """Question by question, while it answers them. Raises WishNotDone where it has more to say and does not fit."""
    effects: tuple[Effect, ...] = ()
    while (step := _answered(table, wish, at)) is not None:
        table, effects = step[0], (*effects, *step[1])
    asked = open_question(table)
    part = asked.part if asked else None
    if isinstance(part, AskedDeaths | AskedVote) or (wish.cards and isinstance(part, AskedHolder)):
        raise WishNotDone(Refusal.STOPPED, (table, effects))
    return table, effects


def _answered(table: Table, wish: ResultWish, at: float) -> TableStep | None:
    """By one answer; None where it has none to what stands on the glass. Whoever has entered the cards has done what
    people are told before they are asked for them."""
    session, stage = table.session, open_result(table)
    if session is None or stage is None or stage.picture is None:
        return None
    if isinstance(stage, Tell):
        return advance(table, "", at) if wish.cards else None
    answer = _answer(stage, wish, stage.picture, question_time(session.since))
    return follow_answer(table, answer, at) if answer and is_answered_by(table, answer) else None


def _answer(stage: Ask, wish: ResultWish, picture: ResultPicture, since: float) -> AnswerWish | None:
    """It names its question, as every answer does."""
    named = ("", *(card.value for card in picture.cards))
    entered = EnteredResult(wish.points, wish.dead, tuple(named[card] for card in wish.cards))
    values = entered_answer(stage.part, entered, marked=stage.marks is not None) if stage.part else None
    return None if values is None else AnswerWish(since, values)
