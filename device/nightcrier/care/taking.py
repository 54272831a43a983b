"""Bring the files of a stick into the right folders on the box. Each file is written completely or not at all.

The checks are the same as everywhere on the box. If the plug is pulled, either the old or the new file is there.
Nothing changes if the same file is brought again.

An empty file removes a deck, game, voice or sound of the same name that people have brought. What came with the box is
not removed. A voice that is a folder was recorded on the box, and is not removed either.

Each kind of file has its own folders. Decks have a folder for each game, and the game reads that folder."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Literal

from msgspec import Struct

from nightcrier.box.extensions import extended_plugs
from nightcrier.box.games.engine.role_names import NAMES_SUFFIX
from nightcrier.box.library import read_deck
from nightcrier.box.plugs import FoundPlug, blame_game, check_game
from nightcrier.care.as_owner import as_service
from nightcrier.care.card_room import FreeOn, free_bytes, require_room_for_file
from nightcrier.care.checked_apart import check_apart
from nightcrier.care.given_files import (
    GAMES,
    MOST_BYTES,
    ONE_OF,
    WIFI,
    GivenFile,
    Kind,
    check_whole,
    kind_of,
    name_on_box,
    read_given,
)
from nightcrier.care.given_settings import (
    HALL_AT,
    MOST_OF_WIFI,
    check_hall_by_phone,
    check_hall_password,
    check_hall_settings,
    check_wifi,
    give_to_net,
    settings_given,
    settings_in,
)
from nightcrier.care.given_sounds import check_bed, check_voice
from nightcrier.care.guests import place_at_home
from nightcrier.care.on_trial import Trial, name_of
from nightcrier.care.own_shelves import (
    OwnShelf,
    check_roles_by_phone,
    checked_game,
    game_folder,
    games_by_folder,
    given_names,
    one_spelling,
    own_shelves,
    require_shelf_room,
)
from nightcrier.care.packed_games import packed_game
from nightcrier.care.safe_change import (
    digest_of,
    for_everybody,
    for_group,
    forget_hall_password,
    keep_before,
    take_away,
)
from nightcrier.kernel.chores import HALL_PASSWORD, HALL_SETTINGS, AskedChange
from nightcrier.kernel.errors import BadFile, DiskRefused
from nightcrier.kernel.files import DISK, Files, refusal_reason, stage_file, sweep_fresh
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.people import is_all_visible


def deck_place(given: GivenFile, name: str, content: bytes, folders: Folders, own: Path) -> Path:
    """Return the path of a deck on the box, below the folder `own`. A deck in a game's folder is checked by that game
    first. A deck elsewhere belongs to the game that can read it. Raises BadFile."""
    shipped, *_ = folders.scenarios
    complaints = list[BadFile]()
    if settings_file := settings_in(content):
        raise BadFile(given.name, "", f"holds settings; call it {settings_file}, and put it into nightcrier itself")
    for found in games_by_folder(game_folder(given.name), extended_plugs(folders.games, lambda _: None)):
        fault = _fault(found, content, Path(name).stem)
        if fault is None:
            if any(_has(folder, name) for folder in (found.folder / "scenarios", shipped / found.plug.folder)):
                raise BadFile(given.name, "", "has the name of a deck that came with the box; rename the file")
            return own / found.plug.folder / name
        complaints.append(BadFile(given.name, fault.key, fault.expected))
    raise complaints[0] if complaints else BadFile(given.name, "", "is a deck, and there is no game; install again")


def _has(folder: Path, name: str) -> bool:
    """Say whether a folder has a file of this name in capital or small letters, because people read both as one
    name."""
    return any(each.name.lower() == name.lower() for each in folder.glob("*.toml"))


def _fault(found: FoundPlug, content: bytes, stem: str) -> BadFile | None:
    faults = list[BadFile]()
    with blame_game(found.folder, faults.append):
        check_game(found.plug.table_game((read_deck(found.plug, content, stem),)), found.plug.id)
    return faults[0] if faults else None


_KEPT_KINDS = frozenset({Kind.SETTINGS, Kind.HALL, Kind.DECK, Kind.GAME})
"""The kinds of files whose old version is kept when they are replaced, because they are small and not secret."""
_BY_PHONE = frozenset({Kind.DECK, Kind.GAME, Kind.VOICE, Kind.HALL})
_Came = Literal["new", "known", "removed", "absent"]


class Taken(Struct, frozen=True):
    """The result of bringing files onto the box. `new` are the kinds of the new files, and `known` is the number of
    files that the box had already. `removed` are the kinds of the removed files, and `absent` counts files to be
    removed that did not exist. `granted` are the empty files that asked for a removal. `asks` is what is kept only if
    people at home agree."""

    new: tuple[Kind, ...] = ()
    known: int = 0
    refused: tuple[BadFile, ...] = ()
    removed: tuple[Kind, ...] = ()
    absent: int = 0
    granted: tuple[Path, ...] = ()
    asks: tuple[AskedChange, ...] = ()


class Receiver:
    """Brings files onto the box, and removes other files. `free` returns the free space of a folder's disk. Files that
    come `by_phone` are brought by guests, and are kept apart."""

    def __init__(
        self, folders: Folders, disk: Files = DISK, free: FreeOn = free_bytes, *, by_phone: bool = False
    ) -> None:
        self._home, self._folders = folders, folders.of_guests() if by_phone else folders
        self._disk, self._free, self._trial, self._by_phone = disk, free, Trial(folders, disk), by_phone
        self._places, self._asks = set[Path](), list[AskedChange]()
        self._brought: list[tuple[GivenFile, tuple[Kind, str] | None]] = []

    def take(self, given: Iterable[GivenFile | BadFile]) -> Taken:
        """Bring all usable files onto the box. Removals come first, because they make free space. The password of a
        hall comes last, because its settings remove the password of another hall."""
        files = sorted(given, key=lambda each: (not is_empty(each), _is_hall_password(each)))
        self._brought = [(each, _key_of(each)) for each in files if isinstance(each, GivenFile) and not is_empty(each)]
        came, refused, granted = defaultdict[_Came, list[Kind]](list), list[BadFile](), list[Path]()
        for each in files:
            try:
                if isinstance(each, BadFile):
                    refused.append(each)
                elif each_kind := self._kind_of(each):
                    for kind, outcome in self._take_whole(each, each_kind):
                        came[outcome].append(kind)
                        granted += [each.path] if outcome in {"removed", "absent"} else []
                elif each.name.lower() == WIFI:
                    check_wifi(each.name, read_given(each, MOST_OF_WIFI))
                else:
                    check_whole(each)
            except BadFile as fault:
                refused.append(fault)
        new, removed, asks = tuple(came["new"]), tuple(came["removed"]), tuple(self._asks)
        return Taken(new, len(came["known"]), tuple(refused), removed, len(came["absent"]), tuple(granted), asks)

    def _kind_of(self, given: GivenFile) -> Kind | None:
        """Return the kind of a file. From a phone, the only accepted settings are those of a hall, because other
        settings decide what a phone may do. An empty file is refused, because it would remove another file. Raises
        BadFile."""
        kind = kind_of(given)
        if self._by_phone and kind not in _BY_PHONE:
            raise BadFile(given.name, "", "is not taken from a phone; put it on a stick")
        if self._by_phone and is_empty(given):
            why = "is empty; send it again (what is on the box is taken away by a stick alone)"
            raise BadFile(given.name, "", why)
        return kind

    def _take_whole(self, given: GivenFile, kind: Kind) -> Iterator[tuple[Kind, _Came]]:
        """Take a file, and after a voice the game in it. Yield the result of each. Raises BadFile."""
        content = read_given(given, MOST_BYTES[kind])
        yield kind, self._take_one(given, kind, content)
        if kind is Kind.VOICE and (packed := packed_game(given.name, content)):
            name, game = packed
            yield Kind.GAME, self._take_one(GivenFile(given.path.with_name(name), f"{GAMES}/{name}"), Kind.GAME, game)

    def _take_one(self, given: GivenFile, kind: Kind, content: bytes) -> _Came:
        has_settings = any(key and key[0] is Kind.HALL for _, key in self._brought)
        if kind is Kind.HALL_KEY and has_settings and self._folders.own / HALL_SETTINGS not in self._places:
            raise BadFile(given.name, "", "is for a hall whose settings were refused; put both there")
        if kind not in ONE_OF and not content:  # empty settings mean something else
            return "removed" if self._take_away(given, kind) else "absent"
        return "new" if self._keep_if_new(given, kind, content) else "known"

    def _rights(self, kind: Kind) -> AbstractContextManager[None]:
        return as_service(self._home.state) if kind is Kind.VOICE and not self._by_phone else for_everybody()

    def _keep_if_new(self, given: GivenFile, kind: Kind, content: bytes) -> bool:
        """Write a file unless the box already has the same content. Return whether the file was new. Raises BadFile."""
        try:
            place, shelf, rows = self._find_place(given, kind, content)
            digest = hashlib.sha256(content).hexdigest()
            with self._rights(kind):
                before = digest_of(place)
            if is_new := before != digest or self._by_phone:
                self._require_room(given, kind, place, shelf, content)
                if kind not in ONE_OF:
                    self._require_room_on_card(given.name, kind, place, len(content))
                if kind is not Kind.HALL_KEY and not (self._by_phone and kind in ONE_OF):  # which the box does not read
                    self._trial.note(name_of(place, self._home), digest, before)
                with self._rights(kind):
                    self._swap_in(place, kind, content)
                if self._by_phone:
                    name = place.relative_to(self._home.guests).as_posix()
                    self._asks += [AskedChange(name, *row) for row in rows or [(place.stem.removesuffix(".game"), "")]]
            if kind is Kind.HALL_KEY:
                give_to_net(place)
        except OSError as refused:  # also where there is no room to look at it
            why = refusal_reason(refused)
            raise DiskRefused(given.name, "", f"cannot be kept ({why}); make room on its card") from None
        return is_new

    def _find_place(
        self, given: GivenFile, kind: Kind, content: bytes
    ) -> tuple[Path, OwnShelf, Sequence[tuple[str, str]]]:
        """Check a file in a child. Return its place and shelf, and what a guest changes with it. Raises BadFile."""
        word = check_apart(given.name, lambda: self._checked(given, kind, content), size=len(content))
        place, rows = Path(word.partition("\n")[0]), [row.partition("\t")[::2] for row in word.split("\n")[1:]]
        shelf = self._shelf_of(place, given, kind)
        hall, is_right = rows[0][0] if rows else "", all(is_all_visible(name) for row in rows for name in row if name)
        if shelf is None or not is_right or (self._by_phone and kind is Kind.HALL and not HALL_AT.fullmatch(hall)):
            raise BadFile(given.name, "", "cannot be checked; leave it out")
        if place in self._places:
            raise BadFile(given.name, "", "is called like another file there; rename one of them")
        self._places.add(place)
        return place, shelf, rows

    def _require_room(self, given: GivenFile, kind: Kind, place: Path, shelf: OwnShelf, content: bytes) -> None:
        """Refuse a file if there are too many others of its kind. An owner's voices are not limited. A guest cannot
        replace an owner's file, except names of roles. Raises BadFile."""
        if kind in ONE_OF or (kind is Kind.VOICE and not self._by_phone):
            return
        folders = (*shelf.came, shelf.brought)
        if self._by_phone:
            at_home = place_at_home(place, self._home)
            is_theirs = self._disk.exists(at_home) and digest_of(at_home) != hashlib.sha256(content).hexdigest()
            if is_theirs and not place.name.endswith(NAMES_SUFFIX):
                raise BadFile(given.name, "", "is on the box with other content; rename it, or put it on a stick")
            folders = (*shelf.came, at_home.parent, shelf.brought)
        with self._rights(kind):
            require_shelf_room(given.name, kind, place, len(content), folders)

    def _require_room_on_card(self, shown: str, kind: Kind, place: Path, size: int) -> None:
        with self._rights(kind):
            sweep_fresh(self._disk, place)  # what a power cut has left of it takes room
            require_room_for_file(shown, size, place, self._free, old_stays=kind in _KEPT_KINDS)

    def _shelf_of(self, place: Path, given: GivenFile, kind: Kind) -> OwnShelf | None:
        """Return the shelf to which the file at this place belongs. A file that has taken control of the child could
        name any path, and gets None."""
        of_any_game, name = GivenFile(given.path, given.path.name), self._name_on_box(given, kind)
        shelves = own_shelves(of_any_game, kind, self._folders)
        return next((each for each in shelves if place == each.brought / name), None)

    def _name_on_box(self, given: GivenFile, kind: Kind) -> str:
        return ONE_OF.get(kind) or name_on_box(given)

    def _checked(self, given: GivenFile, kind: Kind, content: bytes) -> str:
        """Check a file, and return its path on the box, followed by one row for each change: the hall of a phone and
        its broker, or a name and the earlier name. Raises BadFile."""
        name, folders, rows = self._name_on_box(given, kind), self._home, list[tuple[str, str]]()
        match kind:
            case Kind.DECK:
                return str(deck_place(given, name, content, folders, self._folders.scenarios[1]))
            case Kind.SETTINGS:
                settings_given(given.name, content, folders.settings[:1])
            case Kind.HALL if self._by_phone:
                rows = [(check_hall_by_phone(given.name, content), "")]
            case Kind.HALL:
                check_hall_settings(given.name, content)
            case Kind.HALL_KEY:
                check_hall_password(given.name, content)
            case Kind.GAME if name.endswith(NAMES_SUFFIX):
                rows = [*given_names(given.name, name, content, folders.games)]
            case Kind.GAME:
                self._check_game(given.name, name, content)
            case Kind.BED:
                check_bed(given.name, name, content)
            case Kind.VOICE:
                check_voice(given.name, name, content, folders.audio / "voices")
        place = next(own_shelves(given, kind, self._folders)).brought / name
        return "\n".join((str(place), *map("\t".join, rows)))

    def _check_game(self, shown: str, name: str, content: bytes) -> None:
        game, folders = checked_game(shown, name, content), self._home.games
        if self._by_phone and _has(folders[0], name):
            raise BadFile(shown, "", "has the name of a game that came with the box; rename the file")
        if self._by_phone and game.extends:
            check_roles_by_phone(shown, game, folders)

    def _swap_in(self, place: Path, kind: Kind, content: bytes) -> None:
        self._disk.make_folder(place.parent)
        with stage_file(place, self._disk) as fresh:
            with for_group() if kind is Kind.HALL_KEY else nullcontext():  # the folder is for others, too
                self._disk.write(fresh, content)
            if kind in _KEPT_KINDS and not self._by_phone:
                keep_before(place, self._disk)
            forget_hall_password(place, self._disk)

    def _take_away(self, given: GivenFile, kind: Kind) -> bool:
        """Remove the file with the name of an empty file. Return whether there was such a file. If another file on the
        stick has the same name, the empty file is refused, because it is not clear what people want. Raises BadFile."""
        name, shelves = name_on_box(given), list(own_shelves(given, kind, self._folders))
        called = _key_of(given)
        alike = (each for each, other in self._brought if other == called)
        if any({*shelves} & {*own_shelves(each, kind, self._folders)} for each in alike):
            raise BadFile(given.name, "", "is empty, and another file there is called like it; take one of them out")
        try:
            with self._rights(kind):
                was_there = self._let_go(given.name, name, shelves, keep=kind in _KEPT_KINDS)
        except OSError as refused:
            why = f"cannot be taken away ({refusal_reason(refused)}); switch the box off and on, and try again"
            raise DiskRefused(given.name, "", why) from None
        if not was_there and any(shelf.came_with_box(name) for shelf in shelves):
            raise BadFile(given.name, "", "came with the box and stays; an empty file takes away only what you brought")
        return was_there

    def _let_go(self, shown: str, name: str, shelves: list[OwnShelf], *, keep: bool) -> bool:
        found = {shelf.named: places for shelf in shelves if (places := list(self._files_alike(name, shelf.brought)))}
        if len(found) > 1:
            raise BadFile(shown, "", f"is called like decks of several games; put it into {' or '.join(found)}")
        for place in next(iter(found.values()), []):
            take_away(place, self._disk, keep=keep)
        return bool(found)

    def _files_alike(self, name: str, folder: Path) -> Iterator[Path]:
        """Yield the files of this name in capital or small letters, because people cannot see the difference on the
        box."""
        there = self._disk.list_names(folder) if self._disk.exists(folder) else []
        yield from (folder / each for each in there if one_spelling(each) == one_spelling(name))


