"""Writing a voice pack: the clips as files, and `pack.toml`, which lists them.

`device/sound/voices/packs.py` reads it."""

import json
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from device.kernel.errors import WrongUse
from device.kernel.files import replace_file
from device.kernel.ids import Language, LineId
from device.sound.voices.packs import PACK_LIST, Clip, Pack, Quality, read_pack, text_hash
from device.studio.ogg import ogg_seconds

_SUFFIX = ".opus"
_LONGEST_NAME = 100
"""Bytes of a folder's name; a file system takes 255."""


class PackFolder:
    """One pack being made. Every clip is safe as soon as it is kept; the list is written by `write`."""

    def __init__(self, folder: Path, pack: Pack) -> None:
        self.folder, self.pack = folder, pack

    def has(self, line: LineId, spoken: str) -> bool:
        """Whether the clip of this line is there and speaks this text."""
        clip = self.pack.clips.get(line)
        return clip is not None and clip.hash == text_hash(spoken) and (self.folder / clip.file).is_file()

    def keep(self, line: LineId, spoken: str, sound: bytes) -> Clip:
        """Writes one clip."""
        file = self.folder / f"{line}{_SUFFIX}"
        replace_file(file, sound)
        clip = Clip(file.name, round(ogg_seconds(file), 3), text_hash(spoken))
        self.pack = replace(self.pack, clips={**self.pack.clips, line: clip})
        return clip

    def write(self) -> None:
        """Writes the list."""
        replace_file(self.folder / PACK_LIST, _toml(self.pack).encode())

    def forget(self, but: Mapping[LineId, str]) -> None:
        """Drops every clip that is not of these lines, and files nobody lists; the list takes their order."""
        clips = self.pack.clips
        self.pack = replace(self.pack, clips={line: clips[line] for line in but if line in clips})
        listed = {clip.file for clip in self.pack.clips.values()}
        for file in self.folder.glob(f"*{_SUFFIX}"):
            if file.name not in listed:
                file.unlink()


def open_pack(folder: Path, fresh: Pack) -> PackFolder:
    """The pack in this folder, with the clips it has, under what `fresh` says of the voice."""
    clips = read_pack(folder, lambda _fault: None).clips if (folder / PACK_LIST).is_file() else {}
    return PackFolder(folder, replace(fresh, clips=clips))


def _toml(pack: Pack) -> str:
    """Strings of JSON are strings of TOML too."""
    head = {
        "language": pack.language,
        "name": pack.name,
        "engine": pack.engine,
        "person": pack.person,
        "licence": pack.licence,
        "credit": pack.credit,
        "quality": pack.quality.value,
    }
    lines = [f"{key} = {_text(value)}" for key, value in head.items() if value]
    return "\n".join([*lines, "", "[clips]", *(_row(line, clip) for line, clip in pack.clips.items()), ""])


def _row(line: LineId, clip: Clip) -> str:
    return f"{_text(line)} = {{ file = {_text(clip.file)}, seconds = {clip.seconds:.3f}, hash = {_text(clip.hash)} }}"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def own_pack(recordings: Path, language: Language, person: str) -> PackFolder:
    """The pack of this person, with what was recorded before."""
    folder = f"{language}-{_plain(person)}"
    if len(folder.encode()) > _LONGEST_NAME or len(person) > _LONGEST_NAME:
        raise WrongUse(f"The name of a person that begins with '{person[:20]}' is too long; write a shorter one.")
    pack = Pack(language, person, "its speaker's own", person, Quality.HUMAN, person=person)
    return open_pack(recordings / folder, pack)


def _plain(name: str) -> str:
    """A folder's name for a person's; a name in another script keeps its own letters."""
    return re.sub(r"\W+", "-", unicodedata.normalize("NFC", name).casefold()).strip("-") or "own"
