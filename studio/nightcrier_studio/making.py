"""Runs `voices table`, `build`, `readings`, `sounds`, `tones` and `sentences`, for the voices of machines.

Each verb imports its libraries only when it runs. `assets/readings/` stores how an engine reads each line. The reading
must be reviewed after a text has changed."""

import json
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from nightcrier.box.plugs import screen_only_words
from nightcrier.box.sound.containers import CONTAINER
from nightcrier.box.sound.voices.packs import text_hash
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.kernel.files import replace_file
from nightcrier.kernel.ids import Language, LineId
from nightcrier.tools.command_line import make_folder
from nightcrier.tools.progress import ProgressBar, patience_in_pipe
from nightcrier.tools.voice_checks import check_voices
from nightcrier.tools.voice_files import VoiceFiles, find_language
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_studio.engines.kept import READINGS, KeptReading, ReadingList, read_readings, reading_file
from nightcrier_studio.review import review_table

if TYPE_CHECKING:
    from nightcrier_studio.engines.catalogue import StudioVoice


_SCRATCH = LineId("scratch")
_LINES = 24
"""The number of lines that are spoken to measure a voice, spread over its script. More lines would change the spectrum
by less than 1 dB."""


def check_with_sounds(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    """Check voices like a box, and compare beds and signals with what the studio makes."""
    from nightcrier_studio.sounds.catalogue import sound_levels

    return check_voices(house, arguments, sound_levels())


def write_tables(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    for language in map(find_language, arguments.languages or LANGUAGES):
        make_folder(arguments.out)
        page = review_table(house.words, language, house.machine_packs(language), screen_only_words())
        replace_file(arguments.out / f"{language}.md", page.encode())
    yield from house.faults


def build_voices(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    from nightcrier_studio.pack_build import build_voice, speak_tasks

    for name, voice, missing in _voices_for(arguments):
        if missing:
            yield missing
        else:
            with patience_in_pipe(f"Lines of {name} are spoken"):
                lines, container = house.script(voice.language), house.voices / f"{name}{CONTAINER}"
                if house.faults:  # without all words, clips of those that cannot be read would be thrown away
                    raise WrongUse(house.faults[0])
                again, only = (fitting_lines(lines, each) for each in (arguments.again, arguments.only))
                yield from build_voice(container, voice, lines, speak_tasks, ProgressBar(name), again, only)


def fitting_lines(lines: Iterable[LineId], patterns: Iterable[str]) -> list[LineId]:
    """Return the lines that fit one of the patterns. Raises WrongUse if there are patterns, and no line fits."""
    found = [line for line in lines if any(fnmatchcase(line, each) for each in patterns)]
    if patterns and not found:
        raise WrongUse(f"No line is called {' or '.join(patterns)}; assets/words/en.toml has them all.")
    return found


def _voices_for(arguments: Namespace) -> "Iterator[tuple[str, StudioVoice, str]]":
    """Yield each voice with its name. Also yield a sentence that says what must be installed for it, or ""."""
    from nightcrier_studio.engines.catalogue import choose_voices, read_voices
    from nightcrier_studio.engines.needs import install_sentence
    from nightcrier_studio.engines.port import run_program

    languages = list(map(find_language, arguments.languages or LANGUAGES))
    for name, voice in choose_voices(languages, arguments.pack, read_voices()).items():
        yield name, voice, install_sentence(name, voice.ready(run_program).needs)


def make_sounds(house: VoiceFiles, _arguments: Namespace) -> Iterator[str]:
    from nightcrier_studio.sounds.catalogue import build_sounds

    with patience_in_pipe("The sounds are made"):
        build_sounds(house.audio, ProgressBar("sounds"))
    yield from house.faults


def measure_tones(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    """Print the equalizer of each voice, for `studio/nightcrier_studio/engines/voices.toml`."""
    from nightcrier.takes.soundfiles import cut_out
    from nightcrier_studio.engines.port import run_program
    from nightcrier_studio.tones import equaliser_for

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
    """Print how long a sentence takes when it is put together from clips, and when it is spoken whole. The spoken
    clips are not saved."""
    from nightcrier_studio.sentence_times import sentence_times, time_rows

    print("voice          parts    whole    more")
    for name, voice, missing in _voices_for(arguments):
        if missing:
            yield missing
            continue
        for row in time_rows(name, list(sentence_times(house.words, voice.language, _speaker(name, voice)))):
            print(row, flush=True)


def _speaker(name: str, voice: "StudioVoice") -> Callable[[str], bytes]:
    """Return a function that speaks a text and masters it, like a build. Each text is spoken only once."""
    from nightcrier_studio.engines.port import run_program
    from nightcrier_studio.pack_build import SpeechTask, speak_task

    engine = voice.ready(run_program)

    @cache
    def speak(text: str) -> bytes:
        made = speak_task(voice, engine, SpeechTask(_SCRATCH, text))
        if made.fault:
            raise NightcrierError(f"{name}: {made.fault}")
        return made.clip

    return speak


_HEAD = """# What the voice makes of each line, as somebody has reviewed it. Written by `./run voices readings`, not by
# hand: a wrong reading is mended in the words (`say`), or in studio/nightcrier_studio/engines/spellings.toml.
"""


def lines_to_review(script: Mapping[LineId, str], kept: ReadingList) -> dict[LineId, str]:
    """Return the lines whose current text has no reviewed reading."""
    return {line: spoken for line, spoken in script.items() if line not in kept or kept[line].hash != text_hash(spoken)}


def read_lines(
    lines: Mapping[LineId, str], reader: Callable[[str], str], told: Callable[[int, int], None]
) -> dict[LineId, KeptReading]:
    """Return how the engine reads these lines now. `told` is called with the number of finished lines and the number of
    all lines."""
    read = {}
    for number, (line, spoken) in enumerate(lines.items(), 1):
        read[line] = KeptReading(text_hash(spoken), reader(spoken))
        told(number, len(lines))
    return read


def keep_readings(file: Path, script: Mapping[LineId, str], kept: ReadingList) -> None:
    """Write the list of readings, in the order of the words files. Lines that no longer exist are left out."""
    known = ((line, kept[line]) for line in script if line in kept)
    # Strings of JSON are strings of TOML too.
    rows = (
        f'"{line}" = {{ hash = "{reading.hash}", read = {json.dumps(reading.read, ensure_ascii=False)} }}\n'
        for line, reading in known
    )
    replace_file(file, "".join([_HEAD, *rows]).encode())


def show_readings(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    """Print each new reading. Yield a sentence if readings must be reviewed, or if this machine cannot read the
    lines."""
    for language in map(find_language, arguments.languages or LANGUAGES):
        script, file = house.script(language), reading_file(READINGS, language)
        kept = read_readings(file)
        lines = script if arguments.all else lines_to_review(script, kept)
        if lines and (missing := lacks_to_read(language)):
            yield f"{language}: {len(lines)} lines cannot be read. {missing}"
            continue
        new = _new_readings(language, lines, kept)
        for line, reading in new.items():
            print(f"{language} {line}\n  {script[line]}\n  {reading.read}")
        if arguments.reviewed:
            keep_readings(file, script, {**kept, **new})
        elif new:
            yield f"{language}: {len(new)} readings to review; then: ./run voices readings {language} --reviewed"
    yield from house.faults


def _new_readings(language: Language, lines: Mapping[LineId, str], kept: ReadingList) -> ReadingList:
    from nightcrier_studio.engines.catalogue import voice_of
    from nightcrier_studio.engines.readers import reader_of

    if not lines:
        return {}
    with patience_in_pipe(f"Readings of {language} are asked for"):
        read = read_lines(lines, reader_of(voice_of(language)), ProgressBar(f"readings {language}"))
    return {line: reading for line, reading in read.items() if kept.get(line) != reading}


def lacks_to_read(language: Language) -> str:
    """Return a sentence that says what must be installed to read texts of a language, or ""."""
    from nightcrier_studio.engines.catalogue import voice_of
    from nightcrier_studio.engines.needs import install_sentence
    from nightcrier_studio.engines.readers import needs_to_read

    return install_sentence(language, needs_to_read(voice_of(language)))
