"""Reads the voice packs on disk, and sorts them for a box.

A pack is `pack.toml` and one sound file for every spoken line. While people record the lines, the pack is a folder.
When the voice is complete, the pack is a container. The name of the folder or container is the id of the pack and
begins with its language, as in `en-bdl`. So only packs of languages in use are read. Each pack that was read stays in
memory."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, convert
from msgspec.structs import astuple, replace

from nightcrier.box.sound.containers import container_index, index_bytes, is_container, read_stored
from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import DISK, refusal_reason
from nightcrier.kernel.ids import Language, LineId, Seconds, line_said
from nightcrier.kernel.kept_copies import KeptCopies
from nightcrier.kernel.reading import (
    LARGEST_TOML_LIST,
    check_form,
    file_inside,
    parse_json,
    parse_tables,
    read_content,
    read_entries,
)

PACK_LIST = "pack.toml"
_MOST_CLIPS = 5000
"""The most clips of a pack. The largest real voice has a third of them."""


class Quality(StrEnum):
    """The quality of a voice, best first."""

    HUMAN = "human"
    UNCHECKED = "unchecked"
    GOOD = "good"
    OK = "ok"
    ROBOT = "robot"
    EXPERIMENTAL = "experimental"


_ROOM, _LEAST = 30_000, 100
"""The most clips of all voices of one language in a folder, and the fewest that a voice counts as. All voices are read
before the box is ready, and stay in memory. A faulty voice counts as the largest, because each start reads it again."""

_PlainName = Annotated[str, Meta(pattern=r"^[^/\\\0]+\Z")]
"""A clip's file name. The file must be beside its list, so its name may not lead to another folder."""

QUALITY_RANK = {quality: place for place, quality in enumerate(Quality)}


