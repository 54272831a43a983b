"""Tests a box among many: the organizer's messages on its screen, its blinking lamp, and the call for help."""

from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Wished
from nightcrier.box.show.stages import Count, Perform, Verdict
from nightcrier.box.table.core.effects import AnswerGuest
from nightcrier.box.table.core.state import Cursor, Rest
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import lamp, look
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.plugs.hall.hall import BLINKING, QUIET, Hall, HelpPage, MessagePage
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.refusal import Refusal
from nightcrier.kernel.screen import LampState
from nightcrier.kernel.settings import HallSettings, NetSettings, Settings
from nightcrier.wire.wishes import (
    MOST_MESSAGE_LETTERS,
    HelpedWish,
    IdentifyWish,
    LoudnessWish,
    MessageWish,
    ScenarioWish,
    Wish,
    tidy_message,
)
from tests.box.table.asking import public
from tests.box.table.evening import Evening
from tests.hands import is_at_stage
from tests.on_glass import measure
from tests.sampling import sampled_languages

CALL = LineId("screen.hall.call")
GESTURES = [(control, gesture) for control in Control for gesture in (Gesture.PRESS, Gesture.HOLD)]
GESTURES.remove((Control.DIAL, Gesture.HOLD))  # a held dial may still be turned for the loudness


def in_hall(evening: Evening) -> Evening:
    evening.house = replace(evening.house, settings=Settings(net=NetSettings(hall=HallSettings("spring"))))
    return evening


def wish(evening: Evening, wished: Wish) -> None:
    evening.send(Wished(evening.at, wished))


class TestMessage:
    @pytest.mark.parametrize(("control", "gesture"), GESTURES)
    def test_it_stands_there_until_anything_is_pressed(self, evening, control, gesture):
        wish(evening, MessageWish(" Lunch  at one "))
        assert "Lunch at one" in view_lines(look(evening.house, evening.table))
        assert public(evening).message == "Lunch at one"
        evening.hand(control, gesture)
        assert evening.table.at_home
        assert public(evening).message == ""

    def test_it_wakes_a_box_that_sleeps_and_the_first_press_takes_it_away(self, evening):
        evening.table, evening.at = replace(evening.table, rest=Rest(asleep=True, dozing=True)), 5000.0
        wish(evening, MessageWish("Lunch"))
        assert public(evening).message == "Lunch"
        assert evening.after("back").table.at_home

    def test_the_next_one_stands_in_its_place(self, evening):
        wish(evening, MessageWish("Lunch"))
        evening.at = QUIET
        wish(evening, MessageWish("Dinner"))
        assert evening.table.page == MessagePage("Dinner", None)

    def test_messages_in_a_row_keep_no_game_from_beginning(self, evening):
        wish(evening, MessageWish("Lunch"))
        evening.start()
        evening.at = QUIET - 0.1
        assert evening.send(Wished(evening.at, MessageWish("Dinner"), 3, 7)) == (AnswerGuest(3, 7, Refusal.ANEW),)
        assert evening.after("start").table.session

    def test_under_it_the_table_is_still_at_home(self, evening):
        wish(evening, MessageWish("Lunch"))
        wish(evening, ScenarioWish("toy", "second"))
        wish(evening, LoudnessWish(12))
        assert (evening.table.choices.setup.scenario, evening.table.choices.loudness) == ("second", 12)
        assert public(evening).message == "Lunch"

    @pytest.mark.parametrize("text", ["x" * 61, " ", "a\u202eb", "a\nb", "🐺"])
    def test_what_the_glass_cannot_show_is_passed_over(self, evening, text):
        wish(evening, MessageWish(text))
        assert evening.table.at_home

    @pytest.mark.parametrize("kind", [Count, Verdict])
    def test_by_day_it_lies_over_the_talk_which_goes_on(self, play_through, kind):
        evening = play_through(kind)
        stage = evening.table.session.stage
        wish(evening, MessageWish("Lunch"))
        assert evening.table.page == MessagePage("Lunch", evening.table.page.under)
        assert is_at_stage(evening.after("start").table)
        assert evening.table.session.stage == stage

    def test_not_while_a_seat_reads_alone(self, play_through):
        evening = play_through(Count)
        evening.table = before = replace(evening.table, page=DeckPage(None, held=0.0))
        wish(evening, MessageWish("Lunch"))
        assert evening.table is before

    @pytest.mark.parametrize("language", sampled_languages())
    def test_the_longest_one_is_whole_in_every_language(self, language, real_house, real_table):
        choices = replace(real_table.choices, languages=(language,))
        evening = Evening(real_house, replace(real_table, choices=choices))
        wish(evening, MessageWish("We meet again at a quarter past three in the hall upstairs!!"))
        assert public(evening).message
        assert measure(look(evening.house, evening.table)).whole

    def test_a_message_is_counted_in_letters_with_their_marks(self):
        letters = "ก\u0e49" * MOST_MESSAGE_LETTERS
        assert tidy_message(letters) == letters
        assert tidy_message(letters + "ก") == ""


