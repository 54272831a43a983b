"""Where the line of help stands on a page of a menu: under name and value, beside which they give way to it."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from device.kernel.screen import ScreenFormat
from device.table.drawing import measure
from device.table.view import Pair, Size, Text, View

Helped = tuple[View, str]
"""A page, and the help that is to stand on it."""


def place_help(shown: Helped, largest: Iterable[Helped], screen: ScreenFormat) -> View:
    """The page with its line of help, as large as it can stay, and as the largest of its values need it, so that
    nothing jumps while the dial turns through them; without the help where there is no room."""
    ways = _ways(shown)
    at = _roomiest(tuple(map(_ways, largest)), screen)
    if at is not None and measure(ways[at], screen).whole:
        return ways[at]
    at = _roomiest((ways,), screen)
    return shown[0] if at is None else ways[at]


def _ways(helped: Helped) -> tuple[View, ...]:
    plain, help_ = helped
    below = (Text(help_, Size.SMALL),) if help_ else ()
    return tuple(replace(view, rows=(*view.rows, *below)) for view in _arrangements(plain))


def _arrangements(plain: View) -> Iterator[View]:
    """Name and value below each other, or beside; or without the title of the menu, which must not move."""
    yield plain
    match plain.rows:
        case (header, Text(label), Text(value, inverse=inverse)):
            yield replace(plain, rows=(header, Pair(label, value, Size.MEDIUM, inverse)))
    yield replace(plain, rows=plain.rows[1:], head=False)


@lru_cache(maxsize=32)
def _roomiest(pages: tuple[tuple[View, ...], ...], screen: ScreenFormat) -> int | None:
    """The first way in which these are whole and no row touches another; else the first in which they are whole."""
    whole = None
    for at, way in enumerate(zip(*pages, strict=True)):
        measured = [measure(view, screen) for view in way]
        if not all(each.whole and each.still for each in measured):
            continue
        if all(each.apart for each in measured):
            return at
        whole = at if whole is None else whole
    return whole
