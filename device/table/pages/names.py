"""Names facts and values: on the screen, and as something to say."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, TypeGuard, assert_never

from device.kernel.ids import Language, LineId, number_line, role_line, screen_line, seat_line
from device.kernel.people import NumberedPerson, SeatedPerson
from device.show.facts import Fact, Joined, Number, PrintedName, RoleName, SeatMark, SeatName, Word
from device.show.setup import OptionValue
from device.table.drawing.ink import RIGHT_TO_LEFT
from device.table.view import Size, Text
from device.words.catalogue import LAST_RESORT, Words

Seating: TypeAlias = Mapping[int, SeatedPerson]
"""Who sits at a seat as the game counts them, where that is known: people have the numbers of the evening."""

NOBODY_KNOWN: Seating = {}
LEFT_MARK, RIGHT_MARK = "\u200e", "\u200f"


def fact_text(words: Words, language: Language, fact: Fact, seating: Seating = NOBODY_KNOWN) -> str:
    """Write a fact in the language, with what fills its gaps; seats by the name of who sits there, or the number."""
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
            return _called(words, language, known) or person_name(words, language, known.person)
        case SeatMark(seat):
            known = who_sits(seating, seat)
            return _called(words, language, known) or number(words, language, str(known.person))
        case Joined(parts, between):
            return between.join(fact_text(words, language, part, seating) for part in parts)
    assert_never(fact)


def who_sits(seating: Seating, seat: int) -> SeatedPerson:
    """Return who sits at a seat; if nobody is known, the seat itself as a number."""
    return seating.get(seat) or SeatedPerson(seat)


def _called(words: Words, language: Language, sitting: SeatedPerson) -> str:
    """Call somebody by name, with the number beside it where that is what is said; nothing without a name."""
    if not sitting.name:
        return ""
    name = _set_apart(sitting.name, language)
    numbered = isinstance(sitting, NumberedPerson)
    return f"{number(words, language, str(sitting.person))}\u00a0{name}" if numbered else name


def _word_for(words: Words, key: str, fillings: Mapping[str, Fact], seating: Seating) -> str:
    """Choose another word where a name goes into one that says "seat"."""
    named = any(isinstance(part, SeatMark) and who_sits(seating, part.seat).name for part in _parts(fillings.values()))
    return f"{key}.named" if named and words.has(f"{key}.named") else key


def _parts(facts: Iterable[Fact]) -> Iterator[Fact]:
    for fact in facts:
        yield from _parts(fact.parts) if isinstance(fact, Joined) else (fact,)


def _set_apart(name: str, language: Language) -> str:
    """Mark a name that is written the other way than the language, so that all around it stays in its place."""
    mark = RIGHT_MARK if language in RIGHT_TO_LEFT else LEFT_MARK
    backward = any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in name)
    return f"{mark}{name}{mark}" if backward != (language in RIGHT_TO_LEFT) else name


def name_rows(
    words: Words, language: Language, fact: Fact, seating: Seating = NOBODY_KNOWN, *, inverse: bool = False
) -> tuple[Text, ...]:
    """Return the rows of a fact that stands alone, in large letters; below what is printed on a card, what it is called
    here."""
    text = fact_text(words, language, fact, seating)
    if not is_foreign(fact, language):
        return (Text(text, Size.LARGE, inverse),)
    return Text(text, Size.LARGE, inverse, LAST_RESORT), Text(words.role(language, fact.id), Size.SMALL)


def is_foreign(fact: Fact, language: Language) -> TypeGuard[PrintedName]:
    """Whether it is printed in another language than this."""
    return isinstance(fact, PrintedName) and language != LAST_RESORT


def fact_lines(fact: Fact) -> tuple[LineId, ...]:
    """Return a fact as something to say: a word with gaps cannot be recorded, so what fills it is said alone, or a line
    that leads to it."""
    match fact:
        case Word(key, fillings, said):
            return said or (_all_lines(fillings.values()) if fillings else (screen_line(key),))
        case RoleName(name) | PrintedName(name):
            return (role_line(name),)
        case Number(value):
            return (number_line(value),)
        case SeatName(seat) | SeatMark(seat):
            return (seat_line(seat),)
        case Joined(parts):
            return _all_lines(parts)
    assert_never(fact)


def _all_lines(facts: Iterable[Fact]) -> tuple[LineId, ...]:
    return tuple(line for fact in facts for line in fact_lines(fact))


def value_name(words: Words, language: Language, option: str, value: OptionValue) -> str:
    """Name a value on the screen: on and off, a number as it is, else a word of its own."""
    if isinstance(value, bool):
        return words.screen(language, "on" if value else "off")
    if isinstance(value, int):
        return number(words, language, str(value))
    key = f"value.{option}.{value}"
    return words.screen(language, key) if words.has(key) else value


def value_line(words: Words, option: str, value: OptionValue) -> tuple[LineId, ...]:
    """Name a value aloud; nothing if there is no word for it."""
    if isinstance(value, bool):
        return (screen_line("on" if value else "off"),)
    if isinstance(value, int):
        return (number_line(value),)
    key = f"value.{option}.{value}"
    return (screen_line(key),) if words.has(key) else ()


def person_name(words: Words, language: Language, person: int, name: str = "") -> str:
    """Name somebody of the evening on the screen: by name, else by number."""
    return (
        _set_apart(name, language) if name else words.screen(language, "seat", n=number(words, language, str(person)))
    )


def number(words: Words, language: Language, figures: str) -> str:
    """Write figures in the digits of the language: Persian has its own."""
    digits = words.screen(language, "digits")
    return "".join(digits[int(figure)] if figure.isdigit() else figure for figure in figures)
