"""One push switch as a pure state machine of timed edges: debounce, press, hold.

            first edge: DOWN, at once                  still closed at `hold`: HOLD
    open ------------------------------> closed -------------------------------------> held
     ^                                     |                                            |
     +-- first edge: PRESS, at once -------+      RELEASE, at once ---------------------+

After an edge that was acted on the contact bounces: for `bounce` seconds its edges are only remembered, then the level
is read again. A contact found open then was a spark, not a finger. While it is closed it is read again now and then,
because edges do get lost.
"""

from enum import Enum, auto
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.ids import Seconds

STUCK: Seconds = 10.0
"""A switch that stays closed for so long is jammed or leaned on: it no longer keeps the others from working."""


class Sign(Enum):
    """What a switch has to say."""

    DOWN = auto()
    PRESS = auto()
    HOLD = auto()
    RELEASE = auto()


class Timing(Struct, frozen=True):
    """How long a contact bounces, and how long a press is a hold."""

    bounce: Seconds
    hold: Seconds


class Button(Struct, frozen=True):
    """`sure`: no spark. `spoiled`: what began with this closing shall mean nothing."""

    closed: bool = False
    level: bool = False  # as last seen, bouncing or not
    since: float = 0.0
    quiet: float | None = None  # when the bouncing is over
    look: float | None = None  # when to read the level again
    sure: bool = False
    held: bool = False
    spoiled: bool = False


SwitchStep: TypeAlias = tuple[Button, tuple[tuple[float, Sign], ...]]


def switch_at_power_on(active: bool, at: float) -> Button:
    """A switch closed from the beginning is jammed already: it means nothing until it opens."""
    if not active:
        return Button()
    return Button(True, True, at - STUCK, look=at + _patience(STUCK), sure=True, spoiled=True)


def take_edge(button: Button, active: bool, at: float, timing: Timing) -> SwitchStep:
    """The level changed. What was due before must have been passed before."""
    button = replace(button, level=active)
    return (button, ()) if button.quiet is not None or active == button.closed else _flip(button, at, timing)


def read_level(button: Button, active: bool, now: float, timing: Timing) -> SwitchStep:
    """The level as it is now. It judges a bounce that has just ended; one long past is judged by what was seen then."""
    if button.quiet is None:
        return (button, ()) if active == button.closed else _flip(button, now, timing)
    timely = button.quiet <= now < button.quiet + timing.bounce
    return (replace(button, level=active) if timely else button), ()


def age_switch(button: Button, now: float, timing: Timing) -> SwitchStep:
    """Time went by up to `now`, which is not after this switch's next due moment."""
    if button.quiet is not None and button.quiet <= now:
        return _settle(button, button.quiet, timing)
    if button.look is not None and button.look <= now:
        button = replace(button, look=now + _patience(now - button.since))
    if _awaits_hold(button) and button.since + timing.hold <= now:
        return replace(button, held=True), ((now, Sign.HOLD),)
    return button, ()


def switch_due(button: Button, timing: Timing) -> float | None:
    """When this switch wants to be looked at. One at rest never does."""
    if button.quiet is not None or button.look is None:
        return button.quiet
    return min(button.look, button.since + timing.hold) if _awaits_hold(button) else button.look


def spoil(button: Button) -> Button:
    """Take the meaning from this closing. A hold that was told of still gets its end."""
    return replace(button, spoiled=True)


def lend(button: Button, at: float) -> Button:
    """It serves another gesture: no meaning of its own, but there is surely a finger on it."""
    return replace(button, spoiled=True, since=at)


def is_under_finger(button: Button, at: float) -> bool:
    """Closed, no spark, and not jammed."""
    return button.closed and button.sure and not is_jammed(button, at)


def is_jammed(button: Button, at: float) -> bool:
    """Closed for longer than any finger would."""
    return button.closed and at - button.since >= STUCK


def _awaits_hold(button: Button) -> bool:
    return button.sure and not button.held and not button.spoiled


def _flip(button: Button, at: float, timing: Timing) -> SwitchStep:
    """The first edge counts, without any delay; then the contact may bounce."""
    quiet = at + timing.bounce
    if not button.closed:
        return Button(True, True, at, quiet), ((at, Sign.DOWN),)
    opened = Button(quiet=quiet)
    if button.held:
        return opened, ((at, Sign.RELEASE),)
    return opened, ((at, Sign.PRESS),) if button.sure and not button.spoiled else ()


def _settle(button: Button, at: float, timing: Timing) -> SwitchStep:
    """The bouncing is over: the level decides."""
    settled = replace(button, quiet=None)
    if button.level and button.closed:
        return replace(settled, sure=True, look=at + _patience(0)), ()
    if button.closed:
        return Button(), ()
    return _flip(settled, at, timing) if button.level else (settled, ())


def _patience(age: Seconds) -> Seconds:
    """A finger is watched closely, a jammed switch hardly ever: it would keep the processor awake."""
    return 5.0 if age >= STUCK else 0.5 if age >= 1.0 else 0.1
