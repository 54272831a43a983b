"""The length of each window: by what hands do at the call, as the rows of the roles have it, by the pace of the table,
and longer where a role is new here. It depends on deck, options and what this table has played, never on who holds
which card."""

from collections.abc import Collection

from device.games.one_night.rules.decks import CENTER_CARDS, Deck, has_helper
from device.games.one_night.rules.night_calls import NightCall, call_named
from device.games.one_night.rules.options import Options
from device.games.one_night.rules.roles import COPIED_AT_ONCE, DOPPELGANGER, LIFTS_ONE, ROLES, SIMPLE
from device.kernel.chance import Chance
from device.kernel.ids import Seconds

_PACES = {"slow": 1.5, "normal": 1.0, "fast": 0.8}
_FAST_HANDS = 0.6
"""The share of hands at the fast pace: they begin under the words of their call, and end under those that shut the eyes
again, and so every role has its seconds."""
BETWEEN_CALLS: Seconds = 1.5  # a hand goes home, a head sinks
_FAST_BREATH: Seconds = 0.5
_NUDGE_SECONDS = 5
_NEW_HERE = 3  # a role nobody here has played needs a moment to be remembered
_ON_SCREEN = 9  # to lean in, dial and read takes longer than a hand that lifts a card
_TURN_SECONDS = 15  # to lean in and read the own card, or to vote, one seat after the other
WALK = 4  # a helper sees a finger, and walks to the card
READ = 8  # as long as a card stays on the screen: whoever knows it sooner need not hurry
STRETCH = 4  # whole seconds a window may be stretched by


def window(call: str, deck: Deck, options: Options, fresh: Collection[str], chance: Chance) -> Seconds:
    """The length of one window, in whole seconds. Every window draws from the same stretch."""
    night_call = call_named(call)
    new = 0 if _owners(night_call).isdisjoint(fresh) else _NEW_HERE
    stretch = chance.below(STRETCH + 1) if options.stretch else 0
    seconds, moved = _handwork(night_call, deck, options)
    if options.deal:
        seconds, moved = seconds + _ON_SCREEN, 0  # the dial chooses a direction, and the box moves the cards
    return float(round(seconds * _pace(options)) + moved + new + stretch)


def nudge_window(options: Options) -> Seconds:
    """The length of the window in which everybody moves a card a little."""
    return float(round(_NUDGE_SECONDS * min(1.0, _pace(options))))


def breath(options: Options) -> Seconds:
    """The pause from one call to the next. Around a box that deals, somebody has to lean back first."""
    return _FAST_BREATH if options.pace == "fast" and not options.deal else BETWEEN_CALLS


def turn(options: Options) -> Seconds:
    """The time one seat has to itself, the same for all."""
    return float(round(_TURN_SECONDS * _PACES[options.pace]))


def least_turn(options: Options) -> Seconds:
    """The least time of a seat's turn, however soon it presses."""
    return float(round(READ * _PACES[options.pace]))


def _pace(options: Options) -> float:
    if options.role_seconds != "pace":
        return options.role_seconds / SIMPLE
    return _FAST_HANDS if options.pace == "fast" and not options.deal else _PACES[options.pace]


def _owners(call: NightCall) -> set[str]:
    """The roles that must be known at this call: a copied one is the Doppelganger's too."""
    return {call.role, DOPPELGANGER} if call.copied else {call.role}


def _handwork(call: NightCall, deck: Deck, options: Options) -> tuple[int, int]:
    """The seconds for hands at the usual pace, and those for moving cards: no pace makes a hand that carries cards
    faster. A Doppelganger may have to do at once what takes longest in this deck."""
    seconds, moved = _hands(call.role, deck, options)
    if call.name != DOPPELGANGER:
        return seconds, moved
    copied = [_hands(role, deck, options) for role in COPIED_AT_ONCE if role in deck]
    more, carried = max(copied, key=sum, default=(0, 0))
    return seconds + more, moved + carried


def _hands(role: str, deck: Deck, options: Options) -> tuple[int, int]:
    hands, power = ROLES[role].hands, ROLES[role].power
    acts = power is not None and (options.lone_wolf or not power.alone)
    alone = LIFTS_ONE.seconds if acts and power and power.alone else 0
    walked = WALK if acts and has_helper(deck) else 0
    return hands.seconds + alone, walked + hands.each * (len(deck) - CENTER_CARDS - 1)
