"""What a voice has to say: the lines of a language, roles and titles, and the screen words that make sense aloud."""

from collections.abc import Iterator

from device.kernel.ids import Language, LineId
from device.words.catalogue import Line, Words

_ROLE, _SCREEN = "role", "screen"

_ONLY_SHOWN = ("turn.", "signal.", "home.", "pause.", "day.", "window.", "ask.mark", "menu.", "deck.")
"""Screen words no page says: hints, titles. A game adds its own."""

AWAITED = frozenset(LineId(f"number.{n}") for n in range(21, 37))
"""Lines that came after the shipped voices were built. Until they are built again, these are spoken live, or read."""


def voice_script(words: Words, language: Language, shown_only: tuple[str, ...] = ()) -> dict[LineId, str]:
    """The text to speak, by line id, in the order of the book. `shown_only`: words of games that nobody says."""
    found = ((line, words.line(language, line)) for line in _ids(words, language, _ONLY_SHOWN + shown_only))
    return {line: text.spoken for line, text in found if text}


def review_lines(words: Words, language: Language, shown_only: tuple[str, ...] = ()) -> dict[LineId, Line]:
    """Everything of a language: what is spoken in the order of the script, then what is only shown."""
    book, spoken = words.books[language], voice_script(words, language, shown_only)
    silent = (line for key in book.screen if (line := LineId(f"{_SCREEN}.{key}")) not in spoken)
    return {line: text for line in (*spoken, *silent) if (text := words.line(language, line))}


def _ids(words: Words, language: Language, silent: tuple[str, ...]) -> Iterator[LineId]:
    book = words.books.get(language)
    if book:
        yield from map(LineId, book.lines)
        yield from (LineId(f"{_ROLE}.{role}") for role in book.roles)
        yield from (LineId(f"{_SCREEN}.{key}") for key, text in book.screen.items() if _can_be_said(key, text, silent))
    yield from (LineId(title) for title, names in words.titles.items() if language in names)


def _can_be_said(key: str, text: str, silent: tuple[str, ...]) -> bool:
    """Not with a gap in it that is filled later, nor without a single letter, nor where it is only for the eye."""
    return "{" not in text and any(map(str.isalpha, text)) and not key.startswith(silent)
