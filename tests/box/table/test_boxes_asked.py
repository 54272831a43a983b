"""Tests that people are asked once which card boxes they have, before they need those cards, and for all games."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control
from nightcrier.box.games.one_night.rules.role_blocks import CardBox
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.setup import DeckOrigin, OptionValue, Setup
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.ground.before_game import BOXES, AdvicePage
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.box.table.wishes import deck_offer
from tests.box.table.asking import shown, spoken
from tests.box.table.evening import Evening
from tests.box.table.test_scanning import scans, wait

START, BACK, DIAL = Control.START, Control.BACK, Control.DIAL
ASKED = ["screen.ask.boxes", "screen.ask.boxes.answers"]


def at_menu(house: House, table: Table, met: tuple[str, ...] = (), **options: OptionValue) -> Evening:
    """Return an evening of five who have met these roles, with the dial at *Random deck*."""
    choices = replace(table.choices, game="one-night", players=5, played={"one-night": met})
    choices = choices.with_setup(Setup("first-game", 5, options=options))
    return Evening(house, replace(table, choices=choices)).at_row("screen.random-deck")


def at_home(house: House, table: Table, scenario: str, met: tuple[str, ...] = (), **options: OptionValue) -> Evening:
    evening = at_menu(house, table, met, **options)
    choices = evening.table.choices
    choices = choices.with_setup(replace(choices.setup, scenario=scenario))
    evening.table = replace(evening.table, page=None, choices=choices)
    return evening


class TestBeforeARandomDeck:
    @pytest.mark.parametrize(
        ("control", "boxes"),
        [(START, set(CardBox)), (BACK, {CardBox.BASE}), (DIAL, {CardBox.DAYBREAK})],
        ids=["both", "base", "daybreak"],
    )
    def test_each_answer_is_kept_and_drawn_from(self, control, boxes, real_house, real_table):
        evening = at_menu(real_house, real_table, tuple(ROLES))
        assert spoken(evening.press()) == ASKED
        assert shown(evening) == ["Which boxes?", "base", "Daybreak", "both"]
        assert evening.table.choices.setup.origin is DeckOrigin.SCENARIO
        effects, drawn = evening.hand(control), set[str]()
        assert Remember(evening.table.choices) in effects
        for _ in range(12):
            assert isinstance(evening.table.page, DeckPage), "it is not asked again"
            drawn.update(evening.table.choices.setup.deck)
            evening.go("back press")
        assert {ROLES[role].box for role in drawn} == boxes

    def test_holding_back_answers_nothing_and_back_leaves_an_own_deck(self, real_house, real_table):
        evening = at_menu(real_house, real_table)
        assert isinstance(evening.after("press hold-back").table.page, ListingPage)
        assert evening.table.choices.setup == Setup("first-game", 5)
        assert spoken(evening.press()) == ASKED
        own = evening.after("hold-back 1 hold -1").table.choices.setup
        assert evening.after("press back").table.choices.setup == replace(own, options={"sets": "base"})
        assert evening.after("press").table.choices.setup.origin is DeckOrigin.DRAWN

    @pytest.mark.parametrize("sets", ["base", "both"])
    def test_a_box_that_was_told_before_does_not_ask(self, sets, real_house, real_table):
        assert isinstance(at_menu(real_house, real_table, sets=sets).after("press").table.page, DeckPage)

    def test_nor_one_that_deals(self, real_house, real_table):
        assert isinstance(at_menu(real_house, real_table, deal=True).after("press").table.page, DeckPage)

    def test_one_switch_reaches_every_answer(self, real_house, real_table):
        reached = set()
        for step in range(1, 30):
            evening = at_menu(real_house, real_table)
            scans(evening.after("press")).start()
            wait(evening, step * 1.0)
            reached.add(evening.after("start").table.choices.setup.options.get("sets"))
        assert reached >= {"both", "base", "daybreak"}

    def test_a_new_table_gets_few_new_roles(self, real_house, real_table):
        evening = at_menu(real_house, real_table, sets="both")
        for _ in range(40):
            deck = set(evening.after("press").table.choices.setup.deck)
            assert len(deck - {"werewolf", "villager", "seer", "robber", "troublemaker"}) <= 2
            assert "doppelganger" not in deck
            evening.back()


class TestBeforeADeckOfASecondBox:
    def test_start_asks_and_begins_where_the_box_is_there(self, real_house, real_table):
        evening = at_home(real_house, real_table, "total-chaos")
        assert spoken(evening.start()) == ASKED
        assert evening.table.page == QuestionPage(BOXES, None)
        assert evening.after("start").table.choices.setup.options == {"sets": "both"}
        assert evening.table.page != QuestionPage(BOXES, None)
        assert "warning.other-box" not in evening.table.advised

    def test_without_that_box_it_says_which_card_is_not_there(self, real_house, real_table):
        evening = at_home(real_house, real_table, "total-chaos")
        assert spoken(evening.go("start back"))[-1] == "deck.other-box"
        assert isinstance(evening.table.page, AdvicePage)
        assert "Alpha Wolf: not in your boxes" in shown(evening)
        offer = deck_offer(real_house, evening.table)
        assert "Alpha Wolf: not in your boxes" in offer.told

    @pytest.mark.parametrize(
        ("scenario", "met", "options"),
        [
            ("first-game", (), {}),
            ("total-chaos", tuple(ROLES), {}),
            ("total-chaos", (), {"sets": "both"}),
            ("total-chaos", (), {"deal": True}),
        ],
        ids=["the first box", "played before", "told before", "no cards needed"],
    )
    def test_nobody_is_asked_without_need(self, scenario, met, options, real_house, real_table):
        evening = at_home(real_house, real_table, scenario, met, **options)
        assert evening.after("start").table.page != QuestionPage(BOXES, None)


def test_what_the_box_draws_is_warned_of(real_house, real_table):
    """Ten players need thirteen cards, so the deck must have more roles than a new table knows."""
    evening = at_menu(real_house, real_table, sets="both")
    setup = replace(evening.table.choices.setup, scenario="cautionary-tale", players=10)
    evening.table = replace(evening.table, choices=replace(evening.table.choices.with_setup(setup), players=10))
    evening.press()
    evening.table = replace(evening.table, page=None)
    page = evening.after("start").table.page
    assert isinstance(page, AdvicePage)
    assert "warning.many-new" in [fact.key for fact in page.facts]
