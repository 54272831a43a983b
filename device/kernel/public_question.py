"""A question about a result, as the box tells it to a second program: what everybody reads on the glass."""

from msgspec import Struct


class OfferedAnswer(Struct, frozen=True):
    """An answer of it, and what it is called."""

    value: str
    text: str


class PublicQuestion(Struct, frozen=True):
    """What is asked, since `at` of the box's own clock: that names it, as it may be asked again. From `least` to `most`
    of the answers belong together where several may be `marked`; else one is given."""

    at: float
    text: str
    answers: tuple[OfferedAnswer, ...]
    marked: bool = False
    least: int = 1
    most: int = 1


def question_time(since: float) -> float:
    """As it is told, and named by who answers."""
    return round(since, 4)
