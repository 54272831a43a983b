"""Reads a TOML file of a fixed form. What is wrong with it is one sentence: file, key, and what may stand there."""

import re
import tomllib
from typing import Any, TypeVar

import msgspec

from device.kernel.errors import BadFile

T = TypeVar("T")

KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table",
}
"""The checker's words, and people's."""

OF_A_KEY = (
    (r"Object missing required field `(.*)`", "is missing"),
    (r"Object contains unknown field `(.*)`", "is no key that is known here; take it out"),
)
OF_A_VALUE = (
    (r"Expected `int` <= (.+)", "must be a whole number, at most {}"),
    (r"Expected `int` >= (.+)", "must be a whole number, at least {}"),
    (r"Expected `str` of length >= 1", "must not be empty"),
    (r"Expected `(\w+)`, got `(\w+)`", "must be {}, not {}"),
    (r"Invalid enum value (.+)", "cannot be {}"),
)


def typed(data: bytes, kind: type[T], file: str) -> T:
    """The contents as a value of this kind. Raises BadFile."""
    try:
        return msgspec.convert(_parsed(data, file), kind)
    except msgspec.ValidationError as error:
        raise _worded(str(error), file) from None


def _parsed(data: bytes, file: str) -> Any:
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadFile(file, "", "is not UTF-8 text; save it again as UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise BadFile(file, "", f"is not TOML: {error}") from None


def _worded(error: str, file: str) -> BadFile:
    what, _, where = error.partition(" - at `$")
    key = where.strip(".`")
    for pattern, words in OF_A_KEY:
        if found := re.fullmatch(pattern, what):
            return BadFile(file, f"{key}.{found[1]}".strip("."), words)
    for pattern, words in OF_A_VALUE:
        if found := re.fullmatch(pattern, what):
            return BadFile(file, key, words.format(*(KINDS.get(word, word) for word in found.groups())))
    return BadFile(file, key, what[:1].lower() + what[1:])
