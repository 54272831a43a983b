"""Takes recordings from a folder into a person's pack: files named by line id, in any common format."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from device.kernel.errors import NightcrierError, WrongUse
from device.kernel.ids import LineId
from device.studio.mastering.chain import master_line
from device.studio.pack_folder import PackFolder
from device.studio.soundfiles import read_sound

_SUFFIXES = frozenset({".wav", ".flac", ".mp3", ".ogg", ".oga", ".opus", ".aif", ".aiff", ".w64", ".caf"})


def import_recordings(
    folder: Path, script: Mapping[LineId, str], pack: PackFolder, told: Callable[[int, int], None]
) -> list[str]:
    """Masters and keeps every file. What could not be taken is said, a sentence each."""
    files = sorted(_sounds(folder))
    if not files:
        raise WrongUse(f"{folder} holds no sound files; name them by their lines, such as one-night.seer.wake.wav.")
    faults = []
    try:
        for number, file in enumerate(files, 1):
            faults += _take(file, script, pack)
            told(number, len(files))
    finally:
        pack.write()
    return faults


def _sounds(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        raise WrongUse(f"{folder} is no folder; name the folder that holds the recordings.")
    return (file for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES)


def _take(file: Path, script: Mapping[LineId, str], pack: PackFolder) -> list[str]:
    line = LineId(file.stem)
    if line not in script:
        return [f"{file.name}: there is no line '{line}'; see the ids in docs/languages."]
    try:
        pack.keep(line, script[line], master_line(*read_sound(file)))
    except NightcrierError as fault:
        return [f"{file.name}: {fault}"]
    return []
