"""Words as a machine has to be told them, from `spellings.toml`: Persian with its vowels, Ukrainian with its stress,
Japanese in kana, and Chinese characters as pinyin where a machine cannot read them, or reads many of them wrongly.

pypinyin finds the words and their readings. It knows those of the mainland best: what it gets wrong, and the readings
of Taiwan, stand in `spellings.toml`; what holds for one line alone in its `say`, as pinyin."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from nightcrier.kernel.reading import read_toml

STRESS = "\u0301"
"""The mark behind a vowel that is stressed."""

_FILE = Path(__file__).with_name("spellings.toml")
_PART = r"[\w\u0301\u064b-\u0655\u200c'’ʼ-]"
"""A sign that is part of a word: letters, and signs beside them."""

_UNSPACED = ("ja",)
"""Languages that write no spaces: a word is known by its signs alone."""


@cache
def spellings() -> Mapping[str, Mapping[str, str]]:
    """All spellings, by language."""
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
    """The spelling, with a capital where the written word has one."""
    return spelled[0].upper() + spelled[1:] if written.istitle() else spelled


_WORDS, _SIGNS = spellings()["zh-Hant"], spellings()["zh-Hant-signs"]
_KNOWN = re.compile(f"({'|'.join(sorted(_WORDS, key=len, reverse=True))})")
_NUMBER_BEFORE = re.compile(r"[第十逐之]$")
_SETTLED = "壹"
"""A one that changes no more: its word stands in the list with its tone."""
_Sounded = tuple[str, str]
"""A character or a mark, and how it sounds; a mark as itself."""


def pinyin(text: str) -> str:
    """Syllables with tone numbers, as they change beside each other; marks stay as they are."""
    sounded = [one for part in _KNOWN.split(text) for one in _sounds_of(part)]
    return " ".join(_beside(sounded, at) for at in range(len(sounded)) if sounded[at][1].strip())


def _sounds_of(part: str) -> Iterator[_Sounded]:
    if part in _WORDS:
        return iter(zip(part.replace("一", _SETTLED), _WORDS[part].split(), strict=True))
    return ((sign, _SIGNS.get(sign, syllable)) for sign, syllable in _read(part))


def _read(part: str) -> Iterator[_Sounded]:
    """Yield each sign with its syllable, as pypinyin reads it. Letters stay together, for pinyin is written in them."""
    from pypinyin import Style, lazy_pinyin

    for piece in re.findall(r"[\u3400-\u9fff]+|[^\u3400-\u9fff]+", part):
        if _is_han(piece[0]):
            yield from zip(piece, lazy_pinyin(piece, Style.TONE3, neutral_tone_with_five=True), strict=True)
        else:
            yield piece, piece.strip()


def _is_han(sign: str) -> bool:
    return "\u3400" <= sign <= "\u9fff"


def _beside(sounded: list[_Sounded], at: int) -> str:
    """The syllable as it changes before the next one: that of 一, but for ordinals and the ends of numbers, and 不."""
    sign, syllable = sounded[at]
    tone = _tone(sounded[at + 1]) if at + 1 < len(sounded) else ""
    if sign == "不" and tone == "4":
        return "bu2"
    if syllable == "yi1" and sign == "一" and tone and not _NUMBER_BEFORE.search(sounded[at - 1][0] if at else ""):
        return "yi2" if tone == "4" else "yi4"
    return syllable


def _tone(sounded: _Sounded) -> str:
    """The tone of a syllable; for 個, which often loses its own, the full one."""
    sign, syllable = sounded
    if not _is_han(sign[0]):
        return ""
    return "4" if sign == "個" else syllable[-1]
