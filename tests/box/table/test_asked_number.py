"""Tests that the first START asks how many play if nobody has ever said so, and that nobody is asked twice."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, PersonStanding, Standings
from nightcrier.box.show.cues import Hush
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.drawing.frame import measure
from nightcrier.box.table.ground.before_game import CARDS, AdvicePage, NumberPage
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.explain import EXPLAIN
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.people import EveningKind
from tests.box.table.asking import shown, spoken
from tests.box.table.evening import Evening
from tests.evenings.rehearsed import Rehearsed
from tests.sampling import sampled_languages


def people(number: int) -> Standings:
    """Return the standings of an evening with this many named people."""
    here = tuple(PersonStanding(name, 0, 0, out=False) for name in "ABCDEFG"[:number])
    return Standings(0.0, EveningKind.OPEN, 5, here, evening=1 + number)


@pytest.fixture
def fresh(evening):
    """Return an evening on a box to which nobody has said how many play."""
    evening.house = replace(evening.house, asks_number=True)
    return evening


class TestTheFirstStart:
    def test_it_asks_aloud_before_the_game(self, fresh):
        effects = fresh.start()
        assert fresh.table.page == NumberPage(3)
        assert spoken(effects) == ["welcome.players", "number.3"]
        assert [chip.number for chip in look(fresh.house, fresh.table).chips] == ["1", "2", "3"]
        assert shown(fresh) == ["3 players", "key.leave", "◀▶", "START"]
        assert fresh.table.session is None

    def test_the_dial_counts_and_start_begins_with_so_many(self, fresh):
        assert spoken(fresh.go("start 2")) == ["number.5"]
        effects = fresh.start()
        assert (fresh.table.session.setup.players, fresh.table.choices.players) == (5, 5)
        assert Remember(fresh.table.choices) in effects

    def test_the_number_that_stands_there_is_chosen_by_start(self, fresh):
        assert fresh.after("start start").table.session
        assert fresh.table.choices.players == 3

    @pytest.mark.parametrize("gesture", [Gesture.PRESS, Gesture.HOLD])
    def test_back_leads_home_and_nothing_is_chosen(self, gesture, fresh):
        fresh.go("start 1")
        assert Hush() in fresh.hand(Control.BACK, gesture)
        assert fresh.table.at_home
        assert fresh.table.choices.players == 0
        assert fresh.after("start").table.page == NumberPage(3)

    def test_from_the_menu_too(self, fresh):
        fresh.table = replace(fresh.table, page=ListingPage(MENUS["main"], None))
        assert fresh.after("start").table.page == NumberPage(3)

    def test_a_deck_for_others_gives_way_to_the_nearest_one_for_so_many(self, fresh):
        assert fresh.after("start 3 start").table.choices.setup.scenario == "second"
        assert (fresh.table.choices.players, fresh.table.choices.setup.players) == (6, 6)
        assert isinstance(fresh.table.page, AdvicePage)
        assert [fact.key for fact in fresh.table.page.facts] == ["lay-out", "stand-up"]  # of the deck itself

    def test_where_no_deck_is_for_so_many_it_asks_whether_fewer_play(self, fresh):
        fresh.table = replace(fresh.table, page=NumberPage(40))
        assert fresh.after("start").table.choices.players == 40
        assert isinstance(fresh.table.page, AdvicePage)
        assert fresh.table.page.facts[0].key == "advice.other-number"

    def test_then_it_offers_to_explain(self, real_house, real_table):
        newcomers = replace(real_table, choices=replace(real_table.choices, explain="new"))
        evening = Evening(replace(real_house, asks_number=True), newcomers)
        assert evening.after("start start").table.page == QuestionPage(CARDS, None)
        assert evening.after("start").table.page == QuestionPage(EXPLAIN, None)

    @pytest.mark.parametrize("turned", [0, 1])
    def test_the_page_follows_the_people_who_come_meanwhile(self, turned, fresh):
        fresh.after(people(0), "start").turn(turned)
        assert spoken(fresh.send(people(5))) == ["number.5"]
        assert shown(fresh) == ["5 players", "key.leave", "◀▶", "START"]
        assert spoken(fresh.send(people(4))) == ["number.4"]
        assert spoken(fresh.send(people(4))) == []
        assert fresh.after("start").table.choices.players == 4

    def test_people_for_whom_the_deck_is_not_are_counted_all_the_same(self, fresh):
        fresh.after(people(0), "start").send(people(7))
        assert shown(fresh) == ["7 players", "key.leave", "◀▶", "START"]
        assert fresh.after("start").table.choices.players == 7

    def test_whoever_has_said_it_is_not_asked(self, fresh):
        fresh.table = replace(fresh.table, choices=replace(fresh.table.choices, players=4))
        assert not isinstance(fresh.after("start").table.page, NumberPage)

    def test_nor_a_table_that_knows_its_games(self, evening):
        assert evening.after("start").table.session


@pytest.mark.parametrize("language", sampled_languages())
def test_it_fits(language, real_house, real_table):
    table = replace(real_table, choices=replace(real_table.choices, languages=(language,)), page=NumberPage(20))
    measured = measure(look(real_house, table), real_house.screen)
    assert measured.whole
    assert measured.apart


@pytest.mark.parametrize(("welcome", "asks"), [("box", True), ("never", False)])
def test_a_box_that_welcomes_nobody_does_not_ask(welcome, asks, tmp_path):
    (settings := tmp_path / "device.toml").write_text(f'[table]\nwelcome = "{welcome}"\n')
    box = Rehearsed(tmp_path / "state", config=settings, newcomers=True)
    assert box.rehearsal.box.daemon.house.asks_number == asks
