"""How long the eyes stay open: by deck, options and what this table has played, never by who holds which card."""

from collections.abc import Collection

from device.games.one_night.rules.night_calls import call_named
from device.games.one_night.rules.options import Options
from device.games.one_night.rules.roles import DOPPELGANGER, ROLES
from device.kernel.chance import Chance
from device.kernel.ids import Seconds

NUDGE_SECONDS = 5.0
PACES = {"slow": 1.5, "normal": 1.0, "fast": 0.6}
NEW_HERE = 1.5  # a role nobody here has played needs a moment to be remembered
ON_SCREEN = 1.5  # a dial takes longer than a hand that lifts a card
TURN_SECONDS = 15  # to lean in and read the own card, or to vote, one seat after the other
READ = 8  # as long as a card stays on the screen: whoever knows it sooner need not hurry
STRETCH = 4  # whole seconds a window may be stretched by


def window(call: str, options: Options, fresh: Collection[str], chance: Chance) -> Seconds:
    """The length of one window, in whole seconds. Every window draws from the same stretch."""
    known = 1.0 if {call, call_named(call).role, _caller(call)}.isdisjoint(fresh) else NEW_HERE
    stretch = chance.below(STRETCH + 1) if options.stretch else 0
    dialled = ON_SCREEN if options.deal else 1.0
    return float(round(_usual(call) * PACES[options.pace] * known * dialled) + stretch)


def turn(options: Options) -> Seconds:
    """The time one seat has to itself, the same for all."""
    return float(round(TURN_SECONDS * PACES[options.pace]))


def least_turn(options: Options) -> Seconds:
    """What a seat has of it in any case, however soon it presses."""
    return float(round(READ * PACES[options.pace]))


def _usual(call: str) -> int:
    return ROLES[call_named(call).role].window


def _caller(call: str) -> str:
    """Whose step it is: the Doppelganger's own, or the role's."""
    return DOPPELGANGER if call_named(call).copied else call
