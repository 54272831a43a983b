"""Tests questions about a result that a phone may answer: only the one on the screen, like a hand would, and none in a
game that keeps a secret."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Wished
from nightcrier.box.show.answers import NONE_OF_THEM, Option
from nightcrier.box.show.cues import CHOSEN, Bed
from nightcrier.box.show.facts import SeatName, Word
from nightcrier.box.show.stages import HOST, TABLE, Ask, Marks, Tell, Verdict
from nightcrier.box.table.core.effects import Effect, Record
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.look import look
from nightcrier.box.table.over.yes_or_no import END_GAME, QuestionPage
from nightcrier.box.table.phone_answers import public_question
from nightcrier.box.table.public_table import table_shown
from nightcrier.wire.public_record import OfferedAnswer, PublicQuestion
from nightcrier.wire.wishes import AnswerWish
from tests.box.table.evening import Evening
from tests.box.table.stage_games import BackPlay, answers_of
from tests.hands import is_at_stage

SEATS = tuple(Option(str(seat), SeatName(seat)) for seat in (1, 2, 3))
ONE = Ask(TABLE, Word("who"), SEATS, back=True, of_result=True)
SEVERAL = replace(ONE, choices=(Option(NONE_OF_THEM, Word("nobody")), *SEATS), marks=Marks(0, 2))


def wish(evening: Evening, *values: str, at: float | None = None) -> list[Effect]:
    session = evening.table.session
    assert session
    return list(evening.send(Wished(evening.at, AnswerWish(session.since if at is None else at, values))))


def told(evening: Evening) -> PublicQuestion | None:
    return table_shown(evening.house, evening.table, look(evening.house, evening.table)).question


def asks_no_phone(evening: Evening) -> None:
    before = evening.table
    assert wish(evening, "1") == []
    assert evening.table is before
    assert told(evening) is None


def test_a_question_about_a_result_is_told_as_it_stands_on_the_glass(start_stages):
    question = told(start_stages(ONE, ONE))
    assert question.text == "who"
    assert [each.value for each in question.answers] == ["1", "2", "3"]
    assert (question.marked, question.least, question.most) == (False, 1, 1)
    several = told(start_stages(SEVERAL, ONE))
    assert OfferedAnswer(NONE_OF_THEM, "nobody") not in several.answers
    assert (several.marked, several.least, several.most) == (True, 0, 2)


def test_an_answer_is_that_of_a_hand(start_stages):
    evening = start_stages(ONE, ONE)
    hand = Evening(evening.house, evening.table)
    pressed = hand.go("1 start")
    assert wish(evening, "2") == list(pressed)
    assert any(isinstance(effect, Record) for effect in pressed)
    assert answers_of(evening) == answers_of(hand) == ("2",)
    assert evening.table.session == hand.table.session


@pytest.mark.parametrize("values", [("3", "1"), ("2",), ()])
def test_several_are_marked_as_by_a_hand(start_stages, values):
    evening = start_stages(SEVERAL, ONE)
    hand = Evening(evening.house, evening.table)
    for seat in (1, 2, 3):
        hand.turn(1)
        if str(seat) in values:
            hand.press()
    hand.go("1 start")
    assert wish(evening, *values)
    assert answers_of(evening) == answers_of(hand) == (tuple(sorted(values)),)
    assert evening.table.session == hand.table.session


def test_back_takes_it_back_to_the_answer_that_was_given(start_stages):
    evening = start_stages(ONE, ONE, kind=BackPlay)
    wish(evening, "3")
    assert answers_of(evening.after("back")) == ()
    assert is_at_stage(evening.table)
    assert evening.table.turned_now.index == 2


@pytest.mark.parametrize(
    ("stage", "values"),
    [
        *((ONE, values) for values in ((), ("4",), ("1", "2"), ("1", "1"), (NONE_OF_THEM,))),
        *((SEVERAL, values) for values in (("1", "2", "3"), (NONE_OF_THEM,), ("1", NONE_OF_THEM), ("2", "2"))),
    ],
)
def test_what_is_no_answer_or_marks_more_than_may_be_is_not_heeded(start_stages, stage, values):
    evening = start_stages(stage, ONE)
    before = evening.table
    assert wish(evening, *values) == []
    assert evening.table is before


def test_an_old_page_answers_no_other_question(start_stages):
    evening = start_stages(ONE, ONE, ONE)
    first = evening.table.session
    evening.at += 1.0
    wish(evening, "1")
    before = evening.table
    assert wish(evening, "1", at=first.since) == []
    assert evening.table is before
    assert answers_of(evening) == ("1",)


@pytest.mark.parametrize(
    "stage",
    [
        replace(ONE, of_result=False),
        replace(ONE, who=1),
        replace(ONE, who=HOST),
        replace(ONE, night=Bed(CHOSEN)),
        Tell(TABLE, (Word("one"),)),
        Verdict((), (0, 1, 0)),
    ],
)
def test_no_other_question_is_for_phones(start_stages, stage):
    asks_no_phone(start_stages(stage, ONE))


def test_none_in_a_game_that_keeps_a_secret(start_stages):
    asks_no_phone(start_stages(ONE, ONE, secret_from=0))


@pytest.mark.parametrize("over", [QuestionPage(END_GAME, None), None])
def test_none_while_something_stands_over_it_or_the_box_sleeps(start_stages, over):
    evening = start_stages(ONE, ONE)
    page = over or evening.table.page
    evening.table = replace(evening.table, page=page, rest=replace(evening.table.rest, asleep=over is None))
    asks_no_phone(evening)


def test_the_result_of_one_night_is_entered_once_hands_want_it(voted):
    evening = voted
    assert told(evening) is None
    assert wish(evening, "no") == []
    evening.table, _ = advance(evening.table, "yes", evening.at)
    question = told(evening)
    assert question.text == "Who died?"
    assert [each.text for each in question.answers][:2] == ["Nobody", "Seat 1"]
    assert wish(evening, "votes")
    for pointed in ("2", "1", "1"):
        assert told(evening)
        assert wish(evening, pointed)
    evening.hand(Control.BACK, Gesture.PRESS)
    last = told(evening)
    assert last
    assert wish(evening, "0")
    assert public_question(evening.house, evening.table) != last
