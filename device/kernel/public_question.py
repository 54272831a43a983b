"""A question about a result, as the box tells it to a second program: what everybody reads on the glass."""

from msgspec import Struct


class OfferedAnswer(Struct, frozen=True):
    """An answer of it, and what it is called."""

    value: str
    text: str


class PicturedSeat(Struct, frozen=True):
    """A seat of the table, by the number and the name of who sits there."""

    number: int
    name: str


class PublicPicture(Struct, frozen=True):
    """The table in which a result is entered at once: its seats, and the cards that decide something. What of it is
    `asked` now (`died`, `points`, `holds`; empty for anything else), and what was entered so far by seat, as
    in a `ResultWish`; None stands for a seat that was not asked about yet."""

    seats: tuple[PicturedSeat, ...]
    cards: tuple[str, ...]
    asked: str = ""
    points: tuple[int | None, ...] = ()
    dead: tuple[int, ...] | None = None
    held: tuple[int, ...] = ()


class PublicQuestion(Struct, frozen=True):
    """A question that is asked since `at` of the box's own clock: that names it, as it may be asked again. From `least`
    to `most` of the answers belong together if several may be `marked`; else one is given. None may be offered if the
    box tells people what to do, and they go on in the `picture`."""

    at: float
    text: str
    answers: tuple[OfferedAnswer, ...]
    marked: bool = False
    least: int = 1
    most: int = 1
    picture: PublicPicture | None = None


def question_time(since: float) -> float:
    """Return the time by which a question is told, and named in its answer."""
    return round(since, 4)
