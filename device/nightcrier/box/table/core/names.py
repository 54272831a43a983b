"""Writes and says facts, values and people's names, and decides which names people may have."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import TypeAlias, TypeGuard, assert_never

from nightcrier.box.show.facts import Fact, Joined, Number, PrintedName, RoleName, SeatMark, SeatName, Word
from nightcrier.box.show.setup import OptionValue
from nightcrier.box.table.drawing.ink import RIGHT_TO_LEFT, SizeStep, glyph, shape_text
from nightcrier.box.table.drawing.shaping import clusters
from nightcrier.box.table.drawing.view import Size, Text
from nightcrier.kernel.ids import Language, LineId, number_line, screen_line
from nightcrier.kernel.people import MOST_PEOPLE, NumberedPerson, SeatedPerson, is_taken, name_key, plain_refusal
from nightcrier.kernel.refusal import Refusal
from nightcrier.words.catalogue import LAST_RESORT, Book, Words
from nightcrier.words.sentences import names_of_cards, names_on_offer

_SHORT_LETTERS = 6
_WORDS = re.compile(r"[^ ]+")
_FIGURES = re.compile(r"\d+")
_BETWEEN_COMMAS = re.compile(r"[^,]+")
"""Matches one entry in a list separated by commas, such as a list of animals."""
_GAP = re.compile(r"\{[^}]*\}")
_ANSWERS = ("nobody", "people.no-name", "people.spell", "who.newcomer", "who.deck", "score.new", "ask.result.no")
"""The screen words that are offered besides people when somebody chooses a person. Games and languages add more."""


class Spelling(IntEnum):
    """Says how much of a name is shown: the whole name, its first word, a short form, or only the person's number."""

    WHOLE = 0
    FIRST_WORD = 1
    SHORT = 2
    NUMBER = 3


def spelling_refusal(name: str, language: Language = LAST_RESORT) -> Refusal | None:
    """Return the reason why nobody can have a tidy name, or None if the name is allowed."""
    if refused := plain_refusal(name):
        return refused
    if unshown_letter(name, language):
        return Refusal.UNSEEN
    return None if any(unicodedata.category(letter)[0] == "L" for letter in name) else Refusal.RESERVED


def name_refusal(
    name: str, others: Collection[str], words: Words, languages: Sequence[Language], answers: tuple[LineId, ...]
) -> Refusal | None:
    """Return the reason why nobody at this table may have a tidy name, or None if the name is allowed. `others` are the
    names of other people. `answers` are the words that games offer besides seats."""
    if is_taken(name, others):
        return Refusal.TAKEN
    if refused := spelling_refusal(name, languages[0]):  # also of a long one, of which the meaning would cost much
        return refused
    return Refusal.RESERVED if has_other_meaning(name, words, languages, answers) else None


def unshown_letter(text: str, language: Language) -> str:
    """Return the first letter that the screen cannot draw, or an empty text if it can draw them all."""
    drawn = shape_text(text, language)
    return next((letter for letter in drawn if letter != " " and not glyph(language, SizeStep.TIGHT, letter)), "")


def has_other_meaning(name: str, words: Words, languages: Collection[Language], answers: tuple[LineId, ...]) -> bool:
    """Say whether a name means something other than a person in one of these languages: an answer, a control, a seat or
    a role. Names in the list `people.also-names` are always allowed."""
    read = _bare(name)
    if any(read in _comma_list(words, language, "people.also-names") for language in languages):
        return False
    return any(
        not {read, _FIGURES.sub("", read)}.isdisjoint(_answers(words, language, answers))
        or _seat_read(words, language).fullmatch(read)
        or read in _roles(words, language)
        for language in languages
    )


@lru_cache(maxsize=2)  # a table has one or two languages, and is asked for each name that people give
def _answers(words: Words, language: Language, of_games: tuple[LineId, ...]) -> Collection[str]:
    """Return the words of all answers, without the gaps in them."""
    lines = (words.line(language, line, Book.shown) for line in (*map(screen_line, _ANSWERS), *of_games))
    answers = (_bare(_GAP.sub("", line.text)) for line in lines if line)
    return _comma_list(words, language, "people.answers").union(answers)


