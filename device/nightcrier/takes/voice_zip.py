"""Writes a voice as one file, and unpacks one.

A container is a voice as one file: a zip of `pack.toml` and its clips, stored uncompressed. The box plays the clips
from the container (`device/nightcrier/box/sound/containers.py`). `import` unpacks containers and the zips of the
recording page."""

import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from msgspec.structs import replace

from nightcrier.box.sound.voices.packs import PACK_LIST
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.reading import file_inside
from nightcrier.takes.pack_folder import PackFolder, list_text

_LARGEST_FILE = 16 * 1024 * 1024
_MOST_FILES = 5000
NOTHING_BESIDE: Mapping[str, bytes] = {}
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)


def write_voice(pack: PackFolder, file: IO[bytes], beside: Mapping[str, bytes] = NOTHING_BESIDE) -> int:
    """Write a voice into one file, with the files `beside` it, and return the number of clips in it. Equal voices give
    equal bytes."""
    clips = {line: clip for line, clip in pack.pack.clips.items() if file_inside(pack.folder, clip.file)}
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(zipfile.ZipInfo(PACK_LIST, _FIXED_DATE), list_text(replace(pack.pack, clips=clips)))
        for name in dict.fromkeys(clip.file for clip in clips.values()):
            archive.writestr(zipfile.ZipInfo(name, _FIXED_DATE), (pack.folder / name).read_bytes())
        for name, content in beside.items():
            archive.writestr(zipfile.ZipInfo(name, _FIXED_DATE), content)
    return len(clips)


@contextmanager
def unpack(file: Path) -> Iterator[Path]:
    """Unpack a zip into a folder that is removed afterwards. Raises WrongUse when the zip cannot be read."""
    with TemporaryDirectory(prefix="nightcrier-") as folder:
        try:
            with zipfile.ZipFile(file) as archive:
                _take_out(archive, Path(folder), file)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as fault:
            raise WrongUse(f"{file} cannot be unpacked ({fault}); export it again.") from None
        yield Path(folder)


def _take_out(archive: zipfile.ZipFile, folder: Path, file: Path) -> None:
    """Extract plain files from a zip, each under its name without folders. Refuse a file that is too large for a
    take."""
    members = [member for member in archive.infolist() if not member.is_dir()]
    if len(members) > _MOST_FILES or any(member.file_size > _LARGEST_FILE for member in members):
        raise WrongUse(f"{file} holds more than a voice has; export it again.")
    for member in members:
        name = Path(member.filename.replace("\\", "/")).name
        if name:
            (folder / name).write_bytes(archive.read(member))
