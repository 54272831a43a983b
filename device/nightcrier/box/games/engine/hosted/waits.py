"""Draw a credible wait for a role that nobody has, from the times that the moderator needed for those who are there.

The wait is the sum of what he would do: enter an answer, read a fact, let people meet. Each part is a random time that
he needed before for this kind of work, with a small random change. If he has no time of this kind yet, times of another
kind or usual times are used."""

from collections.abc import Iterable

from nightcrier.box.games.engine.hosted.host_steps import ASKED, FOLLOWS, LOOKED, MEETS, TOLD, CallTime
from nightcrier.box.show.cues import Window
from nightcrier.kernel.chance import Chance
from nightcrier.kernel.ids import Seconds

USUAL: dict[str, Seconds] = {ASKED: 6.0, TOLD: 3.0, FOLLOWS: 3.0, MEETS: 6.0, LOOKED: 9.0}
_LEAST_WAIT: Seconds = 0.5
"""The shortest wait. No moderator is faster."""
_RECENT = 8
"""The number of latest times that count, about as many as one night has of a kind. Older times do not count, because
people become faster during an evening."""
_GRAIN, _SPREAD = 1000, 0.05
"""The number of steps and the size of the random change of each wait. The change prevents that two waits are exactly
equal."""


def draw_waits(times: tuple[CallTime, ...], kinds: Iterable[str], chance: Chance) -> Seconds:
    """Return a random wait for the work of a whole call."""
    return max(_LEAST_WAIT, sum(draw_wait(times, kind, chance) for kind in kinds))


def wait_window(seconds: Seconds) -> Window:
    """Return the window of a wait. START may end its second half, as it ends an answer."""
    return Window("call", seconds, seconds / 2)


def draw_wait(times: tuple[CallTime, ...], kind: str, chance: Chance) -> Seconds:
    """Return a random time from the moderator's times of a kind, with a small change."""
    own = [time.seconds for time in times if time.kind == kind][-_RECENT:]
    others = [time.seconds * USUAL[kind] / USUAL[time.kind] for time in times if time.seconds]
    length = chance.pick(own or others or [USUAL[kind]])
    return length * (1 + _SPREAD * (2 * chance.below(_GRAIN) / _GRAIN - 1))
