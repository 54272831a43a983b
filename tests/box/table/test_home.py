"""Tests home: what the dial and the two buttons do, what is shown, and what comes before a game."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from nightcrier.box.show.cues import Speak
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.effects import Began, Record
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import number
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.evening.scenario import deck_line
from nightcrier.box.table.ground.home import HOME
from nightcrier.box.table.look import look
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.kernel.chance import derive_seed
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import Language, LineId
from tests.box.table.asking import end_game, page, recorded, rows, shown
from tests.on_glass import measure
from tests.sampling import sampled_languages

FOOT, SECOND = ["key.cards", "key.menu", "START"], Language("xx-Hant")


@pytest.mark.parametrize("language", sampled_languages())
def test_in_large_letters_the_keys_stay(language, real_house, real_table):
    choices = replace(real_table.choices, languages=(language,), letters="large")
    assert look(real_house, replace(real_table, choices=choices)).foot


class TestHome:
    def test_the_dial_goes_through_the_scenarios_in_a_ring(self, evening):
        assert evening.after("1").table.choices.setup.scenario == "second"
        assert evening.after("1").table.choices.setup.scenario == "first"

    def test_a_scenario_for_others_does_not_make_the_table_forget_how_many_sit_there(self, evening):
        assert evening.after("press 1 press press back 1").table.choices.setup.players == 4
        assert evening.after("1").table.choices.setup.players == 3

    def test_a_scenario_for_others_asks_before_it_is_played_with_their_number(self, evening):
        evening.go("press 1 press press back 1")
        assert (evening.table.choices.players, evening.table.choices.setup.players) == (3, 4)
        for others in (["lay-out", "stand-up"], []):
            assert page(evening, "start") == "advice"
            assert [word.key for word in evening.table.page.facts] == ["advice.other-number", *others]
            assert (page(evening, "back"), evening.table.choices.players) == ("home", 3)
        assert (page(evening, "start start"), evening.table.choices.players) == ("night", 4)
        end_game(evening)
        assert page(evening, "start") == "night"

    def test_another_scenario_keeps_the_options_that_were_chosen(self, evening):
        chosen = {"pace": "slow", "lone": True}
        setup = replace(evening.table.choices.setup, options=chosen)
        evening.table = replace(evening.table, choices=replace(evening.table.choices, setups={"toy": setup}))
        assert evening.after("1").table.choices.setup.scenario == "second"
        assert evening.table.choices.setup.options == chosen
        assert evening.after("1").table.choices.setup.options == chosen

    def test_another_scenario_keeps_the_players_where_it_can(self, evening):
        assert evening.after("1").table.choices.setup.players == 4

    def test_it_shows_game_scenario_and_players_above_its_keys(self, evening):
        assert shown(evening) == ["game.toy", "First game", "♟♟♟", *FOOT]

    def test_start_begins_the_game_and_writes_it_down_first(self, evening):
        effects = evening.start()
        deck = ("seer", "robber", *["villager"] * 4)
        setup = Setup("first", 3, deck, fresh=("robber", "seer", "villager"), named=True)
        assert effects[0] == Record(Began("toy", setup, derive_seed(7, "game")), beside=True)
        assert Speak(1, (LineId("open"),)) in effects
        assert page(evening) == "night"

    def test_the_second_game_of_the_evening_has_another_seed_and_no_new_roles(self, evening):
        end_game(evening.after("start"))
        began = [entry for entry in recorded(evening.after("start")) if isinstance(entry, Began)]
        assert began[0].seed != began[1].seed
        assert began[1].setup.fresh == ()

    def test_back_shows_the_deck_and_back_again_comes_home(self, evening):
        assert rows(evening, "back") == ["Seer 1", "Robber 1", "villager 4"]
        assert rows(evening, "1") == ["deck.calls", "Seer 1", "Robber 2"]
        assert evening.after("9 back").table.at_home

    def test_a_hold_of_start_is_a_press_by_a_slow_finger(self, evening):
        assert evening.after("hold-start").table.session


class TestAdvice:
    def test_what_to_know_comes_once_before_the_deck_is_played(self, evening):
        assert rows(evening, "1 start") == ["Lay out 1"]
        assert rows(evening, "1") == ["stand-up"]
        assert page(evening, "start") == "night"
        end_game(evening)
        assert page(evening, "start") == "night"

    def test_back_thinks_again(self, evening):
        assert evening.after("1 start press back").table.at_home


def homes(house: House, table: Table, language: Language) -> Iterator[Table]:
    """Yield home with every scenario of every game."""
    for game in house.games.values():
        for scenario in game.scenarios():
            setups = {**table.choices.setups, game.id: Setup(scenario.id, scenario.players[-1])}
            yield replace(
                table, choices=replace(table.choices, languages=(language,), game=game.id, setups=setups), page=None
            )


def told_of(house: House, table: Table) -> tuple[str, str, str]:
    """Return game, deck and number as home shows them."""
    words, choices = house.words, table.choices
    players = choices.setup.players
    figures = "♟" * players if players <= 6 else f"♟ {number(words, choices.language, str(players))}"
    deck = words.title(choices.language, deck_line(choices))
    return words.screen(choices.language, f"game.{choices.game}"), deck, figures


@pytest.mark.parametrize("language", sampled_languages())
def test_home_tells_game_deck_and_number_in_every_language(language, real_house, real_table):
    for table in homes(real_house, real_table, language):
        view = HOME.view(real_house, table)
        game, *others = told_of(real_house, table)
        assert view_lines(view)[:-3] in ([game, *others], others)
        assert measure(view).whole
        assert measure(view).apart


@pytest.mark.parametrize("language", sampled_languages())
def test_home_tells_two_languages_beside_the_people(language, real_house, real_table):
    for table in homes(real_house, real_table, language):
        two = replace(table, choices=replace(table.choices, languages=(language, SECOND)))
        alone, both = (HOME.view(real_house, each) for each in (table, two))
        named = " · ".join(filter(None, (alone.rows[-1].text, f"{language[:2].upper()} XX")))
        assert both.rows == (*alone.rows[:-1], replace(alone.rows[-1], text=named))
        assert measure(both).whole


@pytest.mark.parametrize("language", sampled_languages())
def test_what_is_broken_stands_above_deck_and_number(language, real_house, real_table):
    fault = Fault(0.0, Part.SOUND, "No sound card.")
    for table in homes(real_house, real_table, language):
        named = look(real_house, replace(table, faults={Part.SOUND: fault}))
        broken = real_house.words.screen(language, "fault.sound")
        assert view_lines(named)[0] == broken
        assert measure(named).whole


def test_a_box_is_not_woken_for_what_is_broken(evening):
    before = evening.due()
    assert evening.after(Fault(0.0, Part.SOUND, "No sound card.")).due() == before


def test_a_box_without_sound_begins_at_home_with_a_sign_and_is_told_of_it_when_a_game_begins(evening):
    assert evening.after(fault := Fault(0.0, Part.SOUND, "No sound card.")).table.at_home
    assert shown(evening)[0] == "fault.sound"
    assert evening.after("start").table.page == NoticePage(fault, None)
    assert evening.after("start").table.at_home
    assert page(evening, "start") == "night"
