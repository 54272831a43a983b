"""Read the folder that people fill on a stick or on the card. Find the kind of each file from its place and name.

The files may come from an attacker. Links are not followed, only plain files are opened, and no file is read beyond the
largest size of its kind."""

import os
import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from heapq import nsmallest
from itertools import islice
from pathlib import Path, PurePosixPath

from msgspec import Struct

from nightcrier.box.games.engine.bounds import LARGEST_GAME, SUFFIX
from nightcrier.box.games.engine.role_names import NAMES_SUFFIX
from nightcrier.box.sound.containers import CONTAINER
from nightcrier.box.sound.desk.sound_list import BED_SUFFIXES
from nightcrier.kernel.chores import HALL_PASSWORD, HALL_SETTINGS
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.files import open_plainly, refusal_reason
from nightcrier.kernel.people import JOINERS
from nightcrier.kernel.reading import LARGEST_TOML

FOLDER = "nightcrier"
_MOST_FILES = 500
_DEEPEST = 3
_MIB = 1024 * 1024
_LIST_OF = {"pack.toml": "voice", "saved.json": "saved box"}
"""The name of the list inside each kind of .zip file that the box uses. If a folder has such a list, the folder is an
unpacked zip."""


class GivenFile(Struct, frozen=True):
    """A file that people gave. `path` is its path, and `name` is its name as people see it, beginning below the
    folder."""

    path: Path
    name: str


def find_folder(named: Path) -> Path:
    """Return the folder `nightcrier` in the named folder, in capital or small letters. If there is none, return the
    named folder, if its own name is `nightcrier`, like the drive of a card. Raises WrongUse."""
    try:
        found = sorted(each.name for each in os.scandir(named) if each.name.lower() == FOLDER and _is_folder(each))
    except OSError as refused:
        raise WrongUse(f"{named} cannot be read ({refusal_reason(refused)}); name a stick or a folder.") from None
    if not found and named.resolve().name.lower() == FOLDER:
        return named
    if not found:
        raise WrongUse(f"{named} has no folder {FOLDER}; make one, and put into it what the box is to take.")
    return named / found[0]


def files_in(folder: Path) -> Iterator[GivenFile | BadFile]:
    """Yield all files in a folder and below it, sorted by name. For each entry that is not a plain file, yield a
    BadFile."""
    found = _walk(folder, "")
    yield from islice(found, _MOST_FILES)
    if next(found, None) is not None:
        why = f"holds more than {_MOST_FILES} files, and the rest was not looked at; take some out"
        yield BadFile(folder, "", why)


def read_given(given: GivenFile, most: int) -> bytes:
    """Return the content of a whole file. Raises BadFile, also if the stick was pulled out during reading."""
    try:
        with open_plainly(given.path) as file:
            content = file.read(most + 1)
    except OSError as refused:
        raise BadFile(given.name, "", f"cannot be read ({refusal_reason(refused)}); copy it again") from None
    if len(content) > most:
        size = f"{most // _MIB} MiB" if most >= _MIB else f"{most // 1024} KiB"
        raise BadFile(given.name, "", f"is larger than {size}; put the right file there")
    return content


def plain_name(name: str) -> str:
    """Return a name in a form that can be printed, whatever characters the name has."""
    return "".join(letter if letter.isprintable() or letter in JOINERS else "?" for letter in name)


def _is_folder(each: "os.DirEntry[str]") -> bool:
    return each.is_dir(follow_symlinks=False)


def _walk(folder: Path, above: str) -> Iterator[GivenFile | BadFile]:
    try:
        with os.scandir(folder) as all_there:
            of_people = (each for each in all_there if is_of_people(each.name))
            found = nsmallest(_MOST_FILES + 1, of_people, key=lambda each: each.name)
    except OSError as refused:
        yield BadFile(above or folder, "", f"cannot be read ({refusal_reason(refused)}); copy it again")
        return
    for each in found:
        yield from _look_at(each, f"{above}{plain_name(each.name)}")


