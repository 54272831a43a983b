"""Restore a saved box, either all of it or nothing.

The saved box is copied onto the card and checked. One rename then makes the copy valid. After that, the files of the
copy are put in place one by one. If the power is cut, the next start continues."""

import os
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import IO, BinaryIO

from nightcrier.box.table.core.house import Choices
from nightcrier.care.as_owner import as_service
from nightcrier.care.card_room import free_bytes, lacking_bytes_for_box, require_room_for_box
from nightcrier.care.checked_apart import check_apart
from nightcrier.care.given_settings import net_changes
from nightcrier.care.guests import NETWORK, forget_asked, note_asked
from nightcrier.care.on_trial import Trial
from nightcrier.care.safe_change import PIECE, digest_of, finish, for_everybody, for_nobody_else
from nightcrier.care.saved_box import (
    LARGEST_ZIP,
    PutBack,
    SavedBox,
    names_that_differ,
    open_saved_box,
    read_as_box_does,
)
from nightcrier.care.saving import OWN, SCORES, STATE, add_list, add_pieces, place_of, write_saved
from nightcrier.kernel.chores import LEFT_FREE, AskedChange
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.files import DISK, Files, replace_file, set_aside, stage_file, sweep_fresh, write_pieces
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.state_file import ChoicesFile

PENDING, BEFORE_BOX = "restoring.zip", "before-restore.zip"
"""The names of two saved boxes. `PENDING` is the one that is being restored, beside people's own files. `BEFORE_BOX` is
the box as it was before, beside what the box remembers. It also lists the files that did not exist before the restore,
so that they can be removed again."""
_CHANGES_BY_ITSELF = f"{STATE}choices.json"
"""The file that a box changes at every start without any action of people."""


