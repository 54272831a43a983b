"""Brings a saved box back, all of it or nothing: what was saved is copied onto the card and looked at; one rename says
that it counts; from then on it is put in place file by file, at the next start, too, if the power goes meanwhile."""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import IO

from device.box.folders import Folders
from device.box.waiting_changes import Uncounted
from device.feeding.before_box import BeforeBox
from device.feeding.putting_back import PutBack
from device.feeding.restored import Restored
from device.feeding.rights import for_everybody, for_nobody_else
from device.feeding.room import lacking_for_box, lacking_for_copy, must_have_room
from device.feeding.saved_box import LARGEST_ZIP, SavedBox, opened_box
from device.feeding.saved_places import OWN, SCORE_FILE, STATE, WAITING
from device.feeding.saving import PIECE, InState
from device.kernel.choices import ChoicesFile
from device.kernel.errors import BadFile, NightcrierError, WrongUse
from device.kernel.files import DISK, Files, set_aside, stage_file, sweep_fresh, write_pieces
from device.kernel.sent_files import LEFT_FREE
from device.memory.database import open_kept
from device.table.house import Choices

PENDING = "restoring.zip"


class Restorer:
    """The box to which it is brought; it must not play meanwhile."""

    def __init__(self, folders: Folders, in_state: InState, disk: Files = DISK) -> None:
        self._folders, self._in_state, self._disk = folders, in_state, disk
        self.pending = folders.own / PENDING
        self._before = BeforeBox(folders, in_state, disk)

    def begin(self, saved: IO[bytes], named: str) -> tuple[BadFile, ...]:
        """Nothing is changed before all of it was read from the copy, and what there is now is saved: comes back with
        what could not be. Raises WrongUse, and OSError where the card refuses."""
        self._disk.make_folder(self.pending.parent)
        with stage_file(self.pending, self._disk) as fresh:
            with for_nobody_else():  # names of people stand in it
                write_pieces(fresh, self._pieces(saved, named), self._disk)
            self._disk.sync(fresh)
            with fresh.open("rb") as file, opened_box(file, named) as box:
                must_have_room(self._lacking(box), named)
                box.check()
                return self._before.keep(box, half_done=self._disk.exists(self.pending))

    def settle(self) -> None:
        """Before it is saved as it was, where nobody plays: while a change of the scores is half done, no picture of
        them can be had."""
        journal = self._folders.state / f"{SCORE_FILE}-journal"
        with self._in_state(self._folders.state):
            if journal.exists():
                self._settled_scores(guest=True)

    def finish(self) -> Restored | None:
        """Put in place what counts already; None where nothing does. Raises OSError where the card refuses: then it is
        done the next time."""
        sweep_fresh(self._disk, self.pending)
        with self._in_state(self._folders.state):
            self._before.sweep()
        if not self._disk.exists(self.pending):
            return None
        try:
            with self.pending.open("rb") as file, opened_box(file, str(self.pending)) as box:
                box.check()
                restored = self._put_in_place(box)
        except WrongUse as wrong:
            aside = set_aside(self._disk, self.pending)  # a worn card has changed it: it must not be tried for ever
            raise WrongUse(f"{str(wrong)[:-1]}; it is kept as {aside.name}.") if aside else wrong from None
        self._disk.remove(self.pending)
        self._disk.sync(self.pending.parent)
        return restored

    def _pieces(self, saved: IO[bytes], named: str) -> Iterator[bytes]:
        """A stick may say something else when it is read a second time: all of it goes into the copy."""
        size = saved.seek(0, os.SEEK_END)
        if size <= LARGEST_ZIP:  # else it is refused for that
            must_have_room(lacking_for_copy(size, self.pending.parent), named)
        saved.seek(0)
        copied = 0
        while piece := saved.read(PIECE):
            copied += len(piece)
            if copied > LARGEST_ZIP:
                raise WrongUse(f"{named} is larger than any saved box; nothing was changed.")
            yield piece

    def _lacking(self, box: SavedBox) -> int:
        """What leads back is not to fail for what should stay free."""
        left_free = LEFT_FREE if box.listed.absent is None else 0
        return lacking_for_box(box.sizes, box.listed.absent or (), self._folders, self.pending, left_free)

    def _put_in_place(self, box: SavedBox) -> Restored:
        """Own ones with the rights of root, what the box remembers with its own."""
        back = PutBack(box, self._folders, self._disk)
        back.take_away(OWN)
        with for_everybody():
            back.put(OWN)
        with self._in_state(self._folders.state):
            back.settle(self._settled())
            back.take_away(STATE)
            back.put(STATE)
            scores, absent = STATE + SCORE_FILE, box.listed.absent or ()
            gone = scores in absent and not self._disk.exists(self._folders.state / SCORE_FILE)
            if (gone or scores in back.done) and STATE + WAITING not in box.listed.files:
                back.remove(self._folders.state / WAITING)
        return Restored(tuple(back.done), tuple(back.refused), tuple(back.taken))

    def _settled(self) -> Iterator[BadFile]:
        """Why what the box has is not to be written over, as its own readers find it: what is older or damaged they
        set aside, what is newer stays. No copy of it would lead back."""
        state = self._folders.state
        for file in (
            ChoicesFile(self._disk, state / "choices.json", Choices),
            ChoicesFile(self._disk, state / WAITING, Uncounted),
        ):
            found, wrong = file.load()
            yield from () if found else wrong
        yield from self._settled_scores()

    def _settled_scores(self, *, guest: bool = False) -> tuple[BadFile, ...]:
        """After a power cut SQLite takes a change back when the scores are opened: it must not do that to others. A
        `guest` sets nothing aside."""
        book, wrong = self._folders.state / SCORE_FILE, tuple[BadFile, ...]()
        if book.exists():
            with suppress(NightcrierError):
                scores, wrong = open_kept(self._disk, book, guest=guest)
                scores.close()
        self._disk.remove(book.with_name(f"{book.name}-journal"))
        return wrong
