"""Once a question that stands over a page is answered, the rest of its sentence is not said over what follows."""

import pytest

from nightcrier.box.show.cues import Hush, Speak
from nightcrier.box.show.stages import Count
from nightcrier.box.table.over.evening_menus import REMOVE, STRIKE_GAME
from nightcrier.box.table.over.explain import EXPLAIN
from nightcrier.box.table.over.who_plays import NEW_EVENING
from nightcrier.box.table.over.yes_or_no import Question, QuestionPage, ask_over
from tests.box.table.asking import BACK, HOLD, START, Through, spoken, until_window
from tests.box.table.evening import Evening


def test_no_by_day_stops_it_and_says_nothing(play_through: Through) -> None:
    evening = play_through(Count)
    evening.hand(BACK, HOLD)
    assert evening.back()[0] == Hush()


def test_no_by_night_stops_it_before_the_show_goes_on(evening: Evening) -> None:
    until_window(evening)
    evening.hand(BACK, HOLD)
    kinds = [type(effect) for effect in evening.back()]
    assert kinds[0] is Hush
    assert kinds.count(Hush) == 1


def test_what_to_do_is_said_whole(play_through: Through) -> None:
    """A press where a hold is meant answers nothing yet."""
    evening = play_through(Count)
    evening.hand(BACK, HOLD)
    told = evening.start()
    assert [type(effect) for effect in told] == [Hush, Speak]
    assert spoken(told) == ["screen.ask.answers.held"]


@pytest.mark.parametrize("control", [START, BACK])
@pytest.mark.parametrize("question", [EXPLAIN, REMOVE, NEW_EVENING, STRIKE_GAME])
def test_every_answer_stops_it_once_and_before_all_else(question: Question, control: object, evening: Evening) -> None:
    evening.table, _ = ask_over(evening.table, question)
    assert isinstance(evening.table.page, QuestionPage)
    effects = evening.start() if control is START else evening.back()
    heard = [effect for effect in effects if isinstance(effect, Hush | Speak)]
    assert [type(effect) for effect in heard].count(Hush) == 1
    assert isinstance(heard[0], Hush)


def test_the_end_of_a_game_is_told_whole(evening: Evening) -> None:
    until_window(evening)
    evening.hand(BACK, HOLD)
    told = evening.hand(START, HOLD)
    assert evening.table.at_home
    at = next(n for n, effect in enumerate(told) if isinstance(effect, Speak))
    assert spoken(told) == ["night.ended"]
    assert not any(isinstance(effect, Hush) for effect in told[at:])
