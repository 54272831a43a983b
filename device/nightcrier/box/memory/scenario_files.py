"""Reads the scenario files that came with the box and those of its owner. A broken file does not affect the others."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct

from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.kept_copies import KeptCopies
from nightcrier.kernel.reading import LARGEST_TOML, read_content

_Scenario = TypeVar("_Scenario")


_ROOM, _LEAST, _MOST_WRONG = 2**20, 2**10, 50
"""The limits for the scenario files of a game: the bytes of all files, the fewest bytes that a file counts as, and the
number of wrong files, because each wrong file is read again and reported at every start."""

_TOO_MANY = "and all after it are too many, or too many before it are wrong; take some of your own away"


class Found(Struct, Generic[_Scenario], frozen=True):
    """The scenarios that can be played, and the faults of the files that cannot be used."""

    scenarios: tuple[_Scenario, ...]
    complaints: tuple[BadFile, ...]


def read_scenarios(
    folders: Iterable[Path],
    parse: Callable[[bytes, str], _Scenario],
    kind: type[_Scenario] | None = None,
    kept: Path | None = None,
) -> Found[_Scenario]:
    """Read all scenarios in these folders; a missing folder counts as empty. `parse` receives the contents of a file
    and its name. The folder `kept` records which files were valid: a file of this `kind` that was valid before is not
    checked again."""
    read: dict[str, _Scenario] = {}
    copies, complaints = KeptCopies(kept), list[BadFile]()
    room = _ROOM
    for file in (file for folder in folders for file in sorted(folder.glob("*.toml"))):
        room -= _cost(file)
        if room < 0:
            complaints.append(BadFile(file, "", _TOO_MANY))
            break
        try:
            _check_name(file, taken=file.stem in read)
            made = partial(_parse_file, parse=parse)
            read[file.stem] = copies.read(file, kind, made) if kind else made(file)
        except BadFile as fault:
            room -= _ROOM // _MOST_WRONG
            complaints.append(fault)
    return Found(tuple(read.values()), tuple(complaints))


def has_room_for_deck(folders: Iterable[Path], place: Path, size: int) -> bool:
    """Say whether there is room for a scenario file of this size at this place, beside the others in these folders."""
    others = (file for folder in folders for file in folder.glob("*.toml") if file != place)
    return sum(map(_cost, others)) + max(_LEAST, size) <= _ROOM


def _cost(file: Path) -> int:
    try:
        return min(max(_LEAST, file.stat().st_size), LARGEST_TOML)  # a larger one is refused unread
    except OSError:  # told when it is read
        return _LEAST


def _check_name(file: Path, *, taken: bool) -> None:
    if taken:
        raise BadFile(file, "", "has the name of a scenario that is there already; rename the file")


def _parse_file(file: Path, parse: Callable[[bytes, str], _Scenario]) -> _Scenario:
    content = read_content(file, most=LARGEST_TOML)
    try:
        return parse(content, file.stem)
    except BadFile as fault:
        raise BadFile(file, fault.key, fault.expected) from None
