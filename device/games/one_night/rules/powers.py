"""The building blocks of powers: what is chosen, as the kinds of places picked one after another, and what it does.

A role names its blocks in its row. What a block does stands in the referee, how it is told in the narration."""

from enum import Enum, StrEnum

from msgspec import Struct


class PlaceKind(Enum):
    """What kind of place is picked."""

    OTHER = 0  # another player's card
    PLAYER = 1  # any player's card, the own one too
    CENTER = 2  # a center card, the Alpha Wolf's card too
    OWN = 3


class Deed(StrEnum):
    """What is done with the places that were chosen."""

    LOOK = "look"  # look at them
    LOOK_AT_OWN = "look-at-own"
    COPY = "copy"  # look at one, and be that role from now on
    INVESTIGATE = "investigate"  # look at one after the other, and become what was looked for
    SHIELD = "shield"
    ROB = "rob"  # exchange with the own card, and look at that
    BEWITCH = "bewitch"  # look at the first, then exchange it with the second
    SWAP = "swap"  # exchange two, unseen
    DRAW = "draw"  # exchange with the own card, unseen
    GIVE_EXTRA = "give-extra"  # exchange the extra card of the center with one, unseen
    SHIFT = "shift"  # move the cards of all others by one seat, left or right
    LAY_ARTIFACT = "lay-artifact"
    TURN_OVER = "turn-over"


Shape = tuple[PlaceKind, ...]


class Power(Struct, frozen=True):
    """`shapes`: the whole choices by their length, each the kinds of its places. `touches_own`: a shield on the own
    card stops the whole power. `alone`: only by the house rule, and for the only Werewolf."""

    deed: Deed
    rule: str
    shapes: dict[int, Shape]
    touches_own: bool = False
    alone: bool = False

    @property
    def takes_one_from_center(self) -> bool:
        """Whether a single card of the center is chosen in some way."""
        return any(shape.count(PlaceKind.CENTER) == 1 for shape in self.shapes.values())


def power(deed: Deed, rule: str, *shapes: Shape, touches_own: bool = False, alone: bool = False) -> Power:
    """A power as a row names it."""
    return Power(deed, rule, {len(shape): shape for shape in shapes}, touches_own, alone)
