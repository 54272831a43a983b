"""Tests that a stick that is plugged in brings up a question at home only, and that its results are told."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import ChoreSaid, Tick
from nightcrier.box.table.core.effects import AskRoot, Effect, Rouse
from nightcrier.box.table.core.house import WelcomeStep
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.welcome import WelcomePage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.box.table.plugs.chores.root_work import CARD_PAGE, LEAVE_HALL, root_work, stick_items
from nightcrier.kernel.chores import Chore, ChoreDone, ChoreNews, StickIn, StickOut
from nightcrier.kernel.settings import HallSettings, MqttSettings, NetSettings, Settings
from tests.box.table.asking import end_game, spoken

STICK = StickIn(3, "1.4")


def told(evening, news: ChoreNews) -> tuple[Effect, ...]:
    return evening.send(ChoreSaid(evening.at, news))


def items(evening) -> list[str]:
    return [item.line for item in stick_items(evening.house, evening.table)]


def named(line: str) -> str:
    return line if line.startswith("number.") else f"screen.{line}"


def is_asked(evening) -> bool:
    return isinstance(evening.table.page, ListingPage) and evening.table.page.menu.name == "stick"


class TestAsking:
    def test_at_home_the_page_comes_up_and_its_first_row_is_said(self, evening):
        assert spoken(told(evening, STICK)) == ["screen.stick.take"]
        assert is_asked(evening)
        assert items(evening) == [f"screen.stick.{word}" for word in ("take", "save", "update", "nothing")]

    def test_only_what_can_be_done_is_offered(self, evening):
        assert spoken(told(evening, StickIn())) == ["screen.stick.save"]
        assert items(evening) == ["screen.stick.save", "screen.stick.nothing"]

    def test_a_saved_box_is_offered_and_the_box_as_it_was_before(self, evening):
        told(evening, StickIn(saved=2, has_before=True))
        assert items(evening) == [f"screen.stick.{word}" for word in ("save", "restore", "undo", "nothing")]
        assert stick_items(evening.house, evening.table)[1].shows == "2"
        told(evening, StickIn(saved=1))
        assert stick_items(evening.house, evening.table)[1].shows == ""

    def test_a_box_that_sleeps_wakes(self, evening):
        evening.send(Tick(600.0))
        evening.at = 700.0
        told(evening, STICK)
        assert not evening.table.rest.asleep
        assert evening.table.rest.touched == 700.0

    def test_in_a_game_it_waits_until_that_is_over(self, evening):
        assert told(evening.after("start"), STICK) == ()
        assert not is_asked(evening)
        end_game(evening)
        assert is_asked(evening)

    def test_in_a_menu_it_waits_for_home(self, evening):
        told(evening.after("press"), STICK)
        assert not is_asked(evening)
        assert is_asked(evening.after("back"))

    def test_pulled_before_anything_was_chosen_it_says_so_and_asks_nothing(self, evening):
        told(evening, STICK)
        assert spoken(told(evening, StickOut())) == ["screen.stick.pulled"]
        assert evening.table.at_home
        assert told(evening, StickOut()) == ()


class TestChoosing:
    @pytest.mark.parametrize(("turns", "chore"), [(0, Chore.TAKE), (1, Chore.SAVE), (2, Chore.UPDATE)])
    def test_start_and_a_press_ask_root(self, evening, turns, chore):
        for hand in (evening.start, evening.press):
            told(evening, STICK)
            evening.turn(turns)
            assert AskRoot(chore) in hand()
            assert items(evening) == ["screen.stick.working"]
            assert look(evening.house, evening.table).rows[0].sign.startswith("moon.")
            assert root_work(evening.table).due(evening.house, evening.table) is not None
            told(evening, ChoreDone(chore))

    @pytest.mark.parametrize(("turns", "chore"), [(1, Chore.RESTORE), (2, Chore.UNDO_RESTORE)])
    def test_before_all_is_replaced_it_is_asked(self, evening, turns, chore):
        told(evening, StickIn(saved=1, has_before=True))
        evening.turn(turns)
        assert not [effect for effect in evening.start() if isinstance(effect, AskRoot)]
        assert isinstance(evening.table.page, QuestionPage)
        assert not [effect for effect in evening.back() if isinstance(effect, AskRoot)]
        assert is_asked(evening)
        evening.start()
        assert AskRoot(chore) in evening.start()
        assert items(evening) == ["screen.stick.working"]
        assert spoken(told(evening, ChoreDone(chore))) == ["screen.stick.restored"]

    def test_nothing_and_back_lead_home(self, evening):
        told(evening, STICK)
        assert evening.after("3 start").table.at_home
        told(evening, STICK)
        assert evening.after("back").table.at_home

    def test_start_asks_once(self, evening):
        told(evening, STICK)
        assert evening.go("start start") == ()


class TestDone:
    @pytest.mark.parametrize(
        ("done", "lines", "rows"),
        [
            (
                ChoreDone(Chore.TAKE, new={"decks": 2, "beds": 40}),
                ["stick.taken", "stick.decks", "number.2", "stick.beds"],
                ["stick.decks", "stick.beds"],
            ),
            (
                ChoreDone(Chore.TAKE, new={"voices": 1, "removed": 3}, refused=2),
                ["stick.taken", "stick.voices", "number.1", "stick.removed", "number.3", "stick.refused", "number.2"],
                ["stick.voices", "stick.removed", "stick.refused"],
            ),
            (ChoreDone(Chore.TAKE, new={"decks": 36}), ["stick.taken", "stick.decks", "number.36"], ["stick.decks"]),
            (ChoreDone(Chore.TAKE, new={"decks": 37}), ["stick.taken", "stick.decks"], ["stick.decks"]),
            (ChoreDone(Chore.TAKE, good=False, new={"decks": 1}, refused=1), ["stick.failed"], []),
            (ChoreDone(Chore.TAKE), ["stick.none"], []),
            (ChoreDone(Chore.SAVE), ["stick.saved"], []),
            (ChoreDone(Chore.UPDATE), ["stick.switched"], []),
            (ChoreDone(Chore.BACK), ["stick.switched"], []),
            (ChoreDone(Chore.UPDATE, good=False), ["stick.failed"], []),
            (ChoreDone(Chore.FORGET), ["stick.forgotten"], []),
        ],
    )
    def test_what_came_of_it_is_said_and_shown(self, evening, done, lines, rows):
        told(evening, STICK)
        assert spoken(told(evening.after("start"), done)) == [named(line) for line in lines]
        assert items(evening) == [f"screen.{line}" for line in (lines[0], *rows)]
        evening.start()
        assert (evening.table.page, root_work(evening.table).chore) == (None, None)

    def test_pulled_meanwhile_it_is_told_what_was_done_until_then(self, evening):
        told(evening, STICK)
        assert told(evening.after("start"), StickOut()) == ()
        lines = ["screen.stick.none", "screen.stick.refused", "number.3"]
        assert spoken(told(evening, ChoreDone(Chore.TAKE, refused=3))) == lines

    def test_in_a_game_nothing_is_said_of_it(self, evening):
        told(evening, STICK)
        assert evening.after("start back start").table.session is not None
        assert told(evening, ChoreDone(Chore.TAKE)) == ()
        assert root_work(evening.table).chore is None


def rows_of_device(evening) -> list[str]:
    return [item.line for item in MENUS["device"].items(evening.house, evening.table)]


@pytest.mark.parametrize(("row", "may"), [("go-back", "has_version_before"), ("forget-all", "has_root")])
def test_what_root_does_is_offered_only_where_it_can(evening, row, may):
    assert f"screen.{row}" not in rows_of_device(evening)
    evening.house = replace(evening.house, **{may: True})
    assert f"screen.{row}" in rows_of_device(evening)


def at_row(evening, row: str):
    """Return the evening with the dial at this row of the menu of the device."""
    page = ListingPage(MENUS["device"], None, rows_of_device(evening).index(row))
    evening.table = replace(evening.table, page=page)
    return evening


class TestGoingBack:
    def test_it_is_asked_first_and_then_root_does_it(self, evening):
        evening.house = replace(evening.house, has_version_before=True)
        assert isinstance(at_row(evening, "screen.go-back").after("press").table.page, QuestionPage)
        assert AskRoot(Chore.BACK) in evening.start()
        assert items(evening) == ["screen.stick.working"]


class TestOfTheCard:
    """Tests what the box took from a folder of its own card, from which it started."""

    NEWS = ChoreDone(Chore.TAKE, new={"settings": 1, "decks": 2}, refused=1, of_card=True)
    SAID = ("stick.of-card", "stick.settings", "number.1", "stick.decks", "number.2", "stick.untaken", "number.1")

    def test_at_home_it_is_said_and_shown_on_a_page_of_its_own(self, evening):
        assert spoken(told(evening, self.NEWS)) == [named(line) for line in self.SAID]
        assert evening.table.page == CARD_PAGE
        assert items(evening) == [f"screen.stick.{word}" for word in ("of-card", "settings", "decks", "untaken")]
        evening.start()
        assert (evening.table.page, root_work(evening.table).chore) == (None, None)

    def test_in_a_game_it_waits_until_that_is_over(self, evening):
        assert told(evening.after("start"), self.NEWS) == ()
        assert root_work(evening.table).late == (self.NEWS,)
        assert named(self.SAID[0]) in spoken(end_game(evening))
        assert (evening.table.page, root_work(evening.table).late) == (CARD_PAGE, ())

    def test_in_a_menu_it_waits_for_home_and_then_a_stick_is_asked_about(self, evening):
        told(evening.after("press"), self.NEWS)
        told(evening, STICK)
        assert evening.table.page.menu.name == "main"
        assert named(self.SAID[0]) in spoken(evening.back())
        assert evening.table.page == CARD_PAGE
        assert "screen.stick.take" in spoken(evening.start())

    def test_what_came_of_a_stick_in_a_game_is_not_kept_for_later(self, evening):
        told(evening.after("start"), self.NEWS)
        told(evening, ChoreDone(Chore.TAKE, new={"decks": 1}))
        assert root_work(evening.table).late == (self.NEWS,)

    def test_a_glass_that_sleeps_wakes_for_it(self, evening):
        evening.send(Tick(600.0))
        evening.at = 700.0
        assert Rouse() in told(evening, self.NEWS)

    def test_one_after_the_other_and_none_in_the_place_of_another(self, evening):
        update = ChoreDone(Chore.UPDATE, good=False, of_card=True)
        told(evening, self.NEWS)
        assert told(evening, update) == ()
        assert root_work(evening.table).chore == self.NEWS, "it is still read"
        assert spoken(evening.start()) == ["screen.stick.failed"]
        assert evening.table.page == CARD_PAGE
        evening.start()
        assert (evening.table.page, root_work(evening.table).late) == (None, ())

    def test_what_root_is_at_goes_on(self, evening):
        told(evening, STICK)
        assert told(evening.after("start back"), self.NEWS) == ()
        assert root_work(evening.table).chore is Chore.TAKE
        assert spoken(told(evening, ChoreDone(Chore.TAKE))) == ["screen.stick.none"]
        assert named(self.SAID[0]) in spoken(evening.start())


class TestForgettingAll:
    def test_a_press_is_not_enough_to_lose_everything(self, evening):
        evening.house = replace(evening.house, has_root=True)
        assert isinstance(at_row(evening, "screen.forget-all").after("press").table.page, QuestionPage)
        assert spoken(evening.start()) == ["screen.ask.answers.held"]
        assert AskRoot(Chore.FORGET) in evening.go("hold-start")
        assert (evening.table.page, items(evening)) == (CARD_PAGE, ["screen.stick.working"])
        assert spoken(told(evening, ChoreDone(Chore.FORGET, good=False))) == ["screen.stick.failed"]
        assert evening.table.page == CARD_PAGE

    @pytest.mark.parametrize("chore", [Chore.FORGET, Chore.CLEAR_OUT])
    def test_that_it_failed_a_box_says_that_greets_as_a_new_one(self, evening, chore):
        evening.table = replace(evening.table, page=WelcomePage(WelcomeStep.LANGUAGE))
        failed = ChoreDone(chore, good=False)
        assert told(evening, failed) == ()
        assert root_work(evening.table).late == (failed,)
        assert "screen.stick.failed" in spoken(evening.go("hold-start"))

    def test_that_it_is_done_the_welcome_tells(self, evening):
        evening.table = replace(evening.table, page=WelcomePage(WelcomeStep.LANGUAGE))
        assert told(evening, ChoreDone(Chore.FORGET)) == ()
        assert root_work(evening.table).late == ()


class TestHall:
    ROWS = ("screen.hall.here", "screen.hall.leave")

    def rows(self, evening) -> tuple[str, ...]:
        return tuple(row for row in rows_of_device(evening) if row in self.ROWS)

    def test_the_device_says_where_it_is_and_offers_to_leave(self, evening):
        assert self.rows(evening) == ()
        net = NetSettings(mqtt=MqttSettings("10.0.0.5"), hall=HallSettings("spring"))
        evening.house = replace(evening.house, settings=Settings(net=net))
        assert self.rows(evening) == self.ROWS[:1], "its owner's own settings name the hall"
        evening.house = replace(evening.house, may_leave_hall=True)
        assert self.rows(evening) == self.ROWS
        here = next(item for item in MENUS["device"].items(evening.house, evening.table) if item.line == self.ROWS[0])
        assert here.values[0].text == "spring · 10.0.0.5"

    def test_leaving_is_held(self, evening):
        evening.table = replace(evening.table, page=QuestionPage(LEAVE_HALL, None))
        assert spoken(evening.start()) == ["screen.ask.answers.held"]
        assert AskRoot(Chore.LEAVE_HALL) in evening.go("hold-start")
        assert spoken(told(evening, ChoreDone(Chore.LEAVE_HALL))) == ["screen.hall.left"]
