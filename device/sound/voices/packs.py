"""A voice pack on disk: a folder with `pack.toml` and one sound file for every line the voice has spoken.

The folder's name is the pack's id and begins with its language, as in `en-bdl`: so only packs of the languages in use
are read. Reading TOML is slow (400 clips: 8 ms on a laptop, some 100 ms on a Zero 2 W), so what was read is kept as
JSON, which takes a seventieth of that, beside the size and time of the file it came from."""

import hashlib
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from device.kernel.errors import BadFile
from device.kernel.files import DISK, write_atomically
from device.kernel.ids import Language, LineId, Seconds
from device.kernel.reading import check_form, parse_json, read_content, read_tables
from device.sound.files import entries

PACK_LIST = "pack.toml"


class Quality(StrEnum):
    """How a voice sounds, the best first."""

    HUMAN = "human"
    GOOD = "good"
    OK = "ok"
    ROBOT = "robot"
    EXPERIMENTAL = "experimental"


QUALITY_RANK = {quality: place for place, quality in enumerate(Quality)}


class Clip(Struct, frozen=True, forbid_unknown_fields=True):
    """One recording: its file beside the list, how long it is, and the hash of the text it speaks."""

    file: Annotated[str, Meta(min_length=1)]
    seconds: Annotated[Seconds, Meta(gt=0, le=60)]
    hash: str = ""


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


class _Kept(Struct, frozen=True):
    """A pack as it was read, and the mark of the file it was read from."""

    mark: tuple[int, int]
    pack: Pack


def text_hash(spoken: str) -> str:
    """Marks a text, so that a clip that speaks an older one is found."""
    return hashlib.sha256(spoken.encode()).hexdigest()[:12]


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
    path = folder / PACK_LIST
    copy = kept / f"{folder.name}-{text_hash(str(path))}.json" if kept else None
    mark = _mark(path)
    pack = _again(copy, mark) if copy else None
    if pack is not None:
        return pack
    faults: list[str] = []
    pack = _pack(path, read_tables(path), faults.append)
    for fault in faults:
        report(fault)
    if copy and not faults:
        _keep(copy, _Kept(mark, pack))
    return pack


def _of(language: Language, folder: Path, pack: Pack) -> Pack:
    if pack.language != language:
        raise BadFile(folder / PACK_LIST, "language", f"the folder's name says {language}, this says {pack.language}")
    return pack


def _mark(path: Path) -> tuple[int, int]:
    try:
        stat = path.stat()
    except OSError:
        return (0, 0)
    return (stat.st_size, stat.st_mtime_ns)


def _again(copy: Path, mark: tuple[int, int]) -> Pack | None:
    """The pack as it was read before, if the file is still the same."""
    try:
        known = parse_json(read_content(copy), _Kept, copy)
    except BadFile:
        return None
    return known.pack if known.mark == mark else None


def _keep(copy: Path, kept: _Kept) -> None:
    """Only a convenience: where nothing can be written, the list is read as TOML again next time."""
    write_atomically(DISK, copy, msgspec.json.encode(kept))


def _pack(path: Path, plain: dict[str, Any], report: Callable[[str], None]) -> Pack:
    clips = entries(path, "clips", plain.pop("clips", {}), Clip, report)
    return replace(check_form(plain, Pack, path), clips=clips)
