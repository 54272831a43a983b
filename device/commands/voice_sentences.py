"""`nightcrier voices sentences`: how long a sentence of parts takes, beside the same one spoken whole."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from functools import cache

from device.commands.voice_files import VoiceFiles, spoken_language
from device.commands.voice_making import with_studio
from device.kernel.errors import NightcrierError
from device.kernel.ids import LineId
from device.words.catalogue import LANGUAGES

_SCRATCH = LineId("scratch")


def add_sentences_arguments(parser: ArgumentParser) -> None:
    """The verb's own arguments."""
    parser.add_argument("languages", nargs="*", metavar="LANG", help="all where none is named")
    parser.add_argument("--pack", metavar="NAME", help="only this voice")


def time_sentences(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    """Nothing is kept of what is spoken for it."""
    with_studio("sentences")
    from device.studio.engines.catalogue import choose_voices, read_voices
    from device.studio.engines.port import install_sentence, run_program
    from device.studio.sentence_times import sentence_times, time_rows

    languages = list(map(spoken_language, arguments.languages or LANGUAGES))
    print("voice          parts    whole    more")
    for name, voice in choose_voices(languages, arguments.pack, read_voices()).items():
        missing = install_sentence(name, voice.ready(run_program).needs)
        if missing:
            yield missing
            continue
        for row in time_rows(name, list(sentence_times(house.words, voice.language, _speaker(name)))):
            print(row, flush=True)


def _speaker(name: str) -> Callable[[str], bytes]:
    """Speaks and masters as a build does; the same text once."""
    from device.studio.engines.catalogue import read_voices
    from device.studio.engines.port import run_program
    from device.studio.pack_build import SpeechTask, speak_task

    voice = read_voices()[name]
    engine = voice.ready(run_program)

    @cache
    def speak(text: str) -> bytes:
        made = speak_task(voice, engine, SpeechTask(_SCRATCH, text))
        if made.fault:
            raise NightcrierError(f"{name}: {made.fault}")
        return made.clip

    return speak
