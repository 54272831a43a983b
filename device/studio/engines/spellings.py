"""Words as a machine has to be told them, from `spellings.toml`: Persian with its vowels, Ukrainian with its stress,
Japanese in kana."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from device.kernel.reading import read_toml

STRESS = "\u0301"
"""Stands behind the vowel it stresses."""

_FILE = Path(__file__).with_name("spellings.toml")
_PART = r"[\w\u0301\u064b-\u0655\u200c'’ʼ-]"
"""What a word is made of: signs beside its letters, too."""

_UNSPACED = ("ja",)
"""Languages that write no spaces: a word is known by its signs alone."""


@cache
def spellings() -> Mapping[str, Mapping[str, str]]:
    """All of them, by language."""
    return read_toml(_FILE, dict[str, dict[str, str]])


def speller(language: str) -> Callable[[str], str]:
    """A function that spells the words of a text as this language's machine has to be given them."""
    known = spellings().get(language, {})
    words = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    whole = words if language in _UNSPACED else rf"(?<!{_PART})(?:{words})(?!{_PART})"
    pattern = re.compile(whole, re.IGNORECASE)
    return lambda text: (
        pattern.sub(lambda found: _like(known.get(found[0]) or known[found[0].lower()], found[0]), text)
        if known
        else text
    )


def _like(spelled: str, written: str) -> str:
    """With the capital that is written."""
    return spelled[0].upper() + spelled[1:] if written.istitle() else spelled
