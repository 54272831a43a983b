"""The one door to the mixer: every clip, signal and bed is looked at, and refused where it is nothing.

Decoded clips are kept ready. Decoding takes 10 ms on a laptop and 100 on a small Pi, so it is done beforehand and
beside the loop: C lets go of Python while it decodes.
"""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import Any

from device.sound.containers import is_container, sound_content
from device.sound.player import BadClip
from device.sound.players.open_device import Pygame
from device.sound.players.opus import OpusDecoder

CLIPS_KEPT, CLIPS_NEEDED = 8, 4
"""Clips: the one that plays, the next in two languages, signals; at least the one, the next of each, and a signal."""
SECONDS_KEPT = 16.0
"""Seconds of clips that are kept beside those that are needed: a decoded second has 190 kB."""

CUES = 3
"""Attempts to stop a stream before the device takes of it: it does that once in 10 to 20 ms, and the stop follows at
once, but for a busy processor."""


class ClipCache:
    """The clips used last, and those asked for ahead. `length` tells how many seconds a decoded one has."""

    def __init__(self, decode: Callable[[Path], Any], length: Callable[[Any], float]) -> None:
        self._decode, self._length = decode, length
        self._clips: dict[Path, Future[Any]] = {}  # in the order of their last use

    def load_ahead(self, clip: Path) -> None:
        """Begin to decode it, without waiting."""
        self._clips[clip] = self._clips.pop(clip) if clip in self._clips else self._decode_beside(clip)
        while len(self._clips) > (CLIPS_KEPT if self._seconds() <= SECONDS_KEPT else CLIPS_NEEDED):
            del self._clips[next(iter(self._clips))]

    def is_ready(self, clip: Path) -> bool:
        """Whether it can be had without waiting."""
        return clip in self._clips and self._clips[clip].done()

    def get(self, clip: Path) -> Any:
        """The decoded clip; waits for one on its way. Raises what decoding raised."""
        self.load_ahead(clip)
        return self._clips[clip].result()

    def _decode_beside(self, clip: Path) -> Future[Any]:
        decoding: Future[Any] = Future()

        def run() -> None:
            try:
                decoding.set_result(self._decode(clip))
            except Exception as error:  # noqa: BLE001 - a thread has nobody above it; `get` raises it where it is heard
                decoding.set_exception(error)

        Thread(target=run, daemon=True).start()
        return decoding

    def _seconds(self) -> float:
        decoded = (each for each in self._clips.values() if each.done() and not each.exception())
        return sum(self._length(each.result()) for each in decoded)


_SDL_DECODES = Lock()
"""SDL chooses how it converts samples once a process, at its first file and without a lock: it may have noted that it
has before all is set. Whoever decodes beside it just then has no conversion ("to float"), in 1 of 150 starts."""
CheckFile = Callable[..., None]
"""A function like `check_sound_file`."""


class MixerClips(ClipCache):
    """Files as the sounds of an open mixer. What cannot be played raises `BadClip`."""

    def __init__(self, pygame: Pygame, opus: OpusDecoder, check: CheckFile) -> None:
        super().__init__(self._sound_of, lambda sound: float(sound.get_length()))
        self._mixer, self._error, self._opus, self._check = pygame.mixer, pygame.error, opus, check
        self._cued: Path | None = None

    def get(self, clip: Path) -> Any:
        """The sound of this clip, for a channel of the mixer."""
        try:
            return super().get(clip)
        except (self._error, OSError) as error:
            raise BadClip(clip) from error

    def cue_stream(self, loop: Path) -> None:
        """Open a loop and let it wait at its beginning. The device may take the first of it before it is stopped, and
        `rewind` would leave SDL the rest of what was decoded for that: such a stream is begun anew. One that is never
        stopped in time begins when it is to be heard."""
        for _ in range(CUES):
            if loop == self._cued:
                return
            self._begin(loop, 0.0)
            self._mixer.music.pause()
            self._cued = None if self._mixer.music.get_pos() else loop

    def stream(self, loop: Path, gain: float) -> None:
        """Play this loop round and round, as the music of the mixer."""
        if loop != self._cued:
            self._begin(loop, gain)
            return
        self._cued = None
        self._mixer.music.set_volume(gain)
        self._mixer.music.unpause()

    def end_stream(self) -> None:
        """Stop the stream, and let its file go."""
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

    def _sound_of(self, clip: Path) -> Any:
        """The sound in a file, decoded. One of zero length is refused here: SDL refuses it too, and pygame, which does
        not look, then writes in front of its table of channels, and the process dies."""
        self._check(clip, streamed=False)
        raw = self._opus.decode(clip)
        sound = self._mixer.Sound(buffer=raw) if raw else self._decoded_by_sdl(clip)
        if not sound.get_length():
            raise BadClip(clip)
        return sound

    def _decoded_by_sdl(self, clip: Path) -> Any:
        """The sound of a file that SDL decodes. SDL is given a file: a stream of Python's it would read with its lock
        in hand, while Python's own waits."""
        with _SDL_DECODES:
            if not is_container(clip.parent):
                return self._mixer.Sound(file=str(clip))
            with TemporaryDirectory(prefix="nightcrier-") as folder:
                alone = Path(folder) / clip.name
                alone.write_bytes(sound_content(clip))
                return self._mixer.Sound(file=str(alone))
