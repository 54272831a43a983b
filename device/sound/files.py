"""What a list of sounds says of its files, guarded against lists nobody wrote on purpose."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from device.kernel.errors import BadFile
from device.kernel.reading import check_form

_T = TypeVar("_T")


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


def entries(path: Path, key: str, plain: object, kind: type[_T], report: Callable[[str], None]) -> dict[str, _T]:
    """A table of many entries of one kind. A broken one is reported and left out; the others stay."""
    good: dict[str, _T] = {}
    for name, entry in check_form(plain, dict[str, Any], path, key).items():
        try:
            good[name] = check_form(entry, kind, path, f"{key}.{name}")
        except BadFile as error:
            report(str(error))
    return good
