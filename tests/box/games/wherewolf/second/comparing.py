"""Finds where two verdicts differ. Nights, days and what is told are compared by position, other lists as sets."""

from collections.abc import Iterator
from typing import Any

IN_ORDER = ("nights", "days", "told")
SENTENCES = "reasons"
"""The key of the sentences for people, which each referee words differently."""


def differences(mine: Any, theirs: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield one line for each difference, with the path to it."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        yield from _of_keys(mine, theirs, path)
    elif isinstance(mine, list) and isinstance(theirs, list):
        yield from _of_lists(mine, theirs, path)
    elif type(mine) is not type(theirs) or mine != theirs:
        yield f"{'/'.join(path)}: the second says {mine}, the first {theirs}"


def _of_keys(mine: dict[str, Any], theirs: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    for key in sorted(mine.keys() | theirs.keys()):
        if not path and key == SENTENCES:
            continue
        if key in mine and key in theirs:
            yield from differences(mine[key], theirs[key], (*path, key))
        else:
            yield f"{'/'.join((*path, key))}: only the {'second' if key in mine else 'first'} has it"


def _of_lists(mine: list[Any], theirs: list[Any], path: tuple[str, ...]) -> Iterator[str]:
    if path[-1] in IN_ORDER or "told" in path[-2:-1]:
        if len(mine) != len(theirs):
            yield f"{'/'.join(path)}: the second says {mine}, the first {theirs}"
            return
        for number, (one, other) in enumerate(zip(mine, theirs, strict=True)):
            yield from differences(one, other, (*path, str(number)))
    elif sorted(map(str, mine)) != sorted(map(str, theirs)):
        yield f"{'/'.join(path)}: the second says {mine}, the first {theirs}"
