"""The box as it was before another one was brought back to it: a saved box that says, too, what that one brings anew,
so that it can be taken away again."""

import os
import zipfile
from collections.abc import Sequence
from contextlib import suppress

from device.box.folders import Folders
from device.feeding.putting_back import differing
from device.feeding.rights import for_nobody_else
from device.feeding.saved_box import SavedBox, opened_box
from device.feeding.saved_places import STATE, place_of
from device.feeding.saving import InState, add_list, add_pieces, write_saved
from device.kernel.errors import BadFile, WrongUse
from device.kernel.files import Files, stage_file, sweep_fresh

BEFORE_BOX = "before-restore.zip"
_CHANGES_BY_ITSELF = f"{STATE}choices.json"
"""A box writes it when it starts."""


class BeforeBox:
    """Beside what the box remembers, with the rights of its owner."""

    def __init__(self, folders: Folders, in_state: InState, disk: Files) -> None:
        self._folders, self._in_state, self._disk = folders, in_state, disk
        self._place = folders.state / BEFORE_BOX

    def keep(self, box: SavedBox, *, half_done: bool) -> tuple[BadFile, ...]:
        """Before this one is brought back: what could not be saved of it. Where another one is half brought back, what
        is kept already is the box as it was; so it is where this one is there already, as after a second try."""
        with self._in_state(self._folders.state), for_nobody_else():
            self.sweep()
            new = [name for name in box.listed.files if not os.path.lexists(place_of(name, self._folders))]
            if self._disk.exists(self._place):
                if half_done:
                    self._add_absent(new)
                    return ()
                if differing(box, self._folders) <= {_CHANGES_BY_ITSELF}:
                    return ()
            with stage_file(self._place, self._disk) as fresh, fresh.open("xb") as file:
                return write_saved(file, self._folders, self._in_state, new).left_out

    def sweep(self) -> None:
        """What a cut has left there may be as large as the box."""
        sweep_fresh(self._disk, self._place)

    def _add_absent(self, new: Sequence[str]) -> None:
        """The same box, with more that it did not have. One that is damaged leads nowhere, and is left."""
        with suppress(WrongUse), self._place.open("rb") as old, opened_box(old, BEFORE_BOX) as box:
            absent = tuple(box.listed.absent or ())
            more = [name for name in new if name not in {*absent, *box.listed.files}]
            if more:
                with stage_file(self._place, self._disk) as fresh, zipfile.ZipFile(fresh, "x") as archive:
                    files = {name: add_pieces(archive, name, box.pieces(name)) for name in box.listed.files}
                    add_list(archive, files, (*absent, *more))
