"""A box that crashes starts again where it stood, but not for ever: the third crash in a row starts clean.

The count lies in the runtime folder, which is gone with the power: a pulled plug is no crash.
"""

import contextlib
from pathlib import Path

from device.kernel.files import Files, write_atomically
from device.kernel.ids import Seconds

TOO_MANY = 3
CALM_AFTER: Seconds = 60.0
"""Whoever has run this long has not crash_log over its own state."""


class Crashes:
    """Counts the starts that did not end well. Nothing here may keep the box from starting."""

    def __init__(self, files: Files, path: Path) -> None:
        self._files, self._path = files, path
        self.crashed = files.exists(path)
        """Whether it was running a moment ago: only a proper stop takes the count away."""
        self.in_a_row = self._count()

    @property
    def start_clean(self) -> bool:
        """True when what is remembered must be what makes the box crash."""
        return self.in_a_row >= TOO_MANY

    def began(self) -> None:
        """Call at every start: until `calmed`, this start counts as one that crashed."""
        self._write(b"%d" % (1 if self.start_clean else self.in_a_row + 1))

    def calmed(self) -> None:
        """Call once after `CALM_AFTER` seconds of running."""
        self._write(b"0")

    def ended(self) -> None:
        """Call at a proper stop."""
        with contextlib.suppress(OSError):
            self._files.remove(self._path)

    def _count(self) -> int:
        try:
            return max(0, int(self._files.read(self._path)[:4]))
        except (OSError, ValueError):
            return 0

    def _write(self, count: bytes) -> None:
        write_atomically(self._files, self._path, count)
