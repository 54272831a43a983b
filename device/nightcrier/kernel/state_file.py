"""Reads and writes a file of the box's state. The file is checked when it is read, and a broken file is never deleted.
A second class keeps one value in such a file."""

import errno
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.faults import Fault, Part, fault_of
from nightcrier.kernel.files import (
    Files,
    NotKept,
    refusal_reason,
    remove_safely,
    set_aside,
    try_writing,
    write_atomically,
)
from nightcrier.kernel.reading import parse_json, right_fields


class LeftAlone(BadFile):
    """The fault of a file that the box must not change. Nothing is written into that file."""


def state_fault(at: float, wrong: BadFile) -> Fault:
    """Return the fault of a wrong file. If the file was renamed, the fault is shown once. If the file is left alone,
    the fault stays as long as the box runs."""
    return fault_of(at, Part.STATE if isinstance(wrong, LeftAlone) else Part.ASIDE, wrong)


def name_left_fault(at: float, refused: NotKept) -> Fault:
    """Return the fault of a file that the disk does not remove, although somebody wants a name in it forgotten."""
    why = f"cannot be removed ({refusal_reason(refused.why)}); take it away, a forgotten name may be in it"
    return state_fault(at, BadFile(refused.path, "", why))


class StateFile:
    """A file of the box's state. Call `read` first. After that, `locked` means that the file must not be changed, and
    `faults` holds what was wrong. `then` is added to the message when the broken file is renamed."""

    def __init__(self, files: Files, path: Path, then: str = "") -> None:
        self.files, self.path, self._then = files, path, then
        self.locked = False
        self.faults: list[BadFile] = []

    def read(self) -> bytes | None:
        """Return the content. Return None if the file is missing or cannot be read."""
        try:
            return self.files.read(self.path)
        except FileNotFoundError:
            return None
        except OSError as refused:
            if refused.errno == errno.EFBIG:
                self.keep_aside("", refusal_reason(refused))
            else:
                self.leave_unread(refused)
            return None

    def leave_alone(self, why: str) -> None:
        """Lock the file, because the box must not change it, and store the reason."""
        self.locked = True
        self.faults.append(LeftAlone(self.path, "", why))

    def leave_unread(self, refused: OSError) -> None:
        """Lock a file that the disk refuses to read, because reading may succeed at another time."""
        self.leave_alone(f"cannot be read ({refusal_reason(refused)}); the box starts without it and leaves it alone")

    def accept_version(self, version: int, own: int) -> bool:
        """Leave a newer file alone, because a newer Nightcrier may want it back, and keep an older file aside. Return
        whether the file has this program's version."""
        if version > own:
            self.leave_alone("is from a newer Nightcrier; it is left alone, update this one to use it")
        elif version < own:
            self.keep_aside("", "is from an older Nightcrier")
        return version == own

    def keep_aside(self, key: str, what: str, then: str = "") -> None:
        """Rename a broken file. The next write creates a new file."""
        aside, then = set_aside(self.files, self.path), then or self._then
        self.locked = aside is None
        kept = f"keeps it as {aside.name}{then and f': {then}'}" if aside else "leaves it alone"
        wrong = LeftAlone if self.locked else BadFile
        self.faults.append(wrong(self.path, key, f"{what}; the box starts without it and {kept}"))

    def refusal(self) -> NotKept | None:
        """Return the error if nothing can be written now, else None. A locked file also gives None, because its fault
        was reported when it was read."""
        return None if self.locked else try_writing(self.files, self.path.parent)

    def write(self, content: bytes) -> NotKept | None:
        """Replace the content, and return the error if the disk refuses. A locked file is not changed; its fault was
        reported when it was read."""
        return None if self.locked else write_atomically(self.files, self.path, content)


_VERSION = 100

_T = TypeVar("_T", bound=Struct)


class _Envelope(Struct, frozen=True):
    """The frame around a kept value; it has the same form in every version. The oldest files, from before there were
    versions, have no frame."""

    version: int = 0
    choices: msgspec.Raw = msgspec.Raw()


_FOUND: Any = _Envelope | list[Any]
"""The possible forms of a file: an envelope, or a list, which some old files contain."""


class ChoicesFile(Generic[_T]):
    """A file that keeps one value of the type `kind`. All fields of the type need a default if one damaged field should
    not spoil the others. `then` is added to the message when a broken file is renamed."""

    def __init__(self, files: Files, path: Path, kind: type[_T], then: str = "") -> None:
        self._state = StateFile(files, path, then)
        self._kind = kind
        self._kept = b""

    def load(self) -> tuple[_T | None, tuple[BadFile, ...]]:
        """Return the kept value, or None, and what was wrong with the file. At the first start there is no value, and
        nothing is wrong."""
        content = self._state.read()
        choices = None if content is None else self._decode(content)
        self._kept = content if content is not None and choices is not None else b""
        return choices, tuple(self._state.faults)

    def is_kept(self, choices: _T) -> bool:
        """Say whether nothing needs to be written: the disk already has the choices, or the file is locked. Every write
        wears out the card."""
        return self._state.locked or _content_of(choices) == self._kept

    def save(self, choices: _T) -> NotKept | None:
        """Write the choices so that they survive a power cut, unless the disk already has them."""
        if self.is_kept(choices):
            return None
        content = _content_of(choices)
        fault = self._state.write(content)
        if fault is None:
            self._kept = content
        return fault

    def remove(self) -> NotKept | None:
        """Remove the file, because no value must be kept. A locked file stays."""
        if self._state.locked:
            return None
        self._kept = b""
        return remove_safely(self._state.files, self._state.path)

    def refusal(self) -> NotKept | None:
        return self._state.refusal()

    def set_aside(self) -> None:
        """Rename the file, because it may be the cause of a crash. People who look for the cause can still read it."""
        if self._state.files.exists(self._state.path) and not self._state.locked:
            self._state.keep_aside("", "may have made the box crash")

    def _decode(self, content: bytes) -> _T | None:
        path = self._state.path
        try:
            found = parse_json(content, _FOUND, path)
            envelope = found if isinstance(found, _Envelope) else _Envelope()
            return (
                self._read_value(envelope.choices) if self._state.accept_version(envelope.version, _VERSION) else None
            )
        except BadFile as wrong:
            self._state.keep_aside(wrong.key, wrong.expected)
            return None

    def _read_value(self, choices: msgspec.Raw) -> _T:
        """Read the kept value. A wrong field gets its default, if at least one other field is valid."""
        path = self._state.path
        try:
            return parse_json(choices, self._kind, path)
        except BadFile:
            right, wrong = right_fields(choices, self._kind, path)
            if not right:
                raise
        self._state.faults += [BadFile(path, bad.key, f"{bad.expected}; it is as on a new box") for bad in wrong]
        return self._kind(**right)


def _content_of(choices: Struct) -> bytes:
    envelope = _Envelope(_VERSION, msgspec.Raw(msgspec.json.encode(choices)))
    return msgspec.json.format(msgspec.json.encode(envelope)) + b"\n"
