"""Tests that what a phone asks of root is announced at the box, and changes something only if START is held there."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Tick, Wished
from nightcrier.box.table.core.effects import AnswerGuest, AskRoot, Effect, Remember
from nightcrier.box.table.drawing.frame import measure
from nightcrier.box.table.drawing.view import Text
from nightcrier.box.table.look import look
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.box.table.plugs.chores.root_work import root_work
from nightcrier.kernel.chores import BY_PHONE, AskedChange, Chore, ChoreDone
from nightcrier.kernel.ids import name_line
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.wishes import ChoreWish
from tests.box.table.asking import end_game, spoken
from tests.box.table.test_stick_page import items, told


class TestAskedByPhone:
    @pytest.fixture(autouse=True)
    def of_a_box_with_root(self, evening):
        evening.house = replace(evening.house, has_root=True)

    def test_a_box_without_root_refuses_and_shows_nothing(self, evening):
        evening.house = replace(evening.house, has_root=False)
        assert evening.send(Wished(evening.at, ChoreWish(Chore.UPDATE_SENT), 3, 7)) == (
            AnswerGuest(3, 7, Refusal.ABSENT),
        )
        assert evening.table.at_home

    def wish(self, evening, chore: Chore) -> tuple[Effect, ...]:
        return evening.send(Wished(evening.at, ChoreWish(chore)))

    @pytest.mark.parametrize("chore", sorted(BY_PHONE))
    def test_root_is_asked_for_what_a_phone_may_ask(self, evening, chore):
        assert self.wish(evening, chore) == (AskRoot(chore),)
        assert items(evening) == ["screen.stick.working"]

    @pytest.mark.parametrize("chore", [chore for chore in Chore if chore not in BY_PHONE])
    def test_and_for_nothing_that_is_a_hands(self, evening, chore):
        before = evening.table
        assert self.wish(evening, chore) == ()
        assert evening.table is before

    def test_once_at_a_time_and_not_without_end(self, evening):
        self.wish(evening, Chore.TAKE_SENT)
        assert self.wish(evening, Chore.TAKE_SENT) == ()
        told(evening, ChoreDone(Chore.TAKE_SENT))
        assert self.wish(evening, Chore.TAKE_SENT) == ()
        evening.at += 10.0
        assert self.wish(evening, Chore.SAVE_OUT) == (AskRoot(Chore.SAVE_OUT),)

    def test_after_a_long_chore_the_box_is_for_people_for_a_while(self, evening):
        """A phone that asked to save again and again would leave nobody a moment to press START."""
        self.wish(evening, Chore.SAVE_OUT)
        evening.at += 60.0
        told(evening, ChoreDone(Chore.SAVE_OUT))
        evening.at += 9.0
        assert self.wish(evening, Chore.SAVE_OUT) == ()
        evening.at += 1.0
        assert self.wish(evening, Chore.SAVE_OUT) == (AskRoot(Chore.SAVE_OUT),)

    def test_in_a_game_nothing_is_asked(self, evening):
        before = evening.after("start").table
        assert self.wish(evening, Chore.SAVE_OUT) == ()
        assert evening.table is before

    @pytest.mark.parametrize(
        ("done", "line"),
        [
            (ChoreDone(Chore.TAKE_SENT, new={"decks": 1}), "screen.stick.taken"),
            (ChoreDone(Chore.TAKE_SENT), "screen.stick.none"),
            (ChoreDone(Chore.SAVE_OUT), "screen.stick.saved"),
            (ChoreDone(Chore.SAVE_OUT, good=False), "screen.stick.failed"),
        ],
    )
    def test_what_came_of_it_is_said_as_of_a_stick_and_home_comes_back(self, evening, done, line):
        self.wish(evening, done.chore)
        assert spoken(told(evening, done))[0] == line
        assert (evening.table.page, root_work(evening.table).chore) == (None, None)

    def test_what_comes_in_the_midst_of_a_game_is_not_said(self, evening):
        self.wish(evening, Chore.TAKE_SENT)
        evening.table = replace(evening.table, page=None)
        assert told(evening.after("start"), ChoreDone(Chore.TAKE_SENT)) == ()
        assert root_work(evening.table).chore is None

    def test_another_version_says_so_until_a_hand_comes(self, evening):
        self.wish(evening, Chore.UPDATE_SENT)
        told(evening, ChoreDone(Chore.UPDATE_SENT))
        assert items(evening) == ["screen.stick.switched"]


class TestAskedToJoinAHall:
    NEWS = ChoreDone(Chore.TAKE_SENT, asks=(AskedChange("hall.toml", "spring · 10.0.0.5"),))

    def test_a_file_of_a_phone_asks_at_the_box_and_names_the_broker(self, evening):
        about = name_line("spring, 10.0.0.5")
        assert spoken(told(evening, self.NEWS)) == [about, "screen.hall.ask-join", "screen.ask.answers.held"]
        shown = look(evening.house, evening.table)
        assert "spring · 10.0.0.5" in [row.text for row in shown.rows if isinstance(row, Text)]

    def test_a_press_that_was_meant_for_a_game_is_no_yes(self, evening):
        told(evening, self.NEWS)
        assert spoken(evening.start()) == ["screen.ask.answers.held"]
        assert AskRoot(Chore.KEEP) in evening.go("hold-start")
        assert spoken(told(evening, ChoreDone(Chore.KEEP, new={"hall": 1}))) == ["screen.hall.joined"]

    def test_after_a_no_root_takes_away_what_was_asked_and_the_box_is_at_home(self, evening):
        told(evening, self.NEWS)
        assert len(look(evening.house, evening.table).rows) == 2  # what is asked, and whom it is about
        assert [effect for effect in evening.back() if isinstance(effect, AskRoot)] == [AskRoot(Chore.TAKE_SENT)]
        assert spoken(told(evening, ChoreDone(Chore.TAKE_SENT))) == ["screen.stick.none"]
        assert evening.table.at_home

    def test_in_a_game_nobody_is_asked_until_it_is_over(self, evening):
        assert told(evening.after("start"), self.NEWS) == ()
        assert not isinstance(evening.table.page, QuestionPage)
        end_game(evening)
        evening.send(Tick(evening.at + 1.0))
        assert isinstance(evening.table.page, QuestionPage)


class TestAskedWhatStays:
    NEWS = ChoreDone(
        Chore.TAKE_SENT, new={"games": 1}, asks=(AskedChange("n", "Blade", "Seer"), AskedChange("n", "Owl", "Cub"))
    )

    def test_what_changes_is_said_and_shown_before_it_is_asked(self, evening):
        about = "Seer is called Blade · Cub is called Owl"
        answers = ["screen.guests.ask-keep", "screen.ask.answers.held"]
        assert spoken(told(evening, self.NEWS)) == [name_line(about.replace(" · ", ", ")), *answers]
        assert about in [row.text for row in look(evening.house, evening.table).rows if isinstance(row, Text)]
        assert AskRoot(Chore.KEEP) in evening.go("hold-start")
        assert spoken(told(evening, ChoreDone(Chore.KEEP, new={"games": 1})))[0] == "screen.stick.taken"

    def test_what_has_no_room_is_asked_in_parts_so_that_all_is_seen(self, evening):
        asks = tuple(AskedChange("n", f"Long name number {n} · x", "Seer") for n in range(9))
        told(evening, replace(self.NEWS, asks=asks))
        seen, effects = "", ()
        while AskRoot(Chore.KEEP) not in effects:
            assert measure(look(evening.house, evening.table), evening.house.screen).whole
            seen, effects = seen + evening.table.page.ask.about, evening.go("hold-start")
        assert [f"Long name number {n}" in seen for n in range(9)] == [True] * 9

    @pytest.mark.parametrize(
        "ask",
        [
            AskedChange("hall.toml", "spring · " + "mqtt.hall-of-spring.example." * 8),
            AskedChange("n", "The very long name of a role who is here", "Another very long name of a role we had."),
            AskedChange("n", "W" * 40, "ก็" * 20),
        ],
    )
    def test_a_row_that_has_no_room_is_asked_in_parts_of_which_each_is_seen_whole(self, evening, ask):
        told(evening, replace(self.NEWS, asks=(ask,)))
        seen, effects = "", ()
        while AskRoot(Chore.KEEP) not in effects:
            view = look(evening.house, evening.table)
            assert measure(view, evening.house.screen).whole
            seen, effects = seen + evening.table.page.ask.about, evening.go("hold-start")
        assert [each.replace(" ", "") in seen.replace(" ", "") for each in (ask.now, ask.was)] == [True] * 2

    def test_what_came_after_a_game_of_this_evening_goes_with_the_next(self, evening):
        told(evening, self.NEWS)
        assert not evening.table.choices.guests_play, "it is for the evening that begins"
        evening.go("back")
        told(evening, ChoreDone(Chore.TAKE_SENT))
        end_game(evening.after("start"))
        assert not evening.table.choices.guests_play, "it counts from the next start on"
        told(evening, self.NEWS)
        assert Remember(evening.table.choices) in evening.effects
        assert evening.table.choices.guests_play
