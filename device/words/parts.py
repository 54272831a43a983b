"""Gives a voice the text of a line that is a part of a sentence: with a comma, if more comes after it.

A number and the name of a role stand in the middle of a sentence and at its end: they are spoken twice, and the one
for the middle is the line `number.7.on`."""

from collections.abc import Iterator

from device.kernel.ids import FILLS, Language, LineId, ending_line, on_line, role_line, screen_line
from device.words.catalogue import LAST_RESORT, Line, Words
from device.words.sentences import COMMAS, FULL_STOPS, comma, leads_on
from device.words.whole import whole_sentence

_ANY_COMMA = (",", *COMMAS.values())
_COLONS = (":", "：")
_EXPLAINED = "explain.role."
"""Whoever has a line of this name is a role, an item or a card: it is spoken of in the middle of sentences."""


def goes_on(spoken: str) -> bool:
    """Whether what is spoken here is not yet the end of the sentence."""
    return spoken.endswith(_ANY_COMMA + _COLONS)


def lines_within(words: Words) -> Iterator[LineId]:
    """Give all lines that are spoken a second time, as in the middle of a sentence."""
    book = words.books.get(LAST_RESORT)
    if book is not None:
        yield from (on_line(LineId(line)) for line in book.lines if line.startswith(FILLS))
    yield from map(on_line, explained_names(words))


def explained_names(words: Words) -> Iterator[LineId]:
    """Give the names of roles, items and cards, of all games."""
    book = words.books.get(LAST_RESORT)
    if book is None:
        return
    spoken_of = {line.removeprefix(_EXPLAINED) for line in book.lines if line.startswith(_EXPLAINED)}
    yield from (role_line(role) for role in book.roles if role in spoken_of)
    yield from (screen_line(key) for key in book.screen if key in spoken_of)


def spoken_line(words: Words, language: Language, line: LineId) -> Line | None:
    """Return this line as a voice has to speak it."""
    found = words.line(language, line)
    if found is not None:
        return _going_on(found, language) if found.text and leads_on(words, line) else found
    plain = words.line(language, ending_line(line))
    return _going_on(plain, language) if plain else whole_sentence(words, language, line)


def _going_on(line: Line, language: Language) -> Line:
    return Line(_with_comma(line.text, language), _with_comma(line.say, language) if line.say else "")


def _with_comma(text: str, language: Language) -> str:
    return text if goes_on(text) else text.rstrip(FULL_STOPS) + comma(language)
