"""Write a voice pack: the clips as files, and `pack.toml`, which lists them.
`device/nightcrier/box/sound/voices/packs.py` reads the list. Two people never share a pack."""

import json
import os
import re
import sys
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import get_args

from msgspec.structs import replace

from nightcrier.box.sound.ogg import ogg_seconds
from nightcrier.box.sound.voices.packs import PACK_LIST, Clip, Pack, Quality, read_pack, text_hash, true_quality
from nightcrier.kernel.booth_messages import Licence
from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.files import replace_file
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.people import tidy_name


@contextmanager
def alone_in_pack(folder: Path) -> Iterator[int]:
    """Lock a voice pack for this program, and yield the number of its open folder. Print a note and wait while another
    program has the lock. The kernel releases the lock however this program ends. On a disk without locks, the pack is
    used without a lock."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with suppress(OSError):
            _lock(handle, folder)
        yield handle
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(f"Another program writes in {folder}; this one waits until it has.", file=sys.stderr, flush=True)
        fcntl.flock(handle, fcntl.LOCK_EX)


_SUFFIX = ".opus"


class PackFolder:
    """A voice pack that is being made. `keep` puts a clip on the disk at once, and `write` writes the list of clips.
    Other programs may change the same pack. Their changes are kept, and of two clips of one line the later clip is
    kept."""

    def __init__(self, folder: Path, pack: Pack, before: Pack | None = None) -> None:
        """Open the pack. `before` is the list of clips on the disk, or None when there is no list."""
        self.folder, self.pack, self._before = folder, pack, before
        self._changed = {line for line in pack.clips if before is None or line not in before.clips}

    def has(self, line: LineId, spoken: str, mark: str = "") -> bool:
        """Say whether the pack has a clip of the line's current text, said in the manner of this mark."""
        clip, file = self.pack.clips.get(line), _file_name(line, mark)
        return bool(clip and (clip.hash, clip.file) == (text_hash(spoken), file) and (self.folder / file).is_file())

    def nod(self, line: LineId, listener: str) -> None:
        """Record that another person has found this clip good, unless the clip has changed meanwhile."""
        if self._is_as_known(line):
            self._change(line, replace(self.pack.clips[line], nod=listener))

    def drop(self, line: LineId) -> None:
        """Remove one clip so that its line is spoken again, unless another program has recorded a new clip
        meanwhile."""
        with alone_in_pack(self.folder):
            if self._is_as_known(line):
                (self.folder / self.pack.clips[line].file).unlink(missing_ok=True)
                self._change(line, None)

    def keep(self, line: LineId, spoken: str, sound: bytes, nod: str = "", mark: str = "") -> Clip:
        """Write one clip and return its entry. A new clip has no nod unless `nod` is given. The old nod is removed from
        the list on the disk before the clip is written."""
        file = self.folder / _file_name(line, mark)
        with alone_in_pack(self.folder):
            there = read_list(self.folder) if self.pack.person else None
            if there and line in there.clips and there.clips[line].nod:
                self._lay_down(replace(there, clips={**there.clips, line: replace(there.clips[line], nod="")}))
            replace_file(file, sound)
        clip = Clip(file.name, round(ogg_seconds(file), 3), text_hash(spoken), nod)
        self._change(line, clip)
        return clip

    def write(self) -> None:
        """Write the list of clips. Changes that other programs have made to the list since it was read are kept."""
        with alone_in_pack(self.folder):
            there = read_list(self.folder)
            clips = _merge(self.pack, there, self._changed) if there else self.pack.clips
            head = there if there and _head(self.pack) == _head(self._before) else self.pack
            self.pack = replace(head, clips=clips)
            self._lay_down(self.pack)
        self._before, self._changed = self.pack, set()

    def _lay_down(self, pack: Pack) -> None:
        replace_file(self.folder / PACK_LIST, list_text(pack).encode())

    def _is_as_known(self, line: LineId) -> bool:
        """Say whether the clip of a line is unchanged: no other program has written another clip of the line."""
        there = None if line in self._changed else read_list(self.folder)
        mine = self.pack.clips[line]
        clip = there.clips.get(line) if there else mine
        return clip is not None and replace(clip, nod="") == replace(mine, nod="")

    def _change(self, line: LineId, clip: Clip | None) -> None:
        others = {each: other for each, other in self.pack.clips.items() if clip or each != line}
        self.pack = replace(self.pack, clips={**others, line: clip} if clip else others)
        self._changed.add(line)

    def forget(self, but: Mapping[LineId, str]) -> None:
        """Keep only the clips of the given lines, in the order of these lines. Delete the files that no clip uses."""
        clips = self.pack.clips
        self._changed |= clips.keys() - but.keys()
        self.pack = replace(self.pack, clips={line: clips[line] for line in but if line in clips})
        listed = {clip.file for clip in self.pack.clips.values()}
        for file in self.folder.glob(f"*{_SUFFIX}"):
            if file.name not in listed:
                file.unlink()


