"""The names of things on the screen: calls, options, values, numbers."""

from device.kernel.ids import Language, LineId
from device.show.stages import Fact, OptionValue
from device.words.catalogue import Words

SEAT = "seat-"


def call_name(words: Words, language: Language, call: str) -> str:
    """A call is a role, or a moment with a word of its own, or the turn of a seat."""
    if call.startswith(SEAT):
        return words.screen(language, "seat", n=number(words, language, call.removeprefix(SEAT)))
    if words.has(f"call.{call}"):
        return words.screen(language, f"call.{call}")
    return words.role(language, call)


def value_name(words: Words, language: Language, option: str, value: OptionValue) -> str:
    """How a value reads: on and off, a number as it is, else a word of its own, else a role."""
    if isinstance(value, bool):
        return words.screen(language, "on" if value else "off")
    if isinstance(value, int):
        return number(words, language, str(value))
    key = f"value.{option}.{value}"
    return words.screen(language, key) if words.has(key) else str(value)


def value_line(words: Words, option: str, value: OptionValue) -> tuple[LineId, ...]:
    """The same, as something to say; nothing where there is no word for it."""
    if isinstance(value, bool):
        return (LineId("screen.on" if value else "screen.off"),)
    if isinstance(value, int):
        return (LineId(f"number.{value}"),)
    key = f"value.{option}.{value}"
    return (LineId(f"screen.{key}"),) if words.has(key) else ()


def fact(words: Words, language: Language, said: Fact) -> str:
    """A fact in the language, roles and figures in it too."""
    key, values = said
    if key.startswith("role."):
        return words.role(language, key.removeprefix("role."))
    return words.screen(language, key, **{name: _filling(words, language, value) for name, value in values.items()})


def _filling(words: Words, language: Language, value: str) -> str:
    return " ".join(_word(words, language, word) for word in value.split(" "))


def _word(words: Words, language: Language, value: str) -> str:
    if value.startswith("role."):
        return words.role(language, value.removeprefix("role."))
    if value.startswith("screen."):
        return words.screen(language, value.removeprefix("screen."))
    return number(words, language, value)


def number(words: Words, language: Language, figures: str) -> str:
    """Figures in the digits of the language: Persian has its own."""
    digits = words.screen(language, "digits")
    return "".join(digits[int(figure)] if figure.isdigit() else figure for figure in figures)


def fact_lines(said: Fact) -> tuple[LineId, ...]:
    """The same as something to say: a word with gaps cannot be recorded, so what fills it is said alone."""
    key, values = said
    if key.startswith("role."):
        return (LineId(key),)
    if not values:
        return (LineId(f"screen.{key}"),)
    filled = [value for each in values.values() for value in each.replace(",", " ").split()]
    return tuple(LineId(value) if "." in value else LineId(f"number.{value}") for value in filled)
