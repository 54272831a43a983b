"""A voice as one file: a zip of `pack.toml` and the clips it lists, stored as they are. `build` and `export` write it,
the box plays from it (`device/sound/containers.py`), and `import` takes it apart, as it does what the page has
written."""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from msgspec.structs import replace

from device.kernel.errors import WrongUse
from device.kernel.reading import inside
from device.sound.voices.packs import PACK_LIST
from device.studio.pack_folder import PackFolder, list_text

_LARGEST_FILE = 16 * 1024 * 1024
_MOST_FILES = 5000
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)


def write_voice(pack: PackFolder, file: IO[bytes]) -> int:
    """How many clips went in. The same voice gives the same bytes."""
    clips = {line: clip for line, clip in pack.pack.clips.items() if inside(pack.folder, clip.file)}
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(zipfile.ZipInfo(PACK_LIST, _FIXED_DATE), list_text(replace(pack.pack, clips=clips)))
        for name in dict.fromkeys(clip.file for clip in clips.values()):
            archive.writestr(zipfile.ZipInfo(name, _FIXED_DATE), (pack.folder / name).read_bytes())
    return len(clips)


@contextmanager
def unpacked(file: Path) -> Iterator[Path]:
    """A folder with what lies in this zip, for as long as it is needed. Raises WrongUse."""
    with TemporaryDirectory(prefix="nightcrier-") as folder:
        try:
            with zipfile.ZipFile(file) as archive:
                _unpack(archive, Path(folder), file)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as fault:
            raise WrongUse(f"{file} cannot be unpacked ({fault}); export it again.") from None
        yield Path(folder)


def _unpack(archive: zipfile.ZipFile, folder: Path, file: Path) -> None:
    """Plain files only, each by its name alone, and none larger than a take can be."""
    members = [member for member in archive.infolist() if not member.is_dir()]
    if len(members) > _MOST_FILES or any(member.file_size > _LARGEST_FILE for member in members):
        raise WrongUse(f"{file} holds more than a voice has; export it again.")
    for member in members:
        name = Path(member.filename.replace("\\", "/")).name
        if name:
            (folder / name).write_bytes(archive.read(member))
