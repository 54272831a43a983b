"""Tests wishes of a second program in a game: almost all are refused, but the talk can be stopped as by a hand."""

import pytest
from msgspec.structs import replace

from nightcrier.box.show.stages import Ask, Count, Perform, Verdict
from nightcrier.box.table.core.state import Cursor
from nightcrier.box.table.core.talk_clock import TalkClock
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.yes_or_no import END_GAME, QuestionPage
from nightcrier.box.table.public_table import phase_now
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.public_record import Phase
from nightcrier.wire.wishes import HallWish, LookWish, LoudnessWish, MinuteWish, PauseWish
from tests.box.table.asking import wish
from tests.box.table.evening import Evening
from tests.box.table.test_wishes import ALL, answered


def clock_of(evening: Evening) -> TalkClock:
    assert evening.table.session.clock
    return evening.table.session.clock


class TestUnheeded:
    """Tests wishes that are refused without any change of the table, not even of its time."""

    @pytest.mark.parametrize("wished", ALL)
    @pytest.mark.parametrize("kind", [Perform, Ask])
    def test_a_game_hears_no_wish(self, play_through, kind, wished):
        evening = play_through(kind)
        before = evening.table
        evening.at += 1.0
        assert wish(evening, wished) == []
        assert answered(evening, wished) == phase_now(evening.table).refusal
        assert evening.table is before

    def test_the_phase_alone_says_what_is_told(self, play_through, monkeypatch):
        monkeypatch.setattr(Phase, "refusal", Refusal.LOST)
        assert answered(play_through(Count), LookWish()) == Refusal.LOST

    @pytest.mark.parametrize("kind", [Count, Verdict])
    def test_by_day_it_may_be_louder_and_the_talk_may_stand(self, play_through, kind):
        evening = play_through(kind)
        for wished in ALL:
            before, heard = evening.table, wish(evening, wished)
            halts = isinstance(wished, PauseWish | MinuteWish) and kind is Count
            assert bool(heard) is isinstance(wished, LoudnessWish)
            assert (evening.table is not before) is (isinstance(wished, LoudnessWish | HallWish) or halts)

    def test_not_while_a_seat_reads_alone(self, play_through):
        evening = play_through(Count)
        talk = evening.table
        for read_alone in (
            replace(talk, page=DeckPage(None, held=0.0)),
            talk.with_cursor(Cursor(held=0.0)),
            replace(talk, page=QuestionPage(END_GAME, None)),
        ):
            evening.table = before = read_alone
            assert wish(evening, LoudnessWish(3)) == []
            assert wish(evening, PauseWish(True)) == []
            assert evening.table is before


class TestPause:
    def test_the_talk_stands_and_goes_on_as_by_back(self, play_through):
        evening = play_through(Count)
        by_hand = Evening(evening.house, evening.table)
        for paused in (True, False):
            evening.at, by_hand.at = evening.at + 2.5, evening.at + 2.5
            assert wish(evening, PauseWish(paused)) == list(by_hand.back())
            assert clock_of(evening) == clock_of(by_hand)
            assert (clock_of(evening).zero is None) is paused

    def test_a_minute_more_comes_to_a_clock_that_runs_and_to_one_that_stands(self, play_through):
        evening = play_through(Count)
        for paused in (False, True):
            wish(evening, PauseWish(paused))
            before = clock_of(evening)
            assert wish(evening, MinuteWish()) == []
            assert clock_of(evening).seconds(evening.at) == before.seconds(evening.at) + 60.0
            assert (clock_of(evening).zero is None) is paused
        lasting = replace(evening.table.session, clock=TalkClock(evening.at, up=True))
        evening.table = replace(evening.table, session=lasting)
        wish(evening, MinuteWish())
        assert clock_of(evening) == lasting.clock, "a talk without an end has no minute more"

    def test_who_wishes_twice_changes_it_once(self, play_through):
        evening = play_through(Count)
        wish(evening, PauseWish(True))
        standing = clock_of(evening)
        evening.at += 3.0
        wish(evening, PauseWish(True))
        assert clock_of(evening) == standing

    def test_a_talk_whose_time_is_up_is_over(self, play_through):
        evening = play_through(Count)
        running = clock_of(evening)
        evening.at += running.seconds(evening.at)
        wish(evening, PauseWish(True))
        assert clock_of(evening) == running
