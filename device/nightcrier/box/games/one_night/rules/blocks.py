"""The building blocks of roles, to be named in their rows beside the rulebook. A power: what is chosen, as the kinds
of places picked one after another, and what it does. What hands do meanwhile, and for how long. A piece of a call: a
line, and when it is said. Last the row itself, `Role`, and the kinds that stand in it.

What a power does stands in the referee, how it is told in the narration.
"""

from collections.abc import Collection, Iterable
from enum import Enum, StrEnum

from msgspec import Struct

from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.kernel.ids import LineId


class PlaceKind(Enum):
    """The kind of place that is picked."""

    OTHER = 0  # another player's card
    PLAYER = 1  # any player's card, the own one too
    CENTER = 2  # a center card, the Alpha Wolf's card too
    OWN = 3


class Deed(StrEnum):
    """The deed that is done with the places that were chosen."""

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
    """A power of a role. `shapes`: the whole choices by their length, each the kinds of its places. `touches_own`: a
    shield on the own card stops the whole power. `alone`: only by the house rule, and for the only Werewolf."""

    deed: Deed
    rule: str
    shapes: dict[int, Shape]
    touches_own: bool = False
    alone: bool = False

    @property
    def touches_others(self) -> bool:
        """Whether cards of other players are looked at, moved or marked."""
        kinds = {kind for shape in self.shapes.values() for kind in shape}
        return self.deed is Deed.SHIFT or not kinds.isdisjoint((PlaceKind.OTHER, PlaceKind.PLAYER))

    @property
    def takes_one_from_center(self) -> bool:
        """Whether a single card of the center is chosen in some way."""
        return any(shape.count(PlaceKind.CENTER) == 1 for shape in self.shapes.values())


def power(deed: Deed, rule: str, *shapes: Shape, touches_own: bool = False, alone: bool = False) -> Power:
    """A power as a row names it."""
    return Power(deed, rule, {len(shape): shape for shape in shapes}, touches_own, alone)


class Handwork(Struct, frozen=True):
    """The work of hands at a call, and the whole seconds it takes somebody who knows the role. `each`: so many more for
    every card that is moved."""

    does: str = "nothing"
    seconds: int = 0
    each: int = 0


class CallPiece(Struct, frozen=True):
    """A line, and when it is said: every role of `with_all` in the deck, one of `with_any`, none of `without`,
    the switch `option` on and `unless` off. `short` is the line in short wording: the same where it is None, nothing
    where empty."""

    line: str
    short: str | None = None
    with_all: tuple[str, ...] = ()
    with_any: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    option: str = ""
    unless: str = ""

    def fits(self, deck: Collection[str], options: Options) -> bool:
        return (
            all(role in deck for role in self.with_all)
            and (not self.with_any or any(role in deck for role in self.with_any))
            and not any(role in deck for role in self.without)
            and (not self.option or bool(getattr(options, self.option)))
            and not (self.unless and getattr(options, self.unless))
        )

    def line_for(self, options: Options) -> str:
        return self.line if options.wording == "full" or self.short is None else self.short


def both_forms(
    line: str, with_all: tuple[str, ...] = (), with_any: tuple[str, ...] = (), without: tuple[str, ...] = ()
) -> CallPiece:
    """A line that has a short form of its own."""
    return CallPiece(line, f"{line}.short", with_all, with_any, without)


def wake_piece(call: str) -> CallPiece:
    """The line that wakes a call."""
    return both_forms(f"one-night.{call}.wake")


def piece_lines(pieces: Iterable[CallPiece], deck: Collection[str], options: Options) -> tuple[LineId, ...]:
    """The lines said of these, for this deck and these options."""
    lines = (piece.line_for(options) for piece in pieces if piece.fits(deck, options))
    return tuple(LineId(line) for line in lines if line)


class Team(StrEnum):
    VILLAGE = "village"
    WEREWOLF = "werewolf"
    TANNER = "tanner"


class CardBox(StrEnum):
    """The box that a card comes from."""

    BASE = "base"
    DAYBREAK = "daybreak"


class Copied(Enum):
    """The moment at which a Doppelganger who viewed the role has the turn of it."""

    NEVER = 0
    AT_ONCE = 1  # in her own step
    NEXT = 2  # in a step of her own, directly after hers
    LATER = 3  # in a step of her own, directly after the role's


class Meets(Enum):
    """The roles that a role meets by open eyes or thumbs at its call."""

    NOBODY = 0
    WOLVES = 1  # who is one of them
    MASONS = 2
    WOLVES_UNSEEN = 3  # who sees them, and is not seen


SIMPLE = 6
"""The seconds of a plain role at the usual pace. The rulebooks count silently to ten, which is long for who only looks;
the publisher's own narrator gives six, and twelve where there is more to do."""

AT_REST = Handwork()
LOOKS_AROUND = Handwork("looks around the table", SIMPLE)
LIFTS_ONE = Handwork("lifts a card", SIMPLE)


class Role(Struct, frozen=True):
    """A role as printed. `wakes`: the wake number of the rulebook ("" = never called by name); `must`: its power is not
    optional; `count`: how many cards of it the boxes hold; `pairs`: its cards come in twos; `hands`: what its window is
    for; `lays`: what to lay out before a deck with it; `told`: in how many lines it is explained; `call_tells`: its
    call in full words says all of that but the side. `wake` and `close` are what is said at its call, `copied_...` at
    the Doppelganger's."""

    id: str
    team: Team
    box: CardBox
    count: int = 1
    wakes: str = ""
    must: bool = False
    wolf: bool = False
    pairs: bool = False
    power: Power | None = None
    copied: Copied = Copied.NEVER
    meets: Meets = Meets.NOBODY
    hands: Handwork = AT_REST
    lays: str = ""
    told: int = 1
    call_tells: bool = False
    wake: tuple[CallPiece, ...] = ()
    close: tuple[CallPiece, ...] = ()
    copied_wake: tuple[CallPiece, ...] = ()
    copied_close: tuple[CallPiece, ...] = (CallPiece("one-night.doppelganger.close"),)

    @property
    def gathers(self) -> bool:
        """Whether all of a kind open their eyes at this call, whoever of them was dealt it."""
        return self.meets in (Meets.WOLVES, Meets.MASONS)
