"""The first questions after the vote: who died, or who pointed at whom."""

from collections.abc import Iterable

from msgspec import Struct

from device.kernel.ids import LineId, seat_line
from device.show.answers import NONE_OF_THEM, Option, one_value
from device.show.asking_rows import AskingRow
from device.show.facts import SeatMark, SeatName, Word
from device.show.result_picture import AskedDeaths, AskedVote
from device.show.stages import TABLE, Ask, Marks

NOBODY_VALUE, SEVERAL, VOTES = "0", "several", "votes"
_DEATHS = AskedDeaths(NOBODY_VALUE, SEVERAL, VOTES)


class DeathsTold(Struct, frozen=True):
    """The seats that died, counted from 0; or the votes, from which that follows."""

    dead: frozenset[int] | None = None
    votes: tuple[int | None, ...] | None = None


def who_died(players: int) -> AskingRow[DeathsTold]:
    """Ask who died: one answer where it was one or nobody, and seat by seat only where people want their votes
    counted."""
    seats = range(1, players + 1)
    more = (Option(SEVERAL, Word("ask.dead.several")), Option(VOTES, Word("ask.dead.votes")))
    nobody = Option(NOBODY_VALUE, Word("nobody"))
    told = one_value((yield Ask(TABLE, Word("ask.dead"), (nobody, *seat_choices(seats), *more), part=_DEATHS)))
    if told == VOTES:
        return (yield from who_pointed(players))
    if told == SEVERAL:
        marked = yield Ask(TABLE, Word("ask.dead"), seat_choices(seats), marks=Marks(2, players), part=_DEATHS)
        return DeathsTold(frozenset(int(seat) - 1 for seat in marked))
    return DeathsTold(frozenset() if told == NOBODY_VALUE else frozenset({int(told) - 1}))


def who_pointed(players: int) -> AskingRow[DeathsTold]:
    votes: tuple[int | None, ...] = ()
    while len(votes) < players:
        told = yield vote_question(players, len(votes) + 1)
        votes = (*votes, target_of(one_value(told)))
    return DeathsTold(votes=votes)


def vote_question(players: int, seat: int) -> Ask:
    """The question at whom this seat points: any other, or nobody."""
    others = seat_choices(other for other in range(1, players + 1) if other != seat)
    nobody = Option(NOBODY_VALUE, Word("nobody"))
    part = AskedVote(seat, NOBODY_VALUE)
    return Ask(TABLE, seat_question("ask.vote", seat), (*others, nobody), part=part)


def target_of(value: str) -> int | None:
    """The seat an answer names, counted from 0."""
    return None if value == NOBODY_VALUE else int(value) - 1


def seat_choices(seats: Iterable[int]) -> tuple[Option, ...]:
    """The options that stand for seats."""
    return tuple(Option(str(seat), SeatName(seat)) for seat in seats)


def seats_to_mark(seats: Iterable[int], least: int) -> tuple[Option, ...]:
    """The options of seats where several may be marked; an entry says that it is none, where that may be."""
    return (*(() if least else (Option(NONE_OF_THEM, Word("nobody")),)), *seat_choices(seats))


def seat_question(key: str, seat: int) -> Word:
    """A question about a seat, on the screen and aloud: the line that leads to its number or its name."""
    return Word(key, {"n": SeatMark(seat)}, (LineId(key), seat_line(seat)))