def _comma_list(words: Words, language: Language, key: str) -> frozenset[str]:
    return frozenset(map(_bare, _BETWEEN_COMMAS.findall(words.screen(language, key))))


@lru_cache(maxsize=2)
def _roles(words: Words, language: Language) -> Collection[str]:
    """Return the names of roles, items and cards, except the colors that the box offers as people's names."""
    named = (words.line(language, line) for line in names_of_cards(words))
    return {_bare(line.text) for line in named if line} - set(map(_bare, names_on_offer(words, language)))


@lru_cache(maxsize=2)
def _seat_read(words: Words, language: Language) -> re.Pattern[str]:
    """Return a pattern that matches a seat: a number in digits or words, alone or with a word for a seat. One or two
    letters may follow the number, as in 3rd or 3 A."""
    called = map(_bare, _BETWEEN_COMMAS.findall(words.screen(language, "people.seats")))
    numbers = (words.line(language, number_line(seat)) for seat in range(1, MOST_PEOPLE + 1))
    seat = "|".join(map(re.escape, called))
    number = "|".join((r"\d+", *(re.escape(_bare(line.text)) for line in numbers if line)))
    return re.compile(rf"(?:{seat})+(?:{number})(?:{seat})*|(?:{number})(?:{seat})*|\d+.{{1,2}}")


def _bare(text: str) -> str:
    """Return only the letters and digits, in lower case, with letters that look alike replaced by the same letter."""
    return "".join(letter for letter in name_key(text) if unicodedata.category(letter)[0] in "LMN")


def spelt_names(names: Mapping[int, str], spelling: Spelling) -> Mapping[int, str]:
    """Return the names in this spelling. If the short names of two people look alike, both are left out, and their
    numbers are shown instead."""
    if not names:
        return {}
    short = {number: _SHORTENED[spelling](name) for number, name in names.items()}
    alike = Counter(map(name_key, short.values()))
    return {number: name for number, name in short.items() if name and alike[name_key(name)] == 1}


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


Seating: TypeAlias = Mapping[int, SeatedPerson]
"""Maps each seat to its person, if known. A game counts seats; people have the numbers of the evening."""

NOBODY_KNOWN: Seating = {}
LEFT_MARK, RIGHT_MARK = "\u200e", "\u200f"


def fact_text(words: Words, language: Language, fact: Fact, seating: Seating = NOBODY_KNOWN) -> str:
    """Return the text of a fact in this language. A seat is written as the name or number of its person."""
    match fact:
        case Word(key, fillings):
            filled = {name: fact_text(words, language, filling, seating) for name, filling in fillings.items()}
            return words.screen(language, _word_for(words, key, fillings, seating), **filled)
        case RoleName(role):
            return words.role(language, role)
        case PrintedName(card):
            return words.role(LAST_RESORT, card)
        case Number(value):
            return number(words, language, str(value))
        case SeatName(seat):
            known = who_sits(seating, seat)
            return _name_called(words, language, known) or person_name(words, language, known.person)
        case SeatMark(seat):
            known = who_sits(seating, seat)
            return _name_called(words, language, known) or number(words, language, str(known.person))
        case Joined(parts, between):
            comma = between.replace(",", "،") if language in RIGHT_TO_LEFT else between
            return comma.join(fact_text(words, language, part, seating) for part in parts)
    assert_never(fact)


def who_sits(seating: Seating, seat: int) -> SeatedPerson:
    """Return the person at a seat. If nobody is known there, return a person with the number of the seat."""
    return seating.get(seat) or SeatedPerson(seat)


def _name_called(words: Words, language: Language, sitting: SeatedPerson) -> str:
    """Return the name of a person, after the number if the voices say numbers. If the person has no name, return an
    empty text."""
    if not sitting.name:
        return ""
    name = _set_apart(sitting.name, language)
    numbered = isinstance(sitting, NumberedPerson)
    return f"{number(words, language, str(sitting.person))}\u00a0{name}" if numbered else name


