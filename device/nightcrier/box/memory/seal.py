"""Seals the secrets of the journal. The journal contains random-looking bytes, and the seal contains the pad that makes
them readable.

The seal is a one-time pad: random bytes from the system, as long as the entries, and used once. The journal contains
the exclusive or of pad and entry, so either file alone is random. Entries are padded with blanks to whole blocks, which
hides their length. Empty entries hide the number of entries.

When the game is over, the pad is overwritten and removed. If the disk refuses, the removal is tried again. A pad of
zeros was wiped but could not be removed. Like a missing pad, it means that the game is over."""

import os
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.files import Files, NotKept, append_safely, fresh_ones, wipe_safely, write_atomically

BLOCK = 128

_WIPED = bytes(16)
"""A row of zeros long enough never to occur in random bytes."""


class Sealed(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry that nobody can read without the pad: its sealed bytes, and where its part of the pad starts."""

    sealed: bytes
    pad: int


class Seal:
    """Manages the pad of one game. Call `read` before any other method."""

    def __init__(self, files: Files, path: Path) -> None:
        self._files, self._path = files, path
        self._pad = b""
        self._whole = False  # what is on the disk is exactly the pad
        self.left = False  # a pad that nobody may read any more lies on the disk, as far as is known

    def read(self) -> OSError | None:
        """Read the pad of the interrupted game, if any. Return the error if the disk refuses; a retry may succeed."""
        self._pad, self._whole = b"", False
        try:
            self._pad, self._whole = self._files.read(self._path), True
        except FileNotFoundError:
            pass
        except OSError as refused:
            return refused
        self.left = bool(fresh_ones(self._files, self._path))
        return None

    def close(self, *bodies: bytes) -> tuple[list[Sealed], NotKept | None]:
        """Return the entries in sealed form, after their pad has been written to the card."""
        if self.left and not self._pad:
            self.wipe()
        before = len(self._pad)
        closed = [self._close_body(body) for body in bodies]
        return closed, self._append(self._pad[before:])

    def mend(self) -> NotKept | None:
        """Write the whole pad again if the disk has refused part of it."""
        return None if self._whole or not self._pad else self._append(b"")

    def open(self, entry: Sealed) -> bytes | None:
        """Return the entry in readable form, without trailing blanks, or None if its pad is missing or wiped."""
        pad = self._pad[entry.pad : entry.pad + len(entry.sealed)]
        gone = len(pad) < len(entry.sealed) or _WIPED in pad
        return None if gone else _mix(entry.sealed, pad).rstrip(b" ")

    def destroy(self) -> NotKept | None:
        """Destroy the pad. After that, nobody can read the sealed entries."""
        self.left = bool(self._pad) or self._files.exists(self._path) or bool(fresh_ones(self._files, self._path))
        self._pad, self._whole = b"", False
        return self.wipe()

    def wipe(self) -> NotKept | None:
        """Wipe the files of pads that are no longer used. The pad in use stays."""
        if not self.left:
            return None
        cut_off = [wipe_safely(self._files, fresh) for fresh in fresh_ones(self._files, self._path)]
        fault = (None if self._pad else wipe_safely(self._files, self._path)) or next(filter(None, cut_off), None)
        self.left = fault is not None
        return fault

    def _close_body(self, body: bytes) -> Sealed:
        padded = body.ljust(max(1, -(-len(body) // BLOCK)) * BLOCK)
        start, fresh = len(self._pad), os.urandom(len(padded))
        self._pad += fresh
        return Sealed(_mix(padded, fresh), start)

    def _append(self, fresh: bytes) -> NotKept | None:
        """Add these bytes to the pad's file. If the disk refused earlier bytes, write the whole pad again."""
        if self._whole:
            fault = append_safely(self._files, self._path, fresh)
        else:
            fault = write_atomically(self._files, self._path, self._pad)
        self._whole = fault is None
        return fault


def _mix(one: bytes, other: bytes) -> bytes:
    return (int.from_bytes(one) ^ int.from_bytes(other)).to_bytes(len(one))
