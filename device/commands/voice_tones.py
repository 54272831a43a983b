"""`nightcrier voices tones`: measures a voice's equaliser, which stands in `device/studio/engines/voices.toml`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from device.commands.progress import ProgressBar
from device.commands.voice_files import VoiceFiles, spoken_language
from device.commands.voice_making import with_studio
from device.words.catalogue import LANGUAGES

_LINES = 24
"""Spread over all that it says: by then its spectrum changes no more than 1 dB."""


def add_tones_arguments(parser: ArgumentParser) -> None:
    """The verb's own arguments."""
    parser.add_argument("languages", nargs="+", metavar="LANG", help=" ".join(LANGUAGES))
    parser.add_argument("--pack", metavar="NAME", help="only this voice")


def measure_tones(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("tones")
    from device.studio.engines.catalogue import choose_voices, read_voices
    from device.studio.engines.port import install_sentence, run_program
    from device.studio.heard import cut_out
    from device.studio.spectrum import equaliser_for

    languages = list(map(spoken_language, arguments.languages))
    for name, voice in choose_voices(languages, arguments.pack, read_voices()).items():
        engine, raw, bar = voice.ready(run_program), [], ProgressBar(name)
        missing = install_sentence(name, engine.needs)
        if missing:
            yield missing
            continue
        script = list(house.script(voice.language).values())
        lines = script[:: -(-len(script) // _LINES)]
        for number, spoken in enumerate(lines, 1):
            sound, rate = engine.speak(spoken)
            raw.append((cut_out(sound, rate), rate))
            bar(number, len(lines))
        print(f"{name}: tone = {list(equaliser_for(raw))}")
