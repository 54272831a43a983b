"""The one door to the mixer: every clip, signal and bed is looked at, and refused where it is nothing.

Decoded clips are kept ready. Decoding takes 10 ms on a laptop and 100 on a small Pi, so it is done beforehand and
beside the loop: C lets go of Python while it decodes.
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Generic, TypeVar

from device.sound.containers import is_container, sound_content
from device.sound.player import BadClip
from device.sound.players.open_device import OpenMixer
from device.sound.players.opus import OpusDecoder

_S = TypeVar("_S")

CLIPS_KEPT, CLIPS_NEEDED = 8, 4
"""Clips: the one that plays, the next in two languages, signals; at least the one, the next of each, and a signal."""
SECONDS_KEPT = 16.0
"""Of clips, beside those that are needed: a decoded second has 190 kB."""

CUES = 3
"""Attempts to stop a stream before the device takes of it: it does that once in 10 to 20 ms, and the stop follows at
once, but for a busy processor."""


class _Decoding(Thread, Generic[_S]):
    """One clip on its way. What goes wrong is kept for whoever asks for the clip."""

    def __init__(self, decode: Callable[[Path], _S], clip: Path) -> None:
        super().__init__(daemon=True)
        self._decode, self._clip = decode, clip
        self._sounds: list[_S] = []
        self._error: Exception | None = None

    def run(self) -> None:
        try:
            self._sounds.append(self._decode(self._clip))
        except Exception as error:  # noqa: BLE001 - a thread has nobody above it; `sound` raises it where it is heard
            self._error = error

    def sounds(self) -> tuple[_S, ...]:
        """Without waiting: none, where it is still on its way or cannot be had."""
        return tuple(self._sounds)

    def sound(self) -> _S:
        self.join()
        if self._error:
            raise self._error
        return self._sounds[0]


class ClipCache(Generic[_S]):
    """The clips used last, and those asked for ahead. `length` tells how many seconds a decoded one has."""

    def __init__(self, decode: Callable[[Path], _S], length: Callable[[_S], float]) -> None:
        self._decode, self._length = decode, length
        self._clips: dict[Path, _Decoding[_S]] = {}  # in the order of their last use

    def load_ahead(self, clip: Path) -> None:
        """Begin to decode it, without waiting."""
        decoding = self._clips.pop(clip, None)
        if decoding is None:
            decoding = _Decoding(self._decode, clip)
            decoding.start()
        self._clips[clip] = decoding
        while len(self._clips) > (CLIPS_KEPT if self._seconds() <= SECONDS_KEPT else CLIPS_NEEDED):
            del self._clips[next(iter(self._clips))]

    def is_ready(self, clip: Path) -> bool:
        """Whether it can be had without waiting."""
        decoding = self._clips.get(clip)
        return decoding is not None and not decoding.is_alive()

    def get(self, clip: Path) -> _S:
        """The decoded clip; waits for one on its way. Raises what decoding raised."""
        self.load_ahead(clip)
        return self._clips[clip].sound()

    def _seconds(self) -> float:
        return sum(self._length(sound) for decoding in self._clips.values() for sound in decoding.sounds())


CheckFile = Callable[..., None]
"""As `check_sound_file`."""


class MixerClips:
    """Files as the sounds of an open mixer. What cannot be played raises `BadClip`."""

    def __init__(self, opened: OpenMixer, opus: OpusDecoder, check: CheckFile) -> None:
        self._mixer, self._error, self._opus, self._check = opened.mixer, opened.error, opus, check
        self._cache = ClipCache[Any](self._decode, lambda sound: float(sound.get_length()))
        self._cued: Path | None = None

    def load_ahead(self, clip: Path) -> None:
        self._cache.load_ahead(clip)

    def is_ready(self, clip: Path) -> bool:
        return self._cache.is_ready(clip)

    def get(self, clip: Path) -> Any:
        """What a channel may be given."""
        try:
            return self._cache.get(clip)
        except (self._error, OSError) as error:
            raise BadClip(clip) from error

    def cue_stream(self, loop: Path) -> None:
        """Let it wait at its beginning. The device may take the first of it before it is stopped, and `rewind` would
        leave SDL the rest of what was decoded for that: such a stream is begun anew. One that is never stopped in time
        begins when it is to be heard."""
        for _ in range(CUES):
            if loop == self._cued:
                return
            self._begin(loop, 0.0)
            self._mixer.music.pause()
            self._cued = None if self._mixer.music.get_pos() else loop

    def stream(self, loop: Path, gain: float) -> None:
        """Play it round and round, as the music of the mixer."""
        if loop != self._cued:
            self._begin(loop, gain)
            return
        self._cued = None
        self._mixer.music.set_volume(gain)
        self._mixer.music.unpause()

    def end_stream(self) -> None:
        """Stop it, and let its file go."""
        self._cued = None
        self._mixer.music.stop()
        self._mixer.music.unload()

    def _begin(self, loop: Path, gain: float) -> None:
        self._cued = None
        music = self._mixer.music
        try:
            self._check(loop, streamed=True)
            music.load(str(loop))
            music.set_volume(gain)
            music.play(loops=-1)
        except (self._error, OSError) as error:
            raise BadClip(loop) from error

    def _decode(self, clip: Path) -> Any:
        """A sound of zero length goes no further: SDL refuses it, and pygame, which does not look, then writes in front
        of its table of channels, and the process dies."""
        self._check(clip, streamed=False)
        raw = self._opus.decode(clip)
        sound = self._mixer.Sound(buffer=raw) if raw else self._decoded_by_sdl(clip)
        if not sound.get_length():
            raise BadClip(clip)
        return sound

    def _decoded_by_sdl(self, clip: Path) -> Any:
        """It is given a file: a stream of Python's it would read with its lock in hand, while Python's own waits."""
        if not is_container(clip.parent):
            return self._mixer.Sound(file=str(clip))
        with TemporaryDirectory(prefix="nightcrier-") as folder:
            alone = Path(folder) / clip.name
            alone.write_bytes(sound_content(clip))
            return self._mixer.Sound(file=str(alone))
