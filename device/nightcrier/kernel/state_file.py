"""A file of the box's own, read with suspicion and never destroyed, and a value that is kept in one."""

from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.faults import Fault, Part, fault_of
from nightcrier.kernel.files import (
    Files,
    NotKept,
    can_write,
    refusal_reason,
    remove_safely,
    set_aside,
    write_atomically,
)
from nightcrier.kernel.reading import parse_json, right_fields


class LeftAlone(BadFile):
    """A file that is not ours to change: what belongs into it is not kept."""


def state_fault(at: float, wrong: BadFile) -> Fault:
    """A file that was set aside is news; one that is left alone is felt as long as the box runs."""
    return fault_of(at, Part.STATE if isinstance(wrong, LeftAlone) else Part.ASIDE, wrong)


class StateFile:
    """`read` first; from then on `is_locked` says that the file must stay as it is, and what was wrong is in `faults`.
    `then` says what comes of it, or what to do, where the file is kept aside."""

    def __init__(self, files: Files, path: Path, then: str = "") -> None:
        self.files, self.path, self._then = files, path, then
        self.locked = False
        self.faults: list[BadFile] = []

    def read(self) -> bytes | None:
        """The content; None when there is none, or none that can be read."""
        try:
            return self.files.read(self.path)
        except FileNotFoundError:
            return None
        except OSError as refused:
            self.cannot_be_read(refused)
            return None

    def leave_alone(self, why: str) -> None:
        """Write nothing over the file, as it is not ours to change."""
        self.locked = True
        self.faults.append(LeftAlone(self.path, "", why))

    def cannot_be_read(self, refused: OSError) -> None:
        """The disk may give it another time."""
        self.leave_alone(f"cannot be read ({refusal_reason(refused)}); the box starts without it and leaves it alone")

    def takes_version(self, version: int, own: int) -> bool:
        """Whether the file has this program's own version. A newer one is left alone, as its Nightcrier may want it
        back; an older one is kept aside."""
        if version > own:
            self.leave_alone("is from a newer Nightcrier; it is left alone, update this one to use it")
        elif version < own:
            self.broken("", "is from an older Nightcrier")
        return version == own

    def broken(self, key: str, what: str, then: str = "") -> None:
        """Keep the file under another name, so that a fresh one can take its place."""
        aside, then = set_aside(self.files, self.path), then or self._then
        self.locked = aside is None
        kept = f"keeps it as {aside.name}{then and f': {then}'}" if aside else "leaves it alone"
        wrong = LeftAlone if self.locked else BadFile
        self.faults.append(wrong(self.path, key, f"{what}; the box starts without it and {kept}"))

    def refuses(self) -> NotKept | None:
        """Why nothing could be written now; that the file is not ours to change was said when it was read."""
        return None if self.locked else can_write(self.files, self.path.parent)

    def write(self, content: bytes) -> NotKept | None:
        """Replace the content, unless the file is not ours to change: that was said when it was read."""
        return None if self.locked else write_atomically(self.files, self.path, content)


_VERSION = 100

_T = TypeVar("_T", bound=Struct)


class _Envelope(Struct, frozen=True):
    """Wraps the value in every version; a file from before there were versions has no envelope."""

    version: int = 0
    choices: msgspec.Raw = msgspec.Raw()


_FOUND: Any = _Envelope | list[Any]
"""Some of before were a list."""


class ChoicesFile(Generic[_T]):
    """`kind` says what the value looks like; where one of its fields may be damaged alone, all have a default. `then`
    says what people do where the file was kept aside."""

    def __init__(self, files: Files, path: Path, kind: type[_T], then: str = "") -> None:
        self._state = StateFile(files, path, then)
        self._kind = kind
        self._kept = b""

    def load(self) -> tuple[_T | None, tuple[BadFile, ...]]:
        """Return the kept value, or None with what is wrong: at the first start nothing is."""
        content = self._state.read()
        choices = None if content is None else self._decode(content)
        self._kept = content if content is not None and choices is not None else b""
        return choices, tuple(self._state.faults)

    def is_kept(self, choices: _T) -> bool:
        """Whether there is nothing to write: they are on the disk already, and cards wear; or the file is not ours."""
        return self._state.locked or _content_of(choices) == self._kept

    def save(self, choices: _T) -> NotKept | None:
        """Keep them over a power cut, unless they are."""
        if self.is_kept(choices):
            return None
        content = _content_of(choices)
        fault = self._state.write(content)
        if fault is None:
            self._kept = content
        return fault

    def remove(self) -> NotKept | None:
        """Remove the file, as there is nothing to keep; a file that is not ours stays."""
        if self._state.locked:
            return None
        self._kept = b""
        return remove_safely(self._state.files, self._state.path)

    def refuses(self) -> NotKept | None:
        """Why nothing could be kept now."""
        return self._state.refuses()

    def set_aside(self) -> None:
        """Keep the file under another name, for people who look into the crash: it may be the reason."""
        if self._state.files.exists(self._state.path) and not self._state.locked:
            self._state.broken("", "may have made the box crash")

    def _decode(self, content: bytes) -> _T | None:
        path = self._state.path
        try:
            found = parse_json(content, _FOUND, path)
            envelope = found if isinstance(found, _Envelope) else _Envelope()
            return self._read_value(envelope.choices) if self._state.takes_version(envelope.version, _VERSION) else None
        except BadFile as wrong:
            self._state.broken(wrong.key, wrong.expected)
            return None

    def _read_value(self, choices: msgspec.Raw) -> _T:
        """Read the value. A wrong field costs only itself, as long as another is right."""
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
