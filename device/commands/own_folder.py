"""The box's own folder, from the command line: found where the service keeps it, and left in the service's hands."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from device.box.folders import Folders, standard_folders
from device.kernel.errors import WrongUse

STATE, CACHE, RUNTIME = (Path(root, "nightcrier") for root in ("/var/lib", "/var/cache", "/run"))
"""Where systemd keeps what `nightcrier.service` remembers; STATE is there once the service has run."""


def box_folders(state: Path | None = None, environ: Mapping[str, str] = os.environ, service: Path = STATE) -> Folders:
    """Those that were named, else those of the service where it has run on this machine, else those at home."""
    if state is None and not environ.get("STATE_DIRECTORY") and os.path.lexists(service):
        return Folders(service, CACHE, RUNTIME)
    return standard_folders(environ, state)


def locked(folder: Path) -> bool:
    """Whether it is there, and somebody else's."""
    return os.path.lexists(folder) and not os.access(folder, os.R_OK | os.W_OK | os.X_OK)


@contextmanager
def kept_in(folder: Path, made: Path) -> Iterator[None]:
    """Work on `made` in this folder. Afterwards it is the folder's owner's: the service is a user of its own, which
    could not write what root has left there."""
    if locked(folder):
        raise WrongUse(f"{folder} belongs to the box: put sudo before the command, or name your folder with --state.")
    try:
        yield
    finally:
        if os.geteuid() == 0 and folder.is_dir():
            _hand_over(made, folder.stat())


def _hand_over(made: Path, owner: os.stat_result) -> None:
    for path in (made, *made.rglob("*")):
        if os.path.lexists(path):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
