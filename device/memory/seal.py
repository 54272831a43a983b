"""The seal: what nobody may read in the journal is written there as noise, and the other half of it lies here.

A one-time pad: random bytes of the system's own source, as many as are written, used once. The journal holds the
exclusive or of pad and entry; either file alone is nothing but chance. Entries are padded with blanks to whole blocks,
so that their length tells nothing, and empty ones stand between them where their number would. When the game is over
the pad is written over and removed.
"""

import os
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from device.kernel.files import Files, NotKept, append_safely, scrub_safely, write_atomically

BLOCK = 128


class Sealed(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry nobody can read without the pad: where its part of that begins, and the noise."""

    sealed: bytes
    pad: int


class Seal:
    """The pad of one game. Call `read` before anything else."""

    def __init__(self, files: Files, path: Path, source: Callable[[int], bytes] = os.urandom) -> None:
        self._files, self._path, self._source = files, path, source
        self._pad = b""
        self._whole = False  # what is on the disk is exactly the pad

    def read(self) -> None:
        """The pad of the game that was cut off; none where there was no such game."""
        try:
            self._pad, self._whole = self._files.read(self._path), True
        except OSError:
            self._pad, self._whole = b"", False

    def close(self, *bodies: bytes) -> tuple[list[Sealed], NotKept | None]:
        """The entries as noise. The pad of all of them is on the card when this has come back."""
        before = len(self._pad)
        closed = [self._closed(body) for body in bodies]
        return closed, self._append(self._pad[before:])

    def open(self, entry: Sealed) -> bytes | None:
        """The entry again, without the blanks at its end; None where its part of the pad is gone."""
        pad = self._pad[entry.pad : entry.pad + len(entry.sealed)]
        return _mixed(entry.sealed, pad).rstrip(b" ") if len(pad) == len(entry.sealed) else None

    def destroy(self) -> NotKept | None:
        """From now on nobody can read what was sealed."""
        length, self._pad, self._whole = len(self._pad), b"", False
        return scrub_safely(self._files, self._path, length)

    def _closed(self, body: bytes) -> Sealed:
        padded = body.ljust(max(1, -(-len(body) // BLOCK)) * BLOCK)
        start, fresh = len(self._pad), self._source(len(padded))
        self._pad += fresh
        return Sealed(_mixed(padded, fresh), start)

    def _append(self, fresh: bytes) -> NotKept | None:
        """After a disk that refused for a while: the whole pad anew."""
        if self._whole:
            fault = append_safely(self._files, self._path, fresh)
        else:
            fault = write_atomically(self._files, self._path, self._pad)
        self._whole = fault is None
        return fault


def _mixed(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
