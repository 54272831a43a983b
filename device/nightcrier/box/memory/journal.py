"""Keeps the journal: a record to which entries are only added, and from which an interrupted game is rebuilt after a
power cut. Every game has its own journal.

Each entry is one line that begins with its checksum. A line is forced onto the card alone, or together with the next
forced line. A power cut can damage only what was written last. A line with a wrong checksum, and all lines after it,
are ignored.

A sealed entry looks like random bytes, and only the pad of the seal makes it readable. If the pad or the journal is
missing, or contains only zeros, the game is over."""

import errno
import os
import zlib
from itertools import takewhile
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from nightcrier.box.memory.seal import Seal, Sealed
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import (
    LARGEST_FILE,
    TOO_LARGE,
    Files,
    NotKept,
    append_safely,
    fresh_ones,
    remove_safely,
    remove_surely,
)
from nightcrier.kernel.state_file import StateFile

JOURNAL_VERSION = 100
_MARK = 8
"""The number of random bytes in the identifier of a game."""

_T = TypeVar("_T")


_OVER = "its game is over, and what is sealed in it nobody can read any more"
"""The text of the fault for a journal whose game is over because its seal was wiped."""

_OPENINGS = b'{"', b"{}"
"""The bytes with which an entry can begin. If a decrypted entry begins with other bytes, its pad belongs to another
game, and this game is over."""

_SEALED = msgspec.json.Decoder(Sealed)


def _line(entry: object) -> bytes:
    body = msgspec.json.encode(entry)
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _body(line: bytes) -> bytes:
    return line[9:-1]


def _whole(line: bytes) -> bool:
    """Say whether the line is complete and unchanged, by its checksum."""
    return line == b"%08x %s\n" % (zlib.crc32(_body(line)), _body(line))


class _Head(msgspec.Struct, frozen=True):
    """The first line of a journal: its version, and the identifier of the game."""

    journal: int
    game: str = ""


def _head(lines: list[bytes]) -> _Head | None:
    try:
        return msgspec.json.decode(_body(lines[0]), type=_Head) if lines else None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