def _look_at(each: "os.DirEntry[str]", name: str) -> Iterator[GivenFile | BadFile]:
    try:
        is_folder, is_file = _is_folder(each), each.is_file(follow_symlinks=False)
        slip = _folder_slip(Path(each.path)) if is_folder else ""
    except OSError as refused:
        yield BadFile(name, "", f"cannot be read ({refusal_reason(refused)}); copy it again")
        return
    if slip:
        yield BadFile(name, "", slip)
    elif is_folder and name.count("/") + 1 < _DEEPEST:
        yield from _walk(Path(each.path), f"{name}/")
    elif is_folder:
        yield BadFile(name, "", "is a folder too deep to be looked at; put its files further up")
    elif is_file:
        yield GivenFile(Path(each.path), name)
    else:
        yield BadFile(name, "", "is no plain file; put the file itself there")


def _folder_slip(folder: Path) -> str:
    """Return what is wrong with a whole folder. Return "" if the files in it are to be checked one by one. Raises
    OSError."""
    if folder.name.lower() == FOLDER:
        return f"is a folder {FOLDER} in the folder {FOLDER}; put what is in it one folder up"
    packed = next((kind for name, kind in _LIST_OF.items() if (folder / name).is_file()), "")
    return f"is an unpacked {packed}; put the .zip itself there" if packed else ""


def is_of_people(name: str) -> bool:
    """Say whether people put this file there. Computers leave files of their own on every drive."""
    return not name.startswith(".") and name.lower() not in OF_THE_COMPUTER


OF_THE_COMPUTER = frozenset({"system volume information", "thumbs.db", "desktop.ini", "$recycle.bin", "__macosx"})
"""The names of files that computers create by themselves, in small letters. Names with a leading dot also belong to
computers. `memory.sh` of the card has the same list."""


DECKS, GAMES, VOICES, BEDS = "decks", "games", "voices", "beds"
OWN_SETTINGS = "device.toml"
REPORT, SCORES, PROBLEMS = "report.txt", "scores.csv", "problems.txt"
PUT_HERE, TAKEN, WIFI = "put-here.txt", "taken.txt", "wifi.txt"
"""Three texts in people's folder on a card made by `image/build`. The first explains the folder, the second lists what
was last brought onto the box, and the third, which people write, is read by the card at each start."""
OF_THE_BOX = frozenset({REPORT, SCORES, PROBLEMS, PUT_HERE, TAKEN})
SAVED = re.compile(r"nightcrier-saved(?:-(\d{1,4}))?\.zip", re.IGNORECASE)
_UPDATE = re.compile(r".+\.tar\.xz(\.sig)?")
_CUT_OFF = re.compile(r"(.+?)(\.\d+)?\.new")
"""A pattern for names of unfinished files. Such a file is left behind if the stick was pulled out during writing."""
_SECOND_ENDING = re.compile(r".+\.(?:toml|txt|password|zip|xz|sig|ogg|opus|mp3|wav)(\.\w{2,4})", re.IGNORECASE)
_LIKE_SAVED = re.compile(r".*nightcrier-saved.*\.zip", re.IGNORECASE)
"""A pattern for names of copies of a saved box, such as `nightcrier-saved (1).zip` or `Copy of
nightcrier-saved.zip`."""
_HIDES = "a computer hides it; on Windows: View, Show, File name extensions"
_ONE_SAVED = "is a saved box by its name; call it nightcrier-saved.zip, and put it into nightcrier itself"
_LONGEST_NAME = 100
"""The maximum length of a file's name, in bytes."""


class Kind(StrEnum):
    SETTINGS = "settings"
    HALL = "settings of a hall"
    HALL_KEY = "password of a hall"
    DECK = "deck"
    GAME = "game"
    VOICE = "voice"
    BED = "background sound"


