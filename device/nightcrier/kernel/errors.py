"""Defines the errors that people read, and the words for values of a wrong form. An error is one sentence that says
what is wrong and what to do."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

LONGEST, _LONGEST_WORD = 240, 40


class NightcrierError(Exception):
    """An error for people to read. A command that raises it ends with status 1."""

    exit_status = 1


class WrongUse(NightcrierError):
    """Raised when somebody asks for something that is not possible. The command ends with status 2."""

    exit_status = 2


class RefusedGame(WrongUse):
    """Raised when a written game breaks a `rule`, at a `seat` counted from 1 or in the round with this `number`.
    `place` says where, or has the game's name for it; it is empty if the whole game is wrong."""

    def __init__(self, rule: str, seat: int | None = None, number: int | None = None, place: str = "") -> None:
        parts = [("round", number), ("seat", seat)]
        self.rule = rule
        self.place = place or ", ".join(f"{word} {value}" for word, value in parts if value is not None)
        super().__init__(f"{self.place}: {rule}" if self.place else rule)


class BadFile(NightcrierError):
    """Raised when a data file cannot be used. The error names the file, the key, and what was expected there."""

    others: "tuple[BadFile, ...]" = ()
    """The other faults of the file, if all are reported at once."""
    more: int = 0
    """The number of further faults of the file, if there are too many to report."""

    def __init__(self, file: Path | str, key: str, expected: str) -> None:
        self.file = str(file).encode(errors="backslashreplace").decode()  # no record takes a name that is not UTF-8
        self.key, self.expected = _short(key), _short(expected)
        where = f"{self.file}: {self.key}" if key else self.file
        super().__init__(full_sentence(f"{where}: {self.expected}"))


def told_at_once(faults: Iterable[BadFile], more: int = 0) -> BadFile:
    """Return the first of these faults, with the others, and with `more`, the number of further faults."""
    first, *others = faults
    first.others, first.more = tuple(others), more
    return first


def all_faults(refused: Iterable[BadFile]) -> Iterator[BadFile]:
    """Yield each fault of the refused files. For a file with too many faults, also yield how many more it has."""
    for fault in refused:
        yield fault
        yield from fault.others
        if fault.more:
            yield BadFile(fault.file, "", f"and {fault.more} more")


def shown_as(file: Path | str, fault: BadFile) -> BadFile:
    """Return everything that is wrong with a file, under the name that people gave it."""
    return told_at_once((BadFile(file, each.key, each.expected) for each in (fault, *fault.others)), fault.more)


class DiskRefused(BadFile):
    """Raised when the box's disk refused to store something now. The command ends with status 3."""

    exit_status = 3


def _short(text: str) -> str:
    """Return the text as one short line, without characters that a broken file may have put into it."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return plain if len(plain) <= LONGEST else plain[:LONGEST] + "…"


def full_sentence(text: str) -> str:
    """Add a full stop to a text, unless it ends with a question mark."""
    return text if text.endswith("?") else f"{text}."


def quote_word(text: str) -> str:
    """Return foreign text between quotes, in plain ASCII, and cut to a readable length."""
    return ascii(text if len(text) <= _LONGEST_WORD else f"{text[:_LONGEST_WORD]}...")


def plain_line(text: str) -> str:
    """Make foreign text safe for one line on any terminal."""
    return " ".join(text.encode("ascii", "backslashreplace").decode().split())


def near_word(word: str, words: Iterable[str]) -> str:
    """Return the word that was probably meant, as the end of a sentence. Return an empty text if no word is similar."""
    from difflib import get_close_matches

    near = get_close_matches(word[:_LONGEST_WORD], list(words), 1)
    return f"; did you mean '{near[0]}'?" if near else ""


Complain = Callable[[BadFile], None]
KIND_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table",
}
"""The types of values as the decoder calls them, each with its words for people."""
_JSON_WORDS = KIND_WORDS | {"object": "an object in { }", "float": "a number with a fraction"}

_SENTENCES = (
    (r"object missing required field (.*)", "{} is missing"),
    (r"object contains unknown field (.*)", "there is no key {} here; take it out, or mend its name"),
    (r"expected ([\w |]+), got (\w+)", "must be {}, not {}"),
)


def wrong_json(error: str) -> tuple[str, str]:
    """Return the place of an error in a value from JSON, such as `rounds[0].night`, and a sentence about it."""
    said, _, place = plain_line(error).replace("`", "").partition(" - at ")
    path = place.removeprefix("key in ").removeprefix("$").removeprefix(".")
    if place.startswith("key in "):
        return path.replace("[...]", ""), "its keys are whole numbers in quotes"
    said = f"{said[:1].lower()}{said[1:]}"
    for pattern, words in _SENTENCES:
        if found := re.fullmatch(pattern, said):
            said = words.format(*(kind_said(word, _JSON_WORDS) for word in found.groups()))
            break
    path, inside, deeper = path.partition("[...]")
    return path, f"each {'entry' if deeper else 'one'} of its values {said}" if inside else said


def place_said(path: str) -> str:
    """Return a place in a value for people, who count from 1. Example: `night[0].seat` becomes `night 1, seat`."""
    return re.sub(r"\[(\d+)\]", lambda place: f" {int(place[1]) + 1}", path).strip().replace(".", ", ")


def kind_said(kind: str, words: Mapping[str, str] = KIND_WORDS) -> str:
    """Return the words for a type of value: `int | null` becomes "a whole number or null". Unknown types stay."""
    return " or ".join(words.get(part, part) for part in kind.split(" | "))
