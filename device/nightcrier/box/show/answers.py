"""Has the answers of a stage, and those that follow from a result entered in one picture of the table. The picture
shows who points at whom, who died, who holds which card. From what people enter there follows the answer to each
question that a game asks one after the other."""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from msgspec import Struct

from nightcrier.box.show.facts import Fact


class Option(Struct, frozen=True):
    """An answer of an `Ask`: `value` goes back to the game, `label` is what people read. In a secret turn an option
    without a value chooses nothing."""

    value: str
    label: Fact


NONE_OF_THEM = ""
"""The value of a choice that stands for none of the others; of a turn in which nothing was chosen."""

Picks: TypeAlias = tuple[str, ...]
"""What a seat has chosen so far in a secret turn, one value after the other."""

Answer: TypeAlias = str | Picks
"""What a stage was done with: the value of a choice, empty for a stage that only ends; of a secret turn, its row."""

BACK, SKIP = "back", "skip"
"""Answers that a stage may allow beside its own. They are never timed."""
TIME_UP, TALK_OVER = "time", "over"
"""How a talk ended: by its clock, or by the people."""


def one_value(answer: Answer) -> str:
    """Return the one value that was chosen; empty if there is none."""
    return answer if isinstance(answer, str) else next(iter(answer), "")


def all_values(answer: Answer) -> Picks:
    """Return all values that were chosen."""
    return answer if isinstance(answer, tuple) else (answer,) if answer else ()


class AskedDeaths(Struct, frozen=True):
    """A question who died, with its answers beside the seats: nobody, more than one, and rather all votes."""

    nobody: str
    several: str
    votes: str


class AskedVote(Struct, frozen=True):
    """A question whom this seat points at."""

    seat: int
    nobody: str


class AskedHolder(Struct, frozen=True):
    """A question before whom this card lies."""

    card: str
    nobody: str


ResultPart: TypeAlias = AskedDeaths | AskedVote | AskedHolder


class ResultPicture(Struct, frozen=True):
    """The picture of a result: for so many seats, and with these cards. All other cards mean the same as each other."""

    players: int
    cards: tuple[Option, ...]


class EnteredResult(Struct, frozen=True):
    """The result that was entered, by seat: whom it points at, if all are known (0: nobody); who died, if that is
    known; and the card of each, if all are known (empty: one of those that mean the same)."""

    points: tuple[int, ...] = ()
    dead: tuple[int, ...] | None = None
    cards: tuple[str, ...] = ()


def answer_of_result(part: ResultPart, entered: EnteredResult, *, marked: bool) -> Picks | None:
    """Return what the entered result answers to this question, of whose answers several may be `marked`; None if it
    says nothing."""
    match part:
        case AskedDeaths():
            return _deaths(part, entered, marked=marked)
        case AskedVote(seat, nobody):
            return (str(entered.points[seat - 1] or nobody),) if entered.points else None
        case AskedHolder(card, nobody):
            held = tuple(str(seat) for seat, each in enumerate(entered.cards, 1) if each == card)
            return (held if marked else held or (nobody,)) if entered.cards else None
        case _:
            assert_never(part)


def _deaths(part: AskedDeaths, entered: EnteredResult, *, marked: bool) -> Picks | None:
    """Return the answer who died. Somebody who has entered all votes need not say it."""
    if entered.points and not marked:
        return (part.votes,)
    if entered.dead is None:
        return None
    dead = tuple(map(str, entered.dead))
    if marked or len(dead) == 1:
        return dead
    return (part.several,) if dead else (part.nobody,)


class EnteredSoFar(Struct, frozen=True):
    """The answers so far, by seat: None or empty if it is not known whom it points at, or which card it has."""

    points: tuple[int | None, ...]
    dead: tuple[int, ...] | None
    cards: tuple[str, ...]


def result_so_far(answered: Sequence[tuple[ResultPart, Picks]], picture: ResultPicture) -> EnteredSoFar:
    """Return what these answers say of the picture."""
    points: list[int | None] = [None] * picture.players
    cards, dead = [""] * picture.players, None
    for part, values in answered:
        match part:
            case AskedDeaths():
                several = values in {(part.several,), (part.votes,)}
                dead = dead if several else tuple(int(value) for value in values if value != part.nobody)
            case AskedVote(seat):
                points[seat - 1] = int(next(iter(values), "0"))
            case AskedHolder(card, nobody):
                for seat in (int(value) for value in values if value != nobody):
                    cards[seat - 1] = card
            case _:
                assert_never(part)
    return EnteredSoFar(tuple(points), dead, tuple(cards))
