"""Contains the answers of a stage, and finds answers in a result that people entered in one picture of the table. The
picture shows who points at whom, who died, and who holds which card. It answers each of the game's questions about the
result."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

from msgspec import Struct

from nightcrier.box.show.facts import Fact, SeatName, Word


class Option(Struct, frozen=True):
    """One possible answer to an `Ask`: `value` is returned to the game, and `label` is what people read. In a secret
    turn, an option without a value chooses nothing."""

    value: str
    label: Fact


def seats_to_choose(seats: Iterable[int]) -> tuple[Option, ...]:
    return tuple(Option(str(seat), SeatName(seat)) for seat in seats)


NONE_OF_THEM = ""
"""The value of the option "none of the others", and of a turn in which nothing was chosen."""


def seats_to_mark(seats: Iterable[int], least: int) -> tuple[Option, ...]:
    """Return the seats as options of a question with several answers. If `least` is 0, "nobody" is one more option."""
    return (*(() if least else (Option(NONE_OF_THEM, Word("nobody")),)), *seats_to_choose(seats))


Picks: TypeAlias = tuple[str, ...]
"""The values that a seat has chosen so far in a secret turn, in order."""

Answer: TypeAlias = str | Picks
"""The answer that ends a stage: the value of an option, an empty text, or the values chosen in a secret turn."""

BACK, SKIP = "back", "skip"
"""The answers that a stage may allow besides its own. They never include the time that people took."""
MENU = "=menu"
"""The answer that opens the menu of a game under way, at any stage."""
LEAVES, ALONE, GOES, FOULS = "=leaves", "=alone", "=goes", "=fouls"
"""The acts that are possible at any stage of a game of many nights: a seat leaves, the box continues without a
moderator, a seat goes by day under a rule of the game, or fouls of a seat are counted, which changes nothing else."""
TIME_UP, TALK_OVER, FLOOR_TAKEN, FLOOR_BACK = "time", "over", "taken", "floor"
"""The ways in which a discussion ends: time is up, people end it, or the floor goes back to the previous speaker."""


def one_value(answer: Answer) -> str:
    """Return the first chosen value, or an empty text if nothing was chosen."""
    return answer if isinstance(answer, str) else next(iter(answer), "")


def is_act(answer: Answer) -> bool:
    """Say whether an answer is one of the acts that are possible at any stage."""
    return isinstance(answer, tuple) and answer[:1] in ((LEAVES,), (ALONE,), (GOES,), (FOULS,))


def all_values(answer: Answer) -> Picks:
    return answer if isinstance(answer, tuple) else (answer,) if answer else ()


class AskedDeaths(Struct, frozen=True):
    """A question about who died. The fields are the values of its special answers: nobody, several people, and entering
    all votes instead."""

    nobody: str
    several: str
    votes: str


class AskedVote(Struct, frozen=True):
    """A question about which seat this seat points at."""

    seat: int
    nobody: str


class AskedHolder(Struct, frozen=True):
    """A question about who holds this card, that is, at which seat it lies."""

    card: str
    nobody: str


ResultPart: TypeAlias = AskedDeaths | AskedVote | AskedHolder


class ResultPicture(Struct, frozen=True):
    """The picture in which people enter a result. It has this number of players and these cards. Cards that make no
    difference to the question are not in it."""

    players: int
    cards: tuple[Option, ...]


class EnteredResult(Struct, frozen=True):
    """A result that people entered, by seat. `points` holds the seat at which each seat points (0: nobody), and `cards`
    the card of each seat (empty: a card that is not in the picture). If votes or cards are unknown, the tuple is empty;
    if the deaths are unknown, they are None."""

    points: tuple[int, ...] = ()
    dead: tuple[int, ...] | None = None
    cards: tuple[str, ...] = ()


def answer_of_result(part: ResultPart, entered: EnteredResult, *, marked: bool) -> Picks | None:
    """Return the answer to this question that follows from the entered result, or None if none does. `marked` means
    that several answers may be chosen together."""
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
    """Return the answer about who died. If all votes were entered, return the answer that leads to the votes."""
    if entered.points and not marked:
        return (part.votes,)
    if entered.dead is None:
        return None
    dead = tuple(map(str, entered.dead))
    if marked or len(dead) == 1:
        return dead
    return (part.several,) if dead else (part.nobody,)


class EnteredSoFar(Struct, frozen=True):
    """The answers entered so far, by seat. An unknown vote is None, and an unknown card is empty."""

    points: tuple[int | None, ...]
    dead: tuple[int, ...] | None
    cards: tuple[str, ...]


def result_so_far(answered: Sequence[tuple[ResultPart, Picks]], picture: ResultPicture) -> EnteredSoFar:
    """Return as much of the result as follows from these answers."""
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
