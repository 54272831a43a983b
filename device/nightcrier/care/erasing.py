"""Erase what people did with the box: names, scores, choices, voices, decks, sounds, and every copy of these.

The settings are kept, because they describe how the box is wired. A file marks that erasing has begun. After a power
cut, the next start completes the erasing. Files that cannot be removed are reported and not tried again, because people
may play in the meantime."""

import os
import re
import stat
import subprocess
from collections.abc import Callable, Collection
from pathlib import Path

from nightcrier.care.as_owner import as_owner
from nightcrier.care.given_files import FOLDER, OWN_SETTINGS, PUT_HERE, is_of_people
from nightcrier.care.safe_change import finish, for_everybody
from nightcrier.care.stick import writable
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.files import DISK, Files, refusal_reason, replace_file
from nightcrier.kernel.folders import Folders

FORGETTING = "forgetting"
"""The name of the file that marks that erasing has begun. `systemd/before_start` looks for the file."""
_KEPT = frozenset({OWN_SETTINGS, "allowed_signers", FORGETTING})
"""The files that are kept. They describe how the box is wired, and whose updates the box accepts."""


class Eraser:
    """Erases what people did with a box. Nobody may play during the erasing. `copies` are other folders with data of
    the box. `empty_card` clears people's folder on the card, and returns a sentence for each file that is left
    there."""

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
        """Write the file that marks that erasing has begun. From then on, everything will be erased, even after a power
        cut. Raises OSError."""
        with for_everybody():
            replace_file(self.begun, b"", self._disk)

    def finish(self) -> bool:
        """Erase everything if erasing has begun, and return True. Return False if it has not begun. Raises
        NightcrierError, which names the files that are left."""
        left = finish(self.begun, self._forget, self._disk)
        if left:
            raise NightcrierError(f"All is forgotten but this: {'; '.join(left[:3])}.")
        return left is not None

    def _forget(self) -> list[str]:
        left = [*self._empty_card(), *empty_folder(self._folders.own, self._disk, but=_KEPT)]
        for folder in (*self._copies, self._folders.cache, self._folders.state):
            left += self._empty_as_owner(folder)
        return left

    def _empty_as_owner(self, folder: Path) -> list[str]:
        try:
            with as_owner(folder, follows_links=False):
                return empty_folder(folder, self._disk)
        except NightcrierError as refused:
            return [str(refused).rstrip(".")]


def empty_folder(folder: Path, disk: Files = DISK, but: Collection[str] = ()) -> list[str]:
    """Remove everything in a folder except the names in `but`, without following links. Return one sentence for each
    file that is left. Folders may be nested to any depth, because an attacker may have done that on purpose."""
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
    """Return the paths of everything in a folder. If necessary, first give the owner permission to read the folder and
    to remove files from it."""
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


CARD_MOUNT = Path("/boot/firmware")
CARD_TOOLS, CARD_MEMORY = (Path(place, "nightcrier-card") for place in ("/usr/lib", "/var/lib"))
"""The folders of a card made by `image/build`: the folder of its tools, and the folder of the list of what was in
people's folder."""
_LOST = re.compile(r"found\.\d+|fsck\d+\.rec|recycled|recycler|lost\.dir", re.IGNORECASE)
"""The names of files that a disk check has recovered, and the names of the Trash on older computers."""
_REMEMBER = 'card=$2 memory=$3; . "$1/memory.sh"; as_it_is | keep seen'


def empty_card_folder(settings: Path, card: Path = CARD_MOUNT, tools: Path = CARD_TOOLS) -> list[str]:
    """Empty people's folder on the card. Only the box's own settings and the note that explains the folder are kept.
    Each file that cannot be removed is reported and remembered, because the next start would otherwise bring it onto
    the box again."""
    if not tools.is_dir():
        return []
    try:
        left = _clear_card(card, settings)
    except NightcrierError as refused:
        left = [str(refused).rstrip(".")]
    except OSError as refused:
        left = [f"{card} cannot be read ({refusal_reason(refused)})"]
    return [*left, *_remember(card, tools)] if left else empty_folder(CARD_MEMORY)


def _clear_card(card: Path, settings: Path) -> list[str]:
    """Empty people's folder on the card. Return a sentence instead if the card itself is empty. Raises NightcrierError
    and OSError."""
    if not any(card.iterdir()):
        return [f"{card} is empty; write the card again"]
    folder = card / FOLDER
    with writable(card, card):
        there = folder.iterdir() if folder.is_dir() else ()
        left = empty_folder(folder, but={each.name for each in there if each.is_file() and _stays(each, settings)})
        names = (each.name for each in card.iterdir())
        return left + empty_folder(
            card, but={name for name in names if is_of_people(name) and not _LOST.fullmatch(name)}
        )


def _stays(file: Path, settings: Path) -> bool:
    """Say whether a file is kept on the card. Kept are the note for people, and the box's own settings, whether the
    name is in capital or small letters."""
    if file.name.lower() == OWN_SETTINGS:
        content = _content(file)
        return content is not None and content == _content(settings)
    return file.name == PUT_HERE


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def _remember(card: Path, tools: Path) -> list[str]:
    """Remember what is on the card now, so that the next start does not treat these files as new."""
    if not (card / FOLDER).is_dir():
        return []
    words = ("/bin/sh", "-euc", _REMEMBER, "sh", str(tools), str(card), str(CARD_MEMORY))
    done = subprocess.run(words, check=False, capture_output=True)  # noqa: S603 - ours
    return [] if done.returncode == 0 else ["what is left there is taken again at the next start"]
