"""What every role may choose at night, as rows to be read beside the rulebook.

A power lists the whole choices it knows, each as the kinds of places picked one after another."""

from enum import Enum

from msgspec import Struct


class Kind(Enum):
    """What kind of place is picked."""

    OTHER = 0  # another player's card
    PLAYER = 1  # any player's card, the own one too
    CENTER = 2  # a center card, the Alpha Wolf's card too
    OWN = 3


OTHER, PLAYER, CENTER, OWN = Kind


class Power(Struct, frozen=True):
    """`shapes`: the whole choices by their length. `touches_own`: a shield on the own card stops the whole power."""

    shapes: dict[int, tuple[Kind, ...]]
    rule: str
    touches_own: bool = False


def _power(*shapes: tuple[Kind, ...], rule: str, touches_own: bool = False) -> Power:
    return Power({len(shape): shape for shape in shapes}, rule, touches_own)


POWERS = {
    "sentinel": _power((OTHER,), rule="the Sentinel shields the card of one other player"),
    "doppelganger": _power((OTHER,), rule="the Doppelganger looks at the card of one other player"),
    "werewolf": _power((CENTER,), rule="a lone Werewolf may look at one center card"),
    "alpha-wolf": _power(
        (OTHER,), rule="the Alpha Wolf exchanges the center Werewolf card with one other player's card"
    ),
    "mystic-wolf": _power((OTHER,), rule="the Mystic Wolf looks at the card of one other player"),
    "seer": _power((OTHER,), (CENTER, CENTER), rule="the Seer looks at one other player's card or at two center cards"),
    "apprentice-seer": _power((CENTER,), rule="the Apprentice Seer looks at one center card"),
    "paranormal-investigator": _power(
        (OTHER,), (OTHER, OTHER), rule="the Paranormal Investigator looks at one or two other players' cards"
    ),
    "robber": _power((OTHER,), rule="the Robber robs one other player", touches_own=True),
    "witch": _power(
        (CENTER, PLAYER), rule="the Witch looks at one center card and must then exchange it with a player's card"
    ),
    "troublemaker": _power((OTHER, OTHER), rule="the Troublemaker exchanges the cards of two other players"),
    "village-idiot": _power(rule="the Village Idiot chooses only the direction, left or right"),
    "drunk": _power((CENTER,), rule="the Drunk exchanges his card with one center card", touches_own=True),
    "insomniac": _power((OWN,), rule="the Insomniac looks at her own card only", touches_own=True),
    "curator": _power((PLAYER,), rule="the Curator puts one artifact on one player's card"),
    "revealer": _power((OTHER,), rule="the Revealer turns over the card of one other player"),
}

POWERLESS = _power(rule="this role chooses nothing at night")


def power_of(role: str) -> Power:
    """What the role may choose; the roles without a night action may choose nothing."""
    return POWERS.get(role, POWERLESS)


def fits(kind: Kind, place: int, seat: int, seats: int) -> bool:
    """Whether the place is of this kind, seen from the seat that chooses."""
    if kind is OTHER:
        return place < seats and place != seat
    if kind is CENTER:
        return place >= seats
    return place < seats if kind is PLAYER else place == seat


def matches(shape: tuple[Kind, ...], chosen: tuple[int, ...], seat: int, seats: int) -> bool:
    """Whether the places chosen are of the kinds of the shape, one by one."""
    return all(fits(shape[at], place, seat, seats) for at, place in enumerate(chosen))
