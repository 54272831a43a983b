"""Tests that whoever goes back to a question finds the answer given before, also when going on from there."""

import pytest
from msgspec.structs import replace

from nightcrier.box.show.answers import NONE_OF_THEM, Option
from nightcrier.box.show.cues import Call, Say, Speak
from nightcrier.box.show.facts import RoleName, SeatMark, SeatName, Word
from nightcrier.box.show.stages import HOST, TABLE, Ask, Count, Marks, Perform, Stage, Tell, Verdict
from nightcrier.box.table.core.state import Cursor
from nightcrier.box.table.ground.power_on import restore_session
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import after_cut, recorded, shown, spoken, stage_of
from tests.box.table.evening import Evening
from tests.box.table.stage_games import BackPlay, LeftPlay, answers_of
from tests.hands import is_at_stage

SEATS = tuple(Option(str(n), SeatName(n)) for n in range(1, 6))


def questions(who: int = TABLE, *, timed: bool = False) -> tuple[Stage, ...]:
    marked = Ask(who, Word("who"), SEATS, marks=Marks(1, 3, ("1",)), back=True, timed=timed)
    return Ask(who, Word("who"), SEATS, start=2, timed=timed), marked, Tell(TABLE, (Word("won"),), back=True)


@pytest.fixture
def at_the_end(start_stages):
    """Return a function that answers seat 5 to the first question, and marks seats 2 and 3 at the second."""

    def begin(*stages: Stage) -> Evening:
        evening = start_stages(*stages, kind=BackPlay)
        evening.go("2 start")
        for _ in range(3):
            evening.go("press 1")
        return evening.after("start")

    return begin


def cursor_of(evening: Evening) -> Cursor:
    assert is_at_stage(evening.table)
    return evening.table.session.cursor


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize("who", [TABLE, HOST])
def test_answers_and_marks_stand_there_again(at_the_end, who, timed):
    evening = at_the_end(*questions(who, timed=timed))
    assert cursor_of(evening.after("back")) == Cursor(0, (1, 2))
    assert cursor_of(evening.after("back")) == Cursor(4)


def test_start_gives_the_same_answers_again(at_the_end):
    evening = at_the_end(*questions())
    before = answers_of(evening)
    assert answers_of(evening.after("back start")) == before == ("5", ("2", "3"))


def test_going_on_after_back_stands_at_what_was_given(start_stages):
    """Going on works the same if what a question offers depends on the answer before."""
    asked = [Ask(TABLE, Word(key), SEATS, back=True) for key in ("first", "second", "third")]
    evening = start_stages(*asked, Tell(TABLE, (Word("won"),), back=True), kind=FewerPlay)
    for answer in (1, 2, 3):
        evening.turn(answer)
        evening.start()
    for _ in asked:
        evening.back()
    stood = []
    for _ in asked:
        stood.append(stage_of(evening).choices[cursor_of(evening).index].value)
        evening.go("1 start")
    assert stood == ["2", "3", "4"]


def test_a_question_that_comes_by_itself_again_begins_anew(at_the_end):
    first, second, _ = questions()
    assert cursor_of(at_the_end(first, second, first)) == Cursor(2)


def test_over_what_lies_between(start_stages):
    show = Perform((Call(RoleName("seer")), Say(LineId("won"))), "vote", back=True)
    evening = start_stages(questions()[0], show, questions()[2], kind=BackPlay)
    assert cursor_of(evening.after("1 start back")) == Cursor(3)


def test_after_a_power_cut_too(at_the_end):
    evening = at_the_end(*questions())
    session = evening.after("back").table.session
    restored = restore_session(evening.house, recorded(evening))
    assert restored.before == session.before == ("2", "3")


def test_no_seat_finds_what_another_was_asked(start_stages):
    third, fourth = (Ask(seat, Word("who"), SEATS, marks=Marks(0, 3), back=True) for seat in (3, 4))
    assert cursor_of(start_stages(third, fourth, kind=BackPlay).after("1 press start back")) == Cursor(-1)


def test_marks_that_stand_there_again_are_not_hidden_behind_nobody(start_stages):
    marked = Ask(TABLE, Word("who"), (Option(NONE_OF_THEM, Word("nobody")), *SEATS), marks=Marks(0, 3), back=True)
    evening = start_stages(marked, Tell(TABLE, (Word("won"),), back=True), kind=BackPlay)
    assert cursor_of(evening.after("4 press start back")) == Cursor(4, (4,))


class FewerPlay(BackPlay, frozen=True):
    """Plays stages whose questions no longer offer seat 1 if the first answer is seat 3."""

    def stage(self) -> Stage | None:
        stage = super().stage()
        fewer = self.answers[:1] == ("3",) and isinstance(stage, Ask)
        return replace(stage, choices=stage.choices[1:]) if fewer else stage


class DailyPlay(BackPlay, frozen=True):
    """Leads from the answer 3 to the question with marks, and from 4 to a day and back to the first question."""

    def stage(self) -> Stage | None:
        asked, marks, day = self.stages
        match self.answers[-1:]:
            case ("3",):
                return marks
            case ("4",):
                return day
            case _:
                return asked


