"""Collect the script of a voice: all lines of a language, its roles and titles, and the screen words that make sense
when spoken.

`voices list` also shows how much of each game every voice can say."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping

from msgspec import Struct

from nightcrier.box.sound.voices.packs import ShelvedPack, text_hash
from nightcrier.kernel.ids import Language, LineId, name_line, unended_line
from nightcrier.words.catalogue import UNHEARD, Words
from nightcrier.words.sentences import line_for_voice, lines_within, names_on_offer, whole_lines

_ROLE, _SCREEN = "role", "screen"

_ONLY_SHOWN = (
    "turn.hold",
    "shown.",
    "signal.",
    "house.prepare.",
    "pause.",
    "day.",
    "side.",
    "window.",
    "ask.mark",
    "key.",
    "net.",
    "deck.",
    "take.keys",
    "take.kept",
    "take.quiet",
    "people.letters",
    "people.fancy",
    "people.seats",
    "people.answers",
    "people.also-names",
)
"""The first parts of the keys of screen words that no voice says, such as hints and titles. Each game adds more."""


def voice_script(words: Words, language: Language, shown_only: tuple[str, ...] = ()) -> dict[LineId, str]:
    """Return the text that a machine speaks for each line, in the order of the words file. Words whose key begins with
    one of `shown_only` are left out."""
    found = ((line, line_for_voice(words, language, line)) for line in _ids(words, language, _ONLY_SHOWN + shown_only))
    return {line: text.spoken for line, text in found if text and text.text}


def person_script(words: Words, language: Language, shown_only: tuple[str, ...] = ()) -> dict[LineId, str]:
    """Return the text of each line as a person reads it: as shown, but without the marks of possible line breaks. If
    another line follows it, its comma at the end is dropped, because a person would not lower the voice at a comma."""
    return texts_to_read(words, language, voice_script(words, language, shown_only))


def texts_to_read(words: Words, language: Language, lines: Iterable[LineId]) -> dict[LineId, str]:
    found = ((line, words.line(language, line) or line_for_voice(words, language, line)) for line in lines)
    return {line: text.text.translate(UNHEARD) for line, text in found if text}


def _ids(words: Words, language: Language, silent: tuple[str, ...]) -> Iterator[LineId]:
    book = words.books.get(language)
    if book:
        yield from map(LineId, book.lines)
        yield from (LineId(f"{_ROLE}.{role}") for role in book.roles)
        yield from (LineId(f"{_SCREEN}.{key}") for key, text in book.screen.items() if _can_be_said(key, text, silent))
        yield from map(name_line, names_on_offer(words, language))
        yield from lines_within(words)
        yield from whole_lines(words, language)
        yield from (unended_line(name_line(name)) for name in names_on_offer(words, language))
    yield from (LineId(title) for title, names in words.titles.items() if language in names)


def _can_be_said(key: str, text: str, silent: tuple[str, ...]) -> bool:
    """Say whether a voice can say a screen word. The word must have letters and no gap to fill in, and must not be only
    for the screen."""
    return "{" not in text and any(map(str.isalpha, text)) and not key.startswith(silent)


_GAME = "screen.game."
"""The first part of the ids of lines that are names of games, such as `screen.game.growl`."""
HOUSE = "house"
"""The chapter of everything that all games share: roles, screen words, common lines."""


def chapters_of(script: Iterable[LineId]) -> tuple[str, ...]:
    return (*(line.removeprefix(_GAME) for line in script if line.startswith(_GAME)), HOUSE)


def chapter_of(line: LineId, chapters: Container[str]) -> str:
    return next((part for part in line.split(".")[:2] if part in chapters), HOUSE)


class VoiceCoverage(Struct, frozen=True):
    """The number of lines that one voice can say with their current text, and the number of all lines, for each
    chapter."""

    pack: ShelvedPack
    chapters: Mapping[str, tuple[int, int]]


def voice_coverage(pack: ShelvedPack, script: Mapping[LineId, str]) -> VoiceCoverage:
    games, have, needed = chapters_of(script), Counter[str](), Counter[str]()
    for line, spoken in script.items():
        clip, chapter = pack.pack.clips.get(line), chapter_of(line, games)
        have[chapter] += clip is not None and clip.hash == text_hash(spoken)
        needed[chapter] += 1
    return VoiceCoverage(pack, {chapter: (have[chapter], needed[chapter]) for chapter in needed})


def coverage_table(
    languages: Mapping[Language, Iterable[VoiceCoverage]], source: Callable[[str], str]
) -> Iterator[str]:
    """Yield the lines to print. A language without a voice has a line too, which says its `source`."""
    for language, voices in languages.items():
        rows = list(voices)
        if not rows:
            yield f"{language:8} no voice; for one: {source(language)}"
        for row in rows:
            parts = "  ".join(f"{name} {have}/{needed}" for name, (have, needed) in row.chapters.items())
            yield f"{language:8} {row.pack.id:16} {row.pack.pack.quality:13} {parts}"
