"""Joins lines to sentences. Lines about people say either all people by name or all by number.

"It is the turn of seat", "three." and "Take your card." are lines, in the same order in every language. The English
text decides which lines form one sentence, because some languages use no full stops, and most use no capital letters.
Sentences that have only few variants are recorded whole.

Numbers and role names can be in the middle or at the end of a sentence, so each is recorded twice. The recording for
the middle ends with a comma, and has the line id `number.7.on`. A sentence to a single seat begins with "Seat" and its
number. A line before a number ends with the word "seat". Before a name, the line `<line>.named` is said instead; if
that line is empty, nothing is said."""

import re
from collections.abc import Iterator, Mapping, Sequence

from nightcrier.kernel.ids import (
    COUNTS,
    FILLS,
    TITLES,
    Language,
    LineId,
    ending_line,
    name_line,
    number_line,
    role_line,
    screen_line,
    unended_line,
    whole_line,
)
from nightcrier.words.catalogue import LAST_RESORT, UNHEARD, Book, Line, Words

_OFFERED = "people.fancy"
_PEOPLE = frozenset({"seat", "person"})
_BETWEEN_COMMAS = re.compile(r"[^,]+")


def names_on_offer(words: Words, language: Language) -> tuple[str, ...]:
    """Return names of animals and colors, for people who do not enter their own name. Every voice of the language can
    say these names."""
    return tuple(_BETWEEN_COMMAS.findall(words.screen(language, _OFFERED))) if words.has(_OFFERED) else ()


def by_number(line: LineId) -> LineId:
    """Return the line of the number if the line stands for a seat or a person. Return every other line unchanged."""
    table, _, number = line.partition(".")
    return number_line(int(number)) if table in _PEOPLE else line


def ways_by_name(words: Words, names: Mapping[int, str], line: LineId) -> Sequence[LineId]:
    """Return the lines that can be said instead of this line if people are called by these names, the best first.
    Return no lines if nothing is said."""
    table, _, number = line.partition(".")
    if table in _PEOPLE:
        return name_line(names[int(number)]), by_number(line)
    other = LineId(f"{line}.named")
    named = words.line(LAST_RESORT, other)
    if named is None:
        return (line,)
    return (other, line) if named.text else ()


_STOPS = tuple(".!?;")
_ADVICE = ("screen.help.", "screen.warning.")  # sentences, although they have no full stop
_LEADS = ":"
"""The end of a line that only introduces the next line. Both lines belong to the same sentence."""
FULL_STOPS = ".。 "
"""The characters that are removed from the end of a line inside a sentence."""
COMMAS = {"fa": "،", "zh-Hant": "，", "ja": "、"}
"""The comma of each language that does not use the plain comma."""


def comma(language: Language) -> str:
    return COMMAS.get(language, ",")


def split_sentences(words: Words, lines: Sequence[LineId]) -> tuple[tuple[LineId, ...], ...]:
    found: list[list[LineId]] = []
    is_open = False
    for line in lines:
        text = _text(words, line)
        if is_open and _is_within(line, text):
            found[-1].append(line)
        else:
            found.append([line])
        is_open = line.startswith(FILLS) or not text.endswith(_STOPS)
    return tuple(map(tuple, found))


def _is_within(line: LineId, text: str) -> bool:
    """Say whether a line can only continue a sentence, and not begin one."""
    title = line.startswith(TITLES) and not line.startswith(_ADVICE) and not text.endswith((*_STOPS, _LEADS))
    return line.startswith(FILLS) or title or text[:1].islower()


def leads_on(words: Words, line: LineId) -> bool:
    """Say whether a line never ends a sentence. Examples are "It is the turn of seat" and "The winners, by seat:"."""
    book = words.books.get(LAST_RESORT)
    text = book.lines[line].text if book and line in book.lines else ""
    return bool(text) and not line.startswith(FILLS) and not text.endswith(_STOPS)


def _text(words: Words, line: LineId) -> str:
    found = words.line(LAST_RESORT, line)
    return found.text if found else ""


_GLUE = {"zh-Hant": "", "ja": "", "th": "\u200b"}
_END = {"zh-Hant": "。", "ja": "。", "th": ""}
_AT_ITS_END = ".。,，،、 "
_NUMBER = ".number."


def whole_lines(words: Words, language: Language = LAST_RESORT) -> Iterator[LineId]:
    """Yield the ids of all sentences that are recorded whole in a language, in the order of the words."""
    books = (words.books.get(each) for each in dict.fromkeys((LAST_RESORT, language)))
    for line, text in (each for book in books if book for each in book.lines.items()):
        yield from (whole_line(LineId(line), number_line(number)) for number in range(1, text.whole + 1))


