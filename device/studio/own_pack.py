"""The pack of a person: which folder it lies in, and what it says of the voice. Different people never share one."""

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from msgspec.structs import replace

from device.kernel.booth import Licence
from device.kernel.chance import text_digest
from device.kernel.errors import WrongUse
from device.kernel.ids import Language
from device.kernel.names import tidy_name
from device.sound.voices.packs import Pack, Quality
from device.studio.pack_folder import PackFolder, listed_in

OWN_LICENCE = "its speaker's own"
LICENCES: Mapping[Licence, str] = {name: OWN_LICENCE if name == "own" else name for name in get_args(Licence)}
"""What a pack says of each that can be chosen."""
NO_NAME = "own"
"""Whose voice it is where nobody has said."""
_LONGEST_NAME = 100
"""Bytes of a folder's name; a file system takes 255."""


def own_pack(recordings: Path, language: Language, person: str, licence: str = "") -> PackFolder:
    """The pack of this person, with what was recorded before, under the licence that was chosen last."""
    person = person or NO_NAME
    folder = _folder(recordings, language, person)
    before = listed_in(folder)
    pack = before or Pack(language, person, OWN_LICENCE, person, Quality.UNCHECKED, person=person)
    return PackFolder(folder, replace(pack, licence=licence or pack.licence), before)


def _folder(recordings: Path, language: Language, person: str) -> Path:
    """Where this person's clips lie, however the folder is called; else a new one. It has the name's letters, and a
    mark of its own where they do not tell the whole name, or somebody else's clips lie there."""
    plain, known = _plain(person), _known_as(person)
    if len(f"{language}-{plain}".encode()) > _LONGEST_NAME or len(person) > _LONGEST_NAME:
        raise WrongUse(f"The name of a person that begins with '{person[:20]}' is too long; write a shorter one.")
    letters = recordings / f"{language}-{plain or NO_NAME}"
    marked = recordings / "-".join(filter(None, (language, plain, text_digest(known).hex()[:8])))
    speakers = {folder: pack.person for folder in (letters, marked) if (pack := listed_in(folder))}
    mine = [folder for folder, speaker in speakers.items() if speaker and _known_as(speaker) == known]
    is_whole = plain == known.replace(" ", "-") and "-" not in known
    return (mine or [letters if is_whole and letters not in speakers else marked])[0]


def _known_as(person: str) -> str:
    """Small and large letters are the same person; somebody who is called like nobody is somebody all the same."""
    lowered = tidy_name(person).lower()
    return person if lowered == NO_NAME else lowered


def _plain(name: str) -> str:
    """A folder's name for a person's; a name in another script keeps its own letters."""
    return re.sub(r"\W+", "-", unicodedata.normalize("NFC", name).casefold()).strip("-")