def is_empty(given: GivenFile | BadFile) -> bool:
    try:
        return isinstance(given, GivenFile) and not given.path.lstat().st_size
    except OSError:  # told where it is read
        return False


def _is_hall_password(given: GivenFile | BadFile) -> bool:
    return isinstance(given, GivenFile) and given.name.lower() == HALL_PASSWORD


def _key_of(given: GivenFile) -> tuple[Kind, str] | None:
    """Return the kind of a file, and its name as `one_spelling` writes it. Return None for a file that cannot be
    used."""
    try:
        kind = kind_of(given)
        return (kind, one_spelling(name_on_box(given))) if kind else None
    except BadFile:
        return None


def sum_up_taking(taken: Taken) -> str:
    """Return one sentence for people that says what was brought onto the box."""
    parts = [_all_counted(taken.new)] if taken.new else []
    if taken.removed:
        parts.append(f"{_all_counted(taken.removed)} taken away")
    parts = parts or ["nothing new"]
    if taken.known:
        parts.append(f"{taken.known} {_was(taken.known)} there already")
    if taken.absent:
        parts.append(f"{taken.absent} to be taken away {_was(taken.absent)} not there")
    if taken.refused:
        count = len(taken.refused)
        told = "one file could not be taken:" if count == 1 else f"{count} files could not be taken, the first is"
        parts.append(f"{told} {taken.refused[0]}")
    sentence = "; ".join(parts)
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."


def _all_counted(kinds: tuple[Kind, ...]) -> str:
    told = ((kind, kinds.count(kind)) for kind in Kind if kind in kinds)
    return ", ".join(f"the {kind}" if kind in ONE_OF else f"{n} {kind}{'' if n == 1 else 's'}" for kind, n in told)


def _was(count: int) -> str:
    return "was" if count == 1 else "were"
