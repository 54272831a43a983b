"""Lets Kokoro speak Thai, which it never learned: the signs of each syllable, how long its vowel lasts, and its tone.

A line is spoken as it was reviewed, and PyThaiTTS knows how other texts are pronounced. `kokoro.toml` has the signs
with which a Hindi voice says Thai, and the five tones, which are written into its melody."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.sound.voices.packs import text_hash
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Language
from nightcrier.takes.waves import Wave
from nightcrier_studio.engines.kept import READINGS, read_readings, reading_file
from nightcrier_studio.engines.kokoro_nets import AsItComes, Direction
from nightcrier_studio.engines.kokoro_signs import kokoro_table, replaced
from nightcrier_studio.engines.needs import Installer, Need
from nightcrier_studio.engines.spelling import spellings

_SYLLABLE = re.compile(
    r"(?P<onset>(?:t͡ɕʰ?|[ptk]ʰ?|[ŋʔrbdmnfshlwj])*)"
    r"(?P<vowel>[aiɯueɛoɔɤ](?P<long>ː?a̯|ː)?)"
    r"(?P<end>[ptkmnŋjwʔfsl]?)̚?"
    r"(?P<tone>[˩˨˧˦˥]+)"
)
_SILENT, _STRESS = "_", "ˈ"


class Rhyme(Struct, frozen=True):
    """Holds the vowel and the end of a syllable, by their places among the signs of a line, and its tone."""

    vowel: slice
    end: slice
    tone: str
    is_long: bool
    is_stopped: bool


class ThaiLine(Struct, frozen=True):
    """Holds a line as Kokoro gets it, with silent signs at both ends, and directs Kokoro (`kokoro_nets.py`)."""

    signs: str
    rhymes: tuple[Rhyme, ...]
    pace: float
    then: Direction = AsItComes()

    @property
    def toned(self) -> str:
        """Return the signs with a tone sign in place of each stress, because stress must not raise a tone."""
        return self.signs.replace(_STRESS, "→")

    def before(self, direction: Direction) -> "ThaiLine":
        """Return this line with a further direction, which is applied after its own."""
        return replace(self, then=direction)

    def lengths(self, own: Wave) -> Wave:
        """Return the lengths, with each vowel and each voiced end within its bounds."""
        table, held = kokoro_table().thai, own.copy()
        for rhyme in self.rhymes:
            self._hold(held[rhyme.vowel], table.long if rhyme.is_long else table.short)
            if not rhyme.is_stopped:
                self._hold(held[rhyme.end], table.end)
        return self.then.lengths(held)

    def _hold(self, part: Wave, bounds: tuple[float, float]) -> None:
        least, most = bounds
        if part.any():
            part *= np.clip(part.sum(), least / self.pace, most / self.pace) / part.sum()

    def melody(self, own: Wave, lengths: Wave) -> Wave:
        """Return the tones, centered on the middle of the voice's own melody. Every vowel is sung."""
        sung = own > _VOICED
        if not sung.any():
            return own
        ends, frames = 2 * np.cumsum(lengths), np.arange(len(own), dtype=float)
        begins, middle = ends - 2 * lengths, np.median(own[sung])
        for rhyme in self.rhymes:
            sung |= (frames > begins[rhyme.vowel][0]) & (frames < ends[rhyme.vowel][-1] - 1)
        tones = middle * 2 ** (self._tones(begins, ends, frames) / 12)
        return self.then.melody(np.where(sung, tones, own), lengths)

    def _tones(self, begins: Wave, ends: Wave, frames: Wave) -> Wave:
        """Return the semitones of each frame. A tone lasts from the vowel to the end of its syllable."""
        table, moments, levels = kokoro_table().thai, list[float](), list[float]()
        for number, rhyme in enumerate(self.rhymes):
            begin, last = begins[rhyme.vowel][0], rhyme.vowel if rhyme.is_stopped else rhyme.end
            tone = np.array(table.tones[rhyme.tone]) + table.sinking * number / len(self.rhymes)
            moments += np.linspace(begin, begin + _OF_SYLLABLE * (ends[last.stop - 1] - begin), len(tone)).tolist()
            levels += tone.tolist()
        window = np.hanning(_SMOOTH + 2)[1:-1]
        curve = np.pad(np.interp(frames, moments, levels), _SMOOTH // 2, mode="edge")
        return np.convolve(curve, window / window.sum(), mode="valid")


_VOICED = 40.0
"""Below this many hertz, Kokoro's melody means that there is no voice."""
_OF_SYLLABLE = 0.95
"""The fraction of a syllable at which its tone ends, so that the next tone can begin at another pitch."""
_SMOOTH = 5
"""The number of frames over which the corners of the tones are rounded."""


def thai_line(reading: str, pace: float = 1.0) -> ThaiLine:
    """Turn a reading such as `/maː˩˩˦.paː˨˩/ /lɯːm˧/ | /taː˧/`, where a vertical bar is a pause, into a line."""
    signs, rhymes = _SILENT, list[Rhyme]()
    for word in re.findall(r"\||[^/|\s]+", reading):
        if word == "|":
            signs = f"{signs.rstrip()}, "
            continue
        *first, last = word.split(".")
        for part, stress in (*((part, "") for part in first), (last, _STRESS)):
            signs, rhyme = _with_syllable(signs, part, stress)
            rhymes.append(rhyme)
        signs += " "
    if not rhymes:
        raise NightcrierError("There is nothing to say; write the line in Thai letters.")
    return ThaiLine(f"{signs.rstrip()}.{_SILENT}", tuple(rhymes), pace)


def _with_syllable(signs: str, part: str, stress: str) -> tuple[str, Rhyme]:
    """Return these signs with a syllable's added, and the rhyme of that syllable."""
    table, found = kokoro_table().thai, _SYLLABLE.fullmatch(part)
    if found is None:
        raise NightcrierError(f"'{part}' is no Thai syllable; give the line a simpler spelling in `say`.")
    onset, vowel, end = (
        replaced(found["onset"], table.onsets),
        *(replaced(found[each], table.rhymes) for each in ("vowel", "end")),
    )
    begin = len(signs + onset + stress)
    middle, after = begin + len(vowel), begin + len(vowel + end)
    is_stopped = found["end"] in set(table.stops)
    rhyme = Rhyme(slice(begin, middle), slice(middle, after), found["tone"], bool(found["long"]), is_stopped)
    return f"{signs}{onset}{stress}{vowel}{end}", rhyme


def reading_of(text: str) -> str:
    """Return the reading of a text: the reviewed one, if any. A reading that already follows the text stays."""
    before, _, behind = text.rpartition(" ")
    if behind.startswith("/"):
        return f"{reading_of(before)} | {behind}"
    return _reviewed().get(text_hash(text)) or pronounced(text)


@cache
def _reviewed() -> Mapping[str, str]:
    return {each.hash: each.read for each in read_readings(reading_file(READINGS, Language("th"))).values()}


def pronounced(text: str) -> str:
    """Return a Thai text in syllables of the phonetic alphabet, with a vertical bar between phrases."""
    return " | ".join(_pronounced_phrase(phrase) for phrase in thai_phrases(text))


def thai_phrases(text: str) -> Iterator[str]:
    """Yield the phrases of a Thai text. Thai writes no full stops, so each space is a pause of the voice."""
    return (phrase for phrase in re.split(r"[\s,.!?:;·…–—\"“”()]+", text) if phrase)


def _pronounced_phrase(text: str) -> str:
    known = spellings()["th"]
    parts = re.split(f"({'|'.join(sorted(known, key=len, reverse=True))})", text)
    return " ".join(known.get(part) or str(_dictionary()(part)) for part in parts if part)


PRONUNCIATION = Need("pythaitts", "pythaitts", Installer.PIP)


@cache
def _dictionary() -> Callable[[str], str]:
    try:
        from pythaitts.pretrained.fastthaig2p import G2P
    except ImportError as fault:
        raise NightcrierError(
            "This text has no reviewed reading; for others, run: .venv-studio/bin/pip install pythaitts"
        ) from fault
    return G2P().convert  # type: ignore[no-any-return]  # the package has no types
