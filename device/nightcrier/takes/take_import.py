"""Import recordings from a folder into a person's pack. Each file has the id of its line as its name, in any common
format.

An export of another studio or of a recording page contains a list. The list has the hash of the text that each file
speaks."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from nightcrier.box.sound.ogg import BrokenOgg
from nightcrier.box.sound.voices.clip_faults import sound_faults
from nightcrier.box.sound.voices.packs import Pack, text_hash
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.kernel.ids import LineId
from nightcrier.takes.pack_folder import PackFolder, read_list
from nightcrier.takes.soundfiles import measure_file, read_sound
from nightcrier.takes.takes import MachineVoice, Take, clip_of

_MASTERED = ".opus"
_SUFFIXES = frozenset({".wav", ".flac", ".mp3", ".ogg", ".oga", _MASTERED, ".aif", ".aiff", ".w64", ".caf"})


class ImportRules(Struct, frozen=True):
    """The rules for imported recordings. With `sure`, recordings that do not sound like their line are imported too."""

    script: Mapping[LineId, str]
    machine: MachineVoice
    sure: bool = False


def import_recordings(
    folder: Path, rules: ImportRules, pack: PackFolder, told: Callable[[int, int], None]
) -> tuple[list[LineId], list[str]]:
    """Master every file and keep the clips that are valid. Return the imported lines, and a sentence for each refused
    file."""
    files = sorted(_sounds(folder))
    listed = read_list(folder)
    taken, refused = list[LineId](), list[str]()
    times = Counter(file.stem for file in files)
    try:
        for number, file in enumerate(files, 1):
            why = _TWICE if times[file.stem] > 1 else _take_file(file, rules, pack, listed)
            if why:
                refused.append(f"{file.name}: {why}")
            else:
                taken.append(LineId(file.stem))
            told(number, len(files))
    finally:
        if taken:
            pack.write()
    return taken, refused


_TWICE = "there is another recording of this line; leave one of them."


def must_hold_sounds(folder: Path, given: Path) -> None:
    """Raise WrongUse if a folder holds no recordings. `given` is the path that the user named: a folder or a zip."""
    if not any(_sounds(folder)):
        raise WrongUse(f"{given} holds no sound files; name them by their lines, such as one-night.seer.wake.wav.")


def strange_things(folder: Path) -> list[str]:
    """Return a sentence for each thing that is named like a recording but is not a plain file. Opening a pipe, for
    example, would wait forever."""
    return sorted(
        f"{thing.name}: it is no plain file; put the recording itself there."
        for thing in _sound_files(folder)
        if not thing.is_file()
    )


def _sounds(folder: Path) -> Iterator[Path]:
    return filter(Path.is_file, _sound_files(folder))


def _sound_files(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        raise WrongUse(f"{folder} is no folder; name the folder that holds the recordings.")
    return (file for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES)


def _take_file(file: Path, rules: ImportRules, pack: PackFolder, listed: Pack | None) -> str:
    line = LineId(file.stem)
    if line not in rules.script:
        return f"there is no line '{line}'; `./run voices table en` lists the ids."
    known = listed.clips.get(line) if listed else None
    if known and known.hash and known.hash != text_hash(rules.script[line]):
        return f"it speaks an older text; the line is now: {rules.script[line]}"
    if known and file.suffix == _MASTERED and not _faults(file.read_bytes()):
        pack.keep(line, rules.script[line], file.read_bytes(), known.nod)
        return ""
    return _master_file(file, line, rules, pack)


def _master_file(file: Path, line: LineId, rules: ImportRules, pack: PackFolder) -> str:
    try:
        made = clip_of(Take(*read_sound(file)), line, rules.machine)
    except NightcrierError as fault:
        return str(fault)
    if not rules.sure and not made.like:
        return "it does not sound like its line; listen to it, and if it is right, import it with --sure."
    refused = _faults(made.clip)
    if not refused:
        pack.keep(line, rules.script[line], made.clip)
    return refused


def _faults(clip: bytes) -> str:
    """Return the faults that `voices check` would find in a clip, or "" when there are none."""
    with tempfile.NamedTemporaryFile(suffix=_MASTERED) as file:
        file.write(clip)
        file.flush()
        try:
            return "; ".join(sound_faults(Path(file.name), measure_file))
        except (BrokenOgg, NightcrierError) as broken:
            return str(broken)
