"""Fits text into a terminal: measures letters and breaks lines. Pure."""

import re
import unicodedata
from collections.abc import Iterator

_PLACES = re.compile("[ \u200b]")
_NOTHING = frozenset({"Mn", "Me", "Cf"})
_WIDE = frozenset("WF")


def text_width(text: str) -> int:
    """Count the columns of a text: letters of East Asia take two, marks above and below none."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> int:
    if unicodedata.category(letter) in _NOTHING:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in _WIDE else 1


def cut_text(text: str, columns: int) -> str:
    """Return as much from the begin of a text as fits."""
    taken = 0
    for place, letter in enumerate(text):
        taken += _letter_width(letter)
        if taken > columns:
            return text[:place]
    return text


def wrapped_text(text: str, columns: int) -> list[str]:
    """Break a text into lines, between words if possible."""
    lines = [""]
    for piece in _pieces(text, columns):
        if lines[-1] and text_width(lines[-1]) + text_width(piece.rstrip()) > columns:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def _pieces(text: str, columns: int) -> Iterator[str]:
    """Yield words with the space after them; one too long for a line comes in parts."""
    start = 0
    for end in [*(found.end() for found in _PLACES.finditer(text)), len(text)]:
        word, start = text[start:end].replace("\u200b", ""), end
        while text_width(word.rstrip()) > columns > 0 and (part := cut_text(word, columns)):
            yield part
            word = word[len(part) :]
        yield word
