"""Defines what people choose, what they learn, and what the referee records of it. Seats count from 1. A card in the
center has a place below 0: -1 is the first one."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from nightcrier.box.games.engine.model import CallRow, Weight

Answer: TypeAlias = bool | int | str | Sequence[int] | None
"""Yes or no, a number, a role or a side, or places. The answer is None for a seat that acts in vain."""


_SEAT_PLACES = tuple(f"P{seat}" for seat in range(100))


def place_name(place: int) -> str:
    """Return the name of a place in the form that people write, such as P1 or C1."""
    return _SEAT_PLACES[place] if place > 0 else f"C{-place}"


class CallChoice(Struct, frozen=True, gc=False):
    """The choice of one seat in one call. `role` is for a guess, and `direction` is "left" or "right" for a shift."""

    seat: int
    call: str
    targets: tuple[int, ...] = ()
    role: str = ""
    direction: str = ""

    def __bool__(self) -> bool:
        return bool(self.targets or self.direction or self.role)


class Learnt(Struct, frozen=True, gc=False):
    """One thing that a seat learned in a call. `target` is the place that the seat asked about, if it chose the place
    itself. By its `kind`, the answer is the reply to a question, the people whom the seat met (`met`), or the places
    from which it may choose (`reach`)."""

    seat: int
    call: CallRow
    answer: Answer
    target: int | tuple[int, ...] | None = None
    kind: Literal["", "met", "reach"] = ""


class OpenChoice(Struct, frozen=True):
    """A choice of one of these places, which a row of deaths gives to a dead seat. The seat has not made it yet."""

    seat: int
    call: str
    places: Sequence[int]


class Leaving(Struct, frozen=True):
    """The moment at which a seat went out of play: the round, night or day, and the causes."""

    number: int
    when: str
    causes: tuple[str, ...]


class Nomination(Struct, frozen=True):
    """A nomination: who made it, who was nominated, and the seats that raised a hand for it."""

    by: int
    of: int
    hands: tuple[int, ...] = ()


class CountedHands(Struct, frozen=True):
    """The weight of all votes that each seat got, as somebody counted them."""

    counts: Mapping[int, Weight]


Ballot: TypeAlias = Mapping[int, Sequence[int]]
"""The vote of each seat: one place, or none."""


Votes: TypeAlias = Ballot | CountedHands


class LeaveChoice(Struct, frozen=True):
    """A seat that leaves by day by a row of the file, and the choices of those who died because of it. If roles are
    secret at the table, the people's word is `trusted` that the seat may leave."""

    seat: int
    call: str
    dusk: Sequence[CallChoice] = ()
    trusted: bool = False


class ElectionChoices(Struct, frozen=True):
    """The choices of an election: who stands, the votes, and the votes of each repeated vote after a tie."""

    stand: Sequence[int] | None = None
    votes: Votes = {}
    again: Sequence[Votes] = ()


class DayChoices(Struct, frozen=True):
    """The choices of a day: for whom each seat voted, or how many voted for each seat, also in an accusation, in a
    run-off, and in each vote `again` after a tie; the nominations; the hands that were raised to `lift` a whole tie;
    whom the holder of the deciding mark chose after a tie; who left without a vote; and what the dead chose. `out` are
    the seats that people entered as voted out, if they did not enter the votes. `left` are seats whose people have
    left: they die without a cause."""

    votes: Votes = {}
    run_off: Votes | None = None
    nominations: Sequence[Nomination] = ()
    dusk: Sequence[CallChoice] = ()
    out: Sequence[int] | None = None
    left: Sequence[int] = ()
    again: Sequence[Votes] = ()
    lift: Sequence[int] | None = None
    tie_by: int | None = None
    leaves: Sequence[LeaveChoice] = ()


class RoundChoices(Struct, frozen=True):
    """The choices of a night, of those who died in it, of the elections after it, and of the day. Without a day, the
    game is judged up to that morning."""

    night: Sequence[CallChoice] = ()
    dawn: Sequence[CallChoice] = ()
    day: DayChoices | None = None
    elections: Mapping[str, ElectionChoices] = {}


class DeathEffect(Struct, frozen=True):
    """The effect of the death of a seat by one row of deaths: the seats that the dead seat took along, left powerless,
    turned into another role, or chose."""

    seat: int
    row: str
    seats: Sequence[int]


VoteCounts: TypeAlias = Mapping[int, Weight]


class Pyre(Struct, frozen=True):
    """The result of a vote: `none`, `tie`, `direct`, `burned`, `spared`, `lifted` or, without a vote, `over`; the
    votes, who was accused, and who is out. `again` are the votes after a tie, `tied` the seats in the last of those,
    and `listed` the seats that were nominated for the vote."""

    how: str
    counts: VoteCounts = {}
    accused: Sequence[int] = ()
    run_off: VoteCounts = {}
    out: Sequence[int] = ()
    again: Sequence[VoteCounts] = ()
    tied: Sequence[int] = ()
    listed: Sequence[int] = ()


class News(Struct, frozen=True):
    """Everything that follows from a night or a day. `causes` are those of each seat that died, in the order of the
    deaths. `open` are choices that the dead have not made yet, and `effects` is what else follows from deaths.
    `announced` has the holders of each announced mark. Only a night has what was `told`, `notified`, and who was
    `elected` after it, if anybody; only a day has a `pyre`, and who `left` without a vote."""

    causes: Mapping[int, Sequence[str]]
    turned: Mapping[int, str]
    open: Sequence[OpenChoice]
    effects: Sequence[DeathEffect]
    saved: Sequence[int] = ()
    shown: Mapping[int, str] = {}
    told: Sequence[Learnt] = ()
    notified: Sequence[int] = ()
    announced: Mapping[str, Sequence[int]] = {}
    pyre: Pyre = Pyre("none")
    elected: Mapping[str, int | None] = {}
    left: Sequence[int] = ()
