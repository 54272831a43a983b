"""`nightcrier voices readings`: how the machine's voices read the lines. What the engine makes of each is kept beside
the words (`assets/readings/`), and is to be reviewed after a text has changed."""

import json
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from device.box.folders import share
from device.commands.progress import ProgressBar, patience_in_pipe
from device.commands.voice_files import VoiceFiles, find_language
from device.commands.voice_making import with_studio
from device.kernel.files import replace_file
from device.kernel.ids import Language, LineId
from device.kernel.reading import LARGEST_TOML_LIST, read_toml
from device.sound.voices.packs import text_hash
from device.words.catalogue import LANGUAGES

_HEAD = """# What the voice makes of each line, as somebody has reviewed it. Written by `./run voices readings`, not by
# hand: a wrong reading is mended in the words (`say`), or in device/studio/engines/spellings.toml.
"""


class KeptReading(Struct, frozen=True, forbid_unknown_fields=True):
    """Holds how a line is read, and the hash of the text that was reviewed with it."""

    hash: str
    read: str


ReadingList = Mapping[LineId, KeptReading]


def reading_file(folder: Path, language: Language) -> Path:
    return folder / f"{language}.toml"


def read_readings(file: Path) -> ReadingList:
    """Return what was reviewed; nothing where nothing was."""
    return read_toml(file, dict[LineId, KeptReading], LARGEST_TOML_LIST) if file.exists() else {}


def lines_to_review(script: Mapping[LineId, str], kept: ReadingList) -> dict[LineId, str]:
    """Return the lines whose text nobody has seen the reading of."""
    return {line: spoken for line, spoken in script.items() if line not in kept or kept[line].hash != text_hash(spoken)}


def read_lines(
    lines: Mapping[LineId, str], reader: Callable[[str], str], told: Callable[[int, int], None]
) -> dict[LineId, KeptReading]:
    """Return how these lines are read now. `told` hears how many of how many."""
    read = {}
    for number, (line, spoken) in enumerate(lines.items(), 1):
        read[line] = KeptReading(text_hash(spoken), reader(spoken))
        told(number, len(lines))
    return read


def keep_readings(file: Path, script: Mapping[LineId, str], kept: ReadingList) -> None:
    """Writes the list, in the order of the words; lines that are no more are dropped."""
    known = ((line, kept[line].hash, kept[line].read) for line in script if line in kept)
    # Strings of JSON are strings of TOML too.
    rows = (
        f'"{line}" = {{ hash = "{text}", read = {json.dumps(read, ensure_ascii=False)} }}\n'
        for line, text, read in known
    )
    replace_file(file, "".join([_HEAD, *rows]).encode())


READINGS = share("assets") / "readings"


def show_readings(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    """Prints each reading that is new. A sentence when lines are left to be reviewed, or cannot be read here."""
    with_studio("readings")
    for language in map(find_language, arguments.languages or LANGUAGES):
        script, file = house.script(language), reading_file(READINGS, language)
        kept = read_readings(file)
        lines = script if arguments.all else lines_to_review(script, kept)
        if lines and (missing := _needs_of(language)):
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
    from device.studio.engines.catalogue import voice_of
    from device.studio.engines.readers import reader_of

    if not lines:
        return {}
    with patience_in_pipe(f"Readings of {language} are asked for"):
        read = read_lines(lines, reader_of(voice_of(language)), ProgressBar(f"readings {language}"))
    return {line: reading for line, reading in read.items() if kept.get(line) != reading}


def _needs_of(language: Language) -> str:
    from device.studio.engines.catalogue import voice_of
    from device.studio.engines.port import install_sentence, run_program

    voice = voice_of(language)
    return install_sentence(language, voice.ready(run_program).needs)
