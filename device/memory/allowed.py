"""Says in words what a setting may be, from its type. What only a wrong setting needs is loaded only then."""

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any

import msgspec

LONGEST = 40


def allowed(kind: object) -> str:
    """The values of a type as a person would be told them."""
    from msgspec import inspect

    return _described(inspect.type_info(kind))


def one_of(values: Iterable[object]) -> str:
    return ", ".join(str(value) for value in values)


def shown(value: object) -> str:
    """A value much as it stands in the file. JSON has no nan."""
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    try:
        return printable(msgspec.json.encode(value).decode())
    except ValueError:  # Python writes out no more than some thousand digits
        return "a number of so many digits"


def printable(text: str) -> str:
    """Cut to a length, and freed of what would spoil a terminal."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[:LONGEST])
    return shown if len(text) <= LONGEST else shown + "…"


def likely(key: str, known: Sequence[str]) -> str:
    """Which one was probably meant."""
    from difflib import get_close_matches

    close = get_close_matches(key[:LONGEST], known, n=1)
    return f"{close[0]} is the nearest one" if close else f"those here are {one_of(known)}"


def _described(info: Any) -> str:
    from msgspec import inspect

    match info:
        case inspect.Metadata(extra_json_schema={"description": words}):
            return str(words)
        case inspect.LiteralType(values):
            return "one of " + one_of(shown(value) for value in values)
        case inspect.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType(pattern=pattern):
            return "a text in quotes" + (" of letters, digits, - and _" if pattern else "")
        case inspect.VarTupleType(item_type=item, min_length=least, max_length=most):
            return f"a list of {least or 0} to {most}, each {_described(item)}"
    raise AssertionError(f"no words for {info}")
