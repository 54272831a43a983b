"""What a decoder says about a value of the wrong form, in the words of people."""

import re
from collections.abc import Mapping

from device.kernel.errors import plain_line

KIND_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table",
}
"""The decoder's words, and people's."""
_JSON_WORDS = KIND_WORDS | {"object": "an object in { }", "float": "a number with a fraction"}

_SENTENCES = (
    (r"object missing required field (.*)", "{} is missing"),
    (r"object contains unknown field (.*)", "there is no key {} here; take it out, or mend its name"),
    (r"expected ([\w |]+), got (\w+)", "must be {}, not {}"),
)


def wrong_json(error: str) -> tuple[str, str]:
    """The place in a value read from JSON, such as `rounds[0].night`, and the sentence about it."""
    said, _, place = plain_line(error).replace("`", "").partition(" - at ")
    path = place.removeprefix("key in ").removeprefix("$").removeprefix(".")
    if place.startswith("key in "):
        return path, "its keys are whole numbers in quotes"
    said = f"{said[:1].lower()}{said[1:]}"
    for pattern, words in _SENTENCES:
        if found := re.fullmatch(pattern, said):
            said = words.format(*(kind_said(word, _JSON_WORDS) for word in found.groups()))
            break
    path, inside, deeper = path.partition("[...]")
    return path, f"each {'entry' if deeper else 'one'} of its values {said}" if inside else said


def place_said(path: str) -> str:
    """The decoder counts entries from 0, people from 1: `night[0].seat` is `night 1, seat`."""
    return re.sub(r"\[(\d+)\]", lambda place: f" {int(place[1]) + 1}", path).strip().replace(".", ", ")


def kind_said(kind: str, words: Mapping[str, str] = KIND_WORDS) -> str:
    """`int | null` is a whole number or null; a word that is no kind stays as it is."""
    return " or ".join(words.get(part, part) for part in kind.split(" | "))