def whole_sentence(words: Words, language: Language, line: LineId) -> Line | None:
    lead, found, number = line.partition(_NUMBER)
    parts = (LineId(lead), number_line(int(number))) if found and number.isdecimal() else ()
    lines = [text for part in parts if (text := words.line(language, part))]
    if not lines or len(lines) < len(parts):
        return None
    if lines[0].alone:
        return Line(lines[0].alone.replace("{n}", lines[1].text.rstrip(FULL_STOPS).lower()))
    shown = join_sentence(language, parts, [each.text for each in lines])
    spoken = join_sentence(language, parts, [each.spoken for each in lines]).translate(UNHEARD)
    return Line(shown, "" if spoken == shown.translate(UNHEARD) else spoken)


def text_and_speech(words: Words, language: Language, line: LineId) -> tuple[str, str] | None:
    """Return the text of a line or of a whole sentence, and its spelling for a voice. If only another language has the
    text, the spelling is empty."""
    found = words.line(language, line) or whole_sentence(words, language, line)
    if found:
        return found.text, found.spoken
    other = words.line(LAST_RESORT, line)
    return (other.text, "") if other else None


def join_sentence(language: Language, sentence: Sequence[LineId], texts: Sequence[str]) -> str:
    said = [texts[0].rstrip(FULL_STOPS)]
    glue = _GLUE.get(language, " ")
    listing = f"{comma(language)} " if glue else comma(language)
    for before, line, text in zip(sentence, sentence[1:], texts[1:], strict=False):
        listed = before.startswith(FILLS) and line.startswith(FILLS + TITLES + COUNTS)
        fill = text[0].lower() + text[1:] if line.startswith(FILLS) else text
        said += [listing if listed else glue, fill.rstrip(_AT_ITS_END)]
    return "".join(said) + _END.get(language, ".")


_ANY_COMMA = (",", *COMMAS.values())
_COLONS = (":", "：")
_EXPLAINED = "explain.role."
"""The prefix of the lines that explain roles, items and cards. The names of these things also appear inside
sentences."""


def goes_on(spoken: str) -> bool:
    """Say whether a spoken text ends in the middle of its sentence, with a comma or a colon."""
    return spoken.endswith(_ANY_COMMA + _COLONS)


def lines_within(words: Words) -> Iterator[LineId]:
    """Yield the ids of all lines that are recorded a second time, for the middle of a sentence."""
    book = words.books.get(LAST_RESORT)
    yield from (unended_line(LineId(line)) for line in (book.lines if book else ()) if line.startswith(FILLS))
    yield from map(unended_line, names_of_cards(words))


def names_of_cards(words: Words) -> Iterator[LineId]:
    book = words.books.get(LAST_RESORT)
    if book is None:
        return
    spoken_of = {line.removeprefix(_EXPLAINED) for line in book.lines if line.startswith(_EXPLAINED)}
    yield from (role_line(role) for role in book.roles if role in spoken_of)
    yield from (screen_line(key) for key in book.screen if key in spoken_of)


def line_for_voice(words: Words, language: Language, line: LineId) -> Line | None:
    """Return a line in the spelling that a voice needs."""
    found = words.line(language, line)
    if found is not None:
        return _going_on(found, language) if found.text and leads_on(words, line) else found
    plain = words.line(language, ending_line(line))
    return _going_on(plain, language) if plain else whole_sentence(words, language, line)


def clip_texts(words: Words, language: Language, line: LineId) -> Iterator[str]:
    """Yield the texts that a clip of this line may speak: as a person reads it, and as it is spelled for a machine. For
    a screen word with a text for the ear, also yield what is shown, and for a changed line its older text. Yield
    nothing if the language has no such line."""
    if read := words.line(language, line):
        yield read.text.translate(UNHEARD)
    if spelt := line_for_voice(words, language, line):
        yield from (spelt.spoken,) if read else (spelt.spoken, spelt.text.translate(UNHEARD))
    if (shown := words.line(language, line, Book.shown)) and shown != read:
        yield from (shown.text.translate(UNHEARD), shown.spoken)
    book = words.books.get(language)
    yield from (book.was[line],) if book and line in book.was else ()


def _going_on(line: Line, language: Language) -> Line:
    return Line(_with_comma(line.text, language), _with_comma(line.say, language) if line.say else "")


def _with_comma(text: str, language: Language) -> str:
    return text if goes_on(text) else text.rstrip(FULL_STOPS) + comma(language)
