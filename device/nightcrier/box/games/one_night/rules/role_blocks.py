"""Defines the building blocks of the rows that describe roles, and the row itself, `Role`.

A power says which kinds of places a player chooses, and what is done with them. Handwork says what hands do during a
call, and for how long. A piece of a call is a line with the condition under which the line is said."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum, StrEnum
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.one_night.rules.options import Options, Sets
from nightcrier.kernel.ids import LineId


class PlaceKind(Enum):
    OTHER = 0  # another player's card
    PLAYER = 1  # any player's card, the own one too
    CENTER = 2  # a center card, the Alpha Wolf's card too
    OWN = 3
    NAMED = 4  # a card in the reach of a power from a file


class Deed(StrEnum):
    """The action that is done with the chosen places. Each has its text for `nightcrier judge`, its word in the story,
    and the sound of its call. It also says whether it moves the seat's `own` card or those of `others`, and whether a
    role learns something from it."""

    does: str
    told: str
    sound: str
    moves: str
    finds: bool

    LOOK = "look", "looks at {targets}", "looked", "chime", "", True
    LOOK_AT_OWN = "look-at-own", "looks at the own card", "own", "chime", "", True
    COPY = "copy", "looks at {targets}, and plays that role from now on", "looked", "chime"
    INVESTIGATE = "investigate", "looks at {targets}", "looked", "chime", "", True  # and becomes what was looked for
    SHIELD = "shield", "lays the shield on {targets}", "shielded", "coins"
    ROB = "rob", "exchanges cards with {targets} and looks at the new one", "took", "coins", "others"
    BEWITCH = "bewitch", "looks at the first of {targets} and puts it before the second", "gave", "coins", "others"
    SWAP = "swap", "exchanges the cards of {targets}", "swapped", "coins", "others"  # unseen
    DRAW = "draw", "exchanges cards with {targets}, unseen", "drew", "coins", "own"
    GIVE_EXTRA = "give-extra", "gives the center Werewolf card to {targets}", "gave-wolf", "coins", "others"  # unseen
    SHIFT = "shift", "moves the cards of all others by one seat, {direction}", "shifted", "coins", "others"
    LAY_ARTIFACT = "lay-artifact", "lays the {artifact} on {targets}", "artifact", "coins"
    TURN_OVER = "turn-over", "turns over {targets}", "turned", "coins", "", True

    def __new__(cls, name: str, does: str, told: str, sound: str, moves: str = "", finds: bool = False) -> Self:
        deed = str.__new__(cls, name)
        deed._value_, deed.does, deed.told, deed.sound, deed.moves, deed.finds = name, does, told, sound, moves, finds
        return deed


Shape = tuple[PlaceKind, ...]


class Named(Struct, frozen=True):
    """Names that match places: roles, and words such as "others"."""

    words: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()

    def means(self, place: int, seat: int, nights: Sequence[str]) -> bool:
        """Say whether these names match a place, seen from a seat. `nights` are the roles of all seats in this
        night."""
        seats = len(nights)
        if place >= seats:
            return "center" in self.words
        return (
            "all" in self.words
            or ("others" in self.words and place != seat)
            or ("neighbours" in self.words and place != seat and (place - seat) % seats in (1, seats - 1))
            or nights[place] in self.roles
        )


class Reach(Struct, frozen=True):
    """The places that a seat may choose or see: those that `names` match, except those that `taken` matches."""

    names: Named
    taken: Named = Named()

    def within(self, roles: Collection[str]) -> "Reach":
        """Return the reach with only these roles."""
        names, taken = (replace(each, roles=each.roles.intersection(roles)) for each in (self.names, self.taken))
        return Reach(names, taken)

    def holds(self, place: int, seat: int, nights: Sequence[str]) -> bool:
        return self.names.means(place, seat, nights) and not self.taken.means(place, seat, nights)


class Power(Struct, frozen=True):
    """A power of a role. `shapes` are the complete choices by their length, as kinds of places. With `touches_own`, a
    shield on the player's own card stops the power. An `alone` power is a house rule for a Werewolf without other
    Werewolves. `reach` says which places have the kind NAMED."""

    deed: Deed
    rule: str
    shapes: dict[int, Shape]
    touches_own: bool = False
    alone: bool = False
    reach: Reach | None = None

    @property
    def takes_one_from_center(self) -> bool:
        """Say whether a choice of this power is a single card of the center."""
        return any(shape.count(PlaceKind.CENTER) == 1 for shape in self.shapes.values())


def power(deed: Deed, rule: str, *shapes: Shape, touches_own: bool = False, alone: bool = False) -> Power:
    return Power(deed, rule, {len(shape): shape for shape in shapes}, touches_own, alone)


class Handwork(Struct, frozen=True):
    """The work of hands at a call, and its seconds for players who know the role. `each` is the number of seconds for
    every moved card."""

    does: str = "nothing"
    seconds: int = 0
    each: int = 0


class CallPiece(Struct, frozen=True):
    """A line, and the conditions under which the line is said. The deck has every role of `with_all`, one of `with_any`
    and none of `without`. The option `option` is on, and the option `unless` is off. `short` is the line in short
    wording: None means `line` itself, empty means no line."""

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
        return self.line if options.wording != "short" or self.short is None else self.short


def both_forms(
    line: str, with_all: tuple[str, ...] = (), with_any: tuple[str, ...] = (), without: tuple[str, ...] = ()
) -> CallPiece:
    return CallPiece(line, f"{line}.short", with_all, with_any, without)


def wake_piece(call: str) -> CallPiece:
    return both_forms(f"one-night.{call}.wake")


def piece_lines(pieces: Iterable[CallPiece], deck: Collection[str], options: Options) -> tuple[LineId, ...]:
    """Return the lines of those pieces that are said with this deck and these options."""
    lines = (piece.line_for(options) for piece in pieces if piece.fits(deck, options))
    return tuple(LineId(line) for line in lines if line)


class Team(StrEnum):
    VILLAGE = "village"
    WEREWOLF = "werewolf"
    TANNER = "tanner"


class CardBox(StrEnum):
    """The published game box to which a card belongs."""

    BASE = "base"
    DAYBREAK = "daybreak"


BOXES: Mapping[Sets, tuple[CardBox, ...]] = {
    "base": (CardBox.BASE,),
    "daybreak": (CardBox.DAYBREAK,),
    "both": tuple(CardBox),
    "all": tuple(CardBox),
}
"""The boxes that people own, by their answer to the question. With `all` they also have cards for roles of files."""


class Copied(Enum):
    """The moment at which a Doppelganger does the action of a role that she viewed. The values are the words for
    `copied` in files."""

    NEVER = ""
    AT_ONCE = "at once"  # in her own step
    NEXT = "next"  # in a step of her own, directly after hers
    LATER = "after"  # in a step of her own, directly after the role's
    WITH = "with"  # in the step of the role, with whoever was dealt it


class Meets(Enum):
    """The roles that a role recognizes by open eyes or thumbs at its call."""

    NOBODY = 0
    WOLVES = 1  # who is one of them
    MASONS = 2
    WOLVES_UNSEEN = 3  # who sees them, and is not seen


SIMPLE = 6
"""The seconds of a plain role at the usual pace. The rulebooks count silently to ten, which is long for just a look.
The publisher's own narrator gives six seconds, and twelve for more work."""

