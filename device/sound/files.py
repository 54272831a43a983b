"""Reading the lists that say what sounds are on disk, guarded against files nobody wrote on purpose."""

import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from device.kernel.errors import BadFile

T = TypeVar("T")

LARGEST = 2_000_000
"""Bytes. The largest honest list, 3000 clips, has a quarter of that."""


def read(path: Path) -> dict[str, Any]:
    """A TOML file as plain tables, or `BadFile` with one sentence."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):  # a pipe would never end
            raise BadFile(path, "", "no plain file; put the right one there")
        if about.st_size > LARGEST:
            raise BadFile(path, "", "larger than any list of sounds; put the right file there")
        return tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise BadFile(path, "", f"cannot be read ({error.strerror}); put it there or check its rights") from error
    except UnicodeDecodeError as error:
        raise BadFile(path, "", "not UTF-8 text; save it as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise BadFile(path, "", f"not TOML: {error}") from error


def inside(folder: Path, name: str) -> Path | None:
    """The file of this name beside a list; None when there is none, or when the name leads out of the folder."""
    named = Path(name)
    if named.is_absolute() or ".." in named.parts or "\0" in name:
        return None
    file = folder / named
    try:
        return file if file.is_file() else None
    except OSError:  # a name too long for any disk
        return None


def typed(path: Path, plain: object, kind: type[T], key: str = "") -> T:
    """A table as the value it stands for, or `BadFile` that names the key."""
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        expected, _, where = str(error).partition(" - at `$.")
        raise BadFile(path, ".".join(part for part in (key, where.rstrip("`")) if part), expected) from error


def entries(path: Path, key: str, plain: object, kind: type[T], report: Callable[[str], None]) -> dict[str, T]:
    """A table of many entries of one kind. A broken one is reported and left out; the others stay."""
    good: dict[str, T] = {}
    for name, entry in typed(path, plain, dict[str, Any], key).items():
        try:
            good[name] = typed(path, entry, kind, f"{key}.{name}")
        except BadFile as error:
            report(str(error))
    return good
