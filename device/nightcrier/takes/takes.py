"""Turn what a person has spoken in an ordinary room into a clip, and say whether the clip sounds like its line.

The voice is the part of the take that is louder than the measured noise of the room. The hum is removed, and so is the
key press that ended the take. The voice is then mastered and compared with the machine's voice. An error says why a
take cannot be used.

Time warping compares the take with the machine's clip, and with clips of other lines of similar length. A good take is
closer to its own line than to other lines or to another language."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np
import scipy
from msgspec import Struct

from nightcrier.box.sound.voices.clip_faults import LONGEST_LINE
from nightcrier.box.sound.voices.packs import Clip, ShelvedPack
from nightcrier.kernel.booth_messages import Spoilt
from nightcrier.kernel.ids import Decibels, LineId, Seconds
from nightcrier.takes.mastering import UnusableRecording, master_line, must_sound
from nightcrier.takes.soundfiles import gain_factor, read_sound, resample_to
from nightcrier.takes.waves import Wave

_RATE, _WIDTH, _HOP = 16000, 512, 320
_BANDS, _ORDERS = 26, 12
_LOWEST, _HIGHEST = 100.0, 6500.0
_CHANGE_COUNTS = 2.0
_OTHERS = 8
UNLIKE = 0.9
"""The greatest distance of a good take to its line, divided by the mean distance to other lines.
docs/proofs/measured-once.md says how often this limit is wrong."""


def features(sound: Wave, rate: int) -> Wave:
    """Return a row for each 20 ms: the shape of the spectrum, and the change of that shape. The mean shape, which
    depends on the speaker and the microphone, is subtracted."""
    heard = np.pad(resample_to(sound, rate, _RATE), (0, _WIDTH))
    frames = np.lib.stride_tricks.sliding_window_view(heard, _WIDTH)[::_HOP] * np.hanning(_WIDTH)
    bands = (np.abs(np.fft.rfft(frames)) ** 2) @ _mel_bands().T
    shape = np.asarray(scipy.fft.dct(np.log(bands + 1e-4 * bands.max() + 1e-12), norm="ortho"))[:, 1 : _ORDERS + 1]
    shape = shape - shape.mean(axis=0)
    return np.hstack([shape, _CHANGE_COUNTS * np.gradient(shape, axis=0)])


@lru_cache
def _mel_bands() -> Wave:
    """Return triangular filters that overlap by half, evenly spaced on the scale of hearing."""
    lowest, highest = (float(2595 * np.log10(1 + hertz / 700)) for hertz in (_LOWEST, _HIGHEST))
    corners = 700 * (10 ** (np.linspace(lowest, highest, _BANDS + 2) / 2595) - 1)
    hertz = np.fft.rfftfreq(_WIDTH, 1 / _RATE)
    rising = (hertz - corners[:-2, None]) / np.diff(corners)[:-1, None]
    falling = (corners[2:, None] - hertz) / np.diff(corners)[1:, None]
    return np.asarray(np.maximum(0, np.minimum(rising, falling)))


def time_warp_distance(one: Wave, other: Wave) -> float:
    """Return the mean distance along the best path through both sounds. The path is computed diagonal by diagonal."""
    squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T
    cost = np.sqrt(np.maximum(squares, 0))
    rows, columns = cost.shape
    before, last = np.full(rows + 1, np.inf), np.full(rows + 1, np.inf)
    before[0] = 0.0
    for diagonal in range(2, rows + columns + 1):
        row = np.arange(max(1, diagonal - columns), min(rows, diagonal - 1) + 1)
        here = cost[row - 1, diagonal - row - 1]
        now = np.full(rows + 1, np.inf)
        now[row] = np.minimum(before[row - 1] + 2 * here, np.minimum(last[row - 1], last[row]) + here)
        before, last = last, now
    return float(last[rows] / (rows + columns))


class MachineVoice:
    """The clips of a machine's voice, with which takes are compared. A language without a machine has no clips."""

    def __init__(self, pack: ShelvedPack | None) -> None:
        self._folder = pack.place if pack else Path()
        self._clips: Mapping[LineId, Clip] = pack.pack.clips if pack else {}
        self._features: dict[LineId, Wave] = {}

    def seconds(self, line: LineId) -> Seconds | None:
        return self._clips[line].seconds if line in self._clips else None

    def is_like(self, line: LineId, sound: Wave, rate: int) -> bool:
        """Say whether a sound is probably this line. Return True if there are no clips to compare with."""
        unlike = self.unlikeness_of(line, sound, rate)
        return unlike is None or unlike <= UNLIKE

    def unlikeness_of(self, line: LineId, sound: Wave, rate: int) -> float | None:
        """Return the distance of a take to its own line, divided by the mean distance to other lines. Return None
        without clips."""
        others = self._as_long(line)
        if not others:
            return None
        take = features(sound, rate)
        elsewhere = [time_warp_distance(take, self._of(other)) for other in others]
        return time_warp_distance(take, self._of(line)) / float(np.mean(elsewhere))

    def _as_long(self, line: LineId) -> list[LineId]:
        if line not in self._clips:
            return []
        own = self._clips[line]
        others = [each for each, clip in self._clips.items() if clip.hash != own.hash]
        return sorted(others, key=lambda each: abs(self._clips[each].seconds - own.seconds))[:_OTHERS]

    def _of(self, line: LineId) -> Wave:
        if line not in self._features:
            self._features[line] = features(*read_sound(self._folder / self._clips[line].file))
        return self._features[line]


