"""Tests what the box asks before a first game: whether the cards are here, or who leads. It asks before the screen
shows anything secret."""

import pytest
from msgspec.structs import replace

from nightcrier.box.games.engine.game import FileGame
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import GameBefore, Table
from nightcrier.box.table.drawing.frame import measure
from nightcrier.box.table.evening.scenario import choose_game, shelf_at_home
from nightcrier.box.table.ground.before_game import CARDS, LEADS, NumberPage
from nightcrier.box.table.ground.home import HOME
from nightcrier.box.table.look import look
from nightcrier.box.table.over.explain import EXPLAIN
from nightcrier.box.table.over.who_plays import WhoPage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.settings import ExplainFirst
from tests.box.table.asking import shown, spoken
from tests.box.table.evening import Evening
from tests.box.table.known_people import known
from tests.sampling import sampled_languages

WHO_LEADS, IS_THERE = QuestionPage(LEADS, None), QuestionPage(CARDS, None)
EXPLAINS = QuestionPage(EXPLAIN, None)


def newcomers(house: House, table: Table, game: str, players: int, explain: ExplainFirst = "new") -> Evening:
    """Return an evening at home with this game and this many people, who have played nothing yet."""
    here = replace(table.choices, players=players, explain=explain, played={})
    return Evening(house, replace(table, choices=choose_game(house, here, house.games[game])))


class TestTheCards:
    @pytest.fixture
    def evening(self, real_house, real_table):
        return newcomers(real_house, real_table, "one-night", 5)

    def test_who_has_them_is_asked_once(self, evening):
        assert spoken(evening.start()) == ["screen.ask.cards", "screen.ask.cards.answers"]
        assert evening.table.page == IS_THERE
        assert evening.after("start").table.page == EXPLAINS
        assert "deal" not in evening.table.choices.setup.options
        assert evening.after("hold-back start").table.page == EXPLAINS

    def test_without_them_the_box_deals(self, evening):
        effects = evening.go("start back")
        assert evening.table.choices.setup.options["deal"]
        assert not [effect for effect in effects if isinstance(effect, Remember)], "a power cut takes a slip back"
        assert evening.table.page == EXPLAINS
        effects = evening.back()
        assert evening.table.session
        assert Remember(evening.table.choices) in effects

    def test_a_slip_costs_nothing_until_the_night_falls(self, evening):
        assert evening.after("start back back").table.session
        effects = evening.go("hold-back hold-start")
        assert evening.table.at_home
        assert Remember(evening.table.choices) in effects
        assert evening.after("start").table.page == IS_THERE
        assert evening.after("start").table.page == EXPLAINS
        assert "deal" not in evening.table.choices.setup.options

    def test_after_a_night_it_deals_until_people_change_that(self, evening):
        evening.go("start back back")
        evening.table = replace(evening.table, choices=replace(evening.table.choices, played={"one-night": ()}))
        assert evening.after("hold-back hold-start").table.at_home
        assert evening.table.choices.setup.options["deal"]

    def test_nor_is_it_asked_twice_on_the_way_to_one_game(self, real_house, real_table):
        evening = newcomers(real_house, real_table, "one-night", 3)
        play = real_house.games["one-night"].begin(evening.table.choices.setup, 0)
        evening.table = replace(evening.table, before=GameBefore(play))  # else a new evening is offered first
        assert isinstance(evening.after(known(), "start back").table.page, WhoPage)
        while isinstance(evening.table.page, WhoPage):
            evening.start()
        assert evening.table.page == EXPLAINS

    @pytest.mark.parametrize(
        ("game", "row"),
        [("one-night", "I deal: night 2 min"), ("wherewolf", "I deal: night 3 min"), ("mafia", "I deal: night 4 min")],
    )
    def test_home_says_that_it_deals_and_how_long_a_night_is(self, game, row, real_house, real_table):
        evening = newcomers(real_house, real_table, game, 5 if game == "one-night" else 11)
        assert not any("I deal" in each for each in shown(evening))
        evening.go("start back")
        at_home = Evening(evening.house, replace(evening.table, page=None))
        assert any(row in each for each in shown(at_home)), shown(at_home)
        assert {"night.minutes", f"number.{row.split()[3]}"} <= set(HOME.lines(at_home.house, at_home.table))
        assert spoken(evening.back())[:2] == ["night.minutes", f"number.{row.split()[3]}"]

    @pytest.mark.parametrize("language", sampled_languages())
    def test_that_fits_at_home(self, language, real_house, real_table):
        for game in real_house.games.values():
            evening = newcomers(real_house, real_table, game.id, game.scenarios()[0].players[0])
            dealt = game.setup_for_deal(evening.table.choices.setup)
            if dealt:
                choices = replace(evening.table.choices.with_setup(dealt), languages=(language,))
                assert measure(look(real_house, replace(evening.table, choices=choices)), real_house.screen).whole

    def test_holding_back_leads_home_with_neither(self, evening):
        assert evening.after("start hold-back").table.at_home
        assert evening.after("start").table.page == IS_THERE

    @pytest.mark.parametrize(("game", "players"), [("growl", 5), ("one-night", 14)])
    def test_where_the_box_cannot_deal_nobody_is_asked(self, real_house, real_table, game, players):
        evening = newcomers(real_house, real_table, game, players)
        assert evening.after("start").table.page not in (IS_THERE, WHO_LEADS)

    def test_nor_who_has_played_it_or_wants_nothing_explained(self, real_house, real_table):
        played = newcomers(real_house, real_table, "one-night", 5)
        played.table = replace(played.table, choices=replace(played.table.choices, played={"one-night": ()}))
        for evening in (played, newcomers(real_house, real_table, "one-night", 5, "never")):
            assert evening.after("start").table.page != IS_THERE

    def test_of_games_in_files_only_those_that_either_can_deal_ask(self, real_house, real_table):
        for name, game in real_house.games.items():
            if isinstance(game, FileGame):
                evening = newcomers(real_house, real_table, name, game.scenarios()[0].players[0])
                asked = evening.after("start").table.page in (IS_THERE, WHO_LEADS)
                assert asked == (any(choice.id in {"deal", "host"} for choice in game.choices())), name


