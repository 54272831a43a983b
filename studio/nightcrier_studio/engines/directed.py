"""Directs a voice that would otherwise have its own melody: the stress of words decides how long signs last and how
high the voice goes.

Pitches are counted in semitones around the middle of a line, because people hear equal ratios as equal steps."""

import re

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from nightcrier.takes.waves import Wave
from nightcrier_studio.delivery import CONTOURS, Manner

_VOICED = 40.0
"""Below this many hertz, Kokoro's melody means that there is no voice."""
_FARTHEST = 12.0
"""The most semitones from the middle, beyond which a voice sounds like another one."""
_SHORTEST_END, _LAST_TONES, _LAST_SOUND = 20, 40, 12
"""The frames in which the melody goes to its end: the fewest, those in a language without stress, and those of the last
sound, which dies away in all other languages."""
_STRAIGHT = 0.85
"""How directly a melody goes to its end, as a fraction. Kokoro's own falls by an octave, even in a question."""
_STRESS, _LESS, _TONES, _SILENT = "ˈ", "ˌ", "→↗↓↘", "_ .,;:!?…—"
_VOWELS = frozenset("AIOQWYaeiouyæɐɑɒɔəɚɛɜɤɨɪɯøœʊʌᵊᵻː")
_BETWEEN = f"[ {''.join(_VOWELS)}]|(?=[{_STRESS}{_LESS}])"


class Directed(Struct, frozen=True):
    """Directs Kokoro. `signs` are all signs that it gets, with the silent ones at both ends; `middle` is the pitch in
    hertz around which the voice speaks. Without it, each line stays around its own middle."""

    manner: Manner
    signs: str
    middle: float | None = None

    def lengths(self, own: Wave) -> Wave:
        """Return the lengths, with longer vowels in the first stressed word."""
        first, last = self._first_word()
        factors = [
            self.manner.drawn if first <= at < last and self.signs[at] in _VOWELS else 1.0 for at in range(len(own))
        ]
        return np.asarray(own * np.array(factors))

    def melody(self, own: Wave, lengths: Wave) -> Wave:
        """Return the melody in its range, along its contour and to its end, and higher at stressed syllables."""
        sung = np.flatnonzero(own > _VOICED)
        if not len(sung):
            return own
        ends = 2 * np.cumsum(lengths)
        heard = (sung >= ends[0]) & (sung < ends[len(self.signs.rstrip(_SILENT)) - 1])
        own_middle = float(np.median(own[sung[heard] if heard.any() else sung]))
        high = 12 * np.log2(own[sung] / own_middle) * self.manner.range
        high += np.interp(np.linspace(0, 1, len(sung)), (0, 0.5, 1), CONTOURS[self.manner.contour])
        high = self._ended(high + np.interp(sung, ends - lengths, self._stresses()), self._share_of_end(sung, ends))
        directed, middle = own.copy(), self.middle or own_middle
        directed[sung] = middle * 2 ** ((np.clip(high, -_FARTHEST, _FARTHEST) + self.manner.semitones) / 12)
        return directed

    def _ended(self, high: Wave, share: Wave) -> Wave:
        """Return the melody as it goes to its end, if it has one. A language with tones keeps its tones."""
        if not self.manner.end:
            return high
        if set(self.signs) & set(_TONES):
            return high + self.manner.end * share
        begin = float(high[max(0, int(np.argmax(share > 0)) - 1)])
        straight = begin + (self.manner.end - begin) * share
        return np.where(share > 0, _STRAIGHT * straight + (1 - _STRAIGHT) * high, high)

    def _share_of_end(self, sung: NDArray[np.int64], ends: Wave) -> Wave:
        """Return how near each frame is to the end: from 0 at the last stressed syllable to 1 where the voice ends."""
        place = len(self.signs.rstrip(_SILENT)) - 1
        last = sung[sung < max(sung[0] + 1, min(ends[place], ends[place - 1] + _LAST_SOUND))][-1]
        stressed = self.signs.rfind(_STRESS)
        begin = min(ends[stressed - 1] if stressed > 0 else last - _LAST_TONES, last - _SHORTEST_END)
        return np.asarray(np.clip((sung - begin) / (last - begin), 0, 1))

    def _stresses(self) -> Wave:
        weights = {_STRESS: 1.0, _LESS: 0.5}
        return self.manner.stress * np.array([weights.get(self._mark_before(at), 0) for at in range(len(self.signs))])

    def _mark_before(self, at: int) -> str:
        """Return the mark of stress of a vowel, or "" if it has none, or is no vowel."""
        onset = re.split(_BETWEEN, self.signs[:at])[-1]
        return onset[:1] if self.signs[at] in _VOWELS and onset[:1] in {_STRESS, _LESS} else ""

    def _first_word(self) -> tuple[int, int]:
        """Return where the first stressed word begins and ends, or the first word in a language without stress."""
        begin = self.signs.rfind(" ", 0, max(0, self.signs.find(_STRESS))) + 1
        end = self.signs.find(" ", begin)
        return begin, end if end > 0 else len(self.signs)
