"""Finds out which signs a terminal can write, by what its user says of it. Pure."""

from collections.abc import Mapping
from enum import StrEnum


class Signs(StrEnum):
    """The signs of a terminal. Each writes what those after it can, too."""

    BRAILLE = "braille"
    BLOCKS = "blocks"  # half blocks and lines, and the letters of Europe
    ASCII = "ascii"


_CONSOLES = ("linux", "vt", "cons", "screen.linux")
"""Terminals whose letters are a small set in the hardware, or in the kernel: no braille is among them."""
_LAST_OF_EUROPE = "\u052f"  # where Cyrillic ends
_DRAWN = "‘’“”„…–—·←↑→↓●■"


def signs_of(environment: Mapping[str, str]) -> Signs:
    """Return the signs of a terminal. UTF-8 must be named by the first of the three variables that is set, as for the C
    library."""
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := environment.get(name))), "C")
    if "utf" not in locale.lower():
        return Signs.ASCII
    return Signs.BLOCKS if environment.get("TERM", "").startswith(_CONSOLES) else Signs.BRAILLE


def can_spell(text: str, signs: Signs) -> bool:
    """Whether this text can be read in these signs."""
    match signs:
        case Signs.BRAILLE:
            return True
        case Signs.BLOCKS:
            return all(letter <= _LAST_OF_EUROPE or letter in _DRAWN for letter in text)
        case Signs.ASCII:
            return text.isascii()
