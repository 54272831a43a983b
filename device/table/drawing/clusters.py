"""A text as clusters: each a letter with all its marks, which nothing may pull apart."""

import unicodedata

THAI_MARKS = frozenset(
    "\u0e31\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39\u0e3a\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e4d\u0e4e"
)
THAI_LEADING = frozenset("เแโใไ")
"""Vowels written before the consonant after which they are spoken."""
THAI_TRAILING = frozenset("ะาำๅฯๆ")
SOFT_HYPHEN, BREAK_HERE = "\u00ad", "\u200b"
ONE_SPACE = str.maketrans("\u2009\u202f\t\n", "\u00a0\u00a0  ")
"""Narrow spaces that hold words together are as wide as any other here, and a row has no lines of its own."""


def clusters(text: str) -> list[str]:
    found: list[str] = []
    for character in unicodedata.normalize("NFC", text.translate(ONE_SPACE)):
        if found and is_mark(character):
            found[-1] += character
        else:
            found.append(character)
    return found


def is_mark(character: str) -> bool:
    return character in THAI_MARKS or unicodedata.combining(character) != 0


def join_syllables(parts: list[str]) -> list[str]:
    """Thai clusters joined with the vowels that belong to them on either side; other clusters as they are."""
    found: list[str] = []
    for part in parts:
        if found and (part[0] in THAI_TRAILING or found[-1][-1] in THAI_LEADING):
            found[-1] += part
        else:
            found.append(part)
    return found
