"""A show under way, and how far it has been performed: what can be read from that, whatever the clock says."""

from functools import partial
from itertools import takewhile
from operator import ne

from msgspec import Struct

from device.kernel.ids import LineId, Seconds, Token
from device.show.cues import SILENCE, Bed, Call, Say, Show, Signal, Window
from device.show.facts import Fact


class Score(Struct, frozen=True):
    """A show and the place in it. `cue` alone is the position: it can be stored, and a score begun there again."""

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

    @property
    def over(self) -> bool:
        return self.cue >= len(self.show)


def current_call(score: Score) -> Fact | None:
    """The role, seat or moment that is being called; None before the first call."""
    return next((cue.title for cue in reversed(score.show[: score.cue + 1]) if isinstance(cue, Call)), None)


def calls_heard(show: Show, before: tuple[Fact, ...] = ()) -> tuple[Fact, ...]:
    """The calls heard in a night: those before this show, and its own. A call that goes on or comes again is the
    last one, at the place it had."""
    for cue in show:
        if isinstance(cue, Call):
            before = (*takewhile(partial(ne, cue.title), before), cue.title)
    return before


def night_share(score: Score) -> float:
    """Return how much of its windows a show has come to, from 0 to 1 at the last; 0 if no bed lies under it."""
    if score.paused or score.over or not bed_at(score.show, score.cue + 1).name:
        return 0.0
    windows = [number for number, cue in enumerate(score.show) if isinstance(cue, Window)]
    return sum(number <= score.cue for number in windows) / max(1, len(windows))


def call_start(score: Score) -> int:
    """Return the cue at which the call under way began: the place to go on from after a power cut."""
    last = min(score.cue + 1, len(score.show))
    return max((n for n in range(last) if isinstance(score.show[n], Call)), default=0)


def foley_begun(score: Score) -> str:
    """The sound of the call whose first words begin now, and whose bed, where it has one, was laid just before; empty
    where it has none."""
    before = next((cue for cue in reversed(score.show[: score.cue]) if not isinstance(cue, Bed)), None)
    return before.foley if isinstance(before, Call) else ""


def says_more(score: Score) -> bool:
    """Whether another line comes before hands may move. A bed that rose between the two would tell them to."""
    later = (cue for cue in score.show[score.cue + 1 :] if isinstance(cue, Say | Window | Signal))
    return isinstance(next(later, None), Say)


def next_lines(score: Score) -> tuple[LineId, ...]:
    """Return the lines that are said after this cue."""
    return next((cue.lines for cue in score.show[score.cue + 1 :] if isinstance(cue, Say)), ())


def bed_at(show: Show, cue: int) -> Bed:
    """The bed that lies there when the show has come to this cue."""
    return next((laid for laid in reversed(show[:cue]) if isinstance(laid, Bed)), SILENCE)
