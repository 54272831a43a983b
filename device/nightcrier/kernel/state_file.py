"""Keeps a file of the box's own, which is read with suspicion and never destroyed, and a value in such a file."""

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
    """A file that the box may not change: nothing new is kept in it."""


def state_fault(at: float, wrong: BadFile) -> Fault:
    """Make the fault of a wrong file: one set aside is news, one left alone is a fault as long as the box runs."""
    return fault_of(at, Part.STATE if isinstance(wrong, LeftAlone) else Part.ASIDE, wrong)


class StateFile:
    """A file of the box's state, to be read before anything else. After that, `locked` means that the file must stay as
    it is, and `faults` holds what was wrong. `then` is what people are told where the file is kept aside."""

    def __init__(self, files: Files, path: Path, then: str = "") -> None:
        self.files, self.path, self._then = files, path, then
        self.locked = False
        self.faults: list[BadFile] = []

    def read(self) -> bytes | None:
        """Return the content; None if the file is missing or cannot be read."""
        try:
            return self.files.read(self.path)
        except FileNotFoundError:
            return None
        except OSError as refused:
            self.leave_unread(refused)
            return None

    def leave_alone(self, why: str) -> None:
        """Lock the file, because the box may not change it, and note why."""
        self.locked = True
        self.faults.append(LeftAlone(self.path, "", why))

    def leave_unread(self, refused: OSError) -> None:
        """Leave alone a file that the disk refuses to read, as the disk may give it another time."""
        self.leave_alone(f"cannot be read ({refusal_reason(refused)}); the box starts without it and leaves it alone")

    def accept_version(self, version: int, own: int) -> bool:
        """Leave a newer file alone, as a newer Nightcrier may want it back, and keep an older file aside. Return
        whether the file has this version of this program."""
        if version > own:
            self.leave_alone("is from a newer Nightcrier; it is left alone, update this one to use it")
        elif version < own:
            self.keep_aside("", "is from an older Nightcrier")
        return version == own

    def keep_aside(self, key: str, what: str, then: str = "") -> None:
        """Keep a broken file under another name; a fresh file takes its place."""
        aside, then = set_aside(self.files, self.path), then or self._then
        self.locked = aside is None
        kept = f"keeps it as {aside.name}{then and f': {then}'}" if aside else "leaves it alone"
        wrong = LeftAlone if self.locked else BadFile
        self.faults.append(wrong(self.path, key, f"{what}; the box starts without it and {kept}"))

    def refusal(self) -> NotKept | None:
        """Return why nothing can be written now; None for a locked file, whose fault was told when it was read."""
        return None if self.locked else try_writing(self.files, self.path.parent)

    def write(self, content: bytes) -> NotKept | None:
        """Replace the content, unless the file is locked: that fault was told when the file was read."""
        return None if self.locked else write_atomically(self.files, self.path, content)


_VERSION = 100

_T = TypeVar("_T", bound=Struct)


class _Envelope(Struct, frozen=True):
    """The frame around a kept value, alike in every version. A file from before there were versions has no envelope."""

    version: int = 0
    choices: msgspec.Raw = msgspec.Raw()


_FOUND: Any = _Envelope | list[Any]
"""The forms of a file: an envelope, or a list, as some old files were."""


class ChoicesFile(Generic[_T]):
    """A file that keeps one value of a `kind`. If one field of the value may be damaged alone, all fields need a
    default. `then` is what people are told where the file is kept aside."""

    def __init__(self, files: Files, path: Path, kind: type[_T], then: str = "") -> None:
        self._state = StateFile(files, path, then)
        self._kind = kind
        self._kept = b""

    def load(self) -> tuple[_T | None, tuple[BadFile, ...]]:
        """Return the kept value, or None, and what was wrong with the file; at the first start nothing is wrong."""
        content = self._state.read()
        choices = None if content is None else self._decode(content)
        self._kept = content if content is not None and choices is not None else b""
        return choices, tuple(self._state.faults)

    def is_kept(self, choices: _T) -> bool:
        """Say whether nothing is to be written: the choices are on the disk, and cards wear; or the file is locked."""
        return self._state.locked or _content_of(choices) == self._kept

    def save(self, choices: _T) -> NotKept | None:
        """Keep choices over a power cut, unless the disk has them already."""
        if self.is_kept(choices):
            return None
        content = _content_of(choices)
        fault = self._state.write(content)
        if fault is None:
            self._kept = content
        return fault

    def remove(self) -> NotKept | None:
        """Remove the file, because nothing is to be kept; a locked file stays."""
        if self._state.locked:
            return None
        self._kept = b""
        return remove_safely(self._state.files, self._state.path)

    def refusal(self) -> NotKept | None:
        """Return why nothing can be kept now."""
        return self._state.refusal()

    def set_aside(self) -> None:
        """Keep the file under another name, for people who look for the cause of a crash: the file may be the cause."""
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
        """Read the kept value. A wrong field gets its default, as long as another field is right."""
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