_FRAME: Seconds = 0.02
_QUIETEST: Seconds = 0.2
_KEY: Seconds = 0.2
LEAST_OVER_ROOM: Decibels = 35.0
VOICE_OVER_ROOM: Decibels = 12.0
VOICE_UNDER_PEAK: Decibels = 40.0
CLICK: Seconds = 0.06
_KEPT_BEFORE: Seconds = 0.06
_KEPT_AFTER: Seconds = 0.12


class Take(Struct, frozen=True):
    """A recording. `quiet` is the sound before anybody spoke, if known, and `spoken` is the sound after `quiet`. If
    `key` is true, a key ended the take and its click is heard at the end."""

    spoken: Wave
    rate: int
    quiet: Wave = np.zeros(0)
    key: bool = False


class MadeClip(Struct, frozen=True):
    """A clip that was made from a take. `like` says whether the take sounds like its line."""

    line: LineId
    clip: bytes
    like: bool


def clip_of(take: Take, line: LineId, machine: MachineVoice) -> MadeClip:
    """Remove the noise of the room from the voice, master the voice, and compare it with the machine's clip. Raises
    `UnusableRecording`."""
    voice = clean_take(take, machine.seconds(line))
    return MadeClip(line, master_line(voice, take.rate), machine.is_like(line, voice, take.rate))


def clean_take(take: Take, machine: Seconds | None = None) -> Wave:
    """Return the voice alone, at the sample rate of the take. `machine` is the time that the machine's voice takes for
    the line. Raises `UnusableRecording`."""
    spoken = take.spoken[: len(take.spoken) - round(_KEY * take.rate)] if take.key else take.spoken
    must_sound(spoken, _FRAME * take.rate)
    quiet = take.quiet if len(take.quiet) >= _QUIETEST * take.rate else quietest_part(spoken, take.rate)
    start, end = _voice_in(spoken, take.rate, _room_floor(_levels(spoken, take.rate), _levels(quiet, take.rate)))
    _must_fit((end - start) / take.rate, machine)
    return without_room(spoken, quiet, take.rate)[start:end]


def quietest_part(sound: Wave, rate: int) -> Wave:
    """Return the quietest stretch of a sound. Stretches of digital silence, from a gate or an editor, say nothing about
    the room."""
    width = round(_QUIETEST * rate)
    if len(sound) <= width:
        return sound
    power = np.convolve(sound**2, np.ones(width) / width, mode="valid")
    start = int(power.argmin())
    return sound[start : start + width]


