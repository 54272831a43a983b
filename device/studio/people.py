"""Packs of people's own voices: they stand in the state folder, and go before every other voice, line by line."""

import re
import unicodedata
from pathlib import Path

from device.kernel.ids import Language
from device.sound.voices.packs import Pack, Quality
from device.studio.packfile import PackFolder, opened


def own_pack(recordings: Path, language: Language, person: str) -> PackFolder:
    """The pack of this person, with what was recorded before."""
    pack = Pack(language, person, "its speaker's own", person, Quality.HUMAN, person=person)
    return opened(recordings / f"{language}-{_plain(person)}", pack)


def _plain(name: str) -> str:
    """A folder's name for a person's; a name in another script keeps its own letters."""
    return re.sub(r"\W+", "-", unicodedata.normalize("NFC", name).casefold()).strip("-") or "own"
