"""A voice pack on disk: `pack.toml` and one sound file for every line the voice has spoken; in a folder while they are
being recorded, in a container when the voice is whole.

The name of either is the pack's id and begins with its language, as in `en-bdl`: so only packs of the languages in use
are read; and each is kept as it was read."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from device.kernel.chance import text_digest
from device.kernel.errors import BadFile
from device.kernel.files import refusal_reason
from device.kernel.ids import Language, LineId, Seconds
from device.kernel.kept_copies import KeptCopies
from device.kernel.reading import LARGEST_TOML_LIST, check_form, entries, inside, parse_tables, read_tables
from device.sound.containers import container_index, is_container, read_stored

PACK_LIST = "pack.toml"
_MOST_CLIPS = 5000
"""The largest honest voice has a third of that."""


class Quality(StrEnum):
    """The quality of a voice, the best first."""

    HUMAN = "human"
    UNCHECKED = "unchecked"
    GOOD = "good"
    OK = "ok"
    ROBOT = "robot"
    EXPERIMENTAL = "experimental"


_PLAIN_NAME = r"^[^/\\\0]+\Z"
"""A clip lies beside its list: no name leads to another folder, wherever the pack is read."""

QUALITY_RANK = {quality: place for place, quality in enumerate(Quality)}


class Clip(Struct, frozen=True, forbid_unknown_fields=True):
    """One recording: its file beside the list, how long it is, and the hash of the text it speaks; of a person's, who
    else has listened to it and nodded."""

    file: Annotated[str, Meta(pattern=_PLAIN_NAME)]
    seconds: Annotated[Seconds, Meta(gt=0, le=60)]
    hash: str = ""
    nod: str = ""


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `pack.toml`. Either an `engine` made the voice, or a `person` did."""

    language: Language
    name: str
    licence: str
    credit: str
    quality: Quality
    engine: str = ""
    person: str = ""
    clips: Mapping[LineId, Clip] = {}


def is_spoken(pack: Pack) -> bool:
    """Whether a person speaks in this pack, and no machine."""
    return bool(pack.person) and not pack.engine


class ShelvedPack(Struct, frozen=True):
    """A pack, and the folder or container it lies in."""

    place: Path
    pack: Pack

    @property
    def id(self) -> str:
        return pack_id(self.place)

    def file_of(self, clip: Clip) -> Path | None:
        """The path of a clip. None where a folder has no such file; the files of a container were looked for when it
        was read."""
        return self.place / clip.file if is_container(self.place) else inside(self.place, clip.file)


def pack_id(place: Path) -> str:
    return place.stem if is_container(place) else place.name


def text_hash(spoken: str) -> str:
    """Marks a text, so that a clip that speaks an older one is found."""
    return text_digest(spoken).hex()[:12]


def pack_places(root: Path, language: Language) -> list[Path]:
    """Folders and containers of this language, in order of their names."""
    if not root.is_dir():
        return []
    named = (place for place in root.iterdir() if f"{pack_id(place)}-".startswith(f"{language}-"))
    return sorted(place for place in named if place.is_dir() != is_container(place))


def read_shelf(
    root: Path, language: Language, report: Callable[[str], None], kept: Path | None = None
) -> list[ShelvedPack]:
    """All packs of a language that can be used. What is wrong with the others is reported, a sentence each."""
    found = []
    for place in pack_places(root, language):
        try:
            found.append(ShelvedPack(place, _of(language, place, read_pack(place, report, kept))))
        except BadFile as error:
            report(str(error))
    return found


def rank(shelved: ShelvedPack) -> tuple[int, str]:
    """A key to sort packs by: the voice that a box takes where none was chosen comes first."""
    return QUALITY_RANK[shelved.pack.quality], shelved.id


def read_pack(place: Path, report: Callable[[str], None], kept: Path | None = None) -> Pack:
    """One pack. A broken clip is reported and left out; what breaks the whole list raises `BadFile`."""
    path, copies = place if is_container(place) else place / PACK_LIST, KeptCopies(kept)
    pack = copies.find(path, Pack)
    if pack is not None:
        return pack
    faults: list[str] = []
    pack = (
        _of_container(place, faults.append)
        if is_container(place)
        else _pack(path, read_tables(path, most=LARGEST_TOML_LIST), faults.append)
    )
    for fault in faults:
        report(fault)
    if not faults:
        copies.keep(path, pack)
    return pack


def _of_container(container: Path, report: Callable[[str], None]) -> Pack:
    """The pack in a container: every listed clip whose file lies in it. Raises BadFile."""
    path = container / PACK_LIST
    try:
        index, content = container_index(container), read_stored(container, PACK_LIST)
    except OSError as refused:
        raise BadFile(container, "", f"{refusal_reason(refused)}; put the right file there") from None
    pack = _pack(path, parse_tables(content, path, LARGEST_TOML_LIST), report)
    for line, clip in pack.clips.items():
        if clip.file not in index:
            report(
                str(BadFile(path, f"clips.{line}.file", f"there is no file {clip.file} that can be played beside it"))
            )
    return replace(pack, clips={line: clip for line, clip in pack.clips.items() if clip.file in index})


def _of(language: Language, place: Path, pack: Pack) -> Pack:
    if pack.language != language:
        kind = "container" if is_container(place) else "folder"
        raise BadFile(place / PACK_LIST, "language", f"the {kind}'s name says {language}, this says {pack.language}")
    return pack


def _pack(path: Path, plain: dict[str, Any], report: Callable[[str], None]) -> Pack:
    listed = check_form(plain.pop("clips", {}), dict[str, Any], path, "clips")
    if len(listed) > _MOST_CLIPS:
        raise BadFile(path, "clips", f"are more than {_MOST_CLIPS}, which no voice has")
    pack = replace(check_form(plain, Pack, path), clips=entries(path, "clips", listed, Clip, report))
    return replace(pack, quality=true_quality(pack))


def true_quality(pack: Pack) -> Quality:
    """A person's voice is `human` when somebody else has nodded to every clip of it. A machine's is never."""
    if is_spoken(pack):
        return Quality.HUMAN if pack.clips and all(clip.nod for clip in pack.clips.values()) else Quality.UNCHECKED
    return Quality.OK if pack.quality in {Quality.HUMAN, Quality.UNCHECKED} else pack.quality