def _levels(sound: Wave, rate: int) -> Wave:
    """Return the level of each frame, in decibels."""
    frame = round(_FRAME * rate)
    framed = np.pad(sound, (0, -len(sound) % frame)).reshape(-1, frame)
    return np.asarray(10 * np.log10((framed**2).mean(axis=1) + 1e-12))


def _room_floor(voice: Wave, quiet: Wave) -> Decibels:
    floor = float(10 * np.log10(np.mean(10 ** (quiet / 10))))
    over = float(voice.max()) - floor
    if over < LEAST_OVER_ROOM:
        raise UnusableRecording(
            Spoilt.NOISY,
            f"the voice stands only {over:.0f} dB over the room, and {LEAST_OVER_ROOM:.0f} are needed; close windows, "
            "switch off what hums, and speak closer to the microphone",
        )
    return floor


def _voice_in(sound: Wave, rate: int, floor: Decibels) -> tuple[int, int]:
    """Return the first and the last sample of the speech. The speech is much louder than the noise of the room, and
    lasts longer than a click."""
    levels = _levels(sound, rate)
    heard = levels > max(floor + VOICE_OVER_ROOM, float(levels.max()) - VOICE_UNDER_PEAK)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], heard.astype(np.int8), [0]))))
    runs = edges.reshape(-1, 2)
    long = runs[(runs[:, 1] - runs[:, 0]) * _FRAME >= CLICK]
    if not len(long):
        raise UnusableRecording(Spoilt.SILENT, "nobody speaks in it; speak it again")
    frame = round(_FRAME * rate)
    first, last = int(long[0, 0]) * frame, int(long[-1, 1]) * frame
    return max(0, first - round(_KEPT_BEFORE * rate)), min(len(sound), last + round(_KEPT_AFTER * rate))


LEAST_SHARE, MOST_SHARE = 0.4, 2.5
SHORTER_BY: Seconds = 0.2
LONGER_BY: Seconds = 1.0


def _must_fit(seconds: Seconds, machine: Seconds | None) -> None:
    """Raise `UnusableRecording` if the line is too short, because it is cut off, or too long, because somebody forgot
    the microphone. People take between half and twice the time of the machine's voice."""
    least = max(0.0, LEAST_SHARE * machine - SHORTER_BY) if machine else 0.0
    most = min(LONGEST_LINE, MOST_SHARE * machine + LONGER_BY) if machine else LONGEST_LINE
    if seconds < least:
        raise UnusableRecording(
            Spoilt.SHORT, f"it is too short: {seconds:.1f} s, and the line takes about {machine:.1f}; speak all of it"
        )
    if seconds > most:
        usual = f"about {machine:.1f}" if machine else f"at most {LONGEST_LINE:g}"
        raise UnusableRecording(
            Spoilt.LONG, f"it is too long: {seconds:.1f} s, and the line takes {usual}; speak the line alone"
        )


_WINDOW: Seconds = 0.032
_DEEPEST = gain_factor(-12)
_OVER_PROFILE = 2.0


def without_room(sound: Wave, quiet: Wave, rate: int) -> Wave:
    """Return the sound without the hum and hiss of the room, whose profile comes from `quiet`. Sound below this profile
    is lowered by 12 dB. Nothing is lowered more, because that would leave chirping."""
    width = round(_WINDOW * rate)
    if len(quiet) < width:
        return sound
    room = (np.abs(scipy.signal.stft(quiet, rate, nperseg=width, boundary=None)[2]) ** 2).mean(axis=1, keepdims=True)
    spectrum = scipy.signal.stft(sound, rate, nperseg=width)[2]
    share = 1 - _OVER_PROFILE * room / np.maximum(np.abs(spectrum) ** 2, 1e-20)
    cleaned = scipy.signal.istft(spectrum * np.maximum(share, _DEEPEST), rate, nperseg=width)[1]
    return np.asarray(cleaned[: len(sound)])
