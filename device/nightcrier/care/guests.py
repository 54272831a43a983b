"""Keep what guests bring apart, until the evening for which they brought it is over, or people at home agree to keep
it. The layout is that of people's own files, but in a folder of its own, which the box reads after theirs."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from nightcrier.care.given_files import OWN_SETTINGS, VOICES, GivenFile
from nightcrier.care.safe_change import for_everybody, take_away
from nightcrier.kernel.chores import ASKED, HALL_SETTINGS, AskedChange, Chore, ChoreDone, read_chore_news
from nightcrier.kernel.files import DISK, Files, replace_file
from nightcrier.kernel.folders import Folders

NETWORK = (HALL_SETTINGS, OWN_SETTINGS)
"""The files with settings of the network. They are not valid for an evening: no program reads them here, and they are
removed when the box asks about something else."""


def place_at_home(place: Path, folders: Folders) -> Path:
    """Return the place that a file or folder of guests gets among people's own files."""
    inside = place.relative_to(folders.guests)
    return (folders.recordings.parent if inside.parts[0] == VOICES else folders.own) / inside


def note_asked(folders: Folders, asks: Sequence[AskedChange], disk: Files = DISK) -> None:
    """Store the questions that the box asks people at home until they answer. Raises OSError."""
    news = ChoreDone(Chore.TAKE_SENT, of_card=True, asks=tuple(asks))
    with for_everybody():
        replace_file(folders.guests / ASKED, msgspec.json.encode(news), disk)


def forget_asked(folders: Folders, disk: Files = DISK) -> None:
    """Drop the questions to people at home, and remove the settings that wait for an answer. Raises OSError."""
    for name in (ASKED, *NETWORK):
        if disk.exists(folders.guests / name):
            take_away(folders.guests / name, disk)


def asked_files(folders: Folders) -> list[GivenFile]:
    """Return the files about which people at home are asked, in the same form as files on a stick."""
    news = read_chore_news(folders.guests / ASKED)
    names = dict.fromkeys(ask.name for ask in news.asks) if isinstance(news, ChoreDone) else {}
    return [GivenFile(folders.guests / name, name) for name in names]
