"""Let root work in another user's folder with the permissions of the folder's owner. No link out of the folder is
followed.
The service owns its folders. An attacker who controls the service could put links into them. If root followed such
links with its own permissions, root would harm the machine."""

import ctypes
import grp
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.program import SERVICE_GROUPS

_GROUPS = (*SERVICE_GROUPS, "systemd-journal")
"""The groups of the service, and the group of users who may read the service's log."""

_OWN_MOUNTS = 0x00020000  # linux/sched.h: CLONE_NEWNS
_BOUND, _DEEP, _PRIVATE, _TIGHT = 0x1000, 0x4000, 0x40000, 0x2 | 0x4 | 0x8  # sys/mount.h; no set-uid, devices, programs


def foreign_owner(folder: Path) -> os.stat_result | None:
    """Return the owner of a folder in which root works. Return None if the folder belongs to root, or if this user is
    not root."""
    if os.geteuid() != 0 or not folder.is_dir():
        return None
    owner = folder.stat()
    return owner if owner.st_uid != 0 else None


def read_all_files(folder: Path) -> Mapping[Path, bytes]:
    """Return the contents of all plain files in a folder and below it, by the path of each file in the folder."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {path.relative_to(folder): path.read_bytes() for path in files}


@contextmanager
def as_owner(folder: Path, *others: Path, follows_links: bool = True) -> Iterator[None]:
    """Work in the block with the permissions of a folder's owner. Nothing changes if this user is not root, or if the
    folder belongs to root. `others` are further folders of the same owner. Raises WrongUse if the folder has a link
    that leads out of it."""
    owner = foreign_owner(folder)
    if owner is None:
        yield
        return
    for each in (folder, *others):
        _make_reachable(each.resolve())
    before = os.getgroups()
    os.setgroups([group.gr_gid for group in grp.getgrall() if group.gr_name in _GROUPS])
    os.setresgid(owner.st_gid, owner.st_gid, 0)
    os.setresuid(owner.st_uid, owner.st_uid, 0)
    try:
        _refuse_hidden_program(folder)
        if follows_links:
            _refuse_links_out(folder)
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
        os.setgroups(before)


def is_locked(folder: Path) -> bool:
    """Say whether the folder exists and this user may not use it."""
    return os.path.lexists(folder) and not os.access(folder, os.R_OK | os.W_OK | os.X_OK)


@contextmanager
def as_service(folder: Path) -> Iterator[None]:
    """Work in a folder of the service with the permissions of its owner. Otherwise new files would belong to root, and
    the service could not change them."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise WrongUse(f"{folder} is no folder: name one with --state.")
    if is_locked(folder):
        raise WrongUse(f"{folder} belongs to the box: put sudo before the command, or name your folder with --state.")
    with as_owner(folder):
        yield


def _refuse_hidden_program(folder: Path) -> None:
    """Refuse to work if the folder's owner may not read the files of this program. Otherwise later imports, made with
    the owner's permissions, would fail."""
    hidden = [path for path in (__file__, os.__file__) if not os.access(path, os.R_OK)]
    if hidden:
        raise WrongUse(f"The owner of {folder} may not read {hidden[0]}; use the installed program: sudo nightcrier.")


def _refuse_links_out(folder: Path) -> None:
    whole = folder.resolve()
    for path in folder.rglob("*"):
        if path.is_symlink() and not path.resolve().is_relative_to(whole):
            raise WrongUse(f"{path} is a link that leads out of the box's folder; remove it first: sudo rm {path}")


def _make_reachable(folder: Path) -> None:
    """Make the service's folder reachable for its owner. systemd keeps such folders in a folder `private` that only
    root may enter. A mount that only this process sees replaces `private` by an open folder, which contains nothing but
    the service's folder."""
    if folder.parent.name != "private" or folder.parent.stat().st_mode & 0o001 or not folder.is_dir():
        return
    libc = ctypes.CDLL(None, use_errno=True)
    _check_done(folder, libc.unshare(_OWN_MOUNTS))
    _check_done(folder, libc.mount(None, b"/", None, _DEEP | _PRIVATE, None))
    handle = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        _check_done(folder, libc.mount(b"tmpfs", bytes(folder.parent), b"tmpfs", _TIGHT, b"mode=755"))
        folder.mkdir()
        _check_done(folder, libc.mount(f"/proc/self/fd/{handle}".encode(), bytes(folder), None, _BOUND, None))
    finally:
        os.close(handle)


def _check_done(folder: Path, status: int) -> None:
    if status:
        why = os.strerror(ctypes.get_errno())
        raise WrongUse(f"{folder} cannot be opened to its owner here ({why}); run this on the box itself, with sudo.")
