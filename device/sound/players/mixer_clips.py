"""The one door to the mixer: every clip, signal and bed is looked at, and refused where it is nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.sound.card.open_device import OpenMixer
from device.sound.player import BadClip
from device.sound.players.clip_cache import ClipCache
from device.sound.players.opus import OpusDecoder

CheckFile = Callable[..., None]
"""As `check_sound_file`."""


class MixerClips:
    """Files as the sounds of an open mixer. What cannot be played raises `BadClip`."""

    def __init__(self, opened: OpenMixer, opus: OpusDecoder, check: CheckFile) -> None:
        self._mixer, self._error, self._opus, self._check = opened.mixer, opened.error, opus, check
        self._cache = ClipCache[Any](self._decode)
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
        """Let it wait at its beginning."""
        if loop == self._cued:
            return
        self._begin(loop, 0.0)
        self._mixer.music.pause()
        self._mixer.music.rewind()
        self._cued = loop

    def stream(self, loop: Path, volume: float) -> None:
        """Play it round and round, as the music of the mixer."""
        if loop != self._cued:
            self._begin(loop, volume)
            return
        self._cued = None
        self._mixer.music.set_volume(volume)
        self._mixer.music.unpause()

    def end_stream(self) -> None:
        """Stop it, and let its file go."""
        self._cued = None
        self._mixer.music.stop()
        self._mixer.music.unload()

    def _begin(self, loop: Path, volume: float) -> None:
        self._cued = None
        music = self._mixer.music
        try:
            self._check(loop, streamed=True)
            music.load(str(loop))
            music.set_volume(volume)
            music.play(loops=-1)
        except (self._error, OSError) as error:
            raise BadClip(loop) from error

    def _decode(self, clip: Path) -> Any:
        """A sound of zero length goes no further: SDL refuses it, and pygame, which does not look, then writes in front
        of its table of channels, and the process dies."""
        self._check(clip, streamed=False)
        raw = self._opus.decode(clip)
        sound = self._mixer.Sound(buffer=raw) if raw else self._mixer.Sound(file=str(clip))
        if not sound.get_length():
            raise BadClip(clip)
        return sound