class TestIdentify:
    def test_the_lamp_blinks_for_a_while(self, evening):
        wish(evening, IdentifyWish())
        assert lamp(evening.house, evening.table) is LampState.HERE
        assert evening.due() == BLINKING
        assert lamp(evening.house, replace(evening.table, now=BLINKING)) is LampState.HOME

    def test_a_box_that_sleeps_is_found_too(self, evening):
        evening.table = replace(evening.table, rest=Rest(asleep=True))
        wish(evening, IdentifyWish())
        assert lamp(evening.house, evening.table) is LampState.HERE

    def test_it_goes_out_when_a_night_begins_and_wakes_nobody_in_it(self, play_through):
        evening = play_through(Perform)
        quiet = evening.due()
        evening.table = evening.table.with_feature(Hall(found_until=evening.table.now + 0.001))
        assert lamp(evening.house, evening.table) is not LampState.HERE
        assert evening.due() == quiet


class TestHelp:
    def test_holding_start_at_home_calls(self, evening):
        in_hall(evening).hand(Control.START, Gesture.HOLD)
        assert evening.table.page == HelpPage(None)
        assert public(evening).wants_help
        assert evening.after("back").table.at_home
        assert public(evening).wants_help

    def test_start_takes_it_back(self, evening):
        in_hall(evening).hand(Control.START, Gesture.HOLD)
        assert evening.after("start").table.at_home
        assert not public(evening).wants_help

    def test_by_day_too_and_the_talk_goes_on(self, play_through):
        evening: Any = in_hall(play_through(Count))
        stage = evening.table.session.stage
        assert isinstance(evening.after("hold-start").table.page, HelpPage)
        assert evening.table.session.stage == stage

    def test_not_while_a_seat_reads_alone(self, play_through):
        evening: Any = in_hall(play_through(Count))
        evening.table = evening.table.with_cursor(Cursor(held=0.0))
        assert not public(evening, "hold-start").wants_help

    @pytest.mark.parametrize("kind", [Perform, Verdict])
    def test_nowhere_else(self, play_through, kind):
        assert not public(in_hall(play_through(kind)), "hold-start").wants_help

    def test_an_item_of_the_menu_calls_and_says_that_it_has(self, evening):
        assert public(in_hall(evening).at_row(CALL), "press").wants_help
        evening.back()
        assert "hall.called" in view_lines(look(evening.house, evening.table))

    def test_a_box_in_no_hall_has_nobody_to_call(self, evening):
        assert CALL not in [item.line for item in MENUS["main"].items(evening.house, evening.table)]
        evening.go("hold-start")
        assert is_at_stage(evening.table)  # a slow finger began the game

    def test_the_answer_of_the_organiser_is_read_and_ends_it(self, evening):
        in_hall(evening).hand(Control.START, Gesture.HOLD)
        wish(evening, HelpedWish())
        assert evening.table.page == MessagePage("hall.coming", None)
        assert not public(evening).wants_help

    def test_it_is_read_on_the_page_to_which_the_menu_led_and_the_menu_is_below(self, evening):
        menu = in_hall(evening).at_row(CALL).table.page
        evening.press()
        assert isinstance(evening.table.page, HelpPage)
        wish(evening, HelpedWish())
        assert evening.table.page == MessagePage("hall.coming", menu)
        assert not public(evening).wants_help

    def test_who_did_not_call_is_told_nothing(self, evening):
        wish(evening, HelpedWish())
        assert evening.table.at_home
