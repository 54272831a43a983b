"""What a voice has to say: every line of a book, every role, and every screen word that makes sense aloud."""

from collections.abc import Iterator

from device.kernel.ids import LineId
from device.words.catalogue import Book

ROLE, SCREEN = "role", "screen"


def script(book: Book) -> dict[LineId, str]:
    """The text to speak, by line id, in the order of the book."""
    found = ((line, book.line(line)) for line in _ids(book))
    return {line: words.spoken for line, words in found if words}


def chapter(line: LineId) -> str:
    """What a line belongs to: its game; or the house, whose roles, screen words and common lines all games share."""
    first = line.partition(".")[0]
    return first if first in GAMES else "house"


GAMES = ("one-night", "growl", "wherewolf")


def _ids(book: Book) -> Iterator[LineId]:
    yield from map(LineId, book.lines)
    yield from (LineId(f"{ROLE}.{role}") for role in book.roles)
    yield from (LineId(f"{SCREEN}.{key}") for key, text in book.screen.items() if _can_be_said(text))


def _can_be_said(text: str) -> bool:
    """Not with a gap in it that is filled later, nor without a single letter."""
    return "{" not in text and any(map(str.isalpha, text))
