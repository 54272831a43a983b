"""Tests that a press in the deck explains the card or leaves the page, if the row says everything already."""

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.games.growl.cards import GROWL_CARDS
from nightcrier.box.show.cues import Hush, Speak
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Count
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.look import look
from nightcrier.box.table.over.deck import DeckPage, deck_stops
from nightcrier.box.table.over.explain import ExplainPage
from nightcrier.box.table.step import step
from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import LANGUAGES
from tests.box.table.asking import rows
from tests.box.table.explained import AIM, ROBBER, SEER, said
from tests.hands import is_at_stage
from tests.on_glass import measure


class TestWhoIsThat:
    def test_a_press_on_a_card_tells_it_and_shows_it(self, told):
        assert said(told.after("back press"))[-1] == SEER
        assert rows(told) == ["Seer", "The Seer sees."]

    def test_a_card_of_two_lines_is_read_by_dial(self, told):
        assert said(told.after("back 1 press"))[-1] == ROBBER
        assert rows(told) == ["Robber", "The Robber robs."]
        assert rows(told, "5") == ["Robber", "Then the Robber runs."]

    def test_a_press_says_it_again_and_back_leads_to_the_card(self, told):
        assert said(told.after("back 1 press press"))[-2:] == [ROBBER, ROBBER]
        effects = told.back()
        assert Hush() in effects
        assert told.table.page == DeckPage(None, 1)
        assert told.after("back").table.at_home

    def test_the_row_that_a_press_would_tell_stands_out(self, told):
        told.back()
        rows = look(told.house, told.table).rows
        assert [getattr(row, "inverse", False) for row in rows] == [True, False, False]
        told.turn(1)
        rows = look(told.house, told.table).rows
        assert [getattr(row, "inverse", False) for row in rows] == [False, True, False]

    def test_what_nobody_explained_is_passed_over(self, told):
        stops = deck_stops(told.house, told.table)
        assert [fact for stop in stops for fact in (stop.topic.lines if stop.topic else ())] == [
            *(*SEER, *ROBBER),
            *(*SEER, *ROBBER),
            *AIM,
        ]

    def test_the_aim_comes_last(self, told):
        assert said(told.after("back 99 press"))[-1] == AIM

    def test_in_the_day_the_clock_runs_on_and_the_talk_may_end_over_it(self, told):
        told.table = replace(told.table, choices=replace(told.table.choices, explain="never"))
        told.start()
        while told.table.session and not isinstance(told.table.session.stage, Count):
            told.go("start hold-start")
        clock = told.table.session.clock if told.table.session else None
        assert isinstance(told.after("press press").table.page, ExplainPage)
        assert said(told)[-1] == SEER
        assert told.table.session.clock == clock
        assert is_at_stage(told.after("back back").table)


def growl_deck(table: Table, language: Language, index: int = 0) -> Table:
    setups = {**table.choices.setups, "growl": Setup("classic", 6)}
    choices = replace(table.choices, game="growl", setups=setups, languages=(language,))
    return replace(table, choices=choices, page=DeckPage(None, index))


def pressed(house: House, table: Table) -> TableStep:
    return step(house, table, Input(table.now, Control.DIAL, Gesture.PRESS, 0))


def test_a_press_on_a_night_card_tells_what_it_does(real_house, real_table):
    for index, (card, its) in enumerate(GROWL_CARDS.items()):
        told, effects = pressed(real_house, growl_deck(real_table, Language("th"), index))
        assert isinstance(told.page, ExplainPage)
        printed = real_house.words.role(Language("en"), card)
        assert view_lines(look(real_house, told))[0].startswith(printed)
        (said,) = (effect.lines for effect in effects if isinstance(effect, Speak))
        assert said == (f"role.{card}", *its.lines)


def test_the_dial_marks_one_night_card_after_the_other_and_all_fit(real_house, real_table):
    for language in LANGUAGES:
        for index in range(len(GROWL_CARDS)):
            view = look(real_house, growl_deck(real_table, language, index))
            assert [row.inverse for row in view.rows].count(True) == 1
            assert measure(view).whole


def test_a_press_where_what_stands_there_says_all_leaves(evening):
    assert isinstance(evening.after("back").table.page, DeckPage)
    assert evening.after("press").table.at_home
