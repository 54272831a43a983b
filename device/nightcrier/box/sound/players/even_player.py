"""Plays for the private ear. Every sound is padded to the same length, so that nobody can measure how much is said."""

from contextlib import suppress
from io import BytesIO
from pathlib import Path

from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.port import SAMPLE_RATE, BadClip, Fader
from nightcrier.kernel.ids import Seconds

_LENGTH: Seconds = 12.0
"""The length to which each sound is padded. No order of a shipped game is longer. Longer orders are padded to a
multiple of this length."""
_FRAME, _HEADER = 4, 44
"""The bytes of one sample, left and right, and the bytes before the sound in a WAV."""


class EvenPlayer(MixerPlayer):
    """The player of the private ear. It caches no clips: a cached clip would begin sooner for a later seat."""

    def say(self, samples: bytes) -> None:
        """Play these samples, which must be in the device's format."""
        if samples:
            sound = self._mixer.Sound(buffer=_filled_up(samples, SAMPLE_RATE * _FRAME))
            self._need_voice(Path()).play(sound, self._gain(Fader.VOICE))

    def decode(self, clip: Path) -> bytes:
        """Return the samples of a clip, or nothing for a broken clip."""
        with suppress(BadClip, OSError, RuntimeError):
            return bytes(self._need_clips(clip).decode(clip).get_raw())
        return b""

    def convert(self, made: bytes) -> bytes:
        """Return the samples of a WAV with one channel of 16 bits, whose header does not state its length. The sound is
        padded before it is converted, because converting a longer sound would take longer."""
        if len(made) <= _HEADER or not made.startswith(b"RIFF"):
            return b""
        samples, a_second = made[_HEADER:], 2 * int.from_bytes(made[24:28], "little")
        whole = _filled_up(samples, a_second)
        file = BytesIO(made[: _HEADER - 4] + len(whole).to_bytes(4, "little") + whole)
        with suppress(RuntimeError):
            return bytes(self._mixer.Sound(file=file).get_raw()[: len(samples) * SAMPLE_RATE // a_second * _FRAME])
        return b""


def _filled_up(samples: bytes, a_second: int) -> bytes:
    length = round(_LENGTH * a_second)
    return samples.ljust(-(-len(samples) // length) * length, b"\0")
