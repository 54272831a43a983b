"""Finds the lines that are one sentence when they are said in a row.

"It is the turn of seat", "three.", "Take your card."

The lines are the same in every language, so the English text tells it for all: some languages write no full stops, and
most no capitals."""

from collections.abc import Sequence

from device.kernel.ids import FILLS, TITLES, Language, LineId
from device.words.catalogue import LAST_RESORT, Words

_STOPS = tuple(".!?;")
_LEADS = ":"
"""Leads to what it is about: the same sentence, where that is no sentence of its own."""
FULL_STOPS = ".。 "
"""What goes from the end of a line where the sentence goes on after it."""
COMMAS = {"fa": "،", "zh-Hant": "，", "ja": "、"}
"""Of the languages that have one of their own."""


def comma(language: Language) -> str:
    return COMMAS.get(language, ",")


def parted_sentences(words: Words, lines: Sequence[LineId]) -> tuple[tuple[LineId, ...], ...]:
    """The lines in their order, each sentence by itself."""
    found: list[list[LineId]] = []
    for before, line in zip((None, *lines), lines, strict=False):
        if before and _goes_on(words, before, line):
            found[-1].append(line)
        else:
            found.append([line])
    return tuple(map(tuple, found))


def _goes_on(words: Words, before: LineId, after: LineId) -> bool:
    ends = _text(words, before).endswith(_STOPS)
    return (before.startswith(FILLS) or not ends) and _is_within(after, _text(words, after))


def _is_within(line: LineId, text: str) -> bool:
    """Whether a line cannot begin a sentence."""
    title = line.startswith(TITLES) and not text.endswith((*_STOPS, _LEADS))
    return line.startswith(FILLS) or title or text[:1].islower()


def leads_on(words: Words, line: LineId) -> bool:
    """Whether a line is never the end of what is said: "It is the turn of seat", "The winners, by seat:"."""
    book = words.books.get(LAST_RESORT)
    found = book.lines.get(line) if book else None
    return found is not None and not line.startswith(FILLS) and not found.text.endswith(_STOPS)


def _text(words: Words, line: LineId) -> str:
    found = words.line(LAST_RESORT, line)
    return found.text if found else ""
