"""Measure before a change whether the card has enough free space for a saved box or for new files. On a full card, the
box could not store an evening."""

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from nightcrier.care.saving import OWN, STATE, place_of, saved_files
from nightcrier.kernel.chores import LEFT_FREE
from nightcrier.kernel.errors import DiskRefused, WrongUse
from nightcrier.kernel.folders import Folders

_BLOCK, _MIB = 4096, 1024 * 1024
"""The size of the blocks in which a card stores files, and the number of bytes in a MiB."""
_LEFT_MEANWHILE = LEFT_FREE // 4
"""The bytes that must stay free while both the old and the new file are on the card. An evening needs a few MiB."""
_MAKE_ROOM = (
    "an empty file on a stick or in the card's folder, called like a voice or sound of yours, takes that one away"
)
FreeOn = Callable[[Path], int]


def free_bytes(folder: Path) -> int:
    """Return the free bytes on the disk of a folder. The folder need not exist yet. Raises OSError."""
    return shutil.disk_usage(_above(folder)).free


def require_room_for_box(lacking: int, named: str) -> None:
    """Refuse a saved box if the card has too little free space: if `lacking` is above 0. Raises WrongUse."""
    if lacking > 0:
        anew = "write this box's card anew, or a larger one, and bring it back there"
        raise WrongUse(f"{named} needs {-(-lacking // _MIB)} MiB more room on the card; nothing was changed; {anew}.")


def require_room_for_file(shown: str, size: int, place: Path, free: FreeOn, *, old_stays: bool) -> None:
    """Refuse a new file of this size if the card has no room. It is written before the old file is deleted, so both
    need space for a moment. A file that does not grow may be replaced even if fewer than LEFT_FREE bytes are free.
    Raises DiskRefused."""
    grown, left = _blocks(size) - (0 if old_stays else _size(place)), free(place.parent)
    meanwhile = _blocks(size) + _LEFT_MEANWHILE - left
    lacking = max(meanwhile, grown + LEFT_FREE - left) if grown > 0 else meanwhile
    if lacking > 0:
        why = f"the card needs {-(-lacking // _MIB)} MiB more room"
        raise DiskRefused(shown, "", f"cannot be kept ({why}); {_MAKE_ROOM}")


def lacking_bytes_for_box(
    sizes: Mapping[str, int], taken_away: Iterable[str], folders: Folders, pending: Path, left_free: int
) -> int:
    """Return how many bytes are missing on the card for two steps: save this box as it is now, and then write the files
    of another box. Each new file is written before the old file is deleted."""
    disks = Counter[int]()
    for root, above in ((folders.own, OWN), (folders.state, STATE)):
        grown = _growth({name: size for name, size in sizes.items() if name.startswith(above)}, folders)
        freed = sum(_size(place_of(name, folders)) for name in taken_away if name.startswith(above))
        disks[_disk(root)] += grown - freed
    disks[_disk(folders.own)] -= _size(pending)  # this box comes in its place
    needed = Counter({disk: max(0, more) for disk, more in disks.items()})
    saved = (*saved_files(OWN, folders), *saved_files(STATE, folders))
    needed[_disk(folders.state)] += sum(_size(path) for _, path in saved)
    free = {_disk(root): free_bytes(root) for root in (folders.own, folders.state)}
    return max(needed[disk] + left_free - free[disk] for disk in free)


def _growth(sizes: Mapping[str, int], folders: Folders) -> int:
    more = sum(max(0, _blocks(size) - _size(place_of(name, folders))) for name, size in sizes.items())
    return more + _blocks(max(sizes.values(), default=0))


def _blocks(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


def _size(path: Path) -> int:
    """Return how many bytes become free when the file is removed. Return 0 if there is no such file."""
    try:
        return _blocks(path.lstat().st_size)
    except OSError:
        return 0


def _disk(folder: Path) -> int:
    return _above(folder).stat().st_dev


def _above(folder: Path) -> Path:
    """Return the nearest folder that exists: the folder itself or a folder above it."""
    return next(each for each in (folder, *folder.parents) if each.exists())