def _word_for(words: Words, key: str, fillings: Mapping[str, Fact], seating: Seating) -> str:
    """Return the key of a word. If a person's name fills one of its gaps, return the key of the variant for names, if
    there is one, because the plain word contains "seat"."""
    named = any(isinstance(part, SeatMark) and who_sits(seating, part.seat).name for part in _parts(fillings.values()))
    return f"{key}.named" if named and words.has(f"{key}.named") else key


def _parts(facts: Iterable[Fact]) -> Iterator[Fact]:
    for fact in facts:
        yield from _parts(fact.parts) if isinstance(fact, Joined) else (fact,)


def dead_in(fact: Fact) -> tuple[int, ...]:
    if not isinstance(fact, Word) or fact.key not in {"verdict.dead", "house.dead"}:
        return ()
    parts = (part.fillings["n"] if isinstance(part, Word) else part for part in _parts(fact.fillings.values()))
    return tuple(part.seat for part in parts if isinstance(part, SeatMark))


def _set_apart(name: str, language: Language) -> str:
    """Put invisible marks around a name that is written in the opposite direction; otherwise the text around it would
    be reordered."""
    mark = RIGHT_MARK if language in RIGHT_TO_LEFT else LEFT_MARK
    backward = any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in name)
    return f"{mark}{name}{mark}" if backward != (language in RIGHT_TO_LEFT) else name


def name_rows(
    words: Words, language: Language, fact: Fact, seating: Seating = NOBODY_KNOWN, *, inverse: bool = False
) -> tuple[Text, ...]:
    """Return the rows of a fact in large letters. A card's printed name gets a second row with its translation."""
    text = fact_text(words, language, fact, seating)
    if not is_foreign(fact, language):
        return (Text(text, Size.LARGE, inverse),)
    return Text(text, Size.LARGE, inverse, LAST_RESORT), Text(words.role(language, fact.id), Size.SMALL)


def is_foreign(fact: Fact, language: Language) -> TypeGuard[PrintedName]:
    """Say whether a fact is the printed name of a card in another language."""
    return isinstance(fact, PrintedName) and language != LAST_RESORT


def whole_lines(words: Words, word: Word) -> tuple[LineId, ...]:
    """Return the lines that say a word, or none if it has none. Lines that only fill its gaps would mean nothing."""
    line = screen_line(word.key)
    return word.said or (() if _GAP.search(words.title(LAST_RESORT, line)) else (line,))


def count_lines(count: int) -> tuple[LineId, ...]:
    """Return the line of a number. Every voice has a line for each possible number of people. Larger numbers are only
    shown on the glass."""
    return (number_line(count),) if count <= MOST_PEOPLE else ()


def place_lines(words: Words, place: int, count: int) -> tuple[LineId, ...]:
    """Return the lines that say which item of a list this is, and how many items there are. If it is the only one, or
    if the numbers have no words, return no lines."""
    last = number_line(count)
    known = count > 1 and words.line(LAST_RESORT, last) is not None
    return (LineId("place"), number_line(place), LineId("place.of"), last) if known else ()


def value_name(words: Words, language: Language, option: str, value: OptionValue) -> str:
    """Return the text of a value for the screen: on or off, a number, or the word of the value."""
    if isinstance(value, bool):
        return words.screen(language, "on" if value else "off")
    if isinstance(value, int):
        return number(words, language, str(value))
    key = f"value.{option}.{value}"
    return words.screen(language, key) if words.has(key) else value


def value_line(words: Words, option: str, value: OptionValue) -> tuple[LineId, ...]:
    if isinstance(value, bool):
        return (screen_line("on" if value else "off"),)
    if isinstance(value, int):
        return (number_line(value),)
    key = f"value.{option}.{value}"
    return (screen_line(key),) if words.has(key) else ()


def person_name(words: Words, language: Language, person: int, name: str = "") -> str:
    """Return the name of a person for the screen, or the number if the person has no name."""
    return (
        _set_apart(name, language) if name else words.screen(language, "seat", n=number(words, language, str(person)))
    )


def number(words: Words, language: Language, figures: str) -> str:
    """Return a number in the digits of the language, because Persian has its own digits."""
    digits = words.screen(language, "digits")
    return "".join(digits[int(figure)] if figure.isdigit() else figure for figure in figures)
