"""`nightcrier voices build`, `record`, `import` and `sounds`: each imports what it needs of the
studio's libraries by itself."""

import os
import shutil
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.commands.as_owner import foreign_owner
from device.commands.named import kept_in
from device.commands.progress import Patience, ProgressBar, piped_patience
from device.commands.voice_files import VoiceFiles, spoken_language
from device.kernel.errors import NightcrierError
from device.kernel.ids import LineId

_STUDIO = (
    "This needs the studio's libraries, which a box has not; on a computer, in the checkout, run: ./run voices {verb}"
)


def build_voices(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("build")
    from device.studio.engines.catalogue import choose_voices, read_voices
    from device.studio.engines.port import install_sentence, make_room
    from device.studio.engines.port import run_program as run_engine
    from device.studio.pack_build import build_pack, speak_tasks

    languages = list(map(spoken_language, arguments.languages))
    for name, voice in choose_voices(languages, arguments.pack, read_voices(), arguments.engine).items():
        needs = voice.ready(run_engine).needs
        if arguments.engine:
            make_room(needs)
        missing = install_sentence(name, needs)
        if missing:
            yield missing
        else:
            with piped_patience(f"Lines of {name} are spoken"):
                lines = house.script(voice.language)
                yield from build_pack(house.voices / name, voice, lines, speak_tasks, ProgressBar(name))


def record_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("record")
    from device.studio.booth import record_lines
    from device.studio.microphone import TerminalBooth, load_portaudio
    from device.studio.pack_folder import own_pack

    language = spoken_language(arguments.language)
    with kept_in(house.state):
        packs = house.packs(language)
        pack = own_pack(house.recordings, language, arguments.person)

        def old(line: LineId) -> Path | None:
            return next((each.folder / each.pack.clips[line].file for each in packs if line in each.pack.clips), None)

        kept = record_lines(TerminalBooth(load_portaudio()), house.script(language), pack, old)
    print(f"Lines kept in {pack.folder}: {kept}.")
    yield from house.faults


def import_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    language = spoken_language(arguments.language)
    print(
        f"The recordings in {arguments.folder} are listened to, once the studio is ready.", file=sys.stderr, flush=True
    )
    with_studio("import")
    from device.studio.booth import import_recordings, passed_over
    from device.studio.pack_folder import own_pack

    yield from passed_over(arguments.folder)
    with takes_for(house.state, arguments.folder) as takes, kept_in(house.state):
        pack = own_pack(house.recordings, language, arguments.person)
        bar = ProgressBar(pack.folder.name)
        taken, refused = import_recordings(takes, house.script(language), pack, bar)
        yield from refused
        many = f"{len(taken)} of {len(taken) + len(refused)} recordings"
        print(f"{pack.folder}: {many} taken in, as the voice of {pack.pack.person}.")
        for line in taken:
            print(f"  {line}")


@contextmanager
def takes_for(state: Path, takes: Path) -> Iterator[Path]:
    """A folder that the owner of this state may read: where root brings them, copies of those it may read itself."""
    owner = foreign_owner(state)
    if owner is None:
        yield takes
        return
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as copies:
        os.chown(copies, owner.st_uid, owner.st_gid)
        for file in filter(Path.is_file, takes.iterdir()):
            os.chown(shutil.copyfile(file, Path(copies) / file.name), owner.st_uid, owner.st_gid)
        yield Path(copies)


def make_sounds(house: VoiceFiles, _arguments: Namespace) -> Iterator[str]:
    with_studio("sounds")
    from device.studio.sounds.catalogue import build_sounds

    with piped_patience("The sounds are made"):
        build_sounds(house.audio, ProgressBar("sounds"))
    yield from house.faults


def with_studio(verb: str) -> None:
    """One sentence instead of a traceback where the studio's libraries are missing."""
    try:
        with Patience("The studio's libraries are read"):
            import device.studio.soundfiles  # noqa: F401 - whether it can be imported is the question
    except ImportError as fault:
        raise NightcrierError(_STUDIO.format(verb=verb)) from fault
