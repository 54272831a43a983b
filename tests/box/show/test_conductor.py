"""Tests the conductor: what is performed, when, and what hands can do to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.show import conductor
from nightcrier.box.show.conductor import Score, ScoreStep, call_start, current_call
from nightcrier.box.show.cues import (
    CHOSEN,
    SILENCE,
    Bed,
    Call,
    Gap,
    Hush,
    PlaySignal,
    Prepare,
    Say,
    SetBed,
    Show,
    ShowEffect,
    Signal,
    Speak,
    Window,
    WindowOpened,
)
from nightcrier.box.show.facts import RoleName
from nightcrier.kernel.ids import NOBODY_WAITS, LineId


def line(name: str) -> Say:
    return Say(LineId(name))


NIGHT: Show = (
    line("open"),
    Bed(CHOSEN),
    Call(RoleName("seer")),
    line("seer.wake"),
    Window("seer", 10.0),
    line("seer.close"),
    Gap(2.0),
    Call(RoleName("robber")),
    line("robber.wake"),
    Window("robber", 8.0),
    line("robber.close"),
    SILENCE,
    Signal("bell"),
    line("dawn"),
)


def speak(token: int, name: str) -> Speak:
    """Return the effect of speaking a line. A line before a window is spoken evenly."""
    return Speak(token, (LineId(name),), even=name.endswith("wake"))


def prepare(name: str) -> Prepare:
    return Prepare((LineId(name),))


def test_what_follows_a_signal_begins_while_it_rings_on():
    show = Signal("gong", alone=1.5), line("over")
    assert play(show) == [(0.0, PlaySignal(NOBODY_WAITS, "gong")), (0.0, prepare("over")), (1.5, speak(1, "over"))]


def at(cue: int, moment: float = 0.0) -> Score:
    return conductor.begin_show(NIGHT, moment, cue)[0]


def _due(score: Score) -> float | None:
    """Return when this score has to be looked at again, or None."""
    return None if score.paused else score.until


def play(show: Show, seconds: float = 1.0) -> list[tuple[float, ShowEffect]]:
    """Perform a show to its end, each sound lasting `seconds`. Return every effect with its time."""
    now = 0.0
    score, effects = conductor.begin_show(show, now)
    seen = [(now, effect) for effect in effects]
    while not score.over:
        if score.sounding:
            now += seconds
            score, effects = conductor.end_sound(score, score.token, now)
        else:
            now = _due(score) or now
            score, effects = conductor.pass_time(score, now)
        seen += [(now, effect) for effect in effects]
    return seen


def test_a_show_is_performed_cue_by_cue_on_time():
    heard = [(t, e) for t, e in play(NIGHT) if not isinstance(e, Prepare)]
    assert heard == [
        (0.0, speak(1, "open")),
        (1.0, SetBed(CHOSEN, 0.0, 1.0)),
        (1.0, speak(2, "seer.wake")),
        (2.0, WindowOpened("seer", 10.0)),
        (12.0, speak(3, "seer.close")),
        (15.0, speak(4, "robber.wake")),
        (16.0, WindowOpened("robber", 8.0)),
        (24.0, speak(5, "robber.close")),
        (25.0, SetBed("", 0.0, 1.5)),
        (25.0, PlaySignal(6, "bell")),
        (26.0, speak(7, "dawn")),
    ]


def test_the_next_line_is_prepared_while_there_is_time():
    assert conductor.begin_show(NIGHT, 0.0)[1] == (speak(1, "open"), prepare("seer.wake"))
    assert prepare("seer.close") in conductor.end_sound(at(3), 1, 1.0)[1]


def test_an_empty_show_is_over_at_once():
    assert conductor.begin_show((), 0.0)[0].over


def test_a_window_that_ends_late_does_not_shift_the_rest():
    score, _ = conductor.begin_show((Window("a", 3.0), Window("b", 3.0)), 0.0)
    score, _ = conductor.pass_time(score, 3.4)
    assert _due(score) == 6.0


def test_the_end_of_an_older_sound_means_nothing():
    score, _ = conductor.begin_show(NIGHT, 0.0)
    assert conductor.end_sound(score, score.token - 1, 1.0) == (score, ())


def test_a_tick_before_its_time_means_nothing():
    score = at(4)
    assert conductor.pass_time(score, 9.9) == (score, ())


def test_pause_cuts_the_voice_and_the_bed_and_stops_time():
    score, effects = conductor.pause_show(at(3), 0.5)
    assert effects == (Hush(), SetBed("", 0.0, 1.5))
    assert _due(score) is None
    assert conductor.end_sound(score, score.token, 1.0) == (score, ())
    assert conductor.pass_time(score, 99.0) == (score, ())
    assert conductor.pause_show(score, 2.0) == (score, ())


def test_resume_starts_the_line_that_was_cut_again_over_its_bed():
    paused, _ = conductor.pause_show(at(3), 0.5)
    score, effects = conductor.resume_show(paused, 20.0)
    assert effects[:2] == (SetBed(CHOSEN, 0.0, 1.0), speak(score.token, "seer.wake"))
    assert not score.paused


def test_resume_gives_a_window_what_was_left_of_it():
    paused, _ = conductor.pause_show(at(4, 0.0), 4.0)
    score, effects = conductor.resume_show(paused, 100.0)
    assert effects == (SetBed(CHOSEN, 0.0, 1.0),)
    assert _due(score) == 106.0


def test_the_bed_stays_low_between_two_lines_of_a_call_and_rises_before_the_next():
    call = (Call(RoleName("seer")), line("name"), line("rule"), Window("seer", 10.0), line("close"), *NIGHT[7:])
    begun = [conductor.begin_show(call[cue:], 0.0)[1] for cue in (1, 2, 4)]
    held = [effect.holds for effects in begun for effect in effects if isinstance(effect, Speak)]
    assert held == [True, False, False]


def test_resume_of_what_runs_changes_nothing():
    score = at(4)
    assert conductor.resume_show(score, 1.0) == (score, ())


@pytest.mark.parametrize("cue", [3, 4, 5, 6])
def test_repeat_says_the_last_call_again(cue):
    score, effects = conductor.repeat_call(at(cue), 5.0)
    assert score.cue == 3
    assert effects[0] == Hush()
    assert speak(score.token, "seer.wake") in effects


def test_repeat_before_the_first_call_starts_from_the_beginning():
    score, effects = conductor.repeat_call(at(0), 5.0)
    assert speak(score.token, "open") in effects


def test_repeat_ends_a_pause():
    paused, _ = conductor.pause_show(at(4), 1.0)
    assert not conductor.repeat_call(paused, 2.0)[0].paused


def test_skip_goes_to_the_next_call_and_then_to_the_end():
    score, _ = conductor.skip_call(at(4), 5.0)
    assert current_call(score) == RoleName("robber")
    assert conductor.skip_call(score, 6.0)[0].over


def test_ten_more_seconds_lengthen_the_window_that_is_open():
    assert _due(conductor.add_time(at(4), 10.0)[0]) == 20.0


def test_ten_more_seconds_during_a_pause_are_there_when_it_ends():
    paused, _ = conductor.pause_show(at(4), 4.0)
    score, _ = conductor.resume_show(conductor.add_time(paused, 10.0)[0], 50.0)
    assert _due(score) == 66.0


def test_ten_more_seconds_asked_during_a_line_go_to_the_next_window():
    score, _ = conductor.add_time(at(3), 10.0)
    _, effects = conductor.end_sound(score, score.token, 1.0)
    assert WindowOpened("seer", 20.0) in effects


def test_ten_more_seconds_take_back_an_end_that_waits_for_the_least_time():
    score, _ = conductor.begin_show((Window("pass", 20.0, 5.0),), 0.0)
    ended, _ = conductor.end_window(score, 2.0)
    assert (ended.until, ended.ending) == (5.0, True)
    longer, _ = conductor.add_time(ended, 10.0)
    assert (longer.until, longer.ending) == (15.0, False)
    assert conductor.end_window(longer, 6.0)[0].over


def end_after(score: Score, seconds: float) -> tuple[Score, float]:
    """End a window of 20 seconds this long after it opened. Return the score, and how long the window lasted."""
    opened = (score.until or 0.0) - 20.0
    ended, _ = conductor.end_window(score, opened + seconds)
    until = ended.until if ended.cue == score.cue else opened + seconds
    return conductor.pass_time(ended, until or 0.0)[0] if ended.cue == score.cue else ended, (until or 0.0) - opened


def test_a_least_time_follows_the_windows_before_it_also_in_the_next_show():
    turns = tuple(Window(f"seat-{seat}", 20.0, 5.0, follows=True) for seat in range(4))
    score, lasted = conductor.begin_show(turns, 0.0)[0], list[float]()
    for seconds in (3.0, 9.0, 7.0, 4.0):
        score, length = end_after(score, seconds)
        lasted.append(length)
    assert lasted == [5.0, 9.0, 7.0, 7.0]
    following, _ = conductor.begin_show(turns, 0.0, paces=score.paces)
    assert conductor.least_time(following) == 5.0
    assert sorted(score.paces[20.0, 5.0]) == [3.0, 4.0, 7.0, 9.0]
    other, _ = conductor.begin_show((Window("other", 20.0, 5.0),), 0.0, paces=score.paces)
    assert conductor.end_window(other, 1.0)[0].paces == score.paces


def test_a_show_that_is_over_takes_no_more_orders():
    over = Score(NIGHT, len(NIGHT), token=3)
    for step in (
        conductor.add_time(over, 10.0),
        conductor.skip_call(over, 1.0),
        conductor.repeat_call(over, 1.0),
        conductor.pause_show(over, 1.0),
    ):
        assert step == (over, ())


def test_a_stored_position_is_taken_up_with_its_bed():
    score, effects = conductor.begin_show(NIGHT, 50.0, cue=7)
    assert effects[0] == SetBed(CHOSEN, 0.0, 1.0)
    assert current_call(score) == RoleName("robber")
    assert call_start(score) == 7


def test_a_position_beyond_the_show_is_its_end():
    assert conductor.begin_show(NIGHT, 0.0, cue=999)[0].over


CUES = st.one_of(
    st.builds(Call, st.sampled_from(["a", "b"])),
    st.just(line("x")),
    st.builds(Window, st.just("w"), st.floats(0.1, 30)),
    st.builds(Gap, st.floats(0.1, 3)),
    st.just(Bed(CHOSEN)),
    st.just(SILENCE),
    st.just(Signal("bell")),
)
HANDS = st.lists(st.sampled_from(["pause", "resume", "repeat", "skip", "more", "wait"]), max_size=30)


@given(st.lists(CUES, max_size=20), HANDS)
def test_no_hand_can_bring_the_conductor_out_of_step(cues, hands):
    """A live score always waits for exactly one thing, and reaches its end if nobody interferes."""
    score, _ = conductor.begin_show(tuple(cues), 0.0)
    for n, hand in enumerate(hands):
        score, _ = _hand(score, hand, float(n))
        assert sum((score.sounding, score.until is not None, score.paused, score.over)) == 1
    assert _finished(score)


@given(st.lists(CUES, max_size=20), st.integers(0, 19))
def test_a_show_from_any_position_lasts_as_long_as_its_rest(cues, cue):
    rest = play(tuple(cues[cue:]))
    score, _ = conductor.begin_show(tuple(cues), 0.0, cue)
    assert score.over == (not any(isinstance(c, Say | Window | Gap | Signal) for c in cues[cue:]))
    spoken = [e.lines for _, e in rest if isinstance(e, Speak)]
    assert len(spoken) == sum(isinstance(c, Say) for c in cues[cue:])


def _hand(score: Score, hand: str, now: float) -> ScoreStep:
    match hand:
        case "pause":
            return conductor.pause_show(score, now)
        case "resume":
            return conductor.resume_show(score, now)
        case "repeat":
            return conductor.repeat_call(score, now)
        case "skip":
            return conductor.skip_call(score, now)
        case "more":
            return conductor.add_time(score, 10.0)
    if score.sounding:
        return conductor.end_sound(score, score.token, now)
    return conductor.pass_time(score, _due(score) or now)


def _finished(score: Score) -> bool:
    for _ in range(200):
        if score.over:
            return True
        score, _ = _hand(score, "resume" if score.paused else "wait", 1e6)
    return False
