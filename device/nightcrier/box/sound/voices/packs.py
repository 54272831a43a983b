"""Reads the voice packs on disk, and orders them for a box.

A pack is `pack.toml` and one sound file for every line the voice has spoken. A pack is a folder while its lines are
being recorded, and a container when the voice is whole. The name of either is the pack's id and begins with its
language, as in `en-bdl`. So only packs of the languages in use are read. Each pack is kept as it was read."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from nightcrier.box.sound.containers import container_index, is_container, read_stored
from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import refusal_reason
from nightcrier.kernel.ids import Language, LineId, Seconds
from nightcrier.kernel.reading import (
    LARGEST_TOML_LIST,
    KeptCopies,
    check_form,
    file_inside,
    parse_tables,
    read_entries,
    read_tables,
)

PACK_LIST = "pack.toml"
_MOST_CLIPS = 5000
"""The most clips of a pack. The largest honest voice has a third of that."""


class Quality(StrEnum):
    """The quality of a voice, the best first."""

    HUMAN = "human"
    UNCHECKED = "unchecked"
    GOOD = "good"
    OK = "ok"
    ROBOT = "robot"
    EXPERIMENTAL = "experimental"


_PLAIN_NAME = r"^[^/\\\0]+\Z"
"""The pattern of a clip's file name. A clip lies beside its list: no name may lead to another folder."""

QUALITY_RANK = {quality: place for place, quality in enumerate(Quality)}


class Clip(Struct, frozen=True, forbid_unknown_fields=True):
    """One recording: its file beside the list, how long it is, and the hash of its text. `nod` names somebody else who
    has listened to a person's clip and approved it."""

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
    """Say whether a person speaks in this pack, and no machine."""
    return bool(pack.person) and not pack.engine


class ShelvedPack(Struct, frozen=True):
    """A pack, and the folder or container it lies in."""

    place: Path
    pack: Pack

    @property
    def id(self) -> str:
        return pack_id(self.place)

    def file_of(self, clip: Clip) -> Path | None:
        """Return the path of a clip; None if the folder has no such file. The files of a container were checked when it
        was read."""
        return self.place / clip.file if is_container(self.place) else file_inside(self.place, clip.file)


def pack_id(place: Path) -> str:
    return place.stem if is_container(place) else place.name


def text_hash(spoken: str) -> str:
    """Return a short hash of a text, by which a clip that speaks an older text is found."""
    return text_digest(spoken).hex()[:12]


def pack_places(root: Path, language: Language) -> list[Path]:
    """Return the folders and containers of this language, in order of their names."""
    if not root.is_dir():
        return []
    named = (place for place in root.iterdir() if f"{pack_id(place)}-".startswith(f"{language}-"))
    return sorted(place for place in named if place.is_dir() != is_container(place))


def read_shelf(
    root: Path, language: Language, report: Callable[[str], None], kept: Path | None = None
) -> list[ShelvedPack]:
    """Read all packs of a language that can be used. What is wrong with the others is reported, a sentence each."""
    found = []
    for place in pack_places(root, language):
        try:
            found.append(ShelvedPack(place, _check_language(language, place, read_pack(place, report, kept))))
        except BadFile as error:
            report(str(error))
    return found


def quality_rank(shelved: ShelvedPack) -> tuple[int, str]:
    """Return a key to sort packs by. The first pack is the voice that a box takes if none was chosen."""
    return QUALITY_RANK[shelved.pack.quality], shelved.id


def read_pack(place: Path, report: Callable[[str], None], kept: Path | None = None) -> Pack:
    """Read one pack. A broken clip is reported and left out; a fault that breaks the whole list raises `BadFile`."""
    path, copies = place if is_container(place) else place / PACK_LIST, KeptCopies(kept)
    pack = copies.find(path, Pack)
    if pack is not None:
        return pack
    faults: list[str] = []
    pack = (
        _container_pack(place, faults.append)
        if is_container(place)
        else _checked_pack(path, read_tables(path, most=LARGEST_TOML_LIST), faults.append)
    )
    for fault in faults:
        report(fault)
    if not faults:
        copies.keep(path, pack)
    return pack


def _container_pack(container: Path, report: Callable[[str], None]) -> Pack:
    """Read the pack in a container, with every listed clip whose file lies in the container. Raises BadFile."""
    path = container / PACK_LIST
    try:
        index, content = container_index(container), read_stored(container, PACK_LIST)
    except OSError as refused:
        raise BadFile(container, "", f"{refusal_reason(refused)}; put the right file there") from None
    pack = _checked_pack(path, parse_tables(content, path, LARGEST_TOML_LIST), report)
    for line, clip in pack.clips.items():
        if clip.file not in index:
            report(
                str(BadFile(path, f"clips.{line}.file", f"there is no file {clip.file} that can be played beside it"))
            )
    return replace(pack, clips={line: clip for line, clip in pack.clips.items() if clip.file in index})


