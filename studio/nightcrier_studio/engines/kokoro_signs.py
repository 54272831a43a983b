"""Write a text in the signs of the phonetic alphabet that Kokoro speaks.

`kokoro.toml` says which sign stands for which part of a reading. A Chinese reading is in pinyin, a Japanese one in
kana, and every other one is what espeak-ng makes of the text."""

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.reading import read_toml
from nightcrier_studio.engines.japanese import kana
from nightcrier_studio.engines.phonetic import phonetic
from nightcrier_studio.engines.spelling import pinyin, speller


class _Pinyin(Struct, frozen=True, forbid_unknown_fields=True):
    initials: str
    buzzed: str
    finals: str
    tones: str


class _Thai(Struct, frozen=True, forbid_unknown_fields=True):
    onsets: str
    rhymes: str
    stops: str
    short: tuple[float, float]
    long: tuple[float, float]
    end: tuple[float, float]
    sinking: float
    tones: Mapping[str, tuple[float, ...]]


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    signs: str
    weights: str
    points: str
    voices: Mapping[str, str]
    middles: Mapping[str, float]
    espeak: Mapping[str, str]
    bound: Mapping[str, str]
    patterns: Mapping[str, Mapping[str, str]]
    pairs: Mapping[str, str]
    pinyin: _Pinyin
    thai: _Thai


@cache
def kokoro_table() -> _Table:
    return read_toml(Path(__file__).with_name("kokoro.toml"), _Table)


def _pairs(written: str) -> dict[str, str]:
    return {part: sign for part, _, sign in (pair.partition("=") for pair in written.split())}


def replaced(text: str, written: str) -> str:
    pairs = _pairs(written)
    longest_first = "|".join(map(re.escape, sorted(pairs, key=len, reverse=True)))
    return re.sub(longest_first, lambda found: pairs[found[0]], text)


_POINT = r"\s*([,.;:!?…，、。：；！？،؛؟·]+)\s*"


def _pointed(text: str) -> str:
    """Return the text with only the punctuation that Kokoro knows, and with spaces only after it."""
    return re.sub(_POINT, lambda found: replaced(found[1], kokoro_table().points) + " ", text).strip()


_SYLLABLE = re.compile(r"([zcs]h|[bpmfdtnlgkhjqxrzcs]?)([a-z]+)([1-5])")


def mandarin_signs(text: str) -> str:
    """Return the signs of a Chinese text, by its pinyin."""
    syllables = _SYLLABLE.sub(_syllable, pinyin(speller("zh-Hant-latin")(text)).lower())
    return _pointed(syllables)


def _syllable(found: re.Match[str]) -> str:
    table = kokoro_table().pinyin
    initial, final = found[1], re.sub("^u", "v", found[2]) if found[1] in set("jqx") else found[2].replace("yu", "yv")
    rhyme = "ɨ0" if final == "i" and initial in table.buzzed.split() else _pairs(table.finals).get(final)
    if rhyme is None:
        raise NightcrierError(f"Kokoro cannot say the syllable '{found[0]}'; give the line another `say`.")
    return _pairs(table.initials).get(initial, "") + rhyme.replace("0", _pairs(table.tones)[found[3]])


_MARK = re.compile(r"\([a-z-]+\)")


def signs(language: str, text: str) -> str:
    """Return the signs of a text by its sounds, as people in its country pronounce it. The marks of espeak-ng around
    a word of another language, such as (en), are removed, or Kokoro would say them."""
    clauses = re.split(_POINT, unbound(language, speller(language)(text)))
    read = "".join(each if at % 2 else _MARK.sub("", sounds(language, each)) for at, each in enumerate(clauses))
    for written, spoken in kokoro_table().patterns.get(language, {}).items():
        read = re.sub(written, spoken, read)
    return _pointed(replaced(read, kokoro_table().pairs[language]))


def unbound(language: str, text: str) -> str:
    """Return the text with a dash after each word that is not linked to the next one in speech, because espeak-ng
    makes no liaison across a dash. No word is linked to "et" or "ou"."""
    words = kokoro_table().bound.get(language)
    if not words:
        return text
    bound = rf"(?:\w+['’])?(?:{'|'.join(words.split())}) (?!(?:et|ou) )"
    return re.sub(rf"(?i)(?<![\w'’-])(?!{bound})([\w'’-]+[nprstxz]) (?=[aeiouyhàâéêôœ])", r"\1 - ", text)


def sounds(language: str, spelled: str) -> str:
    """Return the sounds of a text that is spelled for its engine: the kana of a Japanese text, and for every other
    language what espeak-ng makes of it."""
    if language == "ja":
        return kana(spelled) if spelled else ""
    return phonetic(spelled, kokoro_table().espeak[language])


SIGNS: Mapping[str, Callable[[str], str]] = {
    "zh-Hant": mandarin_signs,
    **{language: partial(signs, language) for language in kokoro_table().pairs},
}
"""The languages that Kokoro speaks here, and the functions that write a text in its signs."""
