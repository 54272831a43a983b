"""Spell a text as its speaking machine needs it.

`spellings.toml` has Persian with its vowels, Ukrainian with its stress, Japanese in kana, and Chinese characters as
pinyin if a machine reads the characters wrongly. pypinyin finds the words and their readings, and knows the readings of
the mainland best. `spellings.toml` corrects the mistakes of pypinyin, and has the readings of Taiwan. A spelling for
only one line is in `say` of that line."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from nightcrier.kernel.reading import read_toml

STRESS = "\u0301"
"""The accent mark that is written after a stressed vowel."""

_FILE = Path(__file__).with_name("spellings.toml")
_PART = r"[\w\u0301\u064b-\u0655\u200c'’ʼ-]"
"""A pattern for one character of a word: a letter, or a mark that belongs to a letter."""

_UNSPACED = ("ja",)
"""Languages that write no spaces between words. In these languages a word is found wherever its characters occur."""


@cache
def spellings() -> Mapping[str, Mapping[str, str]]:
    return read_toml(_FILE, dict[str, dict[str, str]])


def speller(language: str) -> Callable[[str], str]:
    """Return a function that spells the words of a text as the speaking machine of a language needs them."""
    known = spellings().get(language)
    if not known:
        return lambda text: text
    words = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    whole = words if language in _UNSPACED else rf"(?<!{_PART})(?:{words})(?!{_PART})"
    pattern = re.compile(whole, re.IGNORECASE)
    return lambda text: pattern.sub(lambda found: _like(known.get(found[0]) or known[found[0].lower()], found[0]), text)


def _like(spelled: str, written: str) -> str:
    """Return the spelling, beginning with a capital letter if the written word does."""
    return spelled[0].upper() + spelled[1:] if written[0].isupper() else spelled


_WORDS, _SIGNS = spellings()["zh-Hant"], spellings()["zh-Hant-signs"]
_KNOWN = re.compile(f"({'|'.join(sorted(_WORDS, key=len, reverse=True))})")
_NUMBER_BEFORE = re.compile(r"[第十逐之]$")
_SETTLED = "壹"
"""A character that replaces 一 in words whose tones are already known, so that the tone of 一 does not change."""
_Sounded = tuple[str, str]
"""A pair: a Chinese character with its syllable, or a punctuation mark with itself."""


def pinyin(text: str) -> str:
    """Return a Chinese text as syllables with tone numbers, some of which the next syllable changes. Punctuation is
    kept."""
    sounded = [one for part in _KNOWN.split(text) for one in _sounds_of(part)]
    return " ".join(_beside(sounded, at) for at in range(len(sounded)) if sounded[at][1].strip())


def _sounds_of(part: str) -> Iterator[_Sounded]:
    if part in _WORDS:
        return iter(zip(part.replace("一", _SETTLED), _WORDS[part].split(), strict=True))
    return ((sign, _SIGNS.get(sign, syllable)) for sign, syllable in _read(part))


def _read(part: str) -> Iterator[_Sounded]:
    """Yield each character with its syllable, as pypinyin reads it. Latin letters, perhaps pinyin, stay together."""
    from pypinyin import Style, lazy_pinyin

    for piece in re.findall(r"[\u3400-\u9fff]+|[^\u3400-\u9fff]+", part):
        if _is_han(piece[0]):
            yield from zip(piece, lazy_pinyin(piece, Style.TONE3, neutral_tone_with_five=True), strict=True)
        else:
            yield piece, piece.strip()


def _is_han(sign: str) -> bool:
    return "\u3400" <= sign <= "\u9fff"


def _beside(sounded: list[_Sounded], at: int) -> str:
    """Return a syllable with its tone before the next syllable. Only 不 and 一 change their tones. In an ordinal, or at
    the end of a number, 一 does not change."""
    sign, syllable = sounded[at]
    tone = _tone(sounded[at + 1]) if at + 1 < len(sounded) else ""
    if sign == "不" and tone == "4":
        return "bu2"
    if syllable == "yi1" and sign == "一" and tone and not _NUMBER_BEFORE.search(sounded[at - 1][0] if at else ""):
        return "yi2" if tone == "4" else "yi4"
    return syllable


def _tone(sounded: _Sounded) -> str:
    """Return the tone number of a syllable. 個 often loses its tone in speech, but its full tone is returned here."""
    sign, syllable = sounded
    if not _is_han(sign[0]):
        return ""
    return "4" if sign == "個" else syllable[-1]
