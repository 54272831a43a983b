"""Home: what the dial and the two buttons do there, what it shows, and what comes before a game."""

from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Tick
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.effects import Began, Record
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import number
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.box.table.evening.scenario import deck_line
from nightcrier.box.table.ground.home import FRESH_HINTS, HOME
from nightcrier.box.table.look import look
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.kernel.chance import derive_seed
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import Language, LineId
from tests.box.table.asking import end_game, page, recorded, shown
from tests.on_glass import measure
from tests.sampling import sampled_languages


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

    def test_it_shows_game_scenario_players_and_languages(self, evening):
        assert shown(evening) == ["game.toy EN", "First game", "3 players home.start"]

    def test_persian_has_its_own_digits(self, evening):
        assert shown(evening, "press 5 press 2 press hold-back")[2].startswith("۳ بازیکن")

    def test_start_begins_the_game_and_writes_it_down_first(self, evening):
        effects = evening.start()
        deck = ("seer", "robber", *["villager"] * 4)
        setup = Setup("first", 3, deck, fresh=("robber", "seer", "villager"), named=True)
        assert effects[0] == Record(Began("toy", setup, derive_seed(7, "game")), beside=True)
        assert Speak(1, (LineId("open"),), holds=True) in effects
        assert page(evening) == "night"

    def test_the_second_game_of_the_evening_has_another_seed_and_no_new_roles(self, evening):
        end_game(evening.after("start"))
        began = [entry for entry in recorded(evening.after("start")) if isinstance(entry, Began)]
        assert began[0].seed != began[1].seed
        assert began[1].setup.fresh == ()

    def test_back_shows_the_deck_and_back_again_comes_home(self, evening):
        assert shown(evening, "back") == ["Seer 1", "Robber 1", "villager 4"]
        assert shown(evening, "1") == ["deck.calls", "Seer 1", "Robber 2"]
        assert evening.after("9 back").table.at_home

    def test_a_hold_of_start_is_a_press_by_a_slow_finger(self, evening):
        assert evening.after("hold-start").table.session


class TestAdvice:
    def test_what_to_know_comes_once_before_the_deck_is_played(self, evening):
        assert shown(evening, "1 start") == ["advice.title 1/2", "Lay out 1"]
        assert shown(evening, "1") == ["advice.title 2/2", "stand-up"]
        assert page(evening, "start") == "night"
        end_game(evening)
        assert page(evening, "start") == "night"

    def test_back_thinks_again(self, evening):
        assert evening.after("1 start press back").table.at_home


def at_home(house, table, language, game, setup, hints):
    """A box whose controls still have to be used so often."""
    setups = {**table.choices.setups, game.id: setup}
    choices = replace(table.choices, languages=(language,), game=game.id, setups=setups, hints=hints)
    return replace(table, choices=choices, page=None)


def homes(house: House, table: Table, language: Language) -> Iterator[Table]:
    """Every scenario of every game, on a box that is new and on one whose dial was turned already."""
    for game, hints in product(house.games.values(), (FRESH_HINTS, {"back": 1, "press": 1})):
        for scenario in game.scenarios():
            yield at_home(house, table, language, game, Setup(scenario.id, scenario.players[-1]), hints)


def told_of(house: House, table: Table) -> tuple[str, str, str]:
    """Game, deck and number, as home has them."""
    words, choices = house.words, table.choices
    players = number(words, choices.language, str(choices.setup.players))
    deck = words.title(choices.language, deck_line(choices))
    return (
        words.screen(choices.language, f"game.{choices.game}"),
        deck,
        words.screen(choices.language, "home.players", n=players),
    )


def hints_on(house: House, table: Table, view: View) -> list[str]:
    said = "\n".join(view_lines(view))
    return [hint for hint in FRESH_HINTS if house.words.screen(table.choices.language, f"home.{hint}") in said]


@pytest.mark.parametrize("language", sampled_languages())
def test_a_new_box_says_in_every_language_what_back_and_the_dial_do(language, real_house, real_table):
    choices = replace(real_table.choices, languages=(language,), hints=FRESH_HINTS)
    table = replace(real_table, choices=choices, page=None)
    view = HOME.view(real_house, table)
    assert hints_on(real_house, table, view) == ["back", "turn"]
    assert measure(view).whole


@pytest.mark.parametrize("language", sampled_languages())
def test_a_new_box_tells_game_deck_and_number_in_every_language(language, real_house, real_table):
    for table in homes(real_house, real_table, language):
        view = HOME.view(real_house, table)
        said = "\n".join(view_lines(view))
        assert [each for each in told_of(real_house, table) if each not in said] == []
        assert hints_on(real_house, table, view)
        assert measure(view).whole


@pytest.mark.parametrize("language", sampled_languages())
def test_what_is_broken_takes_turns_with_the_number_and_hides_no_hint_of_a_new_box(language, real_house, real_table):
    fault = Fault(0.0, Part.SOUND, "No sound card.")
    for fresh in homes(real_house, real_table, language):
        table = replace(fresh, faults={Part.SOUND: fault})
        told, named = look(real_house, table), look(real_house, replace(table, now=4.0))
        assert view_lines(told) == view_lines(HOME.view(real_house, fresh))
        assert view_lines(named)[0] == real_house.words.screen(language, "fault.sound")
        assert measure(named).whole
        start = real_house.words.screen(language, "home.start")
        assert view_lines(named)[-1].endswith(start)
        assert hints_on(real_house, table, named)


class TestWhatIsBrokenOnANewBox:
    def test_both_are_told_in_turn_until_nobody_looks_any_more(self, evening):
        evening.table = replace(evening.table, choices=replace(evening.table.choices, hints=FRESH_HINTS))
        evening.send(Fault(0.0, Part.SOUND, "No sound card."))
        heads = []
        while (due := evening.due()) is not None and due < 61.0:
            heads.append(shown(evening)[0])
            evening.send(Tick(due))
        assert (set(heads[::2]), set(heads[1:4:2])) == ({"game.toy 3 players"}, {"fault.sound"})
        assert shown(evening)[0] == "fault.sound"
        assert shown(evening)[-1].endswith("home.start")
        assert evening.due() == evening.house.settings.screen.sleep_minutes * 60.0

    def test_a_box_whose_controls_were_used_is_not_woken_for_it(self, evening):
        before = evening.due()
        assert evening.after(Fault(0.0, Part.SOUND, "No sound card.")).due() == before


def test_a_box_without_sound_begins_at_home_with_a_sign_and_is_told_of_it_when_a_game_begins(evening):
    assert evening.after(fault := Fault(0.0, Part.SOUND, "No sound card.")).table.at_home
    assert shown(evening)[0] == "fault.sound"
    assert evening.after("start").table.page == NoticePage(fault, None)
    assert evening.after("start").table.at_home
    assert page(evening, "start") == "night"
