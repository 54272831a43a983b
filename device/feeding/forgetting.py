"""Forgets what people did with the box: names, scores, what was chosen, voices, decks, sounds, and every copy of them.
The settings stay, for they say how it is wired. A file says that it has begun; from then on it is finished at the next
start, too, if the power goes meanwhile."""

import stat
from collections.abc import Collection
from pathlib import Path

from device.box.folders import Folders
from device.feeding.kinds import OWN_SETTINGS
from device.feeding.rights import for_everybody
from device.feeding.saving import InState
from device.kernel.errors import NightcrierError
from device.kernel.files import DISK, Files, refusal_reason, replace_file

FORGETTING = "forgetting"
"""`systemd/nightcrier.service` looks for it before each start."""
_KEPT = frozenset({OWN_SETTINGS, "allowed_signers", FORGETTING})
"""How the box is wired, and whose updates it takes."""


class Forgetter:
    """The box that forgets; it must not play meanwhile. `copies` are other folders in which something of it lies."""

    def __init__(self, folders: Folders, in_state: InState, copies: Collection[Path] = (), disk: Files = DISK) -> None:
        self._folders, self._in_state, self._copies, self._disk = folders, in_state, copies, disk
        self.begun = folders.own / FORGETTING

    def begin(self) -> None:
        """From now on it is forgotten, whatever happens. Raises OSError where the card refuses."""
        with for_everybody():
            replace_file(self.begun, b"", self._disk)

    def finish(self) -> bool:
        """What has begun; whether anything had. Raises NightcrierError, which names the first file that is still there:
        all others are gone, and the next start tries again."""
        if not self._disk.exists(self.begun):
            return False
        left = empty_folder(self._folders.own, self._disk, but=_KEPT)
        for folder in (*self._copies, self._folders.cache, self._folders.state):
            with self._in_state(folder):
                left += empty_folder(folder, self._disk)
        if left:
            raise NightcrierError(f"{left[0]}; all else is forgotten, and the next start tries again.")
        self._disk.remove(self.begun)
        self._disk.sync(self.begun.parent)
        return True


def empty_folder(folder: Path, disk: Files = DISK, but: Collection[str] = ()) -> list[str]:
    """All that lies in it is removed, but what is called so; no link is followed. Why something is still there, a
    sentence each."""
    left = list[str]()
    try:
        names = [name for name in disk.list_names(folder) if name not in but]
    except FileNotFoundError:
        return left
    except OSError as refused:
        return [f"{folder} cannot be read ({refusal_reason(refused)})"]
    for place in (folder / name for name in sorted(names)):
        left += _removed(place, disk)
    try:
        disk.sync(folder)
    except OSError as refused:
        left.append(f"{folder} cannot be written ({refusal_reason(refused)})")
    return left


def _removed(place: Path, disk: Files) -> list[str]:
    left = list[str]()
    try:
        if stat.S_ISDIR(place.lstat().st_mode):
            left = empty_folder(place, disk)
            place.rmdir()
        else:
            disk.remove(place)
    except FileNotFoundError:
        return left
    except OSError as refused:
        return left or [f"{place} cannot be removed ({refusal_reason(refused)})"]
    return left