AT_REST = Handwork()
LOOKS_AROUND = Handwork("looks around the table", SIMPLE)
LIFTS_ONE = Handwork("lifts a card", SIMPLE)


def wait_line(role: str) -> str:
    """Return the line that tells a Doppelganger who copied this role of a file to wait for its call."""
    return f"added.{role}.wait"


def _form(roles: Collection[str], deck: Sequence[str]) -> str:
    return "many" if sum(card in roles for card in deck) > 1 else "one"


class FileCall(Struct, frozen=True):
    """A call from a file. `id` is its name in the file. `own` are the roles of the file: the calls of the file are made
    only if the deck has one of them. `called` are the roles that act. A call needs one role of each of `needs` in the
    deck, none of `without`, and a number of `players`. `wakes` and `closes` say whether there are words before and
    after its window."""

    id: str
    file: str
    own: frozenset[str]
    called: frozenset[str]
    meets: Reach | None = None
    needs: tuple[frozenset[str], ...] = ()
    without: frozenset[str] = frozenset()
    players: tuple[int, int] | None = None
    wakes: bool = True
    closes: bool = True

    def wake_line(self, deck: Sequence[str], *, joined: bool) -> str:
        """Return the line that wakes the players, or an empty text. It depends on whether several people are meant, and
        on whether a Doppelganger who copied one of them is called with them."""
        seen = self.meets.names.roles - self.meets.taken.roles if self.meets else frozenset()
        forms = f"{_form(self.called, deck)}.{_form(seen, deck)}"
        return self._line(f"wake.{forms}", joined=joined) if self.wakes else ""

    def close_line(self, deck: Sequence[str], *, joined: bool) -> str:
        return self._line(f"close.{_form(self.called, deck)}", joined=joined) if self.closes else ""

    def copied_line(self, part: str) -> str:
        """Return the line that wakes a Doppelganger who copied one of these roles, or sends her back to sleep."""
        return self._line(f"copied.{part}")

    def _line(self, part: str, *, joined: bool = False) -> str:
        return f"added.{self.file}.{self.id}.{part}{'.copied' if joined else ''}"

    def within(self, deck: Collection[str], roles: Collection[str]) -> "FileCall":
        """Return the call for this deck, with only these roles. A need that the deck does not meet is kept as a need
        that nothing meets."""
        return replace(
            self,
            own=self.own.intersection(roles),
            called=self.called.intersection(roles),
            meets=self.meets and self.meets.within(roles),
            needs=tuple({frozenset[str]() for each in self.needs if each.isdisjoint(deck)}),
            without=self.without.intersection(roles),
        )

    def is_made(self, deck: Collection[str], players: int) -> bool:
        return (
            all(not roles.isdisjoint(deck) for roles in (self.own, self.called, *self.needs))
            and self.without.isdisjoint(deck)
            and (self.players is None or self.players[0] <= players <= self.players[1])
        )


class Role(Struct, frozen=True):
    """A role as printed. `wakes` is the wake number of the rulebook, empty for a role that is never called by name.
    With `must` it cannot decline. `count` is the number of its cards in the boxes. `hands` is the work in its window.
    `lays` is a thing that people lay out beside the cards.

    `told` is the number of lines that explain the role. With `call_tells`, its call in full wording has these lines
    except the side. `wake` and `close` are said at its call, `copied_...` at the call of the Doppelganger.

    A row of a file has no box. It may be a role, a `call`, or both; a row that is only a call has a `count` of 0. A
    role that is not `judged` has a rule that only people know. At the end of the game it `counts_as` a printed role."""

    id: str
    team: Team
    box: CardBox | None
    count: int = 1
    wakes: str = ""
    must: bool = False
    wolf: bool = False
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
    call: FileCall | None = None
    judged: bool = True
    counts_as: str = ""

    @property
    def gathers(self) -> bool:
        """Say whether everybody of a kind opens their eyes at this call, and not only the players with this card."""
        return self.meets in (Meets.WOLVES, Meets.MASONS)
