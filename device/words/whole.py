"""Joins sentences of parts as one would write them, and finds those that are recorded whole, because there are few of
them."""

from collections.abc import Iterator, Sequence

from device.kernel.ids import COUNTS, FILLS, TITLES, Language, LineId, number_line, whole_line
from device.words.catalogue import LAST_RESORT, UNHEARD, Line, Words
from device.words.sentences import FULL_STOPS, comma

_GLUE = {"zh-Hant": "", "ja": "", "th": "\u200b"}
_END = {"zh-Hant": "。", "ja": "。", "th": ""}
_STOPS = ".。,，،、 "
_NUMBER = ".number."


def whole_lines(words: Words) -> Iterator[LineId]:
    """Give all lines that are recorded whole, in the order of the words."""
    book = words.books.get(LAST_RESORT)
    for line, text in book.lines.items() if book else ():
        yield from (whole_line(LineId(line), number_line(number)) for number in range(1, text.whole + 1))


def whole_sentence(words: Words, language: Language, line: LineId) -> Line | None:
    """The text of one of them."""
    lead, found, number = line.partition(_NUMBER)
    parts = (LineId(lead), number_line(int(number))) if found and number.isdecimal() else ()
    lines = [text for part in parts if (text := words.line(language, part))]
    if not lines or len(lines) < len(parts):
        return None
    shown = joined_sentence(language, parts, [each.text for each in lines])
    spoken = joined_sentence(language, parts, [each.spoken for each in lines]).translate(UNHEARD)
    return Line(shown, "" if spoken == shown.translate(UNHEARD) else spoken)


def said_text(words: Words, language: Language, line: LineId) -> tuple[str, str] | None:
    """The text of any line, also of a whole sentence, and its spelling to speak: none for one in another language."""
    found = words.line(language, line) or whole_sentence(words, language, line)
    if found:
        return found.text, found.spoken
    other = words.line(LAST_RESORT, line)
    return (other.text, "") if other else None


def joined_sentence(language: Language, sentence: Sequence[LineId], texts: Sequence[str]) -> str:
    """The lines of a sentence with these texts, as one would write it."""
    said = [texts[0].rstrip(FULL_STOPS)]
    glue = _GLUE.get(language, " ")
    listing = f"{comma(language)} " if glue else comma(language)
    for before, line, text in zip(sentence, sentence[1:], texts[1:], strict=False):
        listed = before.startswith(FILLS) and line.startswith(FILLS + TITLES + COUNTS)
        fill = text[0].lower() + text[1:] if line.startswith(FILLS) else text
        said += [listing if listed else glue, fill.rstrip(_STOPS)]
    return "".join(said) + _END.get(language, ".")
