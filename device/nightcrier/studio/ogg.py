"""Ogg files as pages: how long one lasts, whether it is whole, and a serial number that never varies. And what every
clip keeps to, whoever spoke it, in plain numbers: `voices check` reads them where no studio is installed.

An encoder marks each file with a random serial number; with a fixed one the same sound is the same file.
"""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from nightcrier.box.sound.containers import sound_content
from nightcrier.kernel.ids import Decibels, Seconds

CLIP_LOUDNESS: Decibels = -16.0  # LUFS
LOUDNESS_WITHIN: Decibels = 0.5
HIGHEST_PEAK: Decibels = -1.5  # of the wave between the samples
SHORTEST_LINE: Seconds = 0.6
SHORTEST_PART: Seconds = 0.15
"""The shortest clip for the middle of a sentence: there is no time in it to wait for."""
LONGEST_LINE: Seconds = 9.0
SECONDS_WITHIN: Seconds = 0.02  # between a list and the file it names


_HEAD = struct.Struct("<4sBBqIIIB")
_SERIAL_AT, _CHECKSUM_AT = 14, 22
OPUS_RATE = 48000  # the granules of Opus always count 48000 a second
OGG_SERIAL = 0x4E494748

_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class OggPage(NamedTuple):
    """One page: where it lies in the file, the count of samples at its end, what it carries."""

    start: int
    end: int
    granule: int
    body: bytes


class BrokenOgg(ValueError):
    """Raised for a file that is not a whole Ogg file; says what is wrong."""


def ogg_seconds(file: Path) -> Seconds:
    """The length of a sound file, read from its pages alone. Raises `BrokenOgg`, also for a damaged page."""
    return sound_seconds(sound_content(file))


def sound_seconds(data: bytes) -> Seconds:
    """The length of a sound, from the whole content of its file. Raises `BrokenOgg`."""
    found = list(ogg_pages(data))
    for page in found:
        _must_be_whole(data[page.start : page.end])
    first = found[0].body
    if first.startswith(b"OpusHead"):
        skipped, rate = int.from_bytes(first[10:12], "little"), OPUS_RATE
    elif first.startswith(b"\x01vorbis"):
        skipped, rate = 0, int.from_bytes(first[12:16], "little")
    else:
        raise BrokenOgg("holds neither Opus nor Vorbis")
    if not rate:
        raise BrokenOgg("is damaged")
    return max(0, found[-1].granule - skipped) / rate


def fix_serial(data: bytes) -> bytes:
    """The content of a file under the one fixed serial number."""
    steady = bytearray(data)
    for page in ogg_pages(data):
        steady[page.start + _SERIAL_AT : page.start + _SERIAL_AT + 4] = OGG_SERIAL.to_bytes(4, "little")
        checksum = _checksum(bytes(steady[page.start : page.end]))
        steady[page.start + _CHECKSUM_AT : page.start + _CHECKSUM_AT + 4] = checksum.to_bytes(4, "little")
    return bytes(steady)


def ogg_pages(data: bytes) -> Iterator[OggPage]:
    """Yield all pages in order. Raises `BrokenOgg` where one should begin or go on and does not."""
    start = 0
    while start < len(data) or start == 0:
        if len(data) < start + _HEAD.size or data[start : start + 4] != b"OggS":
            raise BrokenOgg("is not a whole Ogg file")
        *_, granule, _serial, _number, _sum, segments = _HEAD.unpack_from(data, start)
        body = start + _HEAD.size + segments
        end = body + sum(data[start + _HEAD.size : body])
        if end > len(data):
            raise BrokenOgg("is cut off")
        yield OggPage(start, end, granule, data[body:end])
        start = end


def _must_be_whole(page: bytes) -> None:
    if int.from_bytes(page[_CHECKSUM_AT : _CHECKSUM_AT + 4], "little") != _checksum(page):
        raise BrokenOgg("is damaged")


def _checksum(page: bytes) -> int:
    """The checksum of a page. Ogg's CRC is zlib's with every byte and the result read from the other end, and without
    the inversions."""
    blank = page[:_CHECKSUM_AT] + bytes(4) + page[_CHECKSUM_AT + 4 :]
    mirrored = zlib.crc32(blank.translate(_MIRRORED), 0xFFFFFFFF) ^ 0xFFFFFFFF
    return int(f"{mirrored:032b}"[::-1], 2)
