"""Before the first game the box asks what it must know: whether the cards are here, or who leads, before anything
secret stands on the glass."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.engine.game import FileGame
from nightcrier.box.table.before_game import CARDS, LEADS, NumberPage
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.page_kinds import HomePage
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.course.scenario import choose_game
from nightcrier.box.table.pages.explain import EXPLAIN
from nightcrier.box.table.pages.yes_or_no import QuestionPage
from nightcrier.kernel.settings import ExplainFirst
from tests.box.table.asking import shown, spoken
from tests.box.table.evening import Evening
from tests.box.table.known_people import known

WHO_LEADS, IS_THERE = QuestionPage(LEADS, HomePage()), QuestionPage(CARDS, HomePage())
EXPLAINS = QuestionPage(EXPLAIN, HomePage())


def newcomers(house: House, table: Table, game: str, players: int, explain: ExplainFirst = "new") -> Evening:
    """So many people who know nothing, at home with this game."""
    here = replace(table.choices, players=players, explain=explain, played={})
    return Evening(house, replace(table, choices=choose_game(house, here, house.games[game])))


class TestTheCards:
    def test_who_has_them_is_asked_once(self, real_house: House, real_table: Table) -> None:
        evening = newcomers(real_house, real_table, "one-night", 5)
        assert spoken(evening.start()) == ["screen.ask.cards", "screen.ask.cards.answers"]
        assert evening.table.page == IS_THERE
        evening.start()
        assert evening.table.page == EXPLAINS
        assert "deal" not in evening.table.choices.setup.options
        evening.hand(Control.BACK, Gesture.HOLD)
        evening.start()
        assert evening.table.page == EXPLAINS

    def test_without_them_the_box_deals_from_now_on(self, real_house: House, real_table: Table) -> None:
        evening = newcomers(real_house, real_table, "one-night", 5)
        evening.start()
        effects = evening.back()
        assert evening.table.choices.setup.options["deal"]
        assert Remember(evening.table.choices) in effects
        assert evening.table.page == EXPLAINS
        evening.back()
        assert evening.table.session

    def test_holding_back_leads_home_with_neither(self, real_house: House, real_table: Table) -> None:
        evening = newcomers(real_house, real_table, "one-night", 5)
        evening.start()
        evening.hand(Control.BACK, Gesture.HOLD)
        assert evening.table.page == HomePage()
        evening.start()
        assert evening.table.page == IS_THERE

    @pytest.mark.parametrize(("game", "players"), [("growl", 5), ("one-night", 14)])
    def test_where_the_box_cannot_deal_nobody_is_asked(
        self, real_house: House, real_table: Table, game: str, players: int
    ) -> None:
        evening = newcomers(real_house, real_table, game, players)
        evening.start()
        assert evening.table.page not in (IS_THERE, WHO_LEADS)

    def test_nor_who_has_played_it_or_wants_nothing_explained(self, real_house: House, real_table: Table) -> None:
        played = newcomers(real_house, real_table, "one-night", 5)
        played.table = replace(played.table, choices=replace(played.table.choices, played={"one-night": ()}))
        for evening in (played, newcomers(real_house, real_table, "one-night", 5, "never")):
            evening.start()
            assert evening.table.page != IS_THERE

    def test_of_games_in_files_only_those_that_either_can_deal_ask(self, real_house: House, real_table: Table) -> None:
        for name, game in real_house.games.items():
            if isinstance(game, FileGame):
                evening = newcomers(real_house, real_table, name, game.scenarios()[0].players[0])
                evening.start()
                asked = evening.table.page in (IS_THERE, WHO_LEADS)
                assert asked == (any(choice.id in {"deal", "host"} for choice in game.choices())), name


@pytest.mark.parametrize("game", ["wherewolf", "mafia", "full-moon"])
class TestWhoLeads:
    def test_so_many_play_and_one_leads_before_anything_secret_is_shown(
        self, game: str, real_house: House, real_table: Table
    ) -> None:
        evening = newcomers(real_house, real_table, game, 11)
        assert spoken(evening.start()) == ["screen.ask.leads", "screen.ask.leads.answers"]
        assert spoken(evening.start()) == ["led.number", "number.10"]
        assert evening.table.page == NumberPage(10, led=True)
        assert "10 play, one leads" in shown(evening)
        assert evening.table.session is None
        assert spoken(evening.turn(1)) == ["number.11"]
        evening.turn(-2)
        effects = evening.start()
        assert (evening.table.choices.players, evening.table.choices.setup.players) == (9, 9)
        assert Remember(evening.table.choices) in effects
        assert not isinstance(evening.table.page, NumberPage)

    def test_who_leads_is_counted_once(self, game: str, real_house: House, real_table: Table) -> None:
        evening = newcomers(real_house, real_table, game, 11)
        for _ in range(2):
            evening.start()
            evening.start()
            assert evening.table.page == NumberPage(10, led=True)
            evening.start()
            evening.table = replace(evening.table, page=HomePage(), advised=frozenset())  # as after a power cut

    def test_people_who_come_meanwhile_change_the_number_alone(
        self, game: str, real_house: House, real_table: Table
    ) -> None:
        evening = newcomers(real_house, real_table, game, 11)
        evening.send(known())
        evening.start()
        evening.start()
        assert spoken(evening.send(replace(known(*"ABCDEFG"), evening=4))) == ["number.7"]
        assert "7 play, one leads" in shown(evening)

    def test_the_box_leads_if_nobody_does(self, game: str, real_house: House, real_table: Table) -> None:
        evening = newcomers(real_house, real_table, game, 11)
        evening.start()
        evening.back()
        assert evening.table.choices.setup.options["host"] == "box"
        assert evening.table.choices.players == 11
        assert not isinstance(evening.table.page, NumberPage)
