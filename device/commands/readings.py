"""`nightcrier voices readings`: how the machine's voices read the lines, to be reviewed after a text has changed."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping

from device.box.folders import share
from device.commands.progress import ProgressBar, piped_patience
from device.commands.voice_files import VoiceFiles, spoken_language
from device.commands.voice_making import with_studio
from device.kernel.ids import Language, LineId
from device.studio.reading_list import (
    ReadingList,
    keep_readings,
    read_lines,
    read_readings,
    reading_file,
    unreviewed,
)
from device.words.catalogue import LANGUAGES

READINGS = share("assets") / "readings"


def add_readings_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("languages", nargs="*", metavar="LANG", help="all where none is named")
    parser.add_argument("--all", action="store_true", help="also lines whose text is the reviewed one")
    parser.add_argument("--reviewed", action="store_true", help="keep them: somebody has looked at each")


def show_readings(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("readings")
    for language in map(spoken_language, arguments.languages or LANGUAGES):
        yield from _review_readings(
            language, house.script(language), everything=arguments.all, reviewed=arguments.reviewed
        )
    yield from house.faults


def _review_readings(
    language: Language, script: Mapping[LineId, str], *, everything: bool, reviewed: bool
) -> Iterator[str]:
    """Prints each reading that is new. A sentence when lines are left to be reviewed, or cannot be read here."""
    file = reading_file(READINGS, language)
    kept = read_readings(file)
    lines = dict(script) if everything else unreviewed(script, kept)
    missing = _missing(language)
    if missing and lines:
        yield f"{language}: {len(lines)} lines cannot be read. {missing}"
        return
    new = _new(language, lines, kept)
    for line, reading in new.items():
        print(f"{language} {line}\n  {script[line]}\n  {reading.read}")
    if reviewed:
        keep_readings(file, script, {**kept, **new})
    elif new:
        yield f"{language}: {len(new)} readings to review; then: ./run voices readings {language} --reviewed"


def _new(language: Language, lines: Mapping[LineId, str], kept: ReadingList) -> ReadingList:
    from device.studio.engines.catalogue import voice_of
    from device.studio.engines.readers import reader_of

    if not lines:
        return {}
    with piped_patience(f"Readings of {language} are asked for"):
        read = read_lines(lines, reader_of(voice_of(language)), ProgressBar(f"readings {language}"))
    return {line: reading for line, reading in read.items() if kept.get(line) != reading}


def _missing(language: Language) -> str:
    from device.studio.engines.catalogue import voice_of
    from device.studio.engines.port import install_sentence, run_program

    voice = voice_of(language)
    return install_sentence(language, voice.ready(run_program).needs)
