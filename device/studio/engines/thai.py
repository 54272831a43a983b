"""Thai, experimental: no free engine speaks it, so it is put together from three parts.

PyThaiTTS knows how words are pronounced; espeak-ng has the sounds, in the table of Shan, a sister language, and speaks
them on one note; the tones are sung onto that note as the phonetic alphabet draws them."""

import re
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from device.kernel.errors import NightcrierError
from device.kernel.ids import Seconds
from device.studio.engines.flat import FlatSpeech, SpeakFlat, flat_speaker, sing
from device.studio.engines.port import Installer, Need, RunProgram
from device.studio.engines.spellings import spellings
from device.studio.engines.thai_sounds import Syllable, espeak_spelling, thai_phrases, thai_syllables
from device.studio.ring import Wave

_NEEDS = (Need("espeak-ng", "espeak-ng"), Need("pythaitts", "pythaitts", Installer.PIP))
_PITCH = 62  # of 0 to 99 as espeak-ng counts
FLAT_HERTZ = 102.5  # what that is
TONE_STEP = 2.0  # semitones from one level of the voice to the next; five levels are a speaker's range
_SINKING = -1.5  # semitones from the beginning to the end of a phrase
_SMOOTH: Seconds = 0.03
_REST: Seconds = 0.16

Pronounce = Callable[[str], str]


class Thai:
    """The Thai engine: the three parts together."""

    needs: Sequence[Need] = _NEEDS

    def __init__(self, pronounce: Pronounce, flatly: SpeakFlat) -> None:
        self._pronounce, self._flatly = pronounce, flatly

    def speak(self, text: str) -> tuple[Wave, int]:
        spoken = [self._phrase(thai_syllables(self._pronounce(phrase))) for phrase in thai_phrases(text)]
        if not spoken:
            raise NightcrierError(f"There is nothing to say in '{text}'; write the line in Thai letters.")
        rate = spoken[0][1]
        rest = np.zeros(round(_REST * rate))
        return np.concatenate([part for sound, _ in spoken for part in (sound, rest)]), rate

    def _phrase(self, phrase: Sequence[Syllable]) -> tuple[Wave, int]:
        flat = self._flatly(espeak_spelling(phrase))
        return sing(flat.sound, flat.rate, FLAT_HERTZ, tone_melody(phrase, flat)), flat.rate


def tone_melody(phrase: Sequence[Syllable], flat: FlatSpeech) -> Wave:
    """The semitones of the whole phrase. A tone lives in the rhyme: from the vowel to the end of its syllable."""
    if len(flat.begins) != sum(len(syllable.sounds) for syllable in phrase):
        raise NightcrierError(
            f"espeak-ng swallowed a sound of {espeak_spelling(phrase)}; give the line another spelling."
        )
    moments: list[float] = []
    levels: list[float] = []
    first, ends = 0, (*flat.begins, len(flat.sound))
    for syllable in phrase:
        begin, end = ends[first + syllable.vowel], ends[first + len(syllable.sounds)]
        moments += np.linspace(
            begin, begin + 0.92 * (end - begin), len(syllable.tone) + (len(syllable.tone) == 1)
        ).tolist()
        levels += syllable.tone * (2 if len(syllable.tone) == 1 else 1)
        first += len(syllable.sounds)
    curve = TONE_STEP * np.interp(np.arange(len(flat.sound)), moments, levels)
    sinking = _SINKING * np.linspace(0, 1, len(curve))
    width = round(_SMOOTH * flat.rate) | 1
    window = np.hanning(width + 2)[1:-1]
    return np.convolve(np.pad(curve + sinking, width // 2, mode="edge"), window / window.sum(), mode="valid")


def thai_engine(_language: str, voice: str, speed: float, _run: RunProgram) -> Thai:
    return Thai(thai_pronunciation, flat_speaker(voice, speed, _PITCH))


def thai_pronunciation(text: str) -> str:
    """Thai letters in the phonetic alphabet."""
    known = spellings()["th"]
    parts = re.split(f"({'|'.join(sorted(known, key=len, reverse=True))})", text)
    return " ".join(known.get(part) or str(_dictionary()(part)) for part in parts if part)


@cache
def _dictionary() -> Pronounce:
    from pythaitts.pretrained.fastthaig2p import G2P

    return G2P().convert  # type: ignore[no-any-return]  # the package has no types