class Journal(Generic[_T]):
    """The journal of the game under way. `kind` is the type of the entries: a union of tagged structs, or plain dicts.
    Call `read` before `append`."""

    def __init__(self, files: Files, path: Path, kind: Any) -> None:
        self._files, self._path = files, path
        self._seal = Seal(files, path.with_name("seal"))
        self._decoder: msgspec.json.Decoder[_T] = msgspec.json.Decoder(kind)
        self._state = StateFile(files, path, _OVER)
        self._lines: list[bytes] = []
        self._whole = False  # what is on the disk is exactly `_lines`
        self._left = False  # a game that is over lies on the disk, as far as is known
        self._seal_refused: OSError | None = None

    def read(self) -> tuple[tuple[_T, ...], tuple[BadFile, ...]]:
        """Return the entries of the interrupted game, oldest first, and the faults. Without a game, return no
        entries."""
        self._seal_refused = self._seal.read()
        content = self._state.read()
        entries = () if content is None else self._entries(content)
        if not self._lines and not self._state.locked:
            self._left = self._left or bool(fresh_ones(self._files, self._path))
            self._seal.destroy()
        return entries, tuple(self._state.faults)

    @property
    def game(self) -> str | None:
        """The identifier of the game under way. It survives a power cut, and no other game ever has it."""
        head = _head(self._lines)
        return head.game if head else None

    @property
    def has_remains(self) -> bool:
        """True if files of a finished game are left that the disk refused to remove."""
        return self._left or self._seal.left

    def append(self, entry: _T, *, sealed: bool = False, empty: int = 0, forced: bool = True) -> NotKept | None:
        """Write an entry. The entry survives a power cut once this method returns, or if it is not `forced`, once the
        next forced entry is written. `empty` is the number of empty entries to write before a sealed entry, which look
        just like it."""
        self._lines = self._lines or [_line(_Head(JOURNAL_VERSION, os.urandom(_MARK).hex()))]
        if self._state.locked:
            return None
        lines, torn = self._seal_entry(entry, empty) if sealed else ([_line(entry)], None)
        self._lines += lines
        fault = torn or self._seal.mend() or self._write(lines, forced)
        self._whole = fault is None
        return fault

    def end(self, entry: _T) -> NotKept | None:
        """End the game. Its last entry is written first; otherwise a power cut could bring the game back."""
        if self._lines:
            self.append(entry)
        return self.clear()

    def clear(self) -> NotKept | None:
        """Remove all files of the game, beginning with the pad."""
        self._lines, self._whole = [], False
        if self._state.locked:
            return None
        self._left = self._files.exists(self._path) or bool(fresh_ones(self._files, self._path))
        scrubbed = self._seal.destroy()
        return self._remove_old() or scrubbed

    def tidy(self) -> NotKept | None:
        """Try again to remove the files that the disk refused to remove. The files of a newer game stay."""
        scrubbed = self._seal.wipe()
        return self._remove_old() or scrubbed

    def _remove_old(self) -> NotKept | None:
        """Remove the journal of a finished game and its temporary files, unless a newer game uses that journal."""
        if not self._left or self._lines:
            return None
        cut_off = [remove_safely(self._files, fresh) for fresh in fresh_ones(self._files, self._path)]
        fault = remove_surely(self._files, self._path) or next(filter(None, cut_off), None)
        self._left = fault is not None
        return fault

    def set_aside(self) -> None:
        """Rename the journal of a game that cannot be continued, so that it can be examined. Destroy the seal."""
        self._lines, self._whole = [], False
        self._seal.destroy()
        if self._files.exists(self._path) and not self._state.locked:
            self._state.keep_aside("", "holds a game that cannot be gone on with")

    def _write(self, lines: list[bytes], forced: bool) -> NotKept | None:
        """Write lines whose pad is already on the disk, because without it nobody could read them. A journal that is
        too large for a start to read is not written."""
        if sum(map(len, self._lines)) > LARGEST_FILE:
            return NotKept(self._path, OSError(errno.EFBIG, TOO_LARGE))
        return append_safely(self._files, self._path, b"".join(lines), forced) if self._whole else self._write_all()

    def _write_all(self) -> NotKept | None:
        """Write the whole journal again if its end is damaged, or if the disk refused earlier lines."""
        fault = self._state.write(b"".join(self._lines))
        self._left = self._left and fault is not None
        return fault

    def _entries(self, content: bytes) -> tuple[_T, ...]:
        if not content.strip(b"\0"):
            self.clear()
            return ()
        lines = content.splitlines(keepends=True)
        whole = list(takewhile(_whole, lines))
        head = _head(whole)
        if head and not self._state.accept_version(head.journal, JOURNAL_VERSION):
            return ()
        self._lines = whole if head else []
        self._tidy(lines[len(self._lines) :])
        try:
            return tuple(self._decoder.decode(body) for body in self._bodies())
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._lines = []
            self._state.keep_aside("", f"holds an entry this Nightcrier does not know ({error})")
            return ()

    def _seal_entry(self, entry: _T, empty: int) -> tuple[list[bytes], NotKept | None]:
        closed, fault = self._seal.close(*[b""] * empty, msgspec.json.encode(entry))
        return [_line(each) for each in closed], fault

    def _bodies(self) -> list[bytes]:
        """Return the decrypted entries. If the pad is gone, the game is over. If the disk merely fails to
        read the pad, leave the journal unread for a later start."""
        bodies = [self._open_entry(_body(line)) for line in self._lines[1:]]
        if None not in bodies:
            return [body for body in bodies if body]
        if self._seal_refused:
            self._lines = []
            self._state.leave_unread(self._seal_refused)
        else:
            self.clear()
        return []

    def _open_entry(self, body: bytes) -> bytes | None:
        try:
            sealed = _SEALED.decode(body)
        except msgspec.MsgspecError:
            return body
        opened = self._seal.open(sealed)
        return opened if opened == b"" or (opened and opened.startswith(_OPENINGS)) else None

    def _tidy(self, rest: list[bytes]) -> None:
        """Repair the journal. A power cut damages only the last line. If any other line is damaged, set a copy of the
        journal aside."""
        self._whole = not rest
        if rest and (not self._lines or any(map(_whole, rest))):
            then = "the game goes on with what stands before that" if self._lines else ""
            self._state.keep_aside(f"line {len(self._lines) + 1}", "is damaged", then)
            if self._lines:
                self._write_all()
