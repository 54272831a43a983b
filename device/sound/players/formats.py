"""Looks at a sound file before SDL does. SDL tells formats by their first bytes, whatever the name says, and one of its
decoders, that of FLAC, brings the whole process down over a damaged file; others are for music nobody plays here. So
only what survived a fuzzer is let through: WAV, MP3, and Ogg with Vorbis or Opus."""

import io
import stat
from pathlib import Path
from typing import BinaryIO

from device.kernel.ids import Seconds
from device.sound.containers import is_container, sound_content
from device.sound.player import BadClip

LONGEST_CLIP: Seconds = 90.0
"""A clip is decoded as a whole, and a minute of it takes 11 MiB. Beds are streamed and may be as long as they like."""

_BYTES_A_SECOND = 192_000
"""Bytes a second of a WAV at the rate of the house, the largest of all formats."""

_MOMENT = 4
"""Bytes, left and right: SDL drops what is less."""

_MOST_CHUNKS = 64
"""Chunks of a WAV that are looked through: before the sound there are a few, with a title and the like."""

_OGG, _ID3 = b"OggS", b"ID3"
_CODECS = (b"\x01vorbis", b"OpusHead")
_GRANULES_A_SECOND = 48_000
_TAIL = 65_536
"""An Ogg page is no longer, so the last one begins in here."""


def check_sound_file(file: Path, *, streamed: bool) -> None:
    """Raise `BadClip` for a file that SDL should not see or could not hold, `OSError` for one that cannot be read."""
    if is_container(file.parent):
        content = sound_content(file)
        good = _is_good(io.BytesIO(content), len(content), streamed=streamed)
    else:
        about = file.stat()
        if not stat.S_ISREG(about.st_mode):  # a pipe would never end
            raise BadClip(file)
        with file.open("rb") as sound:
            good = _is_good(sound, about.st_size, streamed=streamed)
    if not good:
        raise BadClip(file)


def _is_good(sound: BinaryIO, size: int, *, streamed: bool) -> bool:
    """Whether it is of a known kind, and fits into memory."""
    head = sound.read(36)
    known = (_wave(head) and _wave_sounds(sound, size, streamed=streamed)) or _mp3(head) or _ogg(head)
    fits = streamed or (size <= LONGEST_CLIP * _BYTES_A_SECOND and _ogg_seconds(sound, size) <= LONGEST_CLIP)
    return known and fits


def _wave(head: bytes) -> bool:
    return head[:4] == b"RIFF" and head[8:12] == b"WAVE"


def _wave_sounds(sound: BinaryIO, size: int, *, streamed: bool) -> bool:
    """Whether there is at least a moment in it, and in a stream all that it claims: SDL ends a loop where one lacks."""
    at = 12
    for _ in range(_MOST_CHUNKS):
        sound.seek(at)
        name, claimed = sound.read(4), int.from_bytes(sound.read(4), "little")
        at += 8
        if name == b"data" or at >= size:
            there = min(claimed, size - at)
            return there >= _MOMENT and (there == claimed or not streamed)
        at += claimed + claimed % 2
    return False


def _mp3(head: bytes) -> bool:
    """Whether this begins an MP3 file: a frame begins with eleven set bits; a title may stand before the first."""
    return head[:3] == _ID3 or (len(head) > 1 and head[0] == 0xFF and head[1] & 0xE0 == 0xE0)


def _ogg(head: bytes) -> bool:
    return head[:4] == _OGG and head[28:].startswith(_CODECS)


def _ogg_seconds(sound: BinaryIO, size: int) -> Seconds:
    """The length of an Ogg file, by the position in its last page; 0 for other formats."""
    sound.seek(0)
    if sound.read(4) != _OGG:
        return 0.0
    sound.seek(max(0, size - _TAIL))
    tail = sound.read()
    at = tail.rfind(_OGG)
    return max(0, int.from_bytes(tail[at + 6 : at + 14], "little", signed=True)) / _GRANULES_A_SECOND
