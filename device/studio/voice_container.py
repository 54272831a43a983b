"""A voice as one file: a zip of `pack.toml` and the clips it lists, stored as they are. The box plays from it
(`device/sound/containers.py`), and `import` takes it apart, as it does what the page has written.

A machine's voice is built clip by clip in a folder beside its container. When every line has been tried, the container
is written anew, and the folder goes."""

import io
import shutil
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from msgspec.structs import replace

from device.kernel.errors import BadFile, WrongUse
from device.kernel.files import replace_file
from device.kernel.ids import LineId
from device.kernel.reading import inside
from device.sound.containers import read_stored
from device.sound.voices.packs import PACK_LIST, read_pack
from device.studio.engines.catalogue import StudioVoice
from device.studio.pack_build import SpeakTasks, build_pack, empty_pack
from device.studio.pack_folder import PackFolder, list_text, open_pack

_LARGEST_FILE = 16 * 1024 * 1024
_MOST_FILES = 5000
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)


def write_voice(pack: PackFolder, file: IO[bytes]) -> int:
    """Write a voice into one file, and return how many clips went in. Equal voices give equal bytes."""
    clips = {line: clip for line, clip in pack.pack.clips.items() if inside(pack.folder, clip.file)}
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(zipfile.ZipInfo(PACK_LIST, _FIXED_DATE), list_text(replace(pack.pack, clips=clips)))
        for name in dict.fromkeys(clip.file for clip in clips.values()):
            archive.writestr(zipfile.ZipInfo(name, _FIXED_DATE), (pack.folder / name).read_bytes())
    return len(clips)


@contextmanager
def unpack(file: Path) -> Iterator[Path]:
    """A folder with what lies in this zip, for as long as it is needed. Raises WrongUse."""
    with TemporaryDirectory(prefix="nightcrier-") as folder:
        try:
            with zipfile.ZipFile(file) as archive:
                _take_out(archive, Path(folder), file)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as fault:
            raise WrongUse(f"{file} cannot be unpacked ({fault}); export it again.") from None
        yield Path(folder)


def _take_out(archive: zipfile.ZipFile, folder: Path, file: Path) -> None:
    """Take plain files out of a zip, each by its name alone, and none larger than a take can be."""
    members = [member for member in archive.infolist() if not member.is_dir()]
    if len(members) > _MOST_FILES or any(member.file_size > _LARGEST_FILE for member in members):
        raise WrongUse(f"{file} holds more than a voice has; export it again.")
    for member in members:
        name = Path(member.filename.replace("\\", "/")).name
        if name:
            (folder / name).write_bytes(archive.read(member))


BUILDING = ".building"
"""The folder of those that are being built: no voice of any language is called so."""


def build_voice(
    container: Path,
    voice: StudioVoice,
    script: Mapping[LineId, str],
    crew: SpeakTasks,
    told: Callable[[int, int], None],
    again: Collection[LineId] = (),
) -> list[str]:
    """Build a voice, and return the faults that were met, a sentence each. `again`: lines to speak anew, though their
    text is the same. A build that is stopped leaves the old container as it was, and goes on with its folder."""
    folder = container.parent / BUILDING / container.stem
    _lay_out(container, folder, voice, again)
    faults = build_pack(folder, voice, script, crew, told)
    _pack_up(open_pack(folder, empty_pack(voice)), container)
    return faults


def _lay_out(container: Path, folder: Path, voice: StudioVoice, again: Collection[LineId]) -> None:
    """Lay out the clips that are there already: those of a build that was stopped, else of the container."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir()
        _unpack(container, folder, voice)
    pack = open_pack(folder, empty_pack(voice))
    for line in again:
        if line in pack.pack.clips:
            pack.drop(line)
    pack.write()


def _unpack(container: Path, folder: Path, voice: StudioVoice) -> None:
    """Unpack a container into a folder. A damaged clip is left out, and so is built again; of a container that cannot
    be read, all are."""
    found = empty_pack(voice)
    with suppress(BadFile):
        found = read_pack(container, lambda _fault: None)
    pack = PackFolder(folder, found)
    for clip in found.clips.values():
        with suppress(OSError):
            (folder / clip.file).write_bytes(read_stored(container, clip.file))
    pack.write()


def _pack_up(pack: PackFolder, container: Path) -> None:
    content = io.BytesIO()
    write_voice(pack, content)
    replace_file(container, content.getvalue())
    shutil.rmtree(pack.folder)
    with suppress(OSError):  # others are being built
        pack.folder.parent.rmdir()
