"""`nightcrier voices build` and `sounds`: each imports what it needs of the
studio's libraries by itself."""

from argparse import Namespace
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib.util import find_spec

from device.commands.progress import Patience, ProgressBar, piped_patience
from device.commands.voice_files import VoiceFiles, spoken_language
from device.kernel.errors import NightcrierError
from device.sound.containers import CONTAINER

_STUDIO = (
    "This needs the studio's libraries, which a box has not; on a computer, in the checkout, run: ./run voices {verb}"
)


def build_voices(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("build")
    from device.studio.engines.catalogue import choose_voices, read_voices
    from device.studio.engines.port import install_sentence, make_room
    from device.studio.engines.port import run_program as run_engine
    from device.studio.pack_build import speak_tasks
    from device.studio.voice_container import build_voice

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
                lines, container = house.script(voice.language), house.voices / f"{name}{CONTAINER}"
                again = [line for line in lines if any(fnmatchcase(line, each) for each in arguments.again)]
                yield from build_voice(container, voice, lines, speak_tasks, ProgressBar(name), again)


def make_sounds(house: VoiceFiles, _arguments: Namespace) -> Iterator[str]:
    with_studio("sounds")
    from device.studio.sounds.catalogue import build_sounds

    with piped_patience("The sounds are made"):
        build_sounds(house.audio, ProgressBar("sounds"))
    yield from house.faults


def has_studio() -> bool:
    return find_spec("pyloudnorm") is not None


def with_studio(verb: str) -> None:
    """One sentence instead of a traceback where the studio's libraries are missing."""
    try:
        with Patience("The studio's libraries are read"):
            import device.studio.soundfiles  # noqa: F401 - whether it can be imported is the question
    except ImportError as fault:
        raise NightcrierError(_STUDIO.format(verb=verb)) from fault