class TestMarksThatBackHasLeft:
    """Tests a question, one with marks, and an announcement, each of which leads back to the one before."""

    @pytest.fixture
    def marked(self, start_stages):
        """Return an evening at a question with seats 2 and 3 marked besides seat 1, and no answer given yet."""
        evening = start_stages(*questions(), kind=BackPlay)
        evening.start()
        for _ in range(2):
            evening.go("1 press")
        return evening

    def test_stand_there_when_the_question_comes_again(self, marked):
        assert cursor_of(marked.after("back start")).marked == (0, 1, 2)

    def test_also_where_the_other_answer_is_another(self, marked):
        assert cursor_of(marked.after("back 1 start")).marked == (0, 1, 2)

    def test_an_answer_that_was_taken_back_is_the_start_of_the_new_one(self, marked):
        marked.start()
        for _ in range(2):
            marked.back()
        assert cursor_of(marked.after("start")).marked == (0, 1, 2)
        assert answers_of(marked.after("press start"))[-1] == ("2", "3")

    def test_none_at_all_stays_none(self, marked):
        for _ in range(3):
            marked.go("press -1")
        assert cursor_of(marked.after("back start")).marked == ()

    def test_after_a_power_cut_nothing_stands_there_that_may_have_been_taken_back(self, marked):
        assert cursor_of(marked.after("start back press back start")).marked == (1, 2)
        restored = restore_session(marked.house, recorded(marked))
        assert restored.before is None

    def test_another_day_knows_nothing_of_them(self, start_stages):
        evening = start_stages(*questions()[:2], Count(60.0, ()), kind=DailyPlay)
        assert isinstance(stage_of(evening.after("start 1 press back 1 start")), Count)
        assert cursor_of(evening.after("start start")).marked == (0,)

    def test_once_given_they_are_left_nowhere(self, marked):
        assert marked.after("back start start").table.session is not None
        assert marked.table.session.left == ()

    def test_of_one_seat_alone_nothing_is_kept(self, start_stages):
        evening = start_stages(*questions(3), kind=BackPlay)
        assert evening.after("1 start 1 press back").table.session is not None
        assert evening.table.session.left == ()


class TestLeavingWithoutAResult:
    STAGES = (Ask(TABLE, Word("who"), SEATS, back=True), Verdict((), (0, 1, 0), back=True))

    @pytest.fixture
    def evening(self, start_stages):
        """Return an evening whose verdict was counted and then taken back."""
        return start_stages(*self.STAGES, kind=LeftPlay).after("start back")

    def test_what_was_counted_goes_only_after_a_question(self, evening):
        assert spoken(evening.back())[0] == "screen.ask.drop-result"
        assert shown(evening)[0] == "ask.drop-result"
        assert spoken(evening.back()) == ["screen.who"]
        assert isinstance(stage_of(evening.after("start")), Verdict)

    def test_yes_leads_home_without_it(self, evening):
        evening.go("back start")
        assert (evening.table.session, evening.table.page) == (None, None)

    def test_nor_by_a_held_back(self, evening):
        assert spoken(evening.go("hold-back")) == ["screen.ask.drop-result", "screen.ask.answers.held"]
        assert shown(evening) == ["ask.drop-result", "key.no", "key.yes"]
        assert spoken(evening.start()) == ["screen.ask.answers.held"]
        assert cursor_of(evening.after("back")) == Cursor()
        evening.go("hold-back hold-start")
        assert (evening.table.session, evening.table.page) == (None, None)

    def test_after_a_power_cut_too(self, evening):
        evening.table = after_cut(evening).table
        assert shown(evening)[0] == "ask.go-on"
        assert spoken(evening.back()) == ["screen.ask.drop-result", "screen.ask.answers.held"]
        assert spoken(evening.go("back start back"))[0] == "screen.ask.drop-result"

    def test_a_result_that_stands_is_not_forgotten(self, start_stages):
        evening = start_stages(*self.STAGES, kind=LeftPlay)
        assert "screen.ask.end-game" in spoken(evening.go("start hold-back"))
        for _ in range(2):
            evening.back()
        assert "screen.ask.end-game" in spoken(evening.go("start hold-back"))

    def test_nothing_is_asked_where_nothing_was_counted(self, start_stages):
        assert start_stages(*self.STAGES, kind=LeftPlay).after("back").table.at_home


def test_the_spoken_menu_says_a_question_in_its_own_lines_and_once(start_stages):
    """If the spoken menu said only the filling, a bare number, it would cut off the line that says what is counted."""
    lines = (LineId("how-much"), LineId("seat.3"))
    ask = Ask(0, Word("gold", {"n": SeatMark(3)}), SEATS, lines=lines)
    evening = start_stages(Ask(0, Word("first"), SEATS), ask, spoken_menu=True)
    said = [effect.lines for effect in evening.start() if isinstance(effect, Speak)]
    assert said == [(*lines, "seat-first", "seat.1")]


def test_the_spoken_menu_asks_as_at_first(start_stages):
    evening = start_stages(*questions(), kind=BackPlay, spoken_menu=True)
    assert spoken(evening.go("1 start back"))[:3] == ["screen.who", "seat-first", "seat.4"]
