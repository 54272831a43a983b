"""What facts and values are called: on the screen, and as something to say."""

from collections.abc import Iterable
from typing import assert_never

from device.kernel.ids import Language, LineId, number_line, role_line, screen_line
from device.show.facts import Fact, Joined, Number, RoleName, SeatName, Word
from device.show.stages import OptionValue
from device.words.catalogue import Words


def fact_text(words: Words, language: Language, fact: Fact) -> str:
    """A fact in the language, with what fills its gaps."""
    match fact:
        case Word(key, fillings):
            filled = {name: fact_text(words, language, filling) for name, filling in fillings.items()}
            return words.screen(language, key, **filled)
        case RoleName(role):
            return words.role(language, role)
        case Number(value):
            return number(words, language, str(value))
        case SeatName(seat):
            return words.screen(language, "seat", n=number(words, language, str(seat)))
        case Joined(parts, between):
            return between.join(fact_text(words, language, part) for part in parts)
    assert_never(fact)


def fact_lines(fact: Fact) -> tuple[LineId, ...]:
    """The same as something to say: a word with gaps cannot be recorded, so what fills it is said alone."""
    match fact:
        case Word(key, fillings):
            return _all_lines(fillings.values()) if fillings else (screen_line(key),)
        case RoleName(role):
            return (role_line(role),)
        case Number(value) | SeatName(value):
            return (number_line(value),)
        case Joined(parts):
            return _all_lines(parts)
    assert_never(fact)


def _all_lines(facts: Iterable[Fact]) -> tuple[LineId, ...]:
    return tuple(line for fact in facts for line in fact_lines(fact))


def value_name(words: Words, language: Language, option: str, value: OptionValue) -> str:
    """How a value reads: on and off, a number as it is, else a word of its own."""
    if isinstance(value, bool):
        return words.screen(language, "on" if value else "off")
    if isinstance(value, int):
        return number(words, language, str(value))
    key = _value_key(option, value)
    return words.screen(language, key) if words.has(key) else value


def value_line(words: Words, option: str, value: OptionValue) -> tuple[LineId, ...]:
    """The same, as something to say; nothing where there is no word for it."""
    if isinstance(value, bool):
        return (screen_line("on" if value else "off"),)
    if isinstance(value, int):
        return (number_line(value),)
    key = _value_key(option, value)
    return (screen_line(key),) if words.has(key) else ()


def _value_key(option: str, value: str) -> str:
    return f"value.{option}.{value}"


def number(words: Words, language: Language, figures: str) -> str:
    """Figures in the digits of the language: Persian has its own."""
    digits = words.screen(language, "digits")
    return "".join(digits[int(figure)] if figure.isdigit() else figure for figure in figures)
