"""Tests that each answer to a question of the box is beside its button, and that an answer stops the words at once."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.show.answers import NONE_OF_THEM, Option
from nightcrier.box.show.cues import Hush, Speak
from nightcrier.box.show.facts import SeatName, Word
from nightcrier.box.show.stages import HOST, TABLE, Ask, Count, Marks
from nightcrier.box.table.core.names import number
from nightcrier.box.table.core.state import Cursor, Table
from nightcrier.box.table.drawing.view import KeyWords, View
from nightcrier.box.table.ground.ask_and_tell import ask_view
from nightcrier.box.table.look import look
from nightcrier.box.table.over.evening_menus import REMOVE, STRIKE_GAME
from nightcrier.box.table.over.explain import EXPLAIN
from nightcrier.box.table.over.who_plays import NEW_EVENING
from nightcrier.box.table.over.yes_or_no import END_GAME, QuestionPage, ask_over
from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import MOST_PEOPLE
from tests.box.table.asking import BACK, START, spoken, until_window
from tests.on_glass import measure
from tests.sampling import sampled_languages


@pytest.mark.parametrize("language", sampled_languages())
def test_no_answer_stands_beside_the_button_of_another(language, real_house, real_table):
    choices = replace(real_table.choices, languages=(language,))
    view = look(real_house, replace(real_table, choices=choices, page=QuestionPage(END_GAME, None)))
    answers = [real_house.words.screen(language, f"key.{answer}") for answer in ("no", "yes")]
    assert view.foot == KeyWords(language, answers[0], "", answers[1])


def asked_with_marks(house: Any, table: Table, language: Language, page: Cursor, who: int = TABLE) -> View:
    seats = tuple(Option(str(n), SeatName(n)) for n in range(1, MOST_PEOPLE + 1))
    asked = Word("ask.wolves" if who == TABLE else "house.ask.accused")
    ask = Ask(who, asked, (Option(NONE_OF_THEM, Word("nobody")), *seats), back=True, marks=Marks(0, MOST_PEOPLE))
    view = ask_view(house, replace(table, choices=replace(table.choices, languages=(language,))), ask, page)
    assert measure(view).whole
    assert measure(view).apart
    assert not (view.hidden and view.hidden.public.foot)
    return view


@pytest.mark.parametrize("language", sampled_languages())
@pytest.mark.parametrize("who", [TABLE, HOST])
@pytest.mark.parametrize(
    ("page", "dial", "start"),
    [
        (Cursor(), "", "key.done"),  # nobody
        (Cursor(1), "key.mark", ""),
        (Cursor(1, (1,)), "key.mark", "key.done 1"),
        (Cursor(1, tuple(range(1, MOST_PEOPLE + 1))), "key.mark", f"key.done {MOST_PEOPLE}"),
    ],
)
def test_the_foot_says_what_a_press_and_start_would_do(page, dial, start, who, language, real_house, real_table):
    foot = asked_with_marks(real_house, real_table, language, page, who).foot
    screen = partial(real_house.words.screen, language)
    word, _, count = start.partition(" ")
    given = f"{screen(word)} {number(real_house.words, language, count)}".rstrip() if word else ""
    assert foot == KeyWords(language, screen("key.undo"), screen(dial) if dial else "", given)


@pytest.mark.parametrize(("many", "dial"), [(1, ""), (2, "◀▶")])
def test_the_dial_is_named_among_several_answers(many, dial, real_house, real_table):
    ask = Ask(TABLE, Word("ask.wolves"), (Option("", Word("nobody")),) * many)
    assert ask_view(real_house, real_table, ask, Cursor()).foot.dial == dial


def test_no_by_day_stops_it_and_says_nothing(play_through):
    assert play_through(Count).go("hold-back back")[0] == Hush()


def test_no_by_night_stops_it_before_the_show_goes_on(evening):
    kinds = [type(effect) for effect in until_window(evening).go("hold-back back")]
    assert kinds[0] is Hush
    assert kinds.count(Hush) == 1


def test_what_to_do_is_said_whole(play_through):
    """If a question needs a hold, a press does not answer it yet."""
    told = play_through(Count).go("hold-back start")
    assert [type(effect) for effect in told] == [Hush, Speak]
    assert spoken(told) == ["screen.ask.answers.held"]


@pytest.mark.parametrize("control", [START, BACK])
@pytest.mark.parametrize("question", [EXPLAIN, REMOVE, NEW_EVENING, STRIKE_GAME])
def test_every_answer_stops_it_once_and_before_all_else(question, control, evening):
    evening.table, _ = ask_over(evening.table, question)
    assert isinstance(evening.table.page, QuestionPage)
    effects = evening.start() if control is START else evening.back()
    heard = [effect for effect in effects if isinstance(effect, Hush | Speak)]
    assert [type(effect) for effect in heard].count(Hush) == 1
    assert isinstance(heard[0], Hush)


def test_the_end_of_a_game_is_told_whole(evening):
    told = until_window(evening).go("hold-back hold-start")
    assert evening.table.at_home
    at = next(n for n, effect in enumerate(told) if isinstance(effect, Speak))
    assert spoken(told) == ["night.ended"]
    assert not any(isinstance(effect, Hush) for effect in told[at:])
