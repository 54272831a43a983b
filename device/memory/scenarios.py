"""Scenario files: those that came with the box, and beside them a table's own. A broken file never breaks the rest."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct

from device.kernel.errors import BadFile
from device.memory.files import Disk, reason

T = TypeVar("T")


class Found(Struct, Generic[T], frozen=True):
    """The scenarios that can be played, and one sentence for each file that cannot."""

    scenarios: tuple[T, ...]
    complaints: tuple[str, ...]


def read_scenarios(folders: Iterable[Path], parse: Callable[[bytes, str], T]) -> Found[T]:
    """Everything in these folders; one that does not exist is empty. `parse` takes a file's contents and its name."""
    read: dict[str, T] = {}
    complaints = []
    for file in (file for folder in folders for file in sorted(folder.glob("*.toml"))):
        try:
            read[file.stem] = _read(file, parse, taken=file.stem in read)
        except BadFile as fault:
            complaints.append(str(fault))
    return Found(tuple(read.values()), tuple(complaints))


def _read(file: Path, parse: Callable[[bytes, str], T], taken: bool) -> T:
    if taken:
        raise BadFile(file, "", "has the name of a scenario that is there already; rename the file")
    try:
        return parse(Disk().read(file), file.stem)
    except BadFile as fault:
        raise BadFile(file, fault.key, fault.expected) from None
    except OSError as error:
        raise BadFile(file, "", f"cannot be read ({reason(error)})") from None
