"""Thai syllables: from the phonetic alphabet to the sounds espeak-ng knows and the way each tone goes.

The phonetic alphabet writes a tone as the levels it passes, from ˩ low to ˥ high; those are the melody."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from device.kernel.errors import NightcrierError

_LEVELS = {"˩": -2.0, "˨": -1.0, "˧": 0.0, "˦": 1.0, "˥": 2.0}

ONSETS = {
    "t͡ɕʰ": ("tS;", "h"),
    "t͡ɕ": ("tS;",),
    "pʰ": ("p_h",),
    "tʰ": ("t_h",),
    "kʰ": ("k_h",),
    "ŋ": ("N",),
    "ʔ": ("?",),
    "r": ("*",),
    **{letter: (letter,) for letter in "pbtdkmnfshlwj"},
}
VOWELS = {"a": "a", "i": "i", "ɯ": "W", "u": "u", "e": "e", "ɛ": "E", "o": "o", "ɔ": "O", "ɤ": "@"}
CODAS = {
    "p": "p",
    "t": "t",
    "k": "k",
    "m": "m",
    "n": "n",
    "ŋ": "N",
    "j": "j",
    "w": "w",
    "ʔ": "?",
    "f": "f",
    "s": "s",
    "l": "n",
}

_SYLLABLE = re.compile(
    r"(?P<onset>(?:t͡ɕʰ?|[ptk]ʰ?|[ŋʔrbdmnfshlwj])*)"
    r"(?P<vowel>[aiɯueɛoɔɤ])(?P<long>ː?)(?P<glide>a̯)?"
    r"(?P<coda>[ptkmnŋjwʔfsl]?)̚?"
    r"(?P<tone>[˩˨˧˦˥]+)"
)
_ONSET = re.compile("|".join(sorted(ONSETS, key=len, reverse=True)))


class Syllable(Struct, frozen=True):
    """A syllable: its sounds as espeak-ng writes them, which of them is the vowel, and the levels its tone passes."""

    sounds: tuple[str, ...]
    vowel: int
    tone: tuple[float, ...]


def thai_syllables(phonetic: str) -> tuple[Syllable, ...]:
    """All syllables of a phrase such as `/maː˩˩˦.paː˨˩/ /lɯːm˧/`."""
    return tuple(_syllable(part) for part in re.split(r"[/.\s]+", phonetic) if part)


def espeak_spelling(phrase: Iterable[Syllable]) -> str:
    """The phrase as espeak-ng reads it: sounds in double brackets, all on its middle tone."""
    return "[[" + "".join("".join(syllable.sounds) + "3" for syllable in phrase) + "]]"


def _syllable(part: str) -> Syllable:
    found = _SYLLABLE.fullmatch(part)
    if found is None:
        raise NightcrierError(f"'{part}' is no Thai syllable; give the line a simpler spelling in `say`.")
    onset = [sound for consonant in _ONSET.findall(found["onset"]) for sound in ONSETS[consonant]]
    rhyme = [VOWELS[found["vowel"]] + (":" if found["long"] else "")]
    rhyme += ["a"] * bool(found["glide"]) + [CODAS[coda] for coda in found["coda"]]
    return Syllable((*onset, *rhyme), len(onset), tuple(_LEVELS[level] for level in found["tone"]))


def thai_phrases(text: str) -> Iterator[str]:
    """The phrases of a Thai text. Thai writes no full stops: a space is where the voice rests."""
    return (phrase for phrase in re.split(r"[\s,.!?:;…–—\"“”()]+", text) if phrase)
