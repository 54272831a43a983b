"""Home: what the dial and the two buttons do there, what it shows, and what comes before a game."""

import pytest
from msgspec.structs import replace

from device.kernel.chance import derived
from device.kernel.ids import Language, LineId
from device.show.cues import Speak
from device.show.setup import Setup
from device.table.effects import Record
from device.table.entries import Began
from device.table.house import House
from device.table.page_kinds import HomePage
from device.table.pages.home import FRESH_HINTS, home_view
from device.table.state import Table
from device.table.view import view_lines
from device.words.catalogue import LANGUAGES
from tests.on_glass import measure
from tests.table.asking import BACK, HOLD, START, end_game, page, recorded, shown


class TestHome:
    def test_the_dial_goes_through_the_scenarios_in_a_ring(self, evening) -> None:
        evening.turn(1)
        assert evening.table.choices.setup.scenario == "second"
        evening.turn(1)
        assert evening.table.choices.setup.scenario == "first"

    def test_a_scenario_for_others_does_not_make_the_table_forget_how_many_sit_there(self, evening) -> None:
        evening.press()
        evening.press()
        evening.turn(0)
        evening.press()
        evening.back()
        evening.turn(1)
        assert evening.table.choices.setup.players == 4
        evening.turn(1)
        assert evening.table.choices.setup.players == 3

    def test_a_scenario_for_others_asks_before_it_is_played_with_their_number(self, evening) -> None:
        evening.press()
        evening.press()
        evening.press()
        evening.back()
        evening.turn(1)
        assert (evening.table.choices.players, evening.table.choices.setup.players) == (3, 4)
        for others in (["lay-out", "stand-up"], []):
            evening.start()
            assert page(evening) == "advice"
            assert [word.key for word in evening.table.page.facts] == ["advice.other-number", *others]
            evening.back()
            assert (page(evening), evening.table.choices.players) == ("home", 3)
        evening.start()
        evening.start()
        assert (page(evening), evening.table.choices.players) == ("night", 4)
        end_game(evening)
        evening.start()
        assert page(evening) == "night"

    def test_another_scenario_keeps_the_options_that_were_chosen(self, evening) -> None:
        chosen = {"pace": "slow", "lone": True}
        setup = replace(evening.table.choices.setup, options=chosen)
        evening.table = replace(evening.table, choices=replace(evening.table.choices, setups={"toy": setup}))
        evening.turn(1)
        assert evening.table.choices.setup.scenario == "second"
        assert evening.table.choices.setup.options == chosen
        evening.turn(1)
        assert evening.table.choices.setup.options == chosen

    def test_another_scenario_keeps_the_players_where_it_can(self, evening) -> None:
        evening.turn(1)
        assert evening.table.choices.setup.players == 4

    def test_it_shows_game_scenario_players_and_languages(self, evening) -> None:
        assert shown(evening) == ["game.toy EN", "First game", "3 players home.start"]

    def test_persian_has_its_own_digits(self, evening) -> None:
        evening.press()
        evening.turn(5)
        evening.press()
        evening.turn(2)
        evening.press()
        evening.hand(BACK, HOLD)
        assert shown(evening)[2].startswith("۳ بازیکن")

    def test_start_begins_the_game_and_writes_it_down_first(self, evening) -> None:
        effects = evening.start()
        deck = ("seer", "robber", *["villager"] * 4)
        setup = Setup("first", 3, deck, fresh=("robber", "seer", "villager"), named=True)
        assert effects[0] == Record(Began("toy", setup, derived(7, "game")))
        assert Speak(1, (LineId("open"),), holds=True) in effects
        assert page(evening) == "night"

    def test_the_second_game_of_the_evening_has_another_seed_and_no_new_roles(self, evening) -> None:
        evening.start()
        end_game(evening)
        evening.start()
        began = [entry for entry in recorded(evening) if isinstance(entry, Began)]
        assert began[0].seed != began[1].seed
        assert began[1].setup.fresh == ()

    def test_back_shows_the_deck_and_back_again_comes_home(self, evening) -> None:
        evening.back()
        assert shown(evening) == ["Seer 1", "Robber 1", "villager 4"]
        evening.turn(1)
        assert shown(evening) == ["deck.calls", "Seer 1", "Robber 2"]
        evening.turn(9)
        evening.back()
        assert evening.table.page == HomePage()

    def test_a_hold_of_start_does_nothing(self, evening) -> None:
        assert evening.hand(START, HOLD) == ()


class TestAdvice:
    def test_what_to_know_comes_once_before_the_deck_is_played(self, evening) -> None:
        evening.turn(1)
        evening.start()
        assert shown(evening) == ["advice.title 1/2", "Lay out 1"]
        evening.turn(1)
        assert shown(evening) == ["advice.title 2/2", "stand-up"]
        evening.start()
        assert page(evening) == "night"
        end_game(evening)
        evening.start()
        assert page(evening) == "night"

    def test_back_thinks_again(self, evening) -> None:
        evening.turn(1)
        evening.start()
        evening.press()
        evening.back()
        assert evening.table.page == HomePage()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_box_says_in_every_language_what_back_and_the_dial_do(
    language: Language, real_house: House, real_table: Table
) -> None:
    choices = replace(real_table.choices, languages=(language,), hints=FRESH_HINTS)
    view = home_view(real_house, replace(real_table, choices=choices, page=HomePage()))
    said = "\n".join(view_lines(view))
    assert [hint for hint in ("back", "turn") if real_house.words.screen(language, f"home.{hint}") not in said] == []
    assert measure(view).whole
