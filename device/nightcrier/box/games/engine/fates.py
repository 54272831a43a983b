"""Says who has died and what became of seats, in the words that all games of many nights share. Seats count from 1."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.facts import Fact, Joined, Number, SeatMark, Word
from nightcrier.kernel.ids import LineId, number_line, seat_first, seat_line

WAS, ITS_SIDE = LineId("wherewolf.was"), LineId("dead.side")
"""The lines before the role, or the side, that is shown of a seat."""
ShownLines: TypeAlias = Mapping[int, tuple[LineId, ...]]
"""The lines that say what is shown of a seat."""


def in_play_fact(count: int) -> Word:
    """Return how many are in play as a fact."""
    return Word("wherewolf.in-play", {"n": Number(count)}, (LineId("game.in-play-again.named"), number_line(count)))


def out_fact(fact: Word, lines: tuple[LineId, ...]) -> Word:
    """Return the fact of who is dead with the lines that name them, so that it is said as such."""
    return replace(fact, said=(LineId("verdict.dead"), *lines))


def dead_fact(dead: Sequence[int], shown: Mapping[int, Fact]) -> Word:
    """Return who is dead as a fact, each with what is shown of it."""
    if not dead:
        return Word("wherewolf.no-dead")
    marks = ((SeatMark(seat), shown.get(seat)) for seat in dead)
    parts = (Word("wherewolf.seat-role", {"n": mark, "role": role}) if role else mark for mark, role in marks)
    return Word("wherewolf.dead", {"seats": Joined(tuple(parts))})


def dawn_lines(dead: Sequence[int], shown: ShownLines) -> tuple[LineId, ...]:
    """Return the lines of a morning that say who has died."""
    lead = "one" if len(dead) == 1 else "many" if dead else "none"
    return (LineId(f"wherewolf.dead.{lead}"), *lines_of_dead(dead, shown))


def lines_of_dead(dead: Sequence[int], shown: ShownLines) -> tuple[LineId, ...]:
    """Return the lines that name seats, each with what is shown of it."""
    return tuple(line for seat in dead for line in (seat_line(seat), *shown.get(seat, ())))


class Fate(Struct, frozen=True):
    """One change of a seat: `turned`, `saved`, `killed` or `burns`, and the line of its role."""

    seat: int
    role: LineId
    how: str


def course_lines(rounds: Iterable[tuple[Sequence[Fate], Sequence[Fate]]]) -> Iterator[LineId]:
    """Yield the spoken course of a game from the fates of each night and its day."""
    yield LineId("wherewolf.story.open")
    for number, (night, day) in enumerate(rounds, 1):
        yield from round_lines("night", number)
        yield from _lines_of_fates(night) if night else (LineId("wherewolf.story.quiet"),)
        if day:
            yield from (*round_lines("day", number), *_lines_of_fates(day))


def round_lines(time: str, number: int) -> tuple[LineId, ...]:
    """Return the lines that say which night or day it is."""
    return LineId(f"wherewolf.story.{time}"), number_line(number)


def _lines_of_fates(fates: Iterable[Fate]) -> Iterator[LineId]:
    for fate in fates:
        yield from fate_lines(fate)


def fate_lines(fate: Fate) -> tuple[LineId, ...]:
    """Return the lines that say what became of a seat."""
    how = {"killed": "dies", "burned": "burns"}.get(fate.how, fate.how)
    return seat_first(fate.seat, fate.role, LineId(f"wherewolf.story.{how}"))