class Restorer:
    """Restores a saved box on this box. Nobody may play during the restore."""

    def __init__(self, folders: Folders, disk: Files = DISK) -> None:
        self._folders, self._disk = folders, disk
        self.pending, self._before = folders.own / PENDING, folders.state / BEFORE_BOX

    def begin(self, saved: IO[bytes], named: str) -> tuple[BadFile, ...]:
        """Copy and check a saved box, save this box as it is now, and then make the copy valid. Return the files that
        could not be saved. Until the last step nothing on the box is changed. Raises WrongUse, or OSError if the card
        cannot be written."""
        self._disk.make_folder(self.pending.parent)
        half = self._disk.exists(self.pending)
        with stage_file(self.pending, self._disk) as fresh:
            with for_nobody_else():  # names of people stand in it
                write_pieces(fresh, self._pieces(saved, named), self._disk)
            self._disk.sync(fresh)
            with fresh.open("rb") as file:
                _check_apart(file, named)
            with fresh.open("rb") as file, open_saved_box(file, named) as box:
                # What leads back is not to fail for what should stay free.
                left_free, absent = (LEFT_FREE, ()) if box.listed.absent is None else (0, box.listed.absent)
                lacking = lacking_bytes_for_box(box.sizes, absent, self._folders, self.pending, left_free)
                require_room_for_box(lacking, named)
                if half or box.listed.absent is None:
                    return self._keep_before(box, half=half)
        # What leads back is the only copy of the box before, until it counts: it must not be overwritten before.
        with self.pending.open("rb") as file, open_saved_box(file, named) as box:
            return self._keep_before(box, half=False)

    def finish(self) -> PutBack | None:
        """Put the files of a valid saved box in place. Return None if there is no such saved box. Raises OSError if the
        card cannot be written; the next call then tries again."""
        sweep_fresh(self._disk, self.pending)
        with as_service(self._folders.state):
            sweep_fresh(self._disk, self._before)
        return finish(self.pending, self._bring_back, self._disk)

    def _bring_back(self) -> PutBack:
        try:
            with self.pending.open("rb") as file, open_saved_box(file, str(self.pending)) as box:
                box.check()
                if digest_of(self.pending) == digest_of(self._before):  # cut before this box was kept in its place
                    with suppress(OSError):
                        self._keep_before(box, half=False)
                is_way_back = box.listed.absent is not None
                Trial(self._folders, self._disk).note_restored(is_way_back=is_way_back)
                forget_asked(self._folders, self._disk)
                return self._put_in_place(box, tuple(dict.fromkeys(self._network_asks(box))))
        except WrongUse as wrong:
            aside = set_aside(self._disk, self.pending)  # a worn card has changed it: it must not be tried for ever
            raise WrongUse(f"{str(wrong)[:-1]}; it is kept as {aside.name}.") if aside else wrong from None

    def _pieces(self, saved: IO[bytes], named: str) -> Iterator[bytes]:
        """Yield the content of the stick's file. The file is read only once, because a second reading could give other
        content."""
        size = saved.seek(0, os.SEEK_END)
        if size <= LARGEST_ZIP:  # else it is refused for that
            require_room_for_box(size + LEFT_FREE - free_bytes(self.pending.parent), named)
        saved.seek(0)
        copied = 0
        while piece := saved.read(PIECE):
            copied += len(piece)
            if copied > LARGEST_ZIP:
                raise WrongUse(f"{named} is larger than any saved box; nothing was changed.")
            yield piece

    def _keep_before(self, box: SavedBox, *, half: bool) -> tuple[BadFile, ...]:
        """Save the box as it is, and return what could not be saved. An earlier copy is kept if another saved box is
        `half` restored, or if this box already equals `box` after a second try."""
        with as_service(self._folders.state), for_nobody_else():
            sweep_fresh(self._disk, self._before)  # what a cut has left there may be as large as the box
            new = [name for name in box.listed.files if not os.path.lexists(place_of(name, self._folders))]
            if self._disk.exists(self._before):
                if half:
                    self._add_absent(new)
                    return ()
                if names_that_differ(box, self._folders) <= {_CHANGES_BY_ITSELF}:
                    return ()
            with stage_file(self._before, self._disk) as fresh, fresh.open("xb") as file:
                return write_saved(file, self._folders, new).left_out

    def _add_absent(self, new: Sequence[str]) -> None:
        """Add names to the list of files that the box did not have before. If the copy of the box is damaged, it is not
        changed."""
        with suppress(WrongUse), self._before.open("rb") as old, open_saved_box(old, BEFORE_BOX) as box:
            absent = tuple(box.listed.absent or ())
            more = [name for name in new if name not in {*absent, *box.listed.files}]
            if more:
                with stage_file(self._before, self._disk) as fresh, zipfile.ZipFile(fresh, "x") as archive:
                    files = {name: add_pieces(archive, name, box.pieces(name)) for name in box.listed.files}
                    add_list(archive, files, (*absent, *more))

    def _network_asks(self, box: SavedBox) -> Iterator[AskedChange]:
        """Yield each setting of the network that would change, as the box would read it, whether or not the other file
        changes too. A stranger's saved box may name the stranger's broker, or claim that it undoes a restore. A child
        has read the files before."""
        shipped, *own = self._folders.settings
        now = {name: at.read_bytes() if at.is_file() else b"" for name, at in zip(NETWORK, own, strict=True)}
        then = {name: _content_then(box, name, content) for name, content in now.items()}
        for name, others in product(NETWORK, (now, then)):
            was, will = ({**others, name: each[name]}.values() for each in (now, then))
            yield from (AskedChange(name, change) for change in net_changes(was, will, shipped))

    def _put_in_place(self, box: SavedBox, asks: Sequence[AskedChange]) -> PutBack:
        """Put people's own files in place with the permissions of root, and what the box remembers with those of the
        service."""
        back = PutBack(box, self._folders, self._disk, asks)
        back.take_away(OWN)
        with for_everybody():
            back.put(OWN)
            for name in dict.fromkeys(ask.name for ask in asks):
                replace_file(self._folders.guests / name, _content_then(box, name, b""), self._disk)
        if asks:
            note_asked(self._folders, asks, self._disk)
        with as_service(self._folders.state):
            back.settle(self._settled())
            back.take_away(STATE)
            back.put(STATE)
        return back

    def _settled(self) -> Iterator[BadFile]:
        """Yield the fault of the choices if they must not be overwritten, as reported by their reader. The reader sets
        aside an older or damaged file. It does not move a newer one, because no copy of that could be restored."""
        chosen, wrong = ChoicesFile(self._disk, self._folders.state / "choices.json", Choices).load()
        yield from () if chosen else wrong


def _content_then(box: SavedBox, name: str, now: bytes) -> bytes:
    """Return the content of an own file after the box is restored, or nothing if the file is removed."""
    if OWN + name in box.listed.files:
        return box.content(OWN + name)
    return b"" if OWN + name in (box.listed.absent or ()) else now


def _check_apart(file: BinaryIO, named: str) -> None:
    """Check a whole saved box in a child: every file against the list, and what the box itself will read at its start.
    Raises WrongUse."""

    def check() -> str:
        with open_saved_box(file, named) as box:
            box.check()
            read_as_box_does(box)
        return ""

    try:
        check_apart(named, check, (file.fileno(),), os.fstat(file.fileno()).st_size)
    except BadFile as fault:
        raise WrongUse(f"{str(fault).rstrip('.')}; nothing was changed.") from None


def sum_up_restoring(restored: PutBack) -> str:
    kinds = {
        "the settings": ("own/device.toml",),
        "decks": ("own/scenarios/",),
        "games": ("own/games/",),
        "background sounds": ("own/beds/",),
        "what was chosen": ("state/choices.json",),
        "the scores": SCORES,
        "sheets of games": ("state/sheets/",),
        "own voices": ("state/voices/",),
    }
    back = [kind for kind, starts in kinds.items() if any(name.startswith(starts) for name in restored.done)]
    gone = f" Taken away, as the box did not have them: {len(restored.taken)} files." if restored.taken else ""
    waits = "".join(f"\nIt waits until START is held at the box: {ask.now}" for ask in restored.asks)
    return f"Brought back: {', '.join(back) or 'nothing'} ({len(restored.done)} files).{gone}{waits}"
