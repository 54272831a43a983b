"""A machine's voice is built clip by clip in a folder beside its container. When every line has been tried, the
container is written anew, and the folder goes."""

import io
import shutil
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path

from device.kernel.errors import BadFile
from device.kernel.files import replace_file
from device.kernel.ids import LineId
from device.sound.containers import read_stored
from device.sound.voices.packs import read_pack
from device.studio.engines.catalogue import StudioVoice
from device.studio.pack_build import SpeakTasks, build_pack, empty_pack
from device.studio.pack_folder import PackFolder, open_pack
from device.studio.voice_zip import write_voice

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
    """The faults that were met, a sentence each. `again`: lines to speak anew, though their text is the same. A build
    that is stopped leaves the old container as it was, and goes on with its folder."""
    folder = container.parent / BUILDING / container.stem
    _lay_out(container, folder, voice, again)
    faults = build_pack(folder, voice, script, crew, told)
    _pack_up(open_pack(folder, empty_pack(voice)), container)
    return faults


def _lay_out(container: Path, folder: Path, voice: StudioVoice, again: Collection[LineId]) -> None:
    """What is there already: of a build that was stopped, of a folder as packs were before, of the container."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        before = container.with_suffix("")
        if before.is_dir():
            before.rename(folder)
        else:
            folder.mkdir()
            _unpack(container, folder, voice)
    pack = open_pack(folder, empty_pack(voice))
    for line in again:
        if line in pack.pack.clips:
            pack.drop(line)
    pack.write()


def _unpack(container: Path, folder: Path, voice: StudioVoice) -> None:
    """A clip that is damaged is left out, and so is built again; of a container that cannot be read, all."""
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
