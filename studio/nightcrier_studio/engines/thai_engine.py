"""Speak Thai as an experiment. No free engine speaks Thai, so speech is made from sounds, tones and a voice on one
note.

PyThaiTTS knows how words are pronounced. espeak-ng has the sounds, in the table of Shan, a sister language, and speaks
them on one note. The tones are then added as the phonetic alphabet draws them: the levels of a tone one after the
other, from ˩ low to ˥ high.

The new melody changes neither speed nor timbre. Single periods of the voice are cut out, each with a soft window. The
periods are then added again, closer together or further apart (time-domain PSOLA). Parts without voice, such as an s or
a silence, do not move."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import msgspec
import numpy as np
import scipy
from msgspec import Struct
from numpy.typing import NDArray

from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Seconds
from nightcrier.takes.waves import Wave
from nightcrier_studio.engines.needs import Installer, Need, needs_of
from nightcrier_studio.engines.port import ENGINE_PATIENCE, RunProgram
from nightcrier_studio.engines.spelling import spellings
from nightcrier_studio.manners import PLAIN, Manner
from nightcrier_studio.sounds.ring import die_away

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
CODAS = {**{letter: letter for letter in "ptkmnjwfs"}, "ŋ": "N", "ʔ": "?", "l": "n"}

_SYLLABLE = re.compile(
    r"(?P<onset>(?:t͡ɕʰ?|[ptk]ʰ?|[ŋʔrbdmnfshlwj])*)"
    r"(?P<vowel>[aiɯueɛoɔɤ])(?P<long>ː?)(?P<glide>a̯)?"
    r"(?P<coda>[ptkmnŋjwʔfsl]?)̚?"
    r"(?P<tone>[˩˨˧˦˥]+)"
)
_ONSET = re.compile("|".join(sorted(ONSETS, key=len, reverse=True)))


class Syllable(Struct, frozen=True):
    """A Thai syllable: its sounds as espeak-ng writes them, the index of its vowel, and the levels of its tone."""

    sounds: tuple[str, ...]
    vowel: int
    tone: tuple[float, ...]


def thai_syllables(phonetic: str) -> tuple[Syllable, ...]:
    """Return all syllables of a phrase such as `/maː˩˩˦.paː˨˩/ /lɯːm˧/`."""
    return tuple(_syllable(part) for part in re.split(r"[/.\s]+", phonetic) if part)


def espeak_spelling(phrase: Iterable[Syllable]) -> str:
    """Return the phrase as espeak-ng reads it: sounds in double brackets, all on the middle tone."""
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
    """Yield the phrases of a Thai text. Thai writes no full stops, so each space is a pause of the voice."""
    return (phrase for phrase in re.split(r"[\s,.!?:;·…–—\"“”()]+", text) if phrase)


_CHILD = (sys.executable, "-m", "nightcrier_studio.engines.espeak_child")


class FlatSpeech(Struct, frozen=True):
    sound: Wave
    rate: int
    begins: tuple[int, ...]


SpeakFlat = Callable[[str, float], FlatSpeech]
"""A function that speaks phonemes on one note, at a pace beside the plain one."""


def flat_speaker(voice: str, speed: float, pitch: int, child: Sequence[str] = _CHILD) -> SpeakFlat:
    """Return a function that speaks phonemes in double brackets on one note."""

    def speak(text: str, pace: float) -> FlatSpeech:
        words = (*child, voice, str(round(speed * pace)), str(pitch))
        try:
            done = subprocess.run(  # noqa: S603 - the words are the studio's own; the text goes in as data
                words, input=text.encode(), capture_output=True, check=True, timeout=ENGINE_PATIENCE
            )
        except (OSError, subprocess.SubprocessError) as fault:
            raise NightcrierError(f"espeak-ng could not say {text}; run: sudo apt install espeak-ng") from fault
        head, _, samples = done.stdout.partition(b"\n")
        rate, begins = msgspec.json.decode(head, type=tuple[int, tuple[int, ...]])
        return FlatSpeech(np.frombuffer(samples, dtype="<i2") / 32768, rate, begins)

    return speak


_SHORTEST_PERIOD = 8.0  # samples
_VOICED = 0.12  # of the strongest voicing; below it is breath or silence


def sing(flat: Wave, rate: int, hertz: float, semitones: Wave) -> Wave:
    """Return the voice with a new melody. `flat` is the voice on a note of `hertz`; each sample with voice is raised by
    its number of `semitones`."""
    period = rate / hertz
    ground = _ground(flat, rate, hertz)
    marks = _marks(ground, period)
    factor = np.where(_where_voiced(ground, round(3 * period)), 2 ** (semitones / 12), 1.0)
    return _lay_periods(flat, marks, _places(marks, factor))


def _ground(flat: Wave, rate: int, hertz: float) -> Wave:
    """Return the fundamental wave of the voice, with one peak for every period."""
    band = scipy.signal.butter(2, (0.6 * hertz, 1.5 * hertz), "bandpass", fs=rate, output="sos")
    return np.asarray(scipy.signal.sosfiltfilt(band, flat))


def _where_voiced(ground: Wave, width: int) -> NDArray[np.bool_]:
    strength = np.sqrt(np.convolve(ground**2, np.ones(width) / width, mode="same"))
    return np.asarray(strength > _VOICED * strength.max())


def _marks(ground: Wave, period: float) -> NDArray[np.int64]:
    """Return the sample of each period of the voice. Parts without voice get periods at a steady distance."""
    humps = scipy.signal.find_peaks(ground, distance=max(1, round(0.7 * period)))[0].tolist()
    marks, last = [0], len(ground) - 1
    for hump in [*humps, last]:
        while hump - marks[-1] > 1.5 * period:
            marks.append(marks[-1] + round(period))
        if hump - marks[-1] > 0.5 * period:
            marks.append(hump)
    return np.array(marks)


def _places(marks: NDArray[np.int64], factor: Wave) -> list[tuple[int, int]]:
    """Return where the periods of the voice are added again: pairs of a sample and the number of a period."""
    places, now, last = [], float(marks[0]), len(marks) - 1
    while now < marks[last]:
        after = int(np.clip(np.searchsorted(marks, now, side="right"), 1, last))
        nearest = after - 1 if now - marks[after - 1] <= marks[after] - now else after
        places.append((round(now), nearest))
        follows = min(nearest, last - 1)
        now += max(_SHORTEST_PERIOD, float(marks[follows + 1] - marks[follows]) / float(factor[round(now)]))
    return places


def _lay_periods(flat: Wave, marks: NDArray[np.int64], places: list[tuple[int, int]]) -> Wave:
    """Return the sum of all periods at their new places, each with its window. Where windows overlap, their sum is
    divided out."""
    margin = int(np.diff(marks).max()) + 1
    padded, out, weight = np.pad(flat, margin), np.zeros(len(flat) + 2 * margin), np.zeros(len(flat) + 2 * margin)
    for at, which in places:
        half = int(marks[min(which + 1, len(marks) - 1)] - marks[max(which, 1) - 1])
        half = min(margin, max(8, half // (2 if 0 < which < len(marks) - 1 else 1)))
        window = np.hanning(2 * half + 1)
        centre = marks[which] + margin
        out[at + margin - half : at + margin + half + 1] += window * padded[centre - half : centre + half + 1]
        weight[at + margin - half : at + margin + half + 1] += window
    return np.asarray((out / np.maximum(weight, 0.3))[margin:-margin])


_NEEDS = (*needs_of("thai", "th", ""), Need("pythaitts", "pythaitts", Installer.PIP))
_PITCH = 62  # of 0 to 99 as espeak-ng counts
FLAT_HERTZ = 102.5  # what that is
TONE_STEP = 2.0  # semitones from one level of the voice to the next; five levels are a speaker's range
_SINKING = -1.5  # semitones from the beginning to the end of a phrase
_SMOOTH: Seconds = 0.03
_REST: Seconds = 0.16
_DYING: Seconds = 0.09
"""The end of a phrase in which the voice dies away. espeak-ng stops in the last vowel, as loud as it is."""

Pronounce = Callable[[str], str]


class Thai:
    """The Thai engine, which joins pronunciation, flat speech and tones."""

    needs: Sequence[Need] = _NEEDS

    def __init__(self, pronounce: Pronounce, flatly: SpeakFlat) -> None:
        self._pronounce, self._flatly = pronounce, flatly

    def speak(self, text: str, manner: Manner = PLAIN) -> tuple[Wave, int]:
        spoken = [self._phrase(thai_syllables(self._pronounce(phrase)), manner) for phrase in thai_phrases(text)]
        if not spoken:
            raise NightcrierError(f"There is nothing to say in '{text}'; write the line in Thai letters.")
        rate = spoken[0][1]
        rest = np.zeros(round(_REST / manner.pace * rate))
        return np.concatenate([part for sound, _ in spoken for part in (sound, rest)]), rate

    def _phrase(self, phrase: Sequence[Syllable], manner: Manner) -> tuple[Wave, int]:
        flat = self._flatly(espeak_spelling(phrase), manner.pace)
        sung = sing(flat.sound, flat.rate, FLAT_HERTZ, tone_melody(phrase, flat) + manner.semitones)
        return die_away(sung, _DYING, flat.rate), flat.rate


def tone_melody(phrase: Sequence[Syllable], flat: FlatSpeech) -> Wave:
    """Return the semitones at each sample of a phrase. A tone lasts from the vowel to the end of its syllable."""
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
    """Return a text in Thai letters in the phonetic alphabet."""
    known = spellings()["th"]
    parts = re.split(f"({'|'.join(sorted(known, key=len, reverse=True))})", text)
    return " ".join(known.get(part) or str(_dictionary()(part)) for part in parts if part)


@cache
def _dictionary() -> Pronounce:
    from pythaitts.pretrained.fastthaig2p import G2P

    return G2P().convert  # type: ignore[no-any-return]  # the package has no types
