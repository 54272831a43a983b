"""Takes what lies on a stick. Each file is looked at as everywhere in the house, and is then on the box as a whole or
not at all: a plug that is pulled leaves the old one or the new one, and what was taken once more is the same."""

import hashlib
from collections.abc import Iterable
from enum import Enum, auto
from pathlib import Path

from msgspec import Struct

from device.box.folders import Folders
from device.feeding.care import InState, digest_of, for_everybody, for_group, keep_before
from device.feeding.decks import deck_place
from device.feeding.given import GivenFile, read_given
from device.feeding.halls import check_hall_password, check_hall_settings, give_to_net
from device.feeding.kinds import MOST_BYTES, OWN_SETTINGS, Kind, check_whole, kept_name, kind_of
from device.feeding.removing import BROUGHT_KINDS, Remover, is_empty, takes_away
from device.feeding.room import FreeOn, free_on, lacking_for_file, must_fit
from device.feeding.settings_given import settings_given
from device.feeding.sounds import check_bed
from device.feeding.voices import check_voice
from device.kernel.errors import BadFile, DiskRefused
from device.kernel.files import DISK, Files, refusal_reason, stage_file, sweep_fresh
from device.kernel.sent_files import HALL_PASSWORD, HALL_SETTINGS


class Taken(Struct, frozen=True):
    """What is new on the box, how much was there already, and why the rest was not taken; what was taken away, how much
    of that was not there, and the empty files that asked for it."""

    new: tuple[Kind, ...] = ()
    known: int = 0
    refused: tuple[BadFile, ...] = ()
    removed: tuple[Kind, ...] = ()
    absent: int = 0
    granted: tuple[Path, ...] = ()


class _Came(Enum):
    """What came of one file."""

    NEW = auto()
    KNOWN = auto()
    REMOVED = auto()
    ABSENT = auto()


_GRANTED = frozenset({_Came.REMOVED, _Came.ABSENT})


class Receiver:
    """The box that takes. `free` is how much room there is."""

    def __init__(self, folders: Folders, in_state: InState, disk: Files = DISK, free: FreeOn = free_on) -> None:
        self._folders, self._in_state, self._disk, self._free = folders, in_state, disk, free
        self._places: set[Path] = set()

    def take(self, given: Iterable[GivenFile | BadFile]) -> Taken:
        """All of it that can be used; what is to go goes first, for that makes room."""
        files = sorted(given, key=lambda each: not is_empty(each))
        remover = Remover(self._folders, self._in_state, self._disk, files)
        came = {each: list[Kind]() for each in _Came}
        refused, granted = list[BadFile](), list[Path]()
        for each in files:
            try:
                if isinstance(each, BadFile):
                    refused.append(each)
                elif kind := kind_of(each):
                    outcome = self._outcome(each, kind, remover)
                    came[outcome].append(kind)
                    granted += [each.path] if outcome in _GRANTED else []
                else:
                    check_whole(each)
            except BadFile as fault:
                refused.append(fault)
        new, known, removed, absent = (tuple(came[each]) for each in _Came)
        return Taken(new, len(known), tuple(refused), removed, len(absent), tuple(granted))

    def _outcome(self, given: GivenFile, kind: Kind, remover: Remover) -> _Came:
        """Raises BadFile."""
        content = read_given(given, MOST_BYTES[kind])
        if takes_away(kind, content):
            return _Came.REMOVED if remover.take_away(given, kind) else _Came.ABSENT
        return _Came.NEW if self._is_new(given, kind, content) else _Came.KNOWN

    def _is_new(self, given: GivenFile, kind: Kind, content: bytes) -> bool:
        """Whether the box did not have it; now it has. Raises BadFile."""
        try:
            place = self._checked(given, kind, content)
            if place in self._places:
                raise BadFile(given.name, "", "is called like another file there; rename one of them")
            self._places.add(place)
            return self._kept(given.name, place, kind, content)
        except OSError as refused:  # also where there is no room to look at it
            why = refusal_reason(refused)
            raise DiskRefused(given.name, "", f"cannot be kept ({why}); make room on its card") from None

    def _kept(self, shown: str, place: Path, kind: Kind, content: bytes) -> bool:
        """Whether it is new."""
        if kind is Kind.HALL_KEY:
            return self._keep_secret(shown, place, content)
        with self._in_state(self._folders.state) if kind is Kind.VOICE else for_everybody():
            return self._keep(shown, place, kind, content)

    def _checked(self, given: GivenFile, kind: Kind, content: bytes) -> Path:
        """Where it belongs, once it was found right. Raises BadFile."""
        name, folders = kept_name(given), self._folders
        if kind is Kind.SETTINGS:
            settings_given(given.name, content, folders.settings[:1])
            return folders.own / OWN_SETTINGS
        if kind is Kind.HALL:
            check_hall_settings(given.name, content)
            return folders.own / HALL_SETTINGS
        if kind is Kind.HALL_KEY:
            check_hall_password(given.name, content)
            return folders.own / HALL_PASSWORD
        if kind is Kind.DECK:
            return deck_place(given, name, content, folders)
        if kind is Kind.BED:
            check_bed(given.name, name, content)
            return folders.own / "beds" / name
        check_voice(given.name, name, content, folders.audio / "voices")
        return folders.recordings / name

    def _keep(self, shown: str, place: Path, kind: Kind, content: bytes) -> bool:
        """What stood there before is kept beside it, where it is small."""
        copy = kind not in {Kind.HALL_KEY, Kind.VOICE, Kind.BED}
        if digest_of(place) == hashlib.sha256(content).hexdigest():
            return False
        if kind in BROUGHT_KINDS:
            sweep_fresh(self._disk, place)  # what a power cut has left of it takes room
            must_fit(shown, lacking_for_file(len(content), place, self._free, old_stays=copy))
        self._disk.make_folder(place.parent)
        with stage_file(place, self._disk) as fresh:
            self._disk.write(fresh, content)
            if copy:
                keep_before(place, self._disk)
        return True

    def _keep_secret(self, shown: str, place: Path, content: bytes) -> bool:
        """For who reads it alone; what stood there before is gone. The folder is for others, too."""
        with for_everybody():
            self._disk.make_folder(place.parent)
        with for_group():
            is_new = self._keep(shown, place, Kind.HALL_KEY, content)
        give_to_net(place)
        return is_new
