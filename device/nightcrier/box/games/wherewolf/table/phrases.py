"""Small pieces of what Wherewolf says and shows. Seats count from 0 inside, and from 1 for people."""

from collections.abc import Iterable

from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE
from nightcrier.box.show.answers import NONE_OF_THEM, Option
from nightcrier.box.show.facts import Fact, Joined, SeatMark, Word, seats_joined
from nightcrier.kernel.ids import LineId, screen_line, seat_line

BESIDE = " · "
"""Between two things to do at once."""
NOBODY = "nobody"
"""The answer of whoever chooses no seat, and its word."""


def wolf_line(name: str) -> LineId:
    """A line of this game."""
    return LineId(f"wherewolf.{name}")


def wolf_word(name: str, **fillings: Fact) -> Word:
    """A word of this game."""
    return Word(f"wherewolf.{name}", fillings)


def role_word(role: str) -> Word:
    """The name of a role, or of Amulet and Sword."""
    return wolf_word(role)


def role_said(role: str) -> LineId:
    return screen_line(f"wherewolf.{role}")


def seat_number(seat: int) -> SeatMark:
    return SeatMark(seat + 1)


def seats_named(seats: Iterable[int]) -> Joined:
    return seats_joined(seat + 1 for seat in sorted(seats))


def seats_said(seats: Iterable[int]) -> tuple[LineId, ...]:
    return tuple(seat_line(seat + 1) for seat in sorted(seats))


def role_at(role: str, seat: int) -> Word:
    """A role with the seat that holds it."""
    return wolf_word("role-seat", role=role_word(role), n=seat_number(seat))


def seat_options(seats: Iterable[int]) -> tuple[Option, ...]:
    """The options that stand for seats; the value is the seat from 0."""
    return tuple(Option(str(seat), seat_number(seat)) for seat in seats)


def seats_or_nobody(seats: Iterable[int]) -> tuple[Option, ...]:
    """Seats of which any number may be marked; an entry says that it is none."""
    return (Option(NONE_OF_THEM, wolf_word(NOBODY)), *seat_options(seats))


def call_title(call: str) -> Fact:
    """The title that stands on the glass while something is called."""
    return role_word(call) if call in ROLE_TABLE or call in ITEMS else wolf_word(f"call.{call}")