MOST_BYTES = {
    Kind.SETTINGS: LARGEST_TOML,
    Kind.HALL: LARGEST_TOML,
    Kind.HALL_KEY: 1024,
    Kind.DECK: LARGEST_TOML,
    Kind.GAME: LARGEST_GAME,
    Kind.VOICE: 2**27,  # the largest voice that comes with the box has a tenth of that
    Kind.BED: 2**25,  # half an hour, well packed
}


ONE_OF = {Kind.SETTINGS: OWN_SETTINGS, Kind.HALL: HALL_SETTINGS, Kind.HALL_KEY: HALL_PASSWORD}
"""The kinds of which a box has only one file, with its name. There may be many files of any other kind. They need space
on the card, and can be removed again."""
FOLDER_OF = {Kind.DECK: DECKS, Kind.GAME: GAMES, Kind.VOICE: VOICES, Kind.BED: BEDS}
"""The folder of each other kind on a stick. The page counts what is new in rows of the same names."""
_AT_THE_TOP = {name: kind for kind, name in ONE_OF.items()}


def kind_of(given: GivenFile) -> Kind | None:
    """Return the kind of a file. Return None for an update, and for a file that the box itself has written. Raises
    BadFile."""
    place = PurePosixPath(given.name)
    suffix, room = place.suffix.lower(), place.parts[0].lower() if len(place.parts) > 1 else ""
    if not room and _is_of_the_box(place.name):
        return None
    if not room and place.name.lower() in _AT_THE_TOP:
        return _AT_THE_TOP[place.name.lower()]
    if ending := _SECOND_ENDING.fullmatch(place.name):
        raise BadFile(given.name, "", f"has a second ending, {ending[1]}; take it off ({_HIDES})")
    if _LIKE_SAVED.fullmatch(place.name):
        raise BadFile(given.name, "", _ONE_SAVED)
    if place.name.lower().endswith((SUFFIX, NAMES_SUFFIX)):
        if len(place.parts) < 3 and room in {"", GAMES}:
            return Kind.GAME
    elif suffix == ".toml" and room in {"", DECKS, "scenarios"}:  # as they are called on the box
        return Kind.DECK
    if len(place.parts) < 3 and suffix == CONTAINER and room in {"", VOICES}:
        return Kind.VOICE
    if len(place.parts) < 3 and suffix in BED_SUFFIXES and room in {"", BEDS}:
        return Kind.BED
    raise BadFile(given.name, "", f"is nothing the box knows there: {_KNOWN}")


def check_whole(given: GivenFile) -> None:
    """Refuse an update if one of its two files is missing. Raises BadFile."""
    name = given.path.name
    other = name.removesuffix(".sig") if name.endswith(".sig") else f"{name}.sig"
    with suppress(OSError):  # told of each file that cannot be read
        if _UPDATE.fullmatch(name) and not given.path.with_name(other).exists():
            raise BadFile(given.name, "", f"is half of an update, and {other} is missing; put both there")


def name_on_box(given: GivenFile) -> str:
    """Return the name that the file gets on the box. Accents are in their usual form, and the suffix is in small
    letters. Raises BadFile if the name has invisible letters, begins or ends with a blank, or is too long."""
    name = unicodedata.normalize("NFC", given.path.name)
    if any(not letter.isprintable() and letter not in JOINERS for letter in name) or "\\" in name:
        raise BadFile(given.name, "", "has a letter in its name that nobody can see; rename it")
    stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix.lower()
    if stem != stem.strip() or len(name.encode()) > _LONGEST_NAME:
        raise BadFile(given.name, "", "has a name that is too long or ends in blanks; rename it")
    return stem + suffix


def _is_of_the_box(name: str) -> bool:
    if cut := _CUT_OFF.fullmatch(name):
        name = cut[1]
    return name.lower() in {*OF_THE_BOX, WIFI} or bool(SAVED.fullmatch(name) or _UPDATE.fullmatch(name))


_KNOWN = (
    f"it takes {OWN_SETTINGS}, decks (.toml) in {DECKS}, games ({SUFFIX}) in {GAMES}, voices (.zip) in {VOICES} "
    f"and sounds in {BEDS}"
)
