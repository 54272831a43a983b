"""Provides what tests ask about facts: their keys, and what fills their gaps."""

from collections.abc import Iterable

from nightcrier.box.show.facts import Fact, Joined, Number, PrintedName, RoleName, SeatMark, SeatName, Word
from nightcrier.kernel.ids import role_line


def key_of(fact: Fact) -> str:
    """Return the key of a word, or the role as a line. Any other fact counts as a seat."""
    if isinstance(fact, RoleName | PrintedName):
        return role_line(fact.id)
    return fact.key if isinstance(fact, Word) else "seat"


def keys_of(facts: Iterable[Fact]) -> list[str]:
    return [key_of(fact) for fact in facts]


def value_of(fact: Fact) -> object:
    """Return the number, name or key in a fact."""
    match fact:
        case Number(value) | SeatName(value) | SeatMark(value):
            return value
        case RoleName(role) | PrintedName(role):
            return role
        case Word(key):
            return key
        case Joined(parts):
            return [value_of(part) for part in parts]


def filling(fact: Fact, gap: str) -> object:
    """Return the value that fills this gap of a fact."""
    assert isinstance(fact, Word)
    return value_of(fact.fillings[gap])
