"""A file of the box's own: read with suspicion, never destroyed, and left alone when it is not ours to change."""

from pathlib import Path

from device.kernel.errors import BadFile
from device.kernel.events import Fault, Part
from device.kernel.faults import fault_of
from device.kernel.files import Files, NotKept, can_write, refusal_reason, set_aside, write_atomically


class LeftAlone(BadFile):
    """A file that is not ours to change: what belongs into it is not kept."""


def told(at: float, wrong: BadFile) -> Fault:
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
