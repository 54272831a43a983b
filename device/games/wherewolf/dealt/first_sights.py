"""Whom and what a role comes to know in the first night, whatever is chosen in it: the referee's answers in words."""

from collections.abc import Iterable

from device.games.wherewolf.referee.acts import DealtTable
from device.games.wherewolf.referee.game_state import deal_game
from device.games.wherewolf.referee.night import play_night
from device.games.wherewolf.referee.night_course import ToldAnswer
from device.games.wherewolf.rules.roles import ROLE_TABLE
from device.games.wherewolf.table.phrases import NOBODY, role_word, seat_number, seats_named, wolf_word
from device.show.facts import Fact, Joined, Number


def first_sights(table: DealtTable, seat: int, later: Iterable[int] = ()) -> tuple[Fact, ...]:
    """The facts that this seat learned in the first night, meetings first; `later` are those who have joined it
    since."""
    told = [entry.answer for entry in play_night(deal_game(table)).night.told if entry.seat == seat]
    return tuple(_in_words(table.roles[seat], number, answer, later) for number, answer in enumerate(told))


def with_seats(seats: Iterable[int]) -> Fact:
    """The fact that names who is on the same side."""
    found = tuple(seats)
    return wolf_word("with-you", seats=seats_named(found) if found else wolf_word(NOBODY))


def _in_words(role: str, number: int, answer: ToldAnswer, later: Iterable[int]) -> Fact:
    """An answer of the first night in words. `number` counts the answers of this seat from 0."""
    if isinstance(answer, bool):
        asked = "vampire" if role == "vampire-hunter" else "courtesan"
        return wolf_word(f"{asked}-{'yes' if answer else 'no'}")
    if isinstance(answer, int):
        return wolf_word("criminals-are", n=Number(answer))
    if role == "monk":
        return wolf_word("not-in-play", roles=Joined(tuple(role_word(str(absent)) for absent in answer)))
    seats = tuple(seat for seat in answer if isinstance(seat, int))
    if role == "priest":
        return _one("sinner", seats)
    if number == 0:
        return with_seats((*seats, *later))
    return _one("traitor", seats) if ROLE_TABLE[role].strength else wolf_word("guards-with-you", seats=_seats(seats))


def _one(role: str, seats: tuple[int, ...]) -> Fact:
    return wolf_word(f"{role}-is", n=seat_number(seats[0])) if seats else wolf_word(f"no-{role}")


def _seats(seats: tuple[int, ...]) -> Fact:
    return seats_named(seats) if seats else wolf_word(NOBODY)
