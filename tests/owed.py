"""Reads what the words still owe: `tests/owed.toml`. A text may be owed while it is written, a reading until the voices
are rendered: until then the line is spoken live. `systemd/release` counts what is owed."""

from pathlib import Path
from typing import Literal

from msgspec import Struct

from nightcrier.kernel.ids import Language
from nightcrier.kernel.reading import LARGEST_TOML_LIST, read_toml
from nightcrier.words.catalogue import LANGUAGES
from tests import sampling

_FILE = Path(__file__).with_suffix(".toml")


class Owed(Struct, frozen=True, forbid_unknown_fields=True):
    """Ids by language. Any other table or language is refused: nobody would ever pay what it owes."""

    words: dict[Literal[LANGUAGES], list[str]]
    readings: dict[Literal[LANGUAGES], list[str]]


def owed(kind: Literal["words", "readings"], language: Language, file: Path = _FILE) -> list[str]:
    """Return the ids of this kind that this language owes, in order; with `--whole`, no texts are allowed."""
    lists: dict[Language, list[str]] = getattr(read_toml(file, Owed, LARGEST_TOML_LIST), kind)
    return [] if sampling.whole and kind == "words" else sorted(lists.get(language, []))
