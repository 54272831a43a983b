"""Tests the night with eyes shut: what every gesture does, and what is seen."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Caption, Gesture, Tick
from nightcrier.box.show.answers import Option
from nightcrier.box.show.cues import Bed, Call, Hush, Say, SetBed, Window, WindowOpened
from nightcrier.box.show.facts import RoleName, Word
from nightcrier.box.show.stages import HOST, Ask, Perform
from nightcrier.box.table.core.effects import Answered, Closed, Reached, SetLoudness
from nightcrier.box.table.drawing.view import CallMarks, view_lines
from nightcrier.box.table.look import look
from nightcrier.kernel.ids import Language, LineId
from tests.box.table.asking import (
    BACK,
    DIAL,
    HOLD,
    START,
    end_game,
    page,
    recorded,
    shown,
    sound_ends,
    spoken,
    until_window,
)

_CALLED = Call(RoleName("seer")), Say(LineId("wake")), Window("seer", 6.0)
_DAWN = Call(RoleName("dawn")), Bed(""), Say(LineId("dawn")), Window("wait", 5.0)


class TestNight:
    def test_it_runs_by_itself_from_the_first_word_to_the_day(self, evening):
        evening.start()
        while page(evening) == "night":
            if evening.due() is None:
                sound_ends(evening)
            else:
                evening.at = evening.due()
                evening.send(Tick(evening.at))
        assert page(evening) == "day"
        windows = [effect.name for effect in evening.effects if isinstance(effect, WindowOpened)]
        assert windows == ["seer", "robber"]
        assert [effect.name for effect in evening.effects if isinstance(effect, SetBed)] == ["tapping", "", "day"]
        assert recorded(evening)[-1] == Answered("")

    def test_each_call_is_written_down_as_it_comes(self, evening):
        assert [entry.cue for entry in recorded(until_window(evening)) if isinstance(entry, Reached)] == [0, 2]

    def test_the_screen_names_the_call_and_a_block_goes_out_each_second(self, evening):
        until_window(evening)
        view = look(evening.house, evening.table)
        assert (view_lines(view), view.rows[0].sign) == (["Seer"], "seer")
        assert view.marks == CallMarks(1, 2, 12, 12)
        assert view.dim
        for left in (11, 10):
            evening.at += 1.0
            assert evening.due() == evening.at
            evening.send(Tick(evening.at))
            assert look(evening.house, evening.table).marks == CallMarks(1, 2, left, 12)

    def test_a_wait_of_no_length_is_over_at_once(self, start_stages):
        """A wait takes as long as an earlier answer did, and a moderator may have answered at once."""
        evening = start_stages(Perform((Call(RoleName("seer")), Window("wait", 0.0), Say(LineId("dawn")))))
        assert look(evening.house, evening.table).rows[1:] == ()
        assert evening.due() == evening.at
        assert "dawn" in spoken(evening.after(Tick(evening.at)).effects)

    def test_start_pauses_and_goes_on(self, evening):
        until_window(evening)
        evening.at += 2
        assert Hush() in evening.start()
        assert page(evening) == "pause"
        assert evening.due() == evening.at + 600
        evening.at += 100
        assert page(evening, "start") == "night"

    def test_each_pause_reminds_once_after_ten_minutes(self, evening):
        until_window(evening)
        for _ in range(2):
            evening.start()
            evening.at = evening.due()
            assert spoken(evening.send(Tick(evening.at))) == ["paused", "screen.pause.hint"]
            assert evening.due() is None
            evening.at += 601
            assert spoken(evening.send(Tick(evening.at))) == []
            assert page(evening) == "pause"
            assert page(evening, "start") == "night"

    def test_a_pause_that_opened_the_eyes_shuts_them_and_calls_again(self, start_stages):
        show = Call(RoleName("night")), Say(LineId("open")), Bed("tapping"), *_CALLED, *_DAWN
        evening = start_stages(Perform(show, shut=(LineId("shut"),)))
        assert spoken(sound_ends(sound_ends(evening)).go("start start")) == []
        evening.start()
        evening.at = evening.due()
        assert spoken(evening.go(Tick(evening.at), "start")) == ["shut", "wake"]
        sound_ends(evening)
        assert evening.table.session.score.until == evening.at + 6

    def test_no_pause_shuts_eyes_that_are_not_shut_yet_or_open_already(self, start_stages):
        show = Call(RoleName("night")), Say(LineId("open")), Bed("tapping"), *_DAWN
        evening = start_stages(Perform(show, shut=(LineId("shut"),)))
        for line in ("open", "dawn"):
            evening.start()
            evening.at = evening.due()
            assert spoken(evening.go(Tick(evening.at), "start")) == [line]
            sound_ends(evening)

    @pytest.mark.parametrize(
        "ways",
        [((BACK, Gesture.PRESS),), ((START, HOLD),), ((START, Gesture.PRESS),), ((BACK, HOLD), (BACK, Gesture.PRESS))],
    )
    def test_what_was_told_in_the_pause_goes_with_it(self, evening, ways):
        until_window(evening).start()
        for way in ways:
            evening.after(Caption(evening.at, evening.table.token, "Paused.", Language("en"))).hand(*way)
        assert page(evening) == "night"
        assert "Paused." not in view_lines(look(evening.house, evening.table))
        assert evening.table.caption is None

    def test_back_repeats_the_call(self, evening):
        assert spoken(until_window(evening).back()) == ["seer.wake"]

    def test_a_press_gives_ten_more_seconds(self, evening):
        before = until_window(evening).table.session.score.until
        assert evening.after("press").table.session.score.until == before + 10

    def test_holding_start_skips_to_the_next_call(self, evening):
        assert spoken(until_window(evening).go("hold-start")) == ["robber.wake"]

    def test_the_dial_sets_voice_and_bed_whether_or_not_it_is_pressed(self, evening):
        until_window(evening)
        assert SetLoudness(12 / 20, 14 / 20) in evening.turn(2)
        assert SetLoudness(9 / 20, 11 / 20) in evening.hand(DIAL, Gesture.PRESS_TURN, -3)
        assert SetLoudness(1 / 20, 3 / 20) in evening.turn(-99)

    def test_the_end_is_asked_aloud_and_no_goes_on_where_it_was(self, evening):
        assert "screen.ask.end-game" in spoken(until_window(evening).go("hold-back"))
        assert page(evening) == "question"
        evening.at += 5
        assert page(evening, "back") == "night"
        assert evening.due() is not None

    def test_a_question_nobody_answers_is_asked_again_and_then_the_night_goes_on(self, evening):
        """Whoever held BACK may be gone. If the box waited for them, eyes would stay open and it would never speak."""
        until_window(evening)
        evening.at += 2
        left = evening.table.session.score.until - evening.at
        asked = spoken(evening.go("hold-back"))
        assert evening.due() == evening.at + 30
        evening.at = evening.due()
        assert spoken(evening.send(Tick(evening.at))) == asked
        sound_ends(evening, 5.0)
        assert evening.due() == evening.at + 25
        evening.at = evening.due()
        assert SetBed("tapping", 0.0, 1.0) in evening.send(Tick(evening.at))
        assert (page(evening), evening.table.session.score.until) == ("night", evening.at + left)

    def test_a_hand_that_asks_what_it_was_gets_a_minute_anew(self, evening):
        until_window(evening).go("hold-back")
        evening.at = evening.due()
        evening.send(Tick(evening.at))
        evening.at += 20
        evening.press()
        assert evening.due() == evening.at + 60

    def test_a_question_to_the_host_is_there_again_too_but_by_day_the_box_waits(self, start_stages):
        """By night, the box asks again and then goes on, whether a moderator was asked or nobody."""
        asked = Ask(HOST, Word("who"), (Option("one", Word("one")),), night=Bed("tapping"))
        for stage, dues in ((asked, [30.0, 60.0]), (replace(asked, night=None), [])):
            evening = start_stages(stage)
            evening.go("hold-back")
            for seconds in dues:
                assert (page(evening), evening.due()) == ("question", seconds)
                evening.at = seconds
                evening.send(Tick(seconds))
            assert evening.due() is None
            assert page(evening) == ("ask" if dues else "question")

    def test_the_bed_goes_on_whether_the_host_is_asked_or_nobody(self, start_stages):
        for stage in (
            Ask(HOST, Word("who"), (Option("one", Word("one")),), night=Bed("tapping")),
            Perform((Bed("tapping"), Window("wait", 60.0)), still=True),
        ):
            heard = start_stages(stage).hand(BACK, HOLD)
            assert [type(effect) for effect in heard if isinstance(effect, SetBed)] == []

    def test_over_a_pause_that_hands_made_it_leaves_the_pause(self, evening):
        until_window(evening).go("start hold-back")
        for _ in range(2):
            evening.at = evening.due()
            evening.send(Tick(evening.at))
        assert page(evening) == "pause"

    def test_yes_ends_the_game_and_forgets_it(self, evening):
        end_game(until_window(evening))
        assert evening.table.at_home
        assert recorded(evening)[-1] == Closed()

    def test_a_press_ends_no_game_but_says_what_does(self, evening):
        assert shown(until_window(evening), "hold-back") == ["ask.end-game", "key.no", "key.yes"]
        assert spoken(evening.start()) == ["screen.ask.answers.held"]
        assert page(evening) == "question"

    def test_the_dial_says_neither_yes_nor_no(self, evening):
        assert page(until_window(evening), "hold-back press") == "question"

    def test_a_line_nobody_can_say_is_shown_while_it_lasts(self, evening):
        token = evening.after("start").table.token
        assert shown(evening.after(Caption(evening.at, token, "Morning.", Language("en")))) == ["Morning."]
        assert sound_ends(evening).table.caption is None
