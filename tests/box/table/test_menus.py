"""Tests the menus: every item, values saved and left, decks refused, the spoken menu."""

import pytest
from msgspec.structs import replace

from nightcrier.box.show.cues import Hush, PlaySignal, Speak
from nightcrier.box.show.setup import DeckOrigin, Setup
from nightcrier.box.table.core.effects import PowerOff, Remember
from nightcrier.box.table.evening.scenario import choose_scenario, with_players
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.ground.stage import surface
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.menu_items import MOST_CARDS
from nightcrier.kernel.faults import Fault, Part
from tests.box.table.asking import page, rows, shown, spoken


class TestMenu:
    def test_a_press_takes_an_item_in_hand_and_a_press_keeps_it(self, evening):
        assert rows(evening, "press 1 press 1") == ["players", "4"]
        effects = evening.press()
        assert evening.table.choices.setup.players == 4
        assert Remember(evening.table.choices) in effects

    def test_start_keeps_the_value_in_hand_and_begins_with_it(self, evening):
        effects = evening.go("press 1 press 1 start")
        assert evening.table.choices.setup.players == 4
        assert Remember(evening.table.choices) in effects
        assert evening.table.session.setup.players == 4

    def test_back_leaves_a_value_as_it_was(self, evening):
        assert evening.after("press 1 press 1 back").table.choices.setup.players == 3
        assert evening.after("back").table.at_home

    def test_a_deck_of_ones_own_outlives_a_look_at_the_number_that_stands_there(self, evening):
        own = replace(evening.table.choices.setup, deck=("seer", "troublemaker"))
        evening.table = replace(evening.table, choices=evening.table.choices.with_setup(own))
        evening.go("press 1")
        for _ in "in hand", "kept":
            evening.press()
        assert evening.table.choices.setup == own
        evening.go("press 1 press")
        assert (evening.table.choices.setup.players, evening.table.choices.setup.deck) == (own.players + 1, ())

    def test_values_stop_at_their_ends(self, evening):
        assert evening.after("press 1 press 99 press").table.choices.setup.players == 5

    def test_a_hold_is_heard_at_its_moment(self, evening):
        assert evening.go("press hold-back") == (PlaySignal(0, "tick"),)
        assert PlaySignal(0, "tick") not in evening.go("hold-back")

    def test_items_go_round(self, evening):
        assert rows(evening, "press -1")[0] == "box"

    def test_every_menu_opens_and_back_leads_home(self, evening):
        rounds = len(shown(evening, "press")[0])
        for index in range(12):
            evening.table = evening.table.__class__(evening.table.choices, page=ListingPage(MENUS["main"], None, index))
            assert shown(evening, "press")
            for _ in range(4):
                evening.back()
            assert evening.table.at_home
        assert rounds

    def test_two_languages_change_places(self, evening):
        self._set(evening, "language2", 1)
        assert evening.table.choices.languages == ("en", "it")
        self._set(evening, "language", 1)
        assert evening.table.choices.languages == ("it",)

    def test_a_second_language_may_wait_until_people_ask_for_it(self, evening):
        self._set(evening, "language2", 1)
        self._set(evening, "second-on-back", 1)
        assert evening.table.choices.second_on_back

    def test_a_voice_is_offered_where_there_is_more_than_one(self, evening):
        self._set(evening, "voice", 1)
        assert evening.table.choices.voices == {"en": "bob"}

    def test_a_bed_can_be_chosen(self, evening):
        self._set(evening, "bed", 1)
        assert evening.table.choices.bed == "fire"

    def test_the_options_are_those_of_the_game(self, evening):
        assert rows(evening.at_row("screen.pace")) == ["pace", "Normal"]
        assert evening.after("press -1 press").table.choices.setup.options == {"pace": "slow"}

    @pytest.mark.parametrize(
        ("game", "reading", "printed"),
        [("one-night", "curator_before_revealer", True), ("wherewolf", "healer_saves_named", False)],
    )
    def test_a_reading_of_ones_own_is_kept_until_the_printed_ones_are_chosen(self, game, reading, printed, real):
        real.table = replace(real.table, choices=replace(real.table.choices, game=game))
        lines = {menu: [item.line for item in MENUS[menu].items(real.house, real.table)] for menu in MENUS}
        assert [menu for menu, rows in lines.items() if f"screen.{reading}" in rows] == ["rules"]
        assert rows(real.at_row("screen.rules"))[0] == "House rules As printed"
        real.at_row(f"screen.{reading}").go("press", "-1" if printed else "1", "press")
        assert real.table.choices.setup.options == {reading: not printed}
        assert rows(real.at_row("screen.rules"))[0] == "House rules Your own"
        assert rows(real, "press press -1 press")[0] == "House rules As printed"
        assert real.table.choices.setup.options == {}

    def test_a_deck_that_is_wrong_is_refused_with_the_reason(self, evening):
        evening.table = evening.table.__class__(evening.table.choices, page=ListingPage(MENUS["roles"], None))
        assert rows(evening, "hold")[-1] == "1 cards missing"
        assert spoken(evening.start()) == ["deck.wrong"]
        assert evening.table.session is None

    @pytest.mark.parametrize(("deck", "why"), [((), "no-more"), (("villager",) * MOST_CARDS, "wrong")])
    def test_a_press_that_adds_no_card_says_why(self, evening, deck, why):
        choices = evening.table.choices
        choices = choices.with_setup(choices.setup.with_deck(deck, DeckOrigin.CHOSEN))
        evening.table = replace(evening.table, choices=choices, page=ListingPage(MENUS["roles"], None))
        limit = dict(evening.house.games["toy"].cards())["seer"]
        said = [spoken(evening.press()) for _ in range(limit + 1)]
        assert said[-1] == [f"deck.{why}"]
        assert rows(evening)[0].endswith("0" if deck else str(limit))

    def test_a_random_deck_is_shown_at_once(self, evening):
        assert isinstance(evening.at_row("screen.random-deck").after("press").table.page, DeckPage)
        assert rows(evening) == ["Robber 6"]

    def test_a_deck_by_lot_has_its_own_name_until_a_scenario_is_chosen(self, evening):
        evening.at_row("screen.random-deck")
        evening.press()
        evening.table = replace(evening.table, page=None)
        assert rows(evening)[1] == "random-deck"
        assert surface(evening.table).lines(evening.house, evening.table)[1] == "screen.random-deck"
        evening.table = replace(evening.table, page=ListingPage(MENUS["main"], None))
        assert rows(evening) == ["scenario", "random-deck"]
        evening.press()
        assert evening.table.page.lines(evening.house, evening.table) == ("screen.random-deck",)
        assert evening.after("1 press").table.choices.setup == Setup("first", 3)

    def test_the_help_under_a_drawn_deck_is_not_that_of_drawing_one(self, real_house, real_table):
        drawn = replace(real_table.choices.setup, deck=("seer",), origin=DeckOrigin.DRAWN)
        table = replace(real_table, choices=real_table.choices.with_setup(drawn))
        said = ListingPage(MENUS["main"], None).lines(real_house, table)
        assert (said[:2], said[-1]) == (("screen.scenario", "screen.random-deck"), "screen.help.scenario")

    def test_a_deck_changed_by_hand_is_ones_own_until_it_is_the_scenarios_again(self, evening):
        evening.table = replace(evening.table, page=ListingPage(MENUS["roles"], None))
        for gesture, origin, cards in (("0", "scenario", 0), ("hold", "own-deck", 5), ("press", "scenario", 0)):
            setup = evening.after(gesture).table.choices.setup
            assert (setup.origin, len(setup.deck)) == (origin, cards)

    def test_a_deck_by_lot_stays_one_when_its_cards_are_only_looked_at(self, evening):
        evening.at_row("screen.random-deck")
        drawn = evening.after("press").table.choices.setup
        evening.table = replace(evening.table, page=ListingPage(MENUS["roles"], None))
        assert evening.after("1 -1").table.choices.setup == drawn
        assert evening.after("press").table.choices.setup.origin is DeckOrigin.CHOSEN

    def test_another_number_of_players_has_the_scenarios_deck(self, evening):
        evening.at_row("screen.random-deck")
        assert with_players(evening.after("press").table.choices, 4).setup == Setup("first", 4)

    def test_the_deck_of_a_number_of_players_comes_back_with_that_number(self, evening):
        evening.at_row("screen.random-deck")
        drawn = evening.after("press").table.choices
        elsewhere = with_players(with_players(drawn, 4), 5)
        slow = replace(elsewhere.setup, options={"pace": "slow"})
        back = with_players(replace(elsewhere, setups={"toy": slow}), 3)
        assert back.setup == replace(drawn.setup, options={"pace": "slow"})
        assert back.decks == {}

    def test_a_scenario_that_is_chosen_has_its_own_deck_for_every_number(self, evening):
        evening.at_row("screen.random-deck")
        choices = with_players(evening.after("press").table.choices, 4)
        game = evening.house.games["toy"]
        for scenario in (game.scenarios()[1], game.scenarios()[0]):
            choices = choose_scenario(choices, game, scenario)
        assert with_players(choices, 3).setup == Setup("first", 3)

    def test_start_begins_from_any_menu(self, evening):
        assert page(evening, "press start") == "night"

    def test_the_sound_test_speaks(self, evening):
        assert spoken(evening.at_row("screen.sound-test").press()) == ["sound-test"]

    def test_switching_off_is_asked_first(self, evening):
        evening.at_row("screen.power-off").press()
        assert PowerOff() not in evening.start()
        assert page(evening) == "question"
        assert isinstance(evening.after("back").table.page, ListingPage)

    def test_the_spoken_menu_says_item_and_value_and_is_cut_by_the_next_turn(self, evening):
        evening.at_row("screen.spoken-menu").go("press 1 press")
        effects = evening.turn(1)
        assert effects[0] == Hush()
        assert spoken(effects) == ["screen.brightness", "number.2"]
        assert spoken(evening.turn(1)) == ["screen.more"]

    def test_advice_notices_and_questions_speak_too(self, evening):
        evening.send(Fault(0.0, Part.SCREEN, "The screen is gone."))
        assert spoken(evening.go("press 1 start")) == ["screen.advice.title", "keys.begin"]
        assert spoken(evening.turn(1)) == ["screen.stand-up"]

    def test_why_a_deck_is_refused_is_heard_before_its_cards(self, evening):
        evening.table = replace(evening.table, choices=replace(evening.table.choices, spoken_menu=True))
        evening.table = replace(evening.table, page=ListingPage(MENUS["roles"], None))
        effects = evening.go("hold back start")
        assert spoken(effects)[:3] == ["deck.wrong", "screen.menu.roles", "role.seer"]
        assert [type(effect) for effect in effects].count(Speak) == 1

    def test_without_a_screen_the_menu_speaks_by_itself_until_it_is_back(self, evening):
        assert spoken(evening.send(Fault(0.0, Part.SCREEN, "The screen is gone."))) == [
            "screen.fault.screen",
            "screen.fault.screen.help",
        ]
        assert spoken(evening.go("press 1"))
        assert spoken(evening.send(Fault(1.0, Part.SCREEN, "The screen is back.", mended=True))) == []
        assert spoken(evening.turn(1)) == spoken(evening.press()) == []

    def test_a_spoken_menu_that_was_chosen_outlives_the_return_of_the_screen(self, evening):
        evening.table = replace(evening.table, choices=replace(evening.table.choices, spoken_menu=True))
        evening.send(Fault(0.0, Part.SCREEN, "The screen is gone."))
        assert spoken(evening.go(Fault(1.0, Part.SCREEN, "The screen is back.", mended=True), "1"))

    def _set(self, evening, row: str, steps: int) -> None:
        evening.at_row(f"screen.{row}").after("press").turn(steps)
        evening.press()
