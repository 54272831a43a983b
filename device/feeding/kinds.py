"""Knows a file on a stick by where it lies and how it is called."""

import re
import unicodedata
from contextlib import suppress
from enum import StrEnum
from pathlib import PurePosixPath

from device.feeding.given import GivenFile
from device.kernel.errors import BadFile
from device.kernel.names import JOINERS
from device.kernel.reading import LARGEST_TOML
from device.kernel.sent_files import HALL_PASSWORD, HALL_SETTINGS
from device.sound.containers import CONTAINER
from device.sound.desk.sound_list import BED_SUFFIXES

DECKS, VOICES, BEDS = "decks", "voices", "beds"
OWN_SETTINGS = "device.toml"
REPORT, SCORES, PROBLEMS = "report.txt", "scores.csv", "problems.txt"
PUT_HERE, TAKEN = "put-here.txt", "taken.txt"
"""In the folder of a card that image/build has made: what it is for, and what came of it the last time."""
OF_THE_BOX = frozenset({REPORT, SCORES, PROBLEMS, PUT_HERE, TAKEN})
SAVED = re.compile(r"nightcrier-saved(?:-(\d{1,4}))?\.zip", re.IGNORECASE)
_UPDATE = re.compile(r".+\.tar\.xz(\.sig)?")
_CUT_OFF = re.compile(r"(.+?)(\.\d+)?\.new")
"""Names what was to become a file when the stick was pulled."""
_SECOND_ENDING = re.compile(r".+\.(?:toml|password|zip|xz|sig|ogg|opus|mp3|wav)(\.\w{2,4})", re.IGNORECASE)
_LIKE_SAVED = re.compile(r".*nightcrier-saved.*\.zip", re.IGNORECASE)
"""A second one is called `nightcrier-saved (1).zip` by who loads it down, `Copy of nightcrier-saved.zip` by others."""
_HIDES = "a computer hides it; on Windows: View, Show, File name extensions"
_ONE_SAVED = "is a saved box by its name; call it nightcrier-saved.zip, and put it into nightcrier itself"
_LONGEST_NAME = 100
"""Bytes."""


class Kind(StrEnum):
    SETTINGS = "settings"
    HALL = "settings of a hall"
    HALL_KEY = "password of a hall"
    DECK = "deck"
    VOICE = "voice"
    BED = "background sound"


MOST_BYTES = {
    Kind.SETTINGS: LARGEST_TOML,
    Kind.HALL: LARGEST_TOML,
    Kind.HALL_KEY: 1024,
    Kind.DECK: LARGEST_TOML,
    Kind.VOICE: 2**27,  # the largest voice that comes with the box has a tenth of that
    Kind.BED: 2**25,  # half an hour, well packed
}


_AT_THE_TOP = {OWN_SETTINGS: Kind.SETTINGS, HALL_SETTINGS: Kind.HALL, HALL_PASSWORD: Kind.HALL_KEY}


def kind_of(given: GivenFile) -> Kind | None:
    """Return the kind of a file; None for what is not for taking: what the box has written there, and updates. Raises
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
    if suffix == ".toml" and room in {"", DECKS}:
        return Kind.DECK
    if len(place.parts) < 3 and suffix == CONTAINER and room in {"", VOICES}:
        return Kind.VOICE
    if len(place.parts) < 3 and suffix in BED_SUFFIXES and room in {"", BEDS}:
        return Kind.BED
    raise BadFile(given.name, "", f"is nothing the box knows there: {_KNOWN}")


def check_whole(given: GivenFile) -> None:
    """Refuse half of an update, which is two files. Raises BadFile."""
    name = given.path.name
    other = name.removesuffix(".sig") if name.endswith(".sig") else f"{name}.sig"
    with suppress(OSError):  # told of each file that cannot be read
        if _UPDATE.fullmatch(name) and not given.path.with_name(other).exists():
            raise BadFile(given.name, "", f"is half of an update, and {other} is missing; put both there")


def name_on_box(given: GivenFile) -> str:
    """Return the name on the box: letters in their usual form, the end in small ones. Raises BadFile for what nobody
    could read there, or no disk keep."""
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
    return name in OF_THE_BOX or bool(SAVED.fullmatch(name) or _UPDATE.fullmatch(name))


_KNOWN = f"it takes {OWN_SETTINGS}, decks (.toml) in {DECKS}, voices (.zip) in {VOICES} and sounds in {BEDS}"
