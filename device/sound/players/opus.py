"""Decodes Opus beside SDL, with the library that came with it.

SDL keeps the lock of the sound for as long as it decodes a clip (`Mix_LoadMusic_RW` in SDL_mixer 2), and whatever plays
meanwhile waits: the bed tears, for a laptop needs 20 ms for a long line, and a small Pi far more. Here nothing is
locked, and C lets go of Python."""

from pathlib import Path
from typing import Any

from device.sound.containers import sound_content
from device.sound.player import SAMPLE_RATE
from device.sound.players.formats import LONGEST_CLIP

_MAPPED = Path("/proc/self/maps")
OPUS_LIBRARY = "libopusfile"
_SYSTEMS = "libopusfile.so.0"
_HOLE = -3
"""A gap in the file: what follows it can be read."""

_FRAME = 4
"""Bytes of one moment: left and right, 16 bits each."""


class OpusDecoder:
    """A decoder with the library that SDL has brought into this process, else the system's: made once SDL is there."""

    def __init__(self, maps: Path = _MAPPED, systems: str = _SYSTEMS) -> None:
        self._library = _library(maps, systems)

    def decode(self, clip: Path) -> bytearray | None:
        """The whole clip, in stereo at the rate of the house. None when it is no Opus, or broken, or cannot be read
        here."""
        try:
            content = sound_content(clip)
        except OSError:
            return None
        opened = self._library.op_open_memory(content, len(content), None) if self._library else None
        if not opened:
            return None
        try:
            return self._read(opened)
        finally:
            self._library.op_free(opened)

    def _read(self, opened: int) -> bytearray | None:
        """The samples of an opened file. A file says how long it is; one that holds less ends sooner."""
        import ctypes

        length = self._library.op_pcm_total(opened, -1)
        if not 0 < length <= LONGEST_CLIP * SAMPLE_RATE:
            return None
        sound, at = bytearray(length * _FRAME), 0
        while at < length:
            rest = (ctypes.c_char * ((length - at) * _FRAME)).from_buffer(sound, at * _FRAME)
            got = self._library.op_read_stereo(opened, rest, (length - at) * 2)
            if got <= 0 and got != _HOLE:
                break
            at += max(0, got)
        return sound[: at * _FRAME] if at < length else sound


def _library(maps: Path, systems: str) -> Any:
    import ctypes  # once the device is opened: at power-on nobody needs it

    try:
        rows = maps.read_text("utf-8", "replace").splitlines()
    except OSError:
        rows = []
    files = [row.split(maxsplit=5)[-1] for row in rows]
    try:
        library = ctypes.CDLL(next((file for file in files if OPUS_LIBRARY in file), systems))
    except OSError:
        return None
    library.op_open_memory.restype = ctypes.c_void_p
    library.op_open_memory.argtypes = (ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p)
    library.op_pcm_total.restype = ctypes.c_int64
    library.op_pcm_total.argtypes = (ctypes.c_void_p, ctypes.c_int)
    library.op_read_stereo.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    library.op_free.argtypes = (ctypes.c_void_p,)
    return library
