"""Contains small building blocks for Wherewolf's lines and facts. Seats count from 0 in code, from 1 for people."""

from collections.abc import Collection, Iterable

from nightcrier.box.games.engine.hosted.host_steps import house_word
from nightcrier.box.games.engine.story import Shown, dawn_show
from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE
from nightcrier.box.show.answers import NONE_OF_THEM, Option
from nightcrier.box.show.cues import Show
from nightcrier.box.show.facts import Fact, Joined, SeatMark, Word, fact_lines, seats_joined
from nightcrier.kernel.ids import LineId


def wolf_word(name: str, said: tuple[LineId, ...] = (), /, **fillings: Fact) -> Word:
    """Return a word that only this game has. `said` holds the lines that are spoken instead of the word."""
    return Word(f"wherewolf.{name}", fillings, said)


def wolf_line(name: str, night: int = 1) -> LineId:
    """Return a line that only this game has. From the second night on, return its form for later nights."""
    return LineId(f"wherewolf.{name}.again" if night > 1 else f"wherewolf.{name}")


def role_word(role: str) -> Word:
    return wolf_word(role)


def seat_number(seat: int) -> SeatMark:
    return SeatMark(seat + 1)


def seats_named(seats: Iterable[int]) -> Joined:
    return seats_joined(seat + 1 for seat in sorted(seats))


def named_or_nobody(seats: Collection[int]) -> Fact:
    """Return the names of the seats as a fact, or the word for nobody if there are no seats."""
    return seats_named(seats) if seats else house_word("nobody")


def seats_said(seats: Iterable[int]) -> tuple[LineId, ...]:
    return fact_lines(seats_named(seats))


def role_at(role: str, seat: int) -> Word:
    return wolf_word("role-seat", role=role_word(role), n=seat_number(seat))


def seat_options(seats: Iterable[int]) -> tuple[Option, ...]:
    """Return an option for each seat. The value of an option is the seat, counted from 0."""
    return tuple(Option(str(seat), seat_number(seat)) for seat in seats)


def seats_or_nobody(seats: Iterable[int]) -> tuple[Option, ...]:
    """Return options for any number of seats, and one option for no seat."""
    return (Option(NONE_OF_THEM, house_word("nobody")), *seat_options(seats))


def wolf_title(call: str) -> Fact:
    return role_word(call) if call in ROLE_TABLE or call in ITEMS else wolf_word(f"call.{call}")


def dawn_in_village(night: int, dead: Iterable[int], shown: Shown) -> Show:
    """Return the show of the morning after a night. In the first night, nobody is killed."""
    quiet = wolf_line("first-day") if night == 1 else LineId("house.dead.none")
    return dawn_show(wolf_line("dawn"), [seat + 1 for seat in sorted(dead)], shown, quiet)
