"""Performs a show against the clock, as a pure state machine. A score holds the show and the cue that is performed now.

    performing --cue done--> performing ... --last cue done--> over
        |  ^                        pause: a sounding line is cut, a window stands still
        v  |                        resume: a cut line starts again, a window runs for the rest of its time
       paused

Every function that performs takes a score and returns the new score with effects. Functions that only read a score
come first."""

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.cues import (
    SILENCE,
    Bed,
    Call,
    Cue,
    Gap,
    Hush,
    PlayFoley,
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
from nightcrier.box.show.facts import Fact
from nightcrier.kernel.ids import NOBODY_WAITS, LineId, Seconds, Token

Paces: TypeAlias = Mapping[tuple[Seconds, Seconds | None], tuple[Seconds, ...]]
"""Maps each kind of window, by its full and its least time, to the seconds that people took in the latest of them."""
NO_PACES: Paces = {}
_FAST_THIRD, _LIKE_IT = (1, 3), 24
"""The fraction of earlier windows that were faster than the least time, and the number of latest windows that count."""


class Score(Struct, frozen=True):
    """A show, and how far it has been performed. Only `cue` is saved; a show can begin again at that cue."""

    show: Show
    cue: int = 0
    token: Token = 0  # of the last sound asked for
    sounding: bool = False
    until: float | None = None  # when the window or gap under way ends
    left: Seconds | None = None  # what a pause left of it
    spare: Seconds = 0.0  # what a press may cut off the end of the window
    ending: bool = False  # a press has cut it off: the window ends at its least time
    longer: Seconds = 0.0  # asked for while a line was spoken: the next window gets it
    paused: bool = False
    lasted: bool = False  # a window was not skipped: it ended by the clock, or because who acts in it was done
    paces: Paces = NO_PACES

    @property
    def over(self) -> bool:
        return self.cue >= len(self.show)


def current_call(score: Score) -> Fact | None:
    """Return the role, seat or moment that is called now, or None before the first call."""
    return next((cue.title for cue in reversed(score.show[: score.cue + 1]) if isinstance(cue, Call)), None)


def night_share(score: Score) -> float:
    """Return the fraction of the show's windows that has begun, from 0 to 1, or 0 while paused or without a bed."""
    if score.paused or score.over or not bed_at(score.show, score.cue + 1).name:
        return 0.0
    windows = [number for number, cue in enumerate(score.show) if isinstance(cue, Window)]
    return sum(number <= score.cue for number in windows) / max(1, len(windows))


def call_start(score: Score) -> int:
    """Return the cue at which the present call began, where the show continues after a power cut."""
    last = min(score.cue + 1, len(score.show))
    return max((n for n in range(last) if isinstance(score.show[n], Call)), default=0)


def foley_begun(score: Score) -> str:
    """Return the sound of a call if the first words of the call begin now, or otherwise an empty text. Only a bed may
    come between the call and its words."""
    before = next((cue for cue in reversed(score.show[: score.cue]) if not isinstance(cue, Bed)), None)
    return before.foley if isinstance(before, Call) else ""


def comes_next(score: Score, kind: type[Cue], *others: type[Cue]) -> bool:
    """Say whether a cue of this kind comes next, before any cue of the other kinds."""
    later = (cue for cue in score.show[score.cue + 1 :] if isinstance(cue, (kind, *others)))
    return isinstance(next(later, None), kind)


def next_lines(score: Score) -> tuple[LineId, ...]:
    return next((cue.lines for cue in score.show[score.cue + 1 :] if isinstance(cue, Say)), ())


def bed_at(show: Show, cue: int) -> Bed:
    return next((laid for laid in reversed(show[:cue]) if isinstance(laid, Bed)), SILENCE)


ScoreStep: TypeAlias = tuple[Score, tuple[ShowEffect, ...]]


def begin_show(show: Show, at: float, cue: int = 0, token: Token = 0, paces: Paces = NO_PACES) -> ScoreStep:
    """Begin a show. With a saved `cue`, continue there, with the bed that was playing at that cue."""
    lasted = any(isinstance(before, Window) for before in show[:cue])  # nobody knows otherwise
    score, effects = _enter(Score(show, min(cue, len(show)), token, lasted=lasted, paces=paces), at)
    bed = bed_at(show, cue) if cue else SILENCE
    return score, (set_bed(bed), *effects) if bed.name else effects


def end_sound(score: Score, token: Token, at: float) -> ScoreStep:
    """Continue after a sound has ended. If the token belongs to an older sound, change nothing."""
    if score.paused or not score.sounding or token != score.token:
        return score, ()
    return _next(score, at)


def pass_time(score: Score, at: float) -> ScoreStep:
    """Continue with the next cue if the present window or gap has ended by this time."""
    if score.paused or score.until is None or at < score.until:
        return score, ()
    return _next(score, score.until)


def pause_show(score: Score, at: float) -> ScoreStep:
    """Pause the show at once: cut the voice, and stop the bed."""
    if score.paused or score.over:
        return score, ()
    left = None if score.until is None else max(0.0, score.until - at)
    stopped = replace(score, paused=True, sounding=False, until=None, left=left)
    return stopped, (Hush(), set_bed(SILENCE))


def resume_show(score: Score, at: float) -> ScoreStep:
    """Resume a paused show: with the bed, the interrupted line, and the rest of a window."""
    if not score.paused:
        return score, ()
    bed = set_bed(bed_at(score.show, score.cue))
    awake = replace(score, paused=False)
    if score.left is not None:
        return replace(awake, until=at + score.left, left=None), (bed,)
    entered, effects = _enter(awake, at)
    return entered, (bed, *effects)


def repeat_call(score: Score, at: float) -> ScoreStep:
    """Repeat the present call, with its whole window."""
    return _jump(score, call_start(score), at)


def await_call(score: Score) -> ScoreStep:
    """Pause at the beginning of the present call. When the show resumes, the whole call is said again."""
    if score.over:
        return score, ()
    stopped = replace(_anew(score, call_start(score)), paused=True)
    return stopped, (Hush(), set_bed(SILENCE))


def skip_call(score: Score, at: float) -> ScoreStep:
    """Skip the present call, and continue with the next call or the end."""
    ahead = next((n for n in range(score.cue + 1, len(score.show)) if isinstance(score.show[n], Call)), len(score.show))
    return _jump(score, ahead, at)


def add_time(score: Score, seconds: Seconds) -> ScoreStep:
    """Add time to the open window. If no window is open, add the time to the next one."""
    if score.over:
        return score, ()
    if isinstance(score.show[score.cue], Window):
        spare = score.spare + seconds if score.spare or score.ending else 0.0
        score = replace(score, spare=spare, ending=False)
        if score.left is not None:
            return replace(score, left=score.left + seconds), ()
        if score.until is not None:
            return replace(score, until=score.until + seconds), ()
    return replace(score, longer=score.longer + seconds), ()


def end_window(score: Score, at: float) -> ScoreStep:
    """End the window because everybody in it is done. It still lasts for at least its least time."""
    if score.until is None or not score.spare:
        return score, ()
    until, paces = max(at, score.until - score.spare), _paces_with(score, at)
    return pass_time(replace(score, until=until, spare=0.0, ending=True, paces=paces), at)


def _paces_with(score: Score, at: float) -> Paces:
    """Return the paces, including the time of the window that is about to end."""
    window = score.show[score.cue]
    least = least_time(score)
    if not isinstance(window, Window) or not window.follows or least is None or score.until is None:
        return score.paces
    alike = window.seconds, window.least
    taken = least + at - (score.until - score.spare)
    return {**score.paces, alike: (*score.paces.get(alike, ()), taken)[-_LIKE_IT:]}


def least_time(score: Score) -> Seconds | None:
    """Return the least time of the present window, or None if no press can end it."""
    window = score.show[score.cue]
    if not isinstance(window, Window) or window.least is None:
        return None
    taken = sorted(score.paces.get((window.seconds, window.least), ()))
    part, whole = _FAST_THIRD
    usual = taken[len(taken) * part // whole] if taken else 0.0
    return min(window.seconds, max(window.least, usual))


def _jump(score: Score, cue: int, at: float) -> ScoreStep:
    if score.over:
        return score, ()
    moved, effects = _enter(_anew(score, cue), at)
    return moved, (Hush(), set_bed(bed_at(score.show, cue)), *effects)


def _anew(score: Score, cue: int) -> Score:
    """Return the score at this cue, before any of the cue is performed."""
    return Score(score.show, cue, score.token, lasted=score.lasted, paces=score.paces)


def _next(score: Score, at: float) -> ScoreStep:
    lasted = score.lasted or isinstance(score.show[score.cue], Window)
    done = replace(score, sounding=False, until=None, spare=0.0, ending=False, lasted=lasted)
    return _enter(replace(done, cue=score.cue + 1), at)


def _enter(score: Score, at: float) -> ScoreStep:
    """Perform cues one after the other, up to the first cue that takes time."""
    effects: list[ShowEffect] = []
    while not score.over:
        cue = score.show[score.cue]
        score, asked = _perform(score, cue, at)
        effects += asked
        if score.sounding or score.until is not None:
            effects += [Prepare(ahead)] if (ahead := next_lines(score)) else []  # decoded while there is time
            break
        score = replace(score, cue=score.cue + 1)
    return score, tuple(effects)


def _perform(score: Score, cue: Cue, at: float) -> tuple[Score, list[ShowEffect]]:
    match cue:
        case Say():
            return _sound(score), _speech(score, cue)
        case Signal(name, float() as alone):
            return replace(score, until=at + alone), [PlaySignal(NOBODY_WAITS, name)]
        case Signal(name):
            return _sound(score), [PlaySignal(score.token + 1, name)]
        case Window(name, seconds):
            whole, least = seconds + score.longer, least_time(score)
            spare = 0.0 if least is None else max(0.0, whole - least)
            return replace(score, until=at + whole, spare=spare, longer=0.0), [WindowOpened(name, whole)]
        case Gap(seconds):
            return replace(score, until=at + seconds), []
        case Bed():
            return score, [set_bed(cue)]
        case Call():
            return score, []
        case _:
            assert_never(cue)


def _speech(score: Score, cue: Say) -> list[ShowEffect]:
    """Say a line. The bed stays quiet until the next line of the same call, because otherwise people would act too
    early. It rises after the opening and before the next call, when only the last cards are still being put down."""
    foley = foley_begun(score)
    more, acted = comes_next(score, Say, Window, Signal, Call), comes_next(score, Window, Call)
    speech = Speak(score.token + 1, cue.lines, holds=more, even=acted)
    return [speech, PlayFoley(foley)] if foley else [speech]


def _sound(score: Score) -> Score:
    return replace(score, token=score.token + 1, sounding=True)


def set_bed(bed: Bed) -> SetBed:
    return SetBed(bed.name, bed.level_db, bed.ramp)
