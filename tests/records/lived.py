"""Runs a box in virtual time, and returns as rows what was seen and heard, including secrets, and every byte written
to its files."""

from collections.abc import Callable
from functools import lru_cache
from io import StringIO
from json import dumps
from pathlib import Path
from typing import Any
from zlib import crc32

from nightcrier.box.panel.pictures import frame_picture
from nightcrier.box.record import RowKind, SecretRecordWitness, WatchedGlass
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.files import Disk, stable_name
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.screen import GLASS, Frame
from tests.box.onlooked import onlooked, watched


@lru_cache(maxsize=10_000)
def dots_sum(frame: Frame) -> str:
    return f"{crc32(frame_picture(frame, GLASS).tobytes()):08x}"


class SummedRecord(SecretRecordWitness):
    """Records a checksum of the dots in place of each picture."""

    def _picture(self, frame: Frame, path: Path) -> None:
        self._dots = dots_sum(frame)

    def _write(self, at: float, kind: RowKind, **fields: object) -> None:
        if "frame" in fields:
            fields["frame"] = self._dots
            fields.pop("lit", None)  # the dots are in the checksum
        super()._write(at, kind, **fields)


class ToldDisk(Disk):
    """Writes to the real disk, and records each operation and its file. It never syncs, as no real plug is pulled."""

    def __init__(self, tell: Callable[..., None]) -> None:
        self._tell = tell

    def write(self, path: Path, content: bytes) -> None:
        self._tell("write", path, content)
        super().write(path, content)

    def append(self, path: Path, content: bytes) -> None:
        self._tell("append", path, content)
        super().append(path, content)

    def sync(self, path: Path) -> None:
        self._tell("sync", path)

    def rename(self, old: Path, new: Path) -> None:
        self._tell("rename", old, new.name.encode())
        super().rename(old, new)

    def remove(self, path: Path) -> None:
        self._tell("remove", path)
        super().remove(path)

    def scrub(self, path: Path) -> None:
        self._tell("scrub", path)
        super().scrub(path)


class LivedBox:
    """Runs a box and keeps its record. The table speaks `languages` or those of `config`; `lines` gets the output."""

    def __init__(self, where, seed, languages=(), config=None, lines=None, *, newcomers=False):
        self.where, self.out, self.player, clock = where, StringIO(), SilentPlayer(), VirtualClock()
        witness, public = SummedRecord(self.out, where), lines.witness if lines else None
        if languages:
            config = where / "device.toml"
            config.write_text(f"[table]\nlanguages = {dumps(list(languages))}\n", "utf-8")
        self.rehearsal = Rehearsal(
            standard_folders({}, where / "state"),
            clock,
            self.player,
            seed,
            watched(witness, public),
            config,
            ToldDisk(self._did),
            newcomers=newcomers,
            screen=WatchedGlass(lambda commands, dots: witness.note_transfer(clock.now(), commands, dots)),
            onlooking=onlooked(public),
        )

    def rows(self) -> list[str]:
        """End the evening, and return all its rows."""
        self.rehearsal.box.close()
        return self.out.getvalue().replace(str(self.where), "~").splitlines()

    def _did(self, deed: str, path: Path, content: bytes | None = None) -> None:
        held = {} if content is None else {"content": content.decode("utf-8", "surrogateescape")}
        row: dict[str, Any] = {"kind": "file", "deed": deed, "file": stable_name(path.name), **held}
        self.out.write(dumps(row, ensure_ascii=False) + "\n")