@pytest.mark.parametrize("game", ["wherewolf", "mafia", "full-moon"])
class TestWhoLeads:
    def test_so_many_play_and_one_leads_before_anything_secret_is_shown(self, game, real_house, real_table):
        evening = newcomers(real_house, real_table, game, 11)
        assert spoken(evening.start()) == ["screen.ask.leads", "screen.ask.leads.answers"]
        assert spoken(evening.start()) == ["led.number", "number.10"]
        assert evening.table.page == NumberPage(10, led=True)
        assert "10 play, one leads" in shown(evening)
        assert evening.table.session is None
        assert spoken(evening.turn(1)) == ["number.11"]
        effects = evening.go("-2 start")
        assert (evening.table.choices.players, evening.table.choices.setup.players) == (9, 9)
        assert Remember(evening.table.choices) in effects
        assert not isinstance(evening.table.page, NumberPage)

    def test_who_leads_is_counted_once(self, game, real_house, real_table):
        evening = newcomers(real_house, real_table, game, 11)
        for _ in range(2):
            assert evening.after("start start").table.page == NumberPage(10, led=True)
            evening.start()
            evening.table = replace(evening.table, page=None, advised=frozenset())  # as after a power cut

    def test_who_led_plays_where_the_box_leads_and_is_left_out_again_where_somebody_does(
        self, game, real_house, real_table
    ):
        evening = newcomers(real_house, real_table, game, 11)
        for _ in range(3):
            evening.start()
        led = evening.table.choices
        assert (led.players, led.setup.players) == (10, 10)
        evening.table = replace(evening.table, page=None)
        for _ in {found.id for found, _ in shelf_at_home(real_house, led)}:  # once around the dial
            choices = evening.after("1").table.choices
            somebody_leads = real_house.games[choices.game].is_led(choices.setup)
            assert choices.players == (10 if somebody_leads else 11), choices.game
        assert (evening.table.choices.game, evening.table.choices.players) == (game, 10)
        by_box = real_house.games[game].setup_for_deal(led.setup)
        assert by_box
        evening.table = replace(evening.table, choices=evening.table.choices.with_setup(by_box))
        effects = evening.start()
        assert (evening.table.choices.players, evening.table.choices.setup.players) == (11, 11)
        assert Remember(evening.table.choices) in effects

    def test_people_who_come_meanwhile_change_the_number_alone(self, game, real_house, real_table):
        evening = newcomers(real_house, real_table, game, 11)
        evening.send(known())
        assert spoken(evening.after("start start").send(replace(known(*"ABCDEFG"), evening=4))) == ["number.7"]
        assert "7 play, one leads" in shown(evening)

    def test_the_box_leads_if_nobody_does(self, game, real_house, real_table):
        evening = newcomers(real_house, real_table, game, 11)
        evening.go("start back")
        assert (evening.table.choices.setup.options["host"], evening.table.choices.players) == ("box", 11)
        assert not isinstance(evening.table.page, NumberPage)
