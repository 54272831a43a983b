"""Defines the values of a game that is written in a file. A file becomes these values only if all of it is valid."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from nightcrier.kernel.ids import Language

ALL, OTHERS, NEIGHBOURS, DEAD, CENTER = "all", "others", "neighbours", "dead", "center"
"""The names in selections that are not roles, sides, tags or marks."""
RESERVED = frozenset(
    (ALL, OTHERS, NEIGHBOURS, DEAD, CENTER, "self", "nobody", "night", "players", "vote", "role", "side")
)
"""The names that no role, side, tag or mark may have."""

MOST_DEALT = 16
"""The maximum number of seats to which the box deals."""
DEALINGS = ("stacked", "entered", "unknown")
"""The ways in which the box learns who has which card of a led game: it draws them, the moderator enters them, or
never."""

MOST_NIGHTS = 60

_Cards: TypeAlias = Annotated[int, Meta(ge=0, le=50)]
_Players: TypeAlias = Annotated[
    str, Meta(pattern="^([2-9]|[1-4][0-9]|50)$", description="a number of players from 2 to 50")
]
Steps: TypeAlias = Annotated[
    _Cards | Mapping[_Players, _Cards],
    Meta(description="a whole number from 0 to 50, or steps such as { 5 = 1, 8 = 2 }"),
]
"""A number of cards, or several numbers, each valid from some number of players on."""
Weight: TypeAlias = int | float
"""The weight of a vote: a whole number as an int, and a number with a half as a float."""
_Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=300)]
_Nights: TypeAlias = Annotated[
    Annotated[int, Meta(ge=1, le=MOST_NIGHTS)] | Literal["every", "first", "later", "odd", "even"],
    Meta(description=f"one of every, first, later, odd, even, or a number from 1 to {MOST_NIGHTS}"),
]
_Again: TypeAlias = Annotated[int, Meta(ge=0, le=2)]


def count_at(steps: Steps, players: int) -> int:
    if isinstance(steps, int):
        return steps
    return steps[str(max(reached))] if (reached := [least for least in map(int, steps) if least <= players]) else 0


class Selection(Struct, frozen=True):
    """Names that pick roles or seats: those in `names` are picked, except those in `taken`."""

    names: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[str]:
        """Yield all names, including the excluded ones."""
        yield from self.names
        yield from self.taken


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """A side. `count` is None for a side that takes the rest of the deck."""

    id: str
    count: Steps | None = None


class RoleRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A role. `seen` is the side that others see on it. `judged` is false in a file that extends a game, for a role
    whose rule the verbs cannot express."""

    id: str
    side: str
    count: Steps = 0
    fills: bool = False
    max: int = 1
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    votes: Weight = 1
    seen: str = ""
    judged: bool = True


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """A mark. `votes` is None if the mark does not change the weight of a vote."""

    id: str
    lasts: Literal["night", "day", "game"] = "night"
    felt: bool = False
    announced: bool = False
    votes: Weight | None = None


class Encounter(Struct, frozen=True, forbid_unknown_fields=True):
    """Says whom called people meet. `of` is None if everybody with open eyes meets; `by` is the role that points."""

    how: Literal["eyes", "thumbs", "pointed"]
    of: Selection | None = None
    by: str | None = None


class Doing(Struct, frozen=True, forbid_unknown_fields=True):
    """Says what the called people do. `uses` 0 means no limit; uses of the earlier call `shares` are counted together
    with it. A seat that has chosen in the call `not_with` may not choose here in the same night. A text in `learns` is
    "role" or "side"."""

    verb: str
    of: Selection = Selection((OTHERS,))
    count: tuple[int, int] = (1, 1)
    mark: str = ""
    learns: Literal["role", "side"] | Selection | None = None
    into: str = ""
    spares: Selection = Selection()
    uses: Annotated[int, Meta(ge=0, le=9)] = 0
    not_twice: bool = False
    together: Literal["each", "all", "most", "first"] = "each"
    shares: str = ""
    not_with: str = ""


class When(Struct, frozen=True, forbid_unknown_fields=True):
    """Says when a call is made. `nights` is a number or a word."""

    in_deck: Selection = Selection()
    without: Selection = Selection()
    players: tuple[int, int] | None = None
    nights: _Nights = "every"


class CallRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A call. `switch` is empty, or names a switch that must be on, or with a minus before it, off. `after` is for a
    file that extends a game: the role or call after which this call comes. `copied` is for such a file, too: it says
    when a Doppelganger who copied one of `who` acts."""

    id: str
    who: Selection
    do: Doing = Doing("look")
    seconds: Annotated[int, Meta(ge=2, le=120)] = 6
    meets: Encounter | None = None
    when: When = When()
    switch: str = ""
    after: str = ""
    copied: Literal["", "at once", "with", "after"] = ""


class DawnRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the morning: every seat that has the mark `dies` and all marks of `beside` dies, unless it is spared."""

    dies: str
    cause: str
    beside: tuple[str, ...] = field(default=(), name="with")
    unless: tuple[str, ...] = ()
    spares: Selection = Selection()
    spares_once: Selection = Selection()
    switch: str = ""


class DeathRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Says what follows from a death. Exactly one of `takes`, `chooses`, `powerless` and `becomes` is not None. If
    `causes` is empty, any cause counts, except those of `not_cause`. With a `mark`, the chosen seat gets the mark and
    lives. `becomes` comes together with `into`."""

    id: str
    of: Selection
    causes: tuple[str, ...] = field(default=(), name="cause")
    not_cause: tuple[str, ...] = ()
    switch: str = ""
    takes: Selection | None = None
    chooses: Selection | None = None
    mark: str = ""
    powerless: Selection | None = None
    becomes: Selection | None = None
    into: str = ""


class TalkRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round of talk, in which each seat gets the floor once. `first` is `seat`, `dead`, or a mark whose holder speaks
    last and decides, if `asked`, in which direction the round goes."""

    seconds: Annotated[int, Meta(ge=5, le=300)] = 60
    nights: _Nights = "every"
    first: str = "seat"
    way: Literal["up", "down", "asked"] = "up"
    nominates: bool = False


class LastWords(Struct, frozen=True, forbid_unknown_fields=True):
    """Says how long somebody who died in a night, or was voted out, may speak last words."""

    seconds: _Seconds = 20
    night: Literal["never", "first", "always"] = "never"
    vote: bool = True


class Day(Struct, frozen=True, forbid_unknown_fields=True):
    """The day: its talk, what is revealed of the dead, and the vote. `again` is how many times a tie is voted on again.
    `to_self` allows people to nominate themselves. `one` and `rest` are for a list: what happens with a single name,
    and with unused votes. `spared` is the mark of somebody who was spared in spite of the vote."""

    seconds: Annotated[int, Meta(ge=0, le=3600)] = 300
    each_player: Annotated[int, Meta(ge=0, le=60)] = 0
    less_each: Annotated[int, Meta(ge=0, le=600)] = 0
    least: Annotated[int, Meta(ge=0, le=3600)] = 60
    show: Literal["nothing", "side", "role"] = "nothing"
    spares: Selection = Selection()
    spares_once: Selection = Selection()
    vote: Literal["none", "majority", "three", "run-off", "nomination", "listed"] = "none"
    need: Literal["most", "half"] = "most"
    tie: Literal["nobody", "all", "lift"] = "nobody"
    rounds: tuple[TalkRound, ...] = ()
    defence: _Seconds = 0
    last_words: LastWords = LastWords()
    ballots: Literal["open", "secret"] = "open"
    to_self: bool = field(default=False, name="self")
    again: _Again = 0
    tied_vote: bool = True
    tie_by: str = ""
    one: Literal["out", "vote", "not-first"] = "out"
    rest: Literal["none", "last"] = "none"
    spared: str = ""

    def clock(self, players: int, night: int) -> int:
        """Return the seconds of the talk after this night, or 0 for no clock."""
        return max(self.least, self.seconds + self.each_player * players - self.less_each * (night - 1))


class ElectRow(Struct, frozen=True, forbid_unknown_fields=True):
    """An election on the day after each of these `nights`; the elected seat gets the mark. With `stand` there are
    candidates, who speak for some `seconds` and do not vote. An election of the `moment` before takes place before the
    deaths are announced."""

    id: str
    mark: str
    nights: _Nights = "first"
    moment: Literal["before", "after"] = "after"
    stand: bool = False
    seconds: _Seconds = 0
    again: _Again = 0
    switch: str = ""


class LeaveRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Says who may leave by day without a vote, whether that ends the day, and whether the role is revealed."""

    id: str
    of: Selection = Selection((ALL,))
    ends_day: bool = True
    shows: bool = False
    switch: str = ""


class SeatCount(Struct, frozen=True, tag=True):
    """The number of seats of one kind that a selection matches."""

    what: Literal["alive", "dead", "dealt", "burned", "killed"]
    who: Selection


class Formula(Struct, frozen=True, tag=True):
    """An operator between counts, whole numbers, `night`, `players` and further formulas."""

    sign: str
    parts: "tuple[Part, ...]"


Part: TypeAlias = Formula | SeatCount | int | Literal["night", "players"]


class EndRow(Struct, frozen=True, forbid_unknown_fields=True):
    """An end of the game or, if `stops` is false, a condition that is remembered until the end once it is true."""

    id: str
    condition: Part = field(name="if")
    wins: Selection
    living: bool = False
    stops: bool = True
    switch: str = ""


class Guess(Struct, frozen=True, forbid_unknown_fields=True):
    """Says who may guess whom at the end, and how the game ends if the guess is right."""

    by: str
    of: Selection
    right: str


class OutcomeRow(Struct, frozen=True, forbid_unknown_fields=True):
    """An ending of a game of one night that people enter. The box asks for it if all of `in_deck` are in the deck."""

    id: str
    wins: Selection
    guess: Guess | None = None
    in_deck: Selection = Selection()


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """A name. `many` is its form for several, and `say` its spelling for a voice; both may be empty."""

    name: str
    many: str = ""
    say: str = ""


class FileLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence of the file. `say` is its spelling for a voice, or empty."""

    text: str
    say: str = ""


class FileWords(Struct, frozen=True):
    """The words of one language. `calls` also has the names of the people whom a call meets, as `CALL.of`. `groups`
    has, for each group that is named by its roles, the names of these roles."""

    name: Name | None = None
    about: str = ""
    roles: Mapping[str, Name] = {}
    sides: Mapping[str, Name] = {}
    marks: Mapping[str, Name] = {}
    calls: Mapping[str, Name] = {}
    groups: Mapping[str, tuple[Name, ...]] = {}
    switches: Mapping[str, Name] = {}
    outcomes: Mapping[str, Name] = {}
    lines: Mapping[str, FileLine] = {}


_KEYS = {"roles": "role", "calls": "call", "sides": "side", "marks": "mark", "switches": "switch"}
_KEYS |= {"dawns": "dawn", "deaths": "death", "ends": "end", "outcomes": "outcome", "elections": "elect"}
_KEYS |= {"leaves": "leave"}


class GameFile(Struct, frozen=True, forbid_unknown_fields=True, rename=_KEYS):
    """A game in a file. Roles, calls and languages are in the order of the file. `form` is the format number of the
    file, which also decides what is revealed by day. `extends` is empty, or the id of the game to whose decks this file
    adds roles; such a file has only roles, calls and words."""

    id: str
    roles: Mapping[str, RoleRow]
    calls: tuple[CallRow, ...]
    words: Mapping[Language, FileWords]
    players: tuple[int, int] = (2, 50)
    many_nights: bool = False
    deal: Literal["cards", "box", "either"] = "cards"
    level: Annotated[int, Meta(ge=1, le=5)] = 2
    center: Annotated[int, Meta(ge=0, le=5)] = 0
    credits: Mapping[str, str] = {}
    sides: Mapping[str, Side] = {}
    marks: Mapping[str, Mark] = {}
    switches: Mapping[str, bool] = {}
    day: Day = Day()
    dawns: tuple[DawnRow, ...] = ()
    deaths: tuple[DeathRow, ...] = ()
    elections: tuple[ElectRow, ...] = ()
    leaves: tuple[LeaveRow, ...] = ()
    ends: tuple[EndRow, ...] = ()
    outcomes: tuple[OutcomeRow, ...] = ()
    extends: str = ""
    form: int = 1

    @property
    def layers(self) -> tuple[str, ...]:
        """Return the layers in which the box can play this game: call, deal and judge."""
        deals = self.deal != "cards" and not self.extends
        return ("call", *(["deal"] if deals else []), *(["judge"] if self.ends else []))
