"""Plants leaks in a copy of the program, one by one, and checks that the witness finds them. This tests the test."""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from lab.leaks.brought import look_at_brought
from lab.leaks.settings import Setting
from lab.leaks.traced import watching
from lab.leaks.witness import Compared, Difference, compare_deals

_DEAL = "(__import__('zlib').crc32(repr(table.session.play).encode()) % 100 if table.session else 0)"
"""A number that a planted leak reveals, made from the cards and everything else that the game knows."""


class Plant(Struct, frozen=True, forbid_unknown_fields=True):
    """Describes a leak: `new` replaces `old` in one file. It shows in this setting, or without a setting in what
    guests and strangers bring."""

    name: str
    file: str
    old: str
    new: str
    setting: Setting | None = None


class _Plants(Struct, frozen=True, forbid_unknown_fields=True):
    plants: tuple[Plant, ...]


def read_plants() -> Sequence[Plant]:
    content = Path(__file__).with_name("plants.toml").read_bytes()
    return msgspec.toml.decode(content, type=_Plants).plants


def planted(text: str, plant: Plant) -> str:
    """Return the text of a file with the leak in it. Raises LookupError if its place does not occur exactly once."""
    if text.count(plant.old) != 1:
        raise LookupError(f"{plant.file}: {plant.old!r} stands there {text.count(plant.old)} times, and not once")
    return text.replace(plant.old, plant.new.replace("DEAL", _DEAL))


def found_plants(plants: Sequence[Plant], root: Path) -> Iterator[tuple[Plant, Difference | str | None]]:
    """Yield each plant with what the witness finds, or None."""
    with TemporaryDirectory(prefix="nightcrier-plants-") as folder:
        copy = Path(folder)
        for name in ("assets", "config", "docs", "lab"):
            (copy / name).symlink_to(root / name)
        shutil.copytree(root / "device", copy / "device", ignore=shutil.ignore_patterns("__pycache__"))
        environment = {"PYTHONPYCACHEPREFIX": ""}
        subprocess.run([sys.executable, "-m", "compileall", "-q", copy / "device"], env=environment, check=True)
        for plant in plants:
            file = copy / "device" / "nightcrier" / plant.file
            before = file.read_text("utf-8")
            file.write_text(planted(before, plant), "utf-8")
            if plant.setting is None:
                yield plant, look_at_brought(copy)
            else:
                with watching(copy, copy / "kept") as watch:
                    yield plant, next(compare_deals([plant.setting], watch, Compared()), None)
            file.write_text(before, "utf-8")
