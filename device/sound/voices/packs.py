"""A voice pack on disk: a folder with `pack.toml` and one sound file for every line the voice has spoken.

The folder's name is the pack's id and begins with its language, as in `en-bdl`: so only packs of the languages in use
are read; and each is kept as it was read."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from device.kernel.chance import text_digest
from device.kernel.errors import BadFile
from device.kernel.ids import Language, LineId, Seconds
from device.kernel.kept_copies import KeptCopies
from device.kernel.reading import check_form, entries, read_tables

PACK_LIST = "pack.toml"


class Quality(StrEnum):
    """How a voice sounds, the best first."""

    HUMAN = "human"
    UNCHECKED = "unchecked"
    GOOD = "good"
    OK = "ok"
    ROBOT = "robot"
    EXPERIMENTAL = "experimental"


QUALITY_RANK = {quality: place for place, quality in enumerate(Quality)}


class Clip(Struct, frozen=True, forbid_unknown_fields=True):
    """One recording: its file beside the list, how long it is, and the hash of the text it speaks; of a person's, who
    else has listened to it and nodded."""

    file: Annotated[str, Meta(min_length=1)]
    seconds: Annotated[Seconds, Meta(gt=0, le=60)]
    hash: str = ""
    nod: str = ""


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """What `pack.toml` says. `engine` made the voice, or a `person` did."""

    language: Language
    name: str
    licence: str
    credit: str
    quality: Quality
    engine: str = ""
    person: str = ""
    clips: Mapping[LineId, Clip] = {}


class ShelvedPack(Struct, frozen=True):
    """A pack and the folder it stands in."""

    folder: Path
    pack: Pack

    @property
    def id(self) -> str:
        return self.folder.name


def text_hash(spoken: str) -> str:
    """Marks a text, so that a clip that speaks an older one is found."""
    return text_digest(spoken).hex()[:12]


def pack_folders(root: Path, language: Language) -> list[Path]:
    """Where packs of this language stand, in order of their names."""
    if not root.is_dir():
        return []
    return sorted(
        folder for folder in root.iterdir() if f"{folder.name}-".startswith(f"{language}-") and folder.is_dir()
    )


def read_shelf(
    root: Path, language: Language, report: Callable[[str], None], kept: Path | None = None
) -> list[ShelvedPack]:
    """All packs of a language that can be used. What is wrong with the others is reported, a sentence each."""
    found = []
    for folder in pack_folders(root, language):
        try:
            found.append(ShelvedPack(folder, _of(language, folder, read_pack(folder, report, kept))))
        except BadFile as error:
            report(str(error))
    return found


def read_pack(folder: Path, report: Callable[[str], None], kept: Path | None = None) -> Pack:
    """One pack. A broken clip is reported and left out; what breaks the whole list raises `BadFile`."""
    path, copies = folder / PACK_LIST, KeptCopies(kept)
    pack = copies.find(path, Pack)
    if pack is not None:
        return pack
    faults: list[str] = []
    pack = _pack(path, read_tables(path), faults.append)
    for fault in faults:
        report(fault)
    if not faults:
        copies.keep(path, pack)
    return pack


def _of(language: Language, folder: Path, pack: Pack) -> Pack:
    if pack.language != language:
        raise BadFile(folder / PACK_LIST, "language", f"the folder's name says {language}, this says {pack.language}")
    return pack


def _pack(path: Path, plain: dict[str, Any], report: Callable[[str], None]) -> Pack:
    clips = entries(path, "clips", plain.pop("clips", {}), Clip, report)
    return replace(check_form(plain, Pack, path), clips=clips)
