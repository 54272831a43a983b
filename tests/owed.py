"""Reads which texts and readings are still missing: `tests/owed.toml`. A text may be missing while it is written, a
reading until the voices are rendered, so its line is spoken live. `systemd/release` counts them."""

from collections.abc import Collection
from fnmatch import filter as ids_like
from pathlib import Path
from typing import Literal

from msgspec import Struct

from nightcrier.kernel.ids import Language
from nightcrier.kernel.reading import LARGEST_TOML_LIST, read_toml
from nightcrier.words.catalogue import LANGUAGES
from tests import sampling

_FILE = Path(__file__).with_suffix(".toml")


class Owed(Struct, frozen=True, forbid_unknown_fields=True):
    """Lists the missing ids by language. Any other table or language is refused, since nobody would ever look there."""

    words: dict[Literal[LANGUAGES], list[str]]
    readings: dict[Literal[LANGUAGES], list[str]]


def owed(
    kind: Literal["words", "readings"], language: Language, lacks: Collection[str], file: Path = _FILE
) -> set[str]:
    """Return the ids of this kind that this language may lack; no texts with `--whole`. A row with a star stands for
    all ids in `lacks` that match, or for itself if none does."""
    lists: dict[Language, list[str]] = getattr(read_toml(file, Owed, LARGEST_TOML_LIST), kind)
    rows = [] if sampling.whole and kind == "words" else lists.get(language, [])
    return {each for row in rows for each in ids_like(lacks, row) or (row,)}