class Clip(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A recording: its file beside the list, its length, and the hash of its text. `nod` is the name of another person
    who has listened to the clip and approved it."""

    file: str
    seconds: Annotated[Seconds, Meta(gt=0, le=60)]
    hash: str = ""
    nod: str = ""


class _ListedClip(Clip, frozen=True, forbid_unknown_fields=True, gc=False):
    """A clip in a list that is checked. A saved copy of a list needs no check of each name, which would take long."""

    file: _PlainName


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `pack.toml`. The voice either is made by an `engine` or belongs to a `person`."""

    language: Language
    name: str
    licence: str
    credit: str
    quality: Quality
    engine: str = ""
    person: str = ""
    clips: Mapping[LineId, Clip] = {}


def is_spoken(pack: Pack) -> bool:
    """Say whether the voice of this pack is that of a person, not a machine."""
    return bool(pack.person) and not pack.engine


class ShelvedPack(Struct, frozen=True):
    place: Path
    pack: Pack

    @property
    def id(self) -> str:
        return pack_id(self.place)

    def file_of(self, clip: Clip) -> Path | None:
        """Return the path of a clip, or None if the folder has no such file. In a container, files are not checked
        here, because they were checked when it was read."""
        return self.place / clip.file if is_container(self.place) else file_inside(self.place, clip.file)


def pack_id(place: Path) -> str:
    return place.stem if is_container(place) else place.name


def text_hash(spoken: str) -> str:
    """Return a short hash of a text, by which the box finds clips that speak an older text."""
    return text_digest(spoken).hex()[:12]


def pack_places(root: Path, language: Language) -> list[Path]:
    if not root.is_dir():
        return []
    named = (place for place in root.iterdir() if f"{pack_id(place)}-".startswith(f"{language}-"))
    return sorted(place for place in named if place.is_dir() != is_container(place))


def read_shelf(
    root: Path, language: Language, report: Callable[[str], None], kept: Path | None = None
) -> list[ShelvedPack]:
    """Return all usable packs of a language. Report each fault of the other packs in one sentence."""
    found, room = list[ShelvedPack](), _ROOM
    for place in pack_places(root, language):
        if room <= 0:
            report(str(BadFile(place, "", "and all after it are too many voices; take some of your own away")))
            break
        try:
            found.append(ShelvedPack(place, _check_language(language, place, read_pack(place, report, kept))))
            room -= max(_LEAST, len(found[-1].pack.clips))
        except BadFile as error:
            room -= _MOST_CLIPS
            report(str(error))
    return found


def has_room_for_voice(folders: Sequence[Path], place: Path, language: Language) -> bool:
    """Say whether there is room for a voice at this place, beside the others in these folders, within the limit on
    their clips."""
    others = (other for folder in folders for other in pack_places(folder, language))
    return sum(other != place for other in others) < _ROOM // _MOST_CLIPS


def quality_rank(shelved: ShelvedPack) -> tuple[int, str]:
    """Return a key for sorting packs. The first pack is the voice of the box unless people have chosen another."""
    return QUALITY_RANK[shelved.pack.quality], shelved.id


def read_pack(place: Path, report: Callable[[str], None], kept: Path | None = None) -> Pack:
    """Read one pack. Broken clips are reported and left out. Raises `BadFile` if the whole list is broken."""
    path = place if is_container(place) else place / PACK_LIST
    copies = KeptCopies(kept, index_bytes if is_container(place) else DISK.read)
    pack = copies.find(path, Pack)
    if pack is not None:
        return pack
    faults: list[str] = []
    pack = (
        _container_pack(place, faults.append)
        if is_container(place)
        else _read_list(path, read_content(path, most=LARGEST_TOML_LIST), faults.append)
    )
    for fault in faults:
        report(fault)
    if not faults:
        copies.keep(path, pack)
    return pack


def _container_pack(container: Path, report: Callable[[str], None]) -> Pack:
    """Read the pack in a container. Clips whose file is missing are left out. Raises BadFile."""
    path = container / PACK_LIST
    try:
        index, content = container_index(container), read_stored(container, PACK_LIST)
    except OSError as refused:
        raise BadFile(container, "", f"{refusal_reason(refused)}; put the right file there") from None
    pack = _read_list(path, content, report)
    for line, clip in pack.clips.items():
        if clip.file not in index:
            report(
                str(BadFile(path, f"clips.{line}.file", f"there is no file {clip.file} that can be played beside it"))
            )
    return replace(pack, clips={line: clip for line, clip in pack.clips.items() if clip.file in index})


_AS_JSON = {b" = { file = ": b':{"file":', b" }\n": b"},"} | {
    f", {key} = ".encode(): f',"{key}":'.encode() for key in ("seconds", "hash", "nod")
}


def _read_list(path: Path, content: bytes, report: Callable[[str], None]) -> Pack:
    with suppress(BadFile, ValueError):
        return _read_plain_list(path, content)
    return _checked_pack(path, parse_tables(content, path, LARGEST_TOML_LIST), report)


def _read_plain_list(path: Path, content: bytes) -> Pack:
    """Return the pack of a list that has the form in which the studio writes lists. Raises `ValueError` or `BadFile`
    for any other list. Read as JSON, the list takes a tenth of the time of TOML, in which the evening would stand
    still."""
    head, _, rows = content.partition(b"\n[clips]\n")
    keys, listed = dict(line.split(b" = ") for line in head.splitlines()), rows.count(b"\n")
    for toml, json in _AS_JSON.items():
        rows = rows.replace(toml, json)
    values = b"".join(b'"%b":%b,' % each for each in keys.items())
    pack = parse_json(b'{%b"clips":{%b}}' % (values, rows[:-1]), Pack, path)
    if len(keys) != head.count(b"\n") or b"clips" in keys or len(pack.clips) != listed or listed > _MOST_CLIPS:
        raise ValueError(path)
    convert([clip.file for clip in pack.clips.values()], list[_PlainName])
    return replace(pack, quality=true_quality(pack))


def _check_language(language: Language, place: Path, pack: Pack) -> Pack:
    if pack.language != language:
        kind = "container" if is_container(place) else "folder"
        raise BadFile(place / PACK_LIST, "language", f"the {kind}'s name says {language}, this says {pack.language}")
    return pack


def _checked_pack(path: Path, plain: dict[str, Any], report: Callable[[str], None]) -> Pack:
    listed = check_form(plain.pop("clips", {}), dict[str, Any], path, "clips")
    if len(listed) > _MOST_CLIPS:
        raise BadFile(path, "clips", f"are more than {_MOST_CLIPS}, which no voice has")
    clips = read_entries(path, "clips", listed, _ListedClip, report).items()
    pack = replace(check_form(plain, Pack, path), clips={line: Clip(*astuple(clip)) for line, clip in clips})
    return replace(pack, quality=true_quality(pack))


def true_quality(pack: Pack) -> Quality:
    """Return the true quality of a voice. A person's voice is `human` if another person has approved every clip. A
    machine's voice is never `human`."""
    if is_spoken(pack):
        return Quality.HUMAN if pack.clips and all(clip.nod for clip in pack.clips.values()) else Quality.UNCHECKED
    return Quality.OK if pack.quality in {Quality.HUMAN, Quality.UNCHECKED} else pack.quality


class StepsDown:
    """Reports each change to a worse voice, once."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._reported: set[tuple[str, ...]] = set()

    def note_detour(self, line: LineId, language: Language, passed_over: Sequence[str], taken: str) -> None:
        if passed_over:
            said = f"{line_said(line)} ({language}): no recording in {passed_over[0]}; {taken} says it."
            self.report_once(("pack", language, passed_over[0], taken), said)

    def note_silence(self, line: LineId, languages: Sequence[Language], heard: Sequence[Language]) -> None:
        instead = f"only {' and '.join(heard)} is heard" if heard else "a signal, and the text on the screen"
        for language in languages:
            if language not in heard:
                said = f"{line_said(line)} ({language}): no voice can say it; {instead}."
                self.report_once(("silent", language, instead), said)

    def report_once(self, step: tuple[str, ...], sentence: str) -> None:
        if step not in self._reported:
            self._reported.add(step)
            self._report(sentence)


TextsNow = Callable[[Language, LineId], Iterable[str]]
"""A function that returns the texts that a clip of a line may speak, or none if any clip of the line may be played."""


class VoiceShelf:
    """Holds the voices of a box. `root` has the packs that came with the box, `own` those that people recorded. `kept`
    is the folder with copies of packs that were read. Broken clips are remembered."""

    def __init__(
        self,
        root: Path,
        own: Sequence[Path],
        kept: Path | None,
        report: Callable[[str], None],
        steps: StepsDown,
        texts_now: TextsNow,
    ) -> None:
        self._root, self._own, self._kept, self._report, self._steps = root, own, kept, report, steps
        self._texts_now = texts_now
        self._chosen: Mapping[Language, str] = {}
        self._read: dict[Language, list[ShelvedPack]] = {}
        self._broken: set[Path] = set()
        self._by_text: dict[Path, dict[str, Clip]] = {}

    def choose(self, packs: Mapping[Language, str]) -> None:
        """Prefer these packs from now on."""
        if packs != self._chosen:
            self._chosen = dict(packs)
            for language, read in self._read.items():
                read.sort(key=self._order(language))

    def packs(self, language: Language) -> list[ShelvedPack]:
        """Return the packs of a language in the order in which they are tried for a line. Read them if they are not in
        memory."""
        if language not in self._read:
            self._read[language] = sorted(self._read_all(language), key=self._order(language))
        return self._read[language]

    def reread(self) -> None:
        self._read.clear()
        self._broken.clear()
        self._by_text.clear()

    def is_own(self, shelved: ShelvedPack) -> bool:
        """Say whether a person of this box speaks in this pack. The folder of people's packs may also contain a
        machine's voice."""
        return shelved.place.parent in self._own and is_spoken(shelved.pack)

    def find(self, shelved: ShelvedPack, line: LineId, *, by_text: bool) -> tuple[Clip, Path] | None:
        """Return the clip of a line in a pack, with its path. With `by_text`, a clip of another line with the same text
        may be used. Return None if no clip speaks the present text, or if its file is missing or broken."""
        clip = self._clip_of(shelved, line, by_text)
        if clip is None:
            return None
        file = shelved.file_of(clip)
        if file is None:
            fault = BadFile(shelved.place / PACK_LIST, f"clips.{line}.file", f"there is no file {clip.file} beside it")
            self._steps.report_once(("file", shelved.id, line), str(fault))
        return None if file is None or file in self._broken else (clip, file)

    def _clip_of(self, shelved: ShelvedPack, line: LineId, by_text: bool) -> Clip | None:
        clip, language = shelved.pack.clips.get(line), shelved.pack.language
        if clip and (not clip.hash or clip.hash in map(text_hash, self._texts_now(language, line))):
            return clip  # nearly always by the first text: the second is not even put together
        hashes = [*map(text_hash, self._texts_now(language, line))] if clip or by_text else []
        if not (hashes and by_text):
            return None if hashes else clip
        if shelved.place not in self._by_text:
            self._by_text[shelved.place] = {each.hash: each for each in shelved.pack.clips.values()}
        return next((found for each in hashes if (found := self._by_text[shelved.place].get(each))), None)

    def set_broken(self, file: Path) -> None:
        self._broken.add(file)

    def is_broken(self, file: Path) -> bool:
        return file in self._broken

    def _read_all(self, language: Language) -> list[ShelvedPack]:
        roots = (self._root, *self._own)
        return [each for root in roots for each in read_shelf(root, language, self._report, self._kept)]

    def _order(self, language: Language) -> Callable[[ShelvedPack], tuple[object, ...]]:
        chosen = self._chosen.get(language)
        return lambda shelved: (not self.is_own(shelved), shelved.id != chosen, quality_rank(shelved))
