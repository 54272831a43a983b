"""Writes the page of the box in words, for a terminal too small for its picture or without the signs for it. Pure."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from device.panel.terminal.fitting import cut_text, text_width, wrapped_text
from device.panel.terminal.signs import Signs

_WIDEST = 60
_BARS = {Signs.BRAILLE: ("█", "░"), Signs.BLOCKS: ("█", "░"), Signs.ASCII: ("#", "-")}


class PlainRow(Struct, frozen=True):
    """One row of a page: a text, or a name and its value; or a bar of which so much is left."""

    text: str = ""
    value: str = ""
    inverse: bool = False
    left: float | None = None


class TerminalWords(Struct, frozen=True):
    """All that is told beside the picture: the page in words, what is being said, and what is waited for until when."""

    rows: tuple[PlainRow, ...] = ()
    said: str = ""
    waits: str = ""
    until: float | None = None


def words_width(columns: int) -> int:
    """Return the columns within the frame."""
    return max(1, min(_WIDEST, columns - 2))


def page_in_words(rows: Sequence[PlainRow], width: int, signs: Signs) -> list[str]:
    """Write all rows at this width; a text too long for one row takes several."""
    lines = [cut_text(line, width) for row in rows for line in _lines(row, width, signs)]
    return [f"{line}{' ' * (width - text_width(line))}" for line in lines]


def _lines(row: PlainRow, width: int, signs: Signs) -> Iterator[str]:
    if row.left is not None:
        full, empty = _BARS[signs]
        filled = round(row.left * width)
        yield full * filled + empty * (width - filled)
    elif row.value and text_width(row.text) + text_width(row.value) < width:
        yield row.text + " " * (width - text_width(row.text) - text_width(row.value)) + row.value
    elif row.value:
        yield cut_text(f"{row.text} {row.value}", width)
    else:
        text = f"[{row.text}]" if row.inverse else row.text
        yield from (" " * ((width - text_width(line)) // 2) + line for line in wrapped_text(text, width))
