"""Reads Ogg files page by page: the length of a file, and whether it is whole. Makes files of the same sound identical.

An encoder gives each file a random serial number, and writes its own name and version as remarks."""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from nightcrier.box.sound.containers import sound_content
from nightcrier.kernel.ids import Seconds

_HEAD = struct.Struct("<4sBBqIIIB")
_SERIAL_AT, _CHECKSUM_AT = 14, 22
_BEGINS = 2  # the flag of the first page of a sound
_OPUS, _REMARKS = b"OpusHead", b"OpusTags"
_NO_REMARKS = bytes([1, len(_REMARKS) + 8]) + _REMARKS + bytes(8)
"""The end of a remarks page, from its number of segments on: one packet, without an encoder's name and remarks."""
OPUS_RATE = 48000  # the granules of Opus always count 48000 a second
OGG_SERIAL = 0x4E494748

_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def is_opus(data: bytes) -> bool:
    """Say whether a file begins as Ogg with Opus."""
    return data.startswith(b"OggS") and data[_HEAD.size + 1 :].startswith(_OPUS)


class OggPage(NamedTuple):
    """A page of an Ogg file: its position in the file, the number of samples until its end, and its content."""

    start: int
    end: int
    granule: int
    body: bytes


class BrokenOgg(ValueError):
    """Raised when a file is not a whole Ogg file. The message explains the fault."""


def ogg_seconds(file: Path) -> Seconds:
    """Return the length of a sound file, calculated from its pages alone. Raises BrokenOgg, also for a damaged page."""
    return sound_seconds(sound_content(file))


def sound_seconds(data: bytes) -> Seconds:
    """Return the length of a sound. `data` is the whole content of its file. Raises BrokenOgg."""
    found = list(ogg_pages(data))
    for page in found:
        _must_be_whole(data[page.start : page.end])
    first = found[0].body
    if first.startswith(_OPUS):
        skipped, rate = int.from_bytes(first[10:12], "little"), OPUS_RATE
    elif first.startswith(b"\x01vorbis"):
        skipped, rate = 0, int.from_bytes(first[12:16], "little")
    else:
        raise BrokenOgg("holds neither Opus nor Vorbis")
    if not rate:
        raise BrokenOgg("is damaged")
    return max(0, found[-1].granule - skipped) / rate


def steady_ogg(data: bytes) -> bytes:
    """Return the content of a file with a fixed serial number in all pages, and without its encoder's remarks, which
    take up 800 bytes in an Opus clip."""
    steady = bytearray()
    for page in ogg_pages(data):
        raw = data[page.start : page.end]
        if page.body.startswith(_REMARKS):
            raw = raw[: _HEAD.size - 1] + _NO_REMARKS
        raw = raw[:_SERIAL_AT] + OGG_SERIAL.to_bytes(4, "little") + raw[_SERIAL_AT + 4 :]
        steady += raw[:_CHECKSUM_AT] + _checksum(raw).to_bytes(4, "little") + raw[_CHECKSUM_AT + 4 :]
    return bytes(steady)


def ogg_pages(data: bytes) -> Iterator[OggPage]:
    """Yield all pages in order. Raises BrokenOgg if a page is missing or cut off, or if it belongs to another sound,
    which the length in the last page would not include."""
    start, only = 0, data[_SERIAL_AT : _SERIAL_AT + 4]
    while start < len(data) or start == 0:
        if len(data) < start + _HEAD.size or data[start : start + 4] != b"OggS":
            raise BrokenOgg("is not a whole Ogg file")
        _, _, flags, granule, _serial, _number, _sum, segments = _HEAD.unpack_from(data, start)
        if start and (flags & _BEGINS or data[start + _SERIAL_AT : start + _SERIAL_AT + 4] != only):
            raise BrokenOgg("holds more than one sound")
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
    """Return the checksum of a page. Ogg's CRC is like zlib's, but without the inversions, and with the bits of every
    byte and of the result in reverse order."""
    blank = page[:_CHECKSUM_AT] + bytes(4) + page[_CHECKSUM_AT + 4 :]
    mirrored = zlib.crc32(blank.translate(_MIRRORED), 0xFFFFFFFF) ^ 0xFFFFFFFF
    return int(f"{mirrored:032b}"[::-1], 2)