def _file_name(line: LineId, mark: str) -> str:
    """Return the file name of a clip: the id of its line, or a hash of the id if some disks cannot store its letters;
    and the mark of the manner in which a machine said it. A clip in another manner counts as old."""
    return f"{line if line.isascii() else f'name.{text_hash(line)}'}{mark}{_SUFFIX}"


def read_list(folder: Path) -> Pack | None:
    return read_pack(folder, lambda _fault: None) if (folder / PACK_LIST).is_file() else None


def _head(pack: Pack | None) -> Pack | None:
    """Return only the description of the voice: the pack without its clips, and without its quality, which depends on
    the clips."""
    return replace(pack, clips={}, quality=Quality.UNCHECKED) if pack else None


def _merge(mine: Pack, there: Pack, changed: Collection[LineId]) -> dict[LineId, Clip]:
    """Return the clips of both lists, in the order of `mine`. Changed lines come from `mine`, and all other lines from
    the list on the disk."""
    known = {
        line: mine.clips[line] if line in changed else there.clips[line]
        for line in mine.clips
        if line in changed or line in there.clips
    }
    return known | {line: clip for line, clip in there.clips.items() if line not in changed and line not in known}


def list_text(pack: Pack) -> str:
    """Return the list of clips as TOML. JSON strings are used, because every JSON string is also a TOML string."""
    head = {
        "language": pack.language,
        "name": pack.name,
        "engine": pack.engine,
        "person": pack.person,
        "licence": pack.licence,
        "credit": pack.credit,
        "quality": true_quality(pack).value,
    }
    lines = [f"{key} = {_text(value)}" for key, value in head.items() if value]
    return "\n".join([*lines, "", "[clips]", *(_row(line, clip) for line, clip in pack.clips.items()), ""])


def _row(line: LineId, clip: Clip) -> str:
    told = {"file": _text(clip.file), "seconds": f"{clip.seconds:.3f}", "hash": _text(clip.hash)}
    if clip.nod:
        told["nod"] = _text(clip.nod)
    return f"{_text(line)} = {{ {', '.join(f'{key} = {value}' for key, value in told.items())} }}"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


OWN_LICENCE = "its speaker's own"
LICENCES: Mapping[Licence, str] = {name: OWN_LICENCE if name == "own" else name for name in get_args(Licence)}
"""The licenses that a speaker can choose: the name to choose, and the name that the pack shows."""
NO_NAME = "own"
"""The name of the person of a voice when nobody has given a name."""
_LONGEST_NAME = 100
"""The maximum length of a folder's name in bytes. A file system allows 255."""


def own_pack(recordings: Path, language: Language, person: str, licence: str = "") -> PackFolder:
    """Open the pack of a person, with the clips that were recorded before. Without `licence`, the pack keeps the
    license chosen last."""
    person = person or NO_NAME
    folder = _folder(recordings, language, person)
    before = read_list(folder)
    pack = before or Pack(language, person, OWN_LICENCE, person, Quality.UNCHECKED, person=person)
    return PackFolder(folder, replace(pack, licence=licence or pack.licence), before)


def _folder(recordings: Path, language: Language, person: str) -> Path:
    """Return the folder that has the person's clips, or else a new folder. The name of a new folder consists of the
    letters of the person's name. A digest is added if these letters are not the whole name, or if that folder belongs
    to another person."""
    plain, known = _plain(person), _name_key(person)
    if len(f"{language}-{plain}".encode()) > _LONGEST_NAME or len(person) > _LONGEST_NAME:
        raise WrongUse(f"The name of a person that begins with '{person[:20]}' is too long; write a shorter one.")
    letters = recordings / f"{language}-{plain or NO_NAME}"
    marked = recordings / "-".join(filter(None, (language, plain, text_digest(known).hex()[:8])))
    speakers = {folder: pack.person for folder in (letters, marked) if (pack := read_list(folder))}
    mine = [folder for folder, speaker in speakers.items() if speaker and _name_key(speaker) == known]
    is_whole = plain == known.replace(" ", "-") and "-" not in known
    return (mine or [letters if is_whole and letters not in speakers else marked])[0]


def _name_key(person: str) -> str:
    """Return the name in small letters, which identifies the person. A person whose name is `NO_NAME` in any letters
    keeps the name as written."""
    lowered = tidy_name(person).lower()
    return person if lowered == NO_NAME else lowered


def _plain(name: str) -> str:
    """Return a person's name as a part of a folder name. Letters of other scripts are kept."""
    return re.sub(r"\W+", "-", unicodedata.normalize("NFC", name).casefold()).strip("-")
