"""Forgets what people did with the box: names, scores, what was chosen, voices, decks, sounds, and every copy of them.
The settings stay, for they say how it is wired. A file says that it has begun: wherever the power goes, the next start
ends it. What cannot be removed is told, and not tried for ever: people may have begun to play again."""

import os
import stat
from collections.abc import Callable, Collection
from pathlib import Path

from device.box.folders import Folders
from device.feeding.as_owner import as_owner
from device.feeding.care import finish, for_everybody
from device.feeding.kinds import OWN_SETTINGS
from device.kernel.errors import NightcrierError
from device.kernel.files import DISK, Files, refusal_reason, replace_file

FORGETTING = "forgetting"
"""`systemd/nightcrier.service` looks for it before each start."""
_KEPT = frozenset({OWN_SETTINGS, "allowed_signers", FORGETTING})
"""How the box is wired, and whose updates it takes."""


class Forgetter:
    """The box that forgets; it must not play meanwhile. `copies` are other folders in which something of it lies, and
    `empty_card` clears what would be taken again; it tells what is left there."""

    def __init__(
        self,
        folders: Folders,
        copies: Collection[Path] = (),
        empty_card: Callable[[], list[str]] = list,
        disk: Files = DISK,
    ) -> None:
        self._folders, self._copies, self._disk = folders, copies, disk
        self._empty_card, self.begun = empty_card, folders.own / FORGETTING

    def begin(self) -> None:
        """From now on it is forgotten, whatever happens. Raises OSError where the card refuses."""
        with for_everybody():
            replace_file(self.begun, b"", self._disk)

    def finish(self) -> bool:
        """Forget all, where it has begun; whether it had. Raises NightcrierError, which names what is still there."""
        left = finish(self.begun, self._forget, self._disk)
        if left:
            raise NightcrierError(f"All is forgotten but this: {'; '.join(left[:3])}.")
        return left is not None

    def _forget(self) -> list[str]:
        left = [*self._empty_card(), *empty_folder(self._folders.own, self._disk, but=_KEPT)]
        for folder in (*self._copies, self._folders.cache, self._folders.state):
            left += self._emptied(folder)
        return left

    def _emptied(self, folder: Path) -> list[str]:
        """With its owner's rights."""
        try:
            with as_owner(folder, follows_links=False):
                return empty_folder(folder, self._disk)
        except NightcrierError as refused:
            return [str(refused).rstrip(".")]


def empty_folder(folder: Path, disk: Files = DISK, but: Collection[str] = ()) -> list[str]:
    """All that lies in it is removed, but what is called so; no link is followed. Why something is still there, a
    sentence each. However deep it goes: whoever has filled it may have meant harm."""
    left, folders = list[str](), [folder]
    for above in folders:  # it grows
        for place in _places(above, disk, left):
            if above == folder and place.name in but:
                continue
            if _is_folder(place):
                folders.append(place)
            else:
                _remove(place, disk.remove, left)
    for each in reversed(folders[1:]):
        _remove(each, Path.rmdir, left)
    _remove(folder, disk.sync, left)
    return left


def _places(folder: Path, disk: Files, left: list[str]) -> list[Path]:
    """In their order. Who owns the folder may look into it, and take away from it."""
    try:
        if not os.access(folder, os.W_OK | os.X_OK, effective_ids=True):
            folder.chmod(stat.S_IRWXU)
        return [folder / name for name in sorted(disk.list_names(folder))]
    except FileNotFoundError:
        return []
    except OSError as refused:
        left.append(f"{folder} cannot be read ({refusal_reason(refused)})")
        return []


def _is_folder(place: Path) -> bool:
    try:
        return stat.S_ISDIR(place.lstat().st_mode)
    except OSError:  # told where it is removed
        return False


def _remove(place: Path, remove: Callable[[Path], None], left: list[str]) -> None:
    try:
        remove(place)
    except FileNotFoundError:
        return
    except OSError as refused:
        left.append(f"{place} cannot be removed ({refusal_reason(refused)})")
