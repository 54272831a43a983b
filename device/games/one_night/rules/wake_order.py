"""The calls the narrator makes, by name: a role's id, or `doppelganger-<role>` for a step the Doppelganger has later.

A role is called when it is in the deck, wherever its card lies."""

from device.games.one_night.referee.card_state import DOPPELGANGER, HouseRules
from device.games.one_night.rules.decks import Deck
from device.games.one_night.rules.night_calls import Step, steps
from device.games.one_night.rules.options import Options
from device.games.one_night.rules.roles import ROLES

PLACED = ("werewolf", "apprentice-seer", "witch", "drunk")
"""Calls in which a single card of the center is taken; among Werewolves, by a lone one."""

_COPY_OF = {role: f"{DOPPELGANGER}-{role}" for role in ROLES}
_COPIES = {call: role for role, call in _COPY_OF.items()}


def wake_order(deck: Deck, options: Options) -> tuple[str, ...]:
    """The calls of this deck, in order."""
    rules = HouseRules(curator_before_revealer=options.curator_before_revealer)
    names = tuple(_name(step) for step in steps(deck, rules))
    if "dream-wolf" in deck and "minion" in names and "werewolf" not in names:
        # Nobody opens the eyes for a Dream Wolf alone: the call is kept only for the thumb a Minion looks for.
        minion = names.index("minion")
        return (*names[:minion], "dream-wolf", *names[minion:])
    return names


def role_of(call: str) -> str:
    """The role that is played in a call: in the Doppelganger's later steps, the one she copied."""
    return _COPIES.get(call, call)


def is_copy(call: str) -> bool:
    """Whether it is one of the Doppelganger's later steps."""
    return call in _COPIES


def placed(deck: Deck, options: Options) -> tuple[str, ...]:
    """The calls for which the box names a place of the center."""
    if not options.name_place:
        return ()
    takers = (call for call in wake_order(deck, options) if call in PLACED)
    return tuple(call for call in takers if call != "werewolf" or options.lone_wolf)


def _name(step: Step) -> str:
    return _COPY_OF[step.role] if step.copied else step.role
