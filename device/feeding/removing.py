"""Takes away a deck, a voice or a sound that people have brought, where an empty file is called like it. What came with
the box stays, and so does a voice that is a folder: it was recorded here."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from device.box.folders import Folders
from device.feeding.care import InState, for_everybody, let_go
from device.feeding.given import GivenFile
from device.feeding.kinds import Kind, kept_name, kind_of
from device.feeding.shelves import OwnShelf, one_spelling, own_shelves
from device.kernel.errors import BadFile, DiskRefused
from device.kernel.files import Files, refusal_reason

BROUGHT_KINDS = frozenset({Kind.DECK, Kind.VOICE, Kind.BED})
"""Of which a box may have any number: they need room, and can be taken away again."""


def is_empty(given: GivenFile | BadFile) -> bool:
    try:
        return isinstance(given, GivenFile) and not given.path.lstat().st_size
    except OSError:  # told where it is read
        return False


def check_no_wish(given: GivenFile) -> None:
    """Where nothing may be taken away. Raises BadFile."""
    if is_empty(given):
        raise BadFile(given.name, "", "is empty; send it again (what is on the box is taken away by a stick alone)")


def takes_away(kind: Kind, content: bytes) -> bool:
    """Empty settings mean something else."""
    return kind in BROUGHT_KINDS and not content


class Remover:
    """The box that lets go. Where something else that lies there (`given`) is called the same, it is in doubt what
    people want."""

    def __init__(self, folders: Folders, in_state: InState, disk: Files, given: Iterable[GivenFile | BadFile]) -> None:
        self._folders, self._in_state, self._disk = folders, in_state, disk
        brought = (each for each in given if isinstance(each, GivenFile) and not is_empty(each))
        self._brought = [(each, _called(each)) for each in brought]

    def take_away(self, given: GivenFile, kind: Kind) -> bool:
        """Whether something of that name was there. Raises BadFile."""
        name, shelves = kept_name(given), list(own_shelves(given, kind, self._folders))
        called = _called(given)
        alike = (each for each, other in self._brought if other == called)
        if any({*shelves} & {*own_shelves(each, kind, self._folders)} for each in alike):
            raise BadFile(given.name, "", "is empty, and another file there is called like it; take one of them out")
        try:
            with self._in_state(self._folders.state) if kind is Kind.VOICE else for_everybody():
                was_there = self._let_go(given.name, name, shelves, keep=kind is Kind.DECK)
        except OSError as refused:
            why = f"cannot be taken away ({refusal_reason(refused)}); switch the box off and on, and try again"
            raise DiskRefused(given.name, "", why) from None
        if not was_there and any(shelf.came_with_box(name) for shelf in shelves):
            raise BadFile(given.name, "", "came with the box and stays; an empty file takes away only what you brought")
        return was_there

    def _let_go(self, shown: str, name: str, shelves: list[OwnShelf], *, keep: bool) -> bool:
        found = {shelf.named: places for shelf in shelves if (places := list(self._of_name(name, shelf.brought)))}
        if len(found) > 1:
            raise BadFile(shown, "", f"is called like decks of several games; put it into {' or '.join(found)}")
        for place in next(iter(found.values()), []):
            let_go(place, self._disk, keep=keep)
        return bool(found)

    def _of_name(self, name: str, folder: Path) -> Iterator[Path]:
        """In whatever letters: whoever names a file on a stick does not see those on the box."""
        there = self._disk.list_names(folder) if self._disk.exists(folder) else []
        yield from (folder / each for each in there if one_spelling(each) == one_spelling(name))


def _called(given: GivenFile) -> tuple[Kind, str] | None:
    """None for what cannot be taken."""
    try:
        kind = kind_of(given)
        return (kind, one_spelling(kept_name(given))) if kind else None
    except BadFile:
        return None
