"""Reads what the words still owe: `tests/owed.toml`, which nobody may owe at a release."""

from pathlib import Path

from nightcrier.kernel.ids import Language
from nightcrier.kernel.reading import LARGEST_TOML_LIST, read_toml
from tests import sampling

_FILE = Path(__file__).with_suffix(".toml")


def owed(kind: str, language: Language) -> list[str]:
    """Return the ids of this kind that this language owes, in order; with `--whole`, none are allowed."""
    lists = read_toml(_FILE, dict[str, dict[Language, list[str]]], LARGEST_TOML_LIST)
    return [] if sampling.whole else sorted(lists[kind].get(language, []))
