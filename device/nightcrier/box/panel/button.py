"""Turns the timed edges of one push switch into signs, as a pure state machine: debounce, press, hold.

            first edge: DOWN, at once                  still closed at `hold`: HOLD
    open ------------------------------> closed -------------------------------------> held
     ^                                     |                                            |
     +-- first edge: PRESS, at once -------+      RELEASE, at once ---------------------+

After an accepted edge the contact bounces. For `bounce` seconds its edges are only stored, and after that the level is
read again. If the contact is open then, a spark and not a finger had closed it. The level of a
closed contact is read again from time to time, because edges can get lost.
"""

from enum import Enum, auto
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.kernel.ids import Seconds

STUCK: Seconds = 10.0
"""The time after which a closed switch counts as jammed. The other switches still work while one is jammed."""
_WAKING: Seconds = 0.3
"""The time after power-on in which the opening of a switch is ignored: its pin may only have been rising."""


class Sign(Enum):
    DOWN = auto()
    PRESS = auto()
    HOLD = auto()
    RELEASE = auto()
    POWER_ON = auto()  # closed since power-on, and now let go


class Timing(Struct, frozen=True):
    """Three times of a switch: how long its contact bounces, how long a press must last to be a hold, and how long
    after a release a second press is ignored, because a shaking hand presses twice."""

    bounce: Seconds
    hold: Seconds
    strike: Seconds = 0.0


class Button(Struct, frozen=True):
    """The state of a switch. `sure` means that a finger, not a spark, closed the switch. `spoiled` means that the
    current press is ignored, and `early` that it began before power-on."""

    closed: bool = False
    level: bool = False  # as last seen, bouncing or not
    since: float = 0.0
    quiet: float | None = None  # when the bouncing is over
    look: float | None = None  # when to read the level again
    sure: bool = False
    held: bool = False
    spoiled: bool = False
    early: bool = False
    struck: float | None = None  # when the switch was last let go


SwitchStep: TypeAlias = tuple[Button, tuple[tuple[float, Sign], ...]]


def switch_at_power_on(active: bool, at: float) -> Button:
    """Return the state of the switch at power-on. If it is closed, its press is ignored, because it began before
    power-on, but its end is reported."""
    if not active:
        return Button()
    return Button(True, True, at, look=at + _patience(STUCK), sure=True, spoiled=True, early=True)


def take_edge(button: Button, active: bool, at: float, timing: Timing) -> SwitchStep:
    """Return the switch after an edge, and its signs. Call `age_switch` first for everything that was due before the
    edge."""
    button = replace(button, level=active)
    return (button, ()) if button.quiet is not None or active == button.closed else _flip(button, at, timing)


def read_level(button: Button, active: bool, now: float, timing: Timing) -> SwitchStep:
    """Return the switch after a reading of its pin, and its signs. If a bounce has just ended, this level decides. If a
    bounce ended earlier, the last level seen before decides."""
    if button.quiet is None:
        return (button, ()) if active == button.closed else _flip(button, now, timing)
    timely = button.quiet <= now < button.quiet + timing.bounce
    return (replace(button, level=active) if timely else button), ()


def age_switch(button: Button, now: float, timing: Timing) -> SwitchStep:
    """Return the switch at the time `now`, and its signs. `now` must not be later than the next due time of the
    switch."""
    if button.quiet is not None and button.quiet <= now:
        return _settle(button, button.quiet, timing)
    if button.look is not None and button.look <= now:
        button = replace(button, look=now + _patience(STUCK if button.early else now - button.since))
    if _awaits_hold(button) and button.since + timing.hold <= now:
        return replace(button, held=True), ((now, Sign.HOLD),)
    return button, ()


def switch_due(button: Button, timing: Timing) -> float | None:
    """Return the time at which the switch must be checked, or None for a switch at rest."""
    if button.quiet is not None or button.look is None:
        return button.quiet
    return min(button.look, button.since + timing.hold) if _awaits_hold(button) else button.look


def spoil_press(button: Button) -> Button:
    """Return the switch with its current press ignored. If a hold was already reported, its end is still reported."""
    return replace(button, spoiled=True)


def lend_to_turn(button: Button, at: float) -> Button:
    """Return the switch with a press that belongs to a turn of the dial. The press is ignored, but still proves that a
    finger is on the switch."""
    return replace(button, spoiled=True, since=at)


def is_under_finger(button: Button, at: float) -> bool:
    """Say whether a finger keeps the switch closed. A switch that is jammed, closed since power-on, or closed by a
    spark, is not under a finger."""
    return button.closed and button.sure and not button.early and not is_jammed(button, at)


def is_jammed(button: Button, at: float) -> bool:
    """Say whether the switch has been closed for longer than a finger would press it."""
    return button.closed and at - button.since >= STUCK


def _awaits_hold(button: Button) -> bool:
    return button.sure and not button.held and not button.spoiled


def _flip(button: Button, at: float, timing: Timing) -> SwitchStep:
    """Accept the first edge at once. Edges after it may be bounces."""
    quiet = at + timing.bounce
    if not button.closed:
        return Button(True, True, at, quiet, struck=button.struck), ((at, Sign.DOWN),)
    opened = Button(quiet=quiet, struck=at)
    if button.held:
        return opened, ((at, Sign.RELEASE),)
    if button.early:
        return opened, ((at, Sign.POWER_ON),) if _WAKING <= at - button.since < STUCK else ()
    if button.struck is not None and button.since - button.struck < timing.strike:
        return opened, ()
    return opened, ((at, Sign.PRESS),) if button.sure and not button.spoiled else ()


def _settle(button: Button, at: float, timing: Timing) -> SwitchStep:
    """Accept the level of the pin after the bouncing."""
    settled = replace(button, quiet=None)
    if button.level and button.closed:
        return replace(settled, sure=True, look=at + _patience(0)), ()
    if button.closed:
        return Button(struck=button.struck), ()
    return _flip(settled, at, timing) if button.level else (settled, ())


def _patience(age: Seconds) -> Seconds:
    """Return the time until the next check of the switch. A jammed switch is checked rarely, because each check wakes
    the processor."""
    return 5.0 if age >= STUCK else 0.5 if age >= 1.0 else 0.1
