"""Plays for the private ear: whatever is said is one sound of one length, so that nobody can measure how much it is."""

from contextlib import suppress
from io import BytesIO
from pathlib import Path

from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.port import SAMPLE_RATE, BadClip, Fader
from nightcrier.kernel.ids import Seconds

_LENGTH: Seconds = 12.0
"""The length to which each sound is filled up. No order of a shipped game is longer; a longer one gets twice this."""
_FRAME, _HEADER = 4, 44
"""The bytes of one sample, left and right, and of what comes before the sound in a WAV."""


class EvenPlayer(MixerPlayer):
    """The player of the private ear. It keeps no clip, so that none begins sooner if an earlier seat has heard it."""

    def say(self, samples: bytes) -> None:
        """Play these samples, as the device has them."""
        if samples:
            sound = self._mixer.Sound(buffer=_filled_up(samples, SAMPLE_RATE * _FRAME))
            self._need_voice(Path()).play(sound, self._gain(Fader.VOICE))

    def decode(self, clip: Path) -> bytes:
        """Return the samples of a clip, or none of a broken one."""
        with suppress(BadClip, OSError, RuntimeError):
            return bytes(self._need_clips(clip).decode(clip).get_raw())
        return b""

    def convert(self, made: bytes) -> bytes:
        """Return the samples of a WAV with one channel of 16 bits, whose header does not say how long it is. It is
        filled up before it is converted, because that takes longer for a longer sound."""
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