def _check_language(language: Language, place: Path, pack: Pack) -> Pack:
    if pack.language != language:
        kind = "container" if is_container(place) else "folder"
        raise BadFile(place / PACK_LIST, "language", f"the {kind}'s name says {language}, this says {pack.language}")
    return pack


def _checked_pack(path: Path, plain: dict[str, Any], report: Callable[[str], None]) -> Pack:
    listed = check_form(plain.pop("clips", {}), dict[str, Any], path, "clips")
    if len(listed) > _MOST_CLIPS:
        raise BadFile(path, "clips", f"are more than {_MOST_CLIPS}, which no voice has")
    pack = replace(check_form(plain, Pack, path), clips=read_entries(path, "clips", listed, Clip, report))
    return replace(pack, quality=true_quality(pack))


def true_quality(pack: Pack) -> Quality:
    """Return the quality of a voice. A person's voice is `human` if somebody else has approved every clip; a machine's
    voice is never `human`."""
    if is_spoken(pack):
        return Quality.HUMAN if pack.clips and all(clip.nod for clip in pack.clips.values()) else Quality.UNCHECKED
    return Quality.OK if pack.quality in {Quality.HUMAN, Quality.UNCHECKED} else pack.quality


class StepsDown:
    """Reports each step down to a lesser voice once."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._reported: set[tuple[str, ...]] = set()

    def note_detour(self, line: LineId, language: Language, passed_over: Sequence[str], taken: str) -> None:
        if passed_over:
            said = f"{line} ({language}): no recording in {passed_over[0]}; {taken} says it."
            self.report_once(("pack", language, passed_over[0], taken), said)

    def note_silence(self, line: LineId, languages: Sequence[Language], heard: Sequence[Language]) -> None:
        instead = f"only {' and '.join(heard)} is heard" if heard else "a signal, and the text on the screen"
        for language in languages:
            if language not in heard:
                self.report_once(("silent", language, instead), f"{line} ({language}): no voice can say it; {instead}.")

    def report_once(self, step: tuple[str, ...], sentence: str) -> None:
        if step not in self._reported:
            self._reported.add(step)
            self._report(sentence)


class VoiceShelf:
    """The voices of a box. `root` holds the packs that came with the house, `own` holds those people recorded. Packs
    that were read are `kept`, and broken clips are remembered."""

    def __init__(
        self, root: Path, own: Path | None, kept: Path | None, report: Callable[[str], None], steps: StepsDown
    ) -> None:
        self._root, self._own, self._kept, self._report, self._steps = root, own, kept, report, steps
        self._chosen: Mapping[Language, str] = {}
        self._read: dict[Language, list[ShelvedPack]] = {}
        self._broken: set[Path] = set()

    def choose(self, packs: Mapping[Language, str]) -> None:
        """Prefer these packs from now on."""
        if packs != self._chosen:
            self._chosen = dict(packs)
            for language, read in self._read.items():
                read.sort(key=self._order(language))

    def packs(self, language: Language) -> list[ShelvedPack]:
        """Return the packs of a language, in the order in which they are asked for a line; read them if need be."""
        if language not in self._read:
            self._read[language] = sorted(self._read_all(language), key=self._order(language))
        return self._read[language]

    def reread(self) -> None:
        """Read the voices anew, because one of them has new clips."""
        self._read.clear()
        self._broken.clear()

    def is_own(self, shelved: ShelvedPack) -> bool:
        """Say whether a person of this box has spoken the pack: a machine's voice can lie beside people's packs."""
        return shelved.place.parent == self._own and is_spoken(shelved.pack)

    def file_of(self, shelved: ShelvedPack, line: LineId, clip: Clip) -> Path | None:
        """Return the path of a clip; None if its file is gone or broken."""
        file = shelved.file_of(clip)
        if file is None:
            fault = BadFile(shelved.place / PACK_LIST, f"clips.{line}.file", f"there is no file {clip.file} beside it")
            self._steps.report_once(("file", shelved.id, line), str(fault))
        return None if file in self._broken else file

    def set_broken(self, file: Path) -> None:
        """Note that a file is broken, so that it is not played again."""
        self._broken.add(file)

    def is_broken(self, file: Path) -> bool:
        return file in self._broken

    def _read_all(self, language: Language) -> list[ShelvedPack]:
        packs = read_shelf(self._root, language, self._report, self._kept)
        return packs + (read_shelf(self._own, language, self._report, self._kept) if self._own else [])

    def _order(self, language: Language) -> Callable[[ShelvedPack], tuple[object, ...]]:
        chosen = self._chosen.get(language)
        return lambda shelved: (not self.is_own(shelved), shelved.id != chosen, quality_rank(shelved))
