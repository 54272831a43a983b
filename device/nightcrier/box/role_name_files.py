"""Finds the names that people gave to the roles of games in files."""

from collections.abc import Sequence
from pathlib import Path

from nightcrier.box.games.engine.role_names import NAMES_SUFFIX, RoleNames
from nightcrier.kernel.errors import BadFile, Complain
from nightcrier.kernel.kept_copies import KeptCopies
from nightcrier.kernel.reading import read_content
from nightcrier.words.catalogue import LANGUAGES

_MOST_FILES = 200


def read_role_names(folders: Sequence[Path], complain: Complain, kept: Path | None = None) -> tuple[RoleNames, ...]:
    """Return the names in these folders. If two files have the same name, the one in the later folder counts. A file
    that cannot be used does not affect the others."""
    copies, found = KeptCopies(kept), dict[str, RoleNames]()
    files = [file for folder in folders for file in sorted(folder.glob(f"*{NAMES_SUFFIX}"))]
    for file in files[:_MOST_FILES]:
        try:
            found[file.name] = copies.read(file, RoleNames, read_names_file)
        except BadFile as fault:
            complain(fault)
    if len(files) > _MOST_FILES:
        complain(BadFile(files[_MOST_FILES], "", "and all after it are too many; take some of your own away"))
    return tuple(found.values())


def has_room_for_names(folders: Sequence[Path], place: Path) -> bool:
    """Say whether there is room for a file of names at this place, beside the others in these folders."""
    return sum(file != place for folder in folders for file in folder.glob(f"*{NAMES_SUFFIX}")) < _MOST_FILES


def read_names_file(file: Path) -> RoleNames:
    """Read one file. Raises BadFile."""
    if not file.is_file():
        raise BadFile(file, "", "is no plain file; put the right file there")
    from nightcrier.box.games.engine.reading_names import LARGEST_NAMES, read_names

    return read_names(read_content(file, most=LARGEST_NAMES), str(file), LANGUAGES)
