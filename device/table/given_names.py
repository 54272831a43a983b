"""The names that people give themselves: decides which can be kept and shown, and shortens them where a page has no
room for them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import IntEnum

from device.kernel.ids import Language, LineId, number_line, screen_line
from device.kernel.names import is_taken, plain_refusal, same_name
from device.kernel.people import MOST_PEOPLE
from device.kernel.refusal import Refusal
from device.table.drawing.clusters import clusters
from device.table.drawing.ink import shaped
from device.table.drawing.strikes import SizeStep, glyph
from device.words.catalogue import LAST_RESORT, Words
from device.words.naming import offered_names
from device.words.parts import explained_names

_SHORT_LETTERS = 6
_WORDS = re.compile(r"[^ ]+")
_FIGURES = re.compile(r"\d+")
_BETWEEN_COMMAS = re.compile(r"[^,]+")
"""So the words of a language name its animals and colours, what it calls a seat, and what is a name for all that."""
_GAP = re.compile(r"\{[^}]*\}")
_ANSWERS = ("nobody", "people.no-name", "people.spell", "who.newcomer", "who.deck", "score.new", "ask.result.no")
"""Words that stand among people where one is to be chosen. A game has more of them among its seats, a language in a
list, and its words for the controls."""


class Spelling(IntEnum):
    """The parts of a name that are shown."""

    WHOLE = 0
    FIRST_WORD = 1
    SHORT = 2
    NUMBER = 3


def spelling_refusal(name: str, language: Language = LAST_RESORT) -> Refusal | None:
    """Return why that tidy name is none, whoever is to have it; None if it is one."""
    if refused := plain_refusal(name):
        return refused
    if unshown_letter(name, language):
        return Refusal.UNSEEN
    return None if any(unicodedata.category(letter)[0] == "L" for letter in name) else Refusal.RESERVED


def name_refusal(
    name: str, others: Collection[str], words: Words, languages: Sequence[Language], answers: Collection[LineId]
) -> Refusal | None:
    """Return why nobody at a table of these languages may have that tidy name, beside these others; None if somebody
    may. `answers` are those that games have among the seats."""
    if is_taken(name, others):
        return Refusal.TAKEN
    means_else = has_other_meaning(name, words, languages, answers)
    return spelling_refusal(name, languages[0]) or (Refusal.RESERVED if means_else else None)


def unshown_letter(text: str, language: Language) -> str:
    """Return the first letter that the screen has no picture of; an empty text if it has all."""
    drawn = (letter for cluster in shaped(text, language) for letter in cluster)
    return next((letter for letter in drawn if letter != " " and not glyph(language, SizeStep.TIGHT, letter)), "")


def has_other_meaning(name: str, words: Words, languages: Collection[Language], answers: Collection[LineId]) -> bool:
    """Whether it means something else than a person in one of these languages: an answer, a control, the number of a
    seat, a role; and is no name as well there (`people.also-names`)."""
    read = _bare(name)
    if any(read in _listed(words, language, "people.also-names") for language in languages):
        return False
    return any(
        not {read, _FIGURES.sub("", read)}.isdisjoint(_answers(words, language, answers))
        or _seat_read(words, language).fullmatch(read)
        or read in _roles(words, language)
        for language in languages
    )


def _answers(words: Words, language: Language, of_games: Collection[LineId]) -> Collection[str]:
    """Return the words of the answers, without what fills their gaps."""
    lines = (words.line(language, line) for line in (*map(screen_line, _ANSWERS), *of_games))
    answers = (_bare(_GAP.sub("", line.text)) for line in lines if line)
    return _listed(words, language, "people.answers").union(answers)


def _listed(words: Words, language: Language, key: str) -> frozenset[str]:
    return frozenset(map(_bare, _BETWEEN_COMMAS.findall(words.screen(language, key))))


def _roles(words: Words, language: Language) -> Collection[str]:
    """Roles, items and cards, but not the colours that the box offers as names."""
    named = (words.line(language, line) for line in explained_names(words))
    return {_bare(line.text) for line in named if line} - set(map(_bare, offered_names(words, language)))


def _seat_read(words: Words, language: Language) -> re.Pattern[str]:
    """A number, in figures or in words, alone or with a word for a seat; or figures with a letter or two after them, as
    in 3rd and 3 A."""
    called = map(_bare, _BETWEEN_COMMAS.findall(words.screen(language, "people.seats")))
    numbers = (words.line(language, number_line(seat)) for seat in range(1, MOST_PEOPLE + 1))
    seat = "|".join(map(re.escape, called))
    number = "|".join((r"\d+", *(re.escape(_bare(line.text)) for line in numbers if line)))
    return re.compile(rf"(?:{seat})+(?:{number})(?:{seat})*|(?:{number})(?:{seat})*|\d+.{{1,2}}")


def _bare(text: str) -> str:
    """Keep the letters and figures alone, small, and one for all that look alike."""
    return "".join(letter for letter in same_name(text) if unicodedata.category(letter)[0] in "LMN")


def spelt_names(names: Mapping[int, str], spelling: Spelling) -> Mapping[int, str]:
    """The names as long as there is room for them. Whoever could be taken for another is a number again."""
    if not names:
        return {}
    short = {number: _SHORTENED[spelling](name) for number, name in names.items()}
    alike = Counter(map(same_name, short.values()))
    return {number: name for number, name in short.items() if name and alike[same_name(name)] == 1}


def _first_word(name: str) -> str:
    return next(iter(_WORDS.findall(name)), "")


def _short(name: str) -> str:
    letters = clusters(_first_word(name))
    return "".join(letters[: _SHORT_LETTERS - 1]) + "…" if len(letters) > _SHORT_LETTERS else "".join(letters)


_SHORTENED: dict[Spelling, Callable[[str], str]] = {
    Spelling.WHOLE: str,
    Spelling.FIRST_WORD: _first_word,
    Spelling.SHORT: _short,
    Spelling.NUMBER: lambda _: "",
}
