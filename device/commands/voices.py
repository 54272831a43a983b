"""`nightcrier voices`: list and check the voices of the house; build, record and import new ones.

`list` and `check` run on the box itself. What needs the studio's libraries is imported by the verb that needs it."""

import itertools
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from device.box.folders import Folders
from device.box.library import library
from device.box.plugs import shown_only_words
from device.commands.named import add_places, box_folders, folder_named, kept_in, locked, make_folder, path_named
from device.commands.progress import Patience, ProgressBar
from device.kernel.errors import NightcrierError, WrongUse
from device.kernel.files import replace_file
from device.kernel.ids import Decibels, Language, LineId
from device.sound.voices.packs import QUALITY_RANK, ShelvedPack, read_shelf
from device.studio.pack_check import MeasureFile, pack_faults
from device.studio.script import VoiceCoverage, coverage_table, review_table, voice_coverage, voice_script
from device.words.catalogue import LANGUAGES

_STUDIO = (
    "This needs the studio's libraries, which a box has not; on a computer, in the checkout, run: ./run voices {verb}"
)
_NOWHERE = Path(os.devnull)
"""Where no scenarios of people's own are: their names are said by live speech, and need no clips."""
_NOT_MEASURED = "Loudness was not measured; for that, on a computer, in the checkout, run: ./run voices check"


def add_voices_arguments(parser: ArgumentParser) -> None:
    """The command's own arguments."""
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    verbs.add_parser("list", help="which voices there are, and how much of each game they can say")
    verbs.add_parser("check", help="clips that are missing, stale, broken, or of the wrong length or loudness")
    build = verbs.add_parser("build", help="have lines spoken and mastered; goes on where it stopped")
    build.add_argument("languages", nargs="+", metavar="LANG", help=" ".join(LANGUAGES))
    build.add_argument("--pack", metavar="NAME", help="only this voice")
    record = verbs.add_parser("record", help="speak the lines yourself; goes on where it stopped")
    record.add_argument("language", metavar="LANG")
    record.add_argument("--person", default="own", metavar="NAME", help="whose voice it is")
    bring = verbs.add_parser("import", help="take in a folder of recordings named by line id")
    bring.add_argument("folder", type=folder_named, metavar="FOLDER")
    bring.add_argument("--language", required=True, metavar="LANG")
    bring.add_argument("--person", default="own", metavar="NAME", help="whose voice it is")
    tables = verbs.add_parser("table", help="write the review table of a language")
    tables.add_argument("languages", nargs="+", metavar="LANG")
    tables.add_argument("--out", type=path_named, default=Path("docs/languages"), metavar="DIR")
    verbs.add_parser("sounds", help="make the beds and signals anew")
    add_places(parser, "state", verbs=verbs.choices.values())
    for verb in verbs.choices.values():
        verb.add_argument("--audio", type=path_named, metavar="DIR", help="voices and sounds, instead of the box's own")


def do_voices(arguments: Namespace) -> int:
    """0 done, 1 when a fault was found."""
    verbs: Mapping[str, Callable[[VoiceFiles, Namespace], Iterable[str]]] = {
        "list": _list,
        "check": _check,
        "build": _build,
        "record": _record,
        "import": _import,
        "table": _table,
        "sounds": _sounds,
    }
    status = 0
    for fault in verbs[arguments.verb](VoiceFiles(box_folders(arguments.state), arguments.audio), arguments):
        print(fault, file=sys.stderr)
        status = 1
    return status


class VoiceFiles:
    """The words and the voices, where they lie. What is wrong with them gathers in `faults`."""

    def __init__(self, places: Folders, audio: Path | None) -> None:
        self.faults: list[str] = []
        self.audio, self.state, self.recordings = audio or places.audio, places.state, places.recordings
        self.locked = locked(self.state)
        if self.locked:
            self.faults.append(f"Recordings in {self.recordings} cannot be seen by you: put sudo before the command.")
        shipped = replace(places, own=_NOWHERE)
        self.words = library(shipped, lambda fault: self.faults.append(fault.what)).words

    @property
    def voices(self) -> Path:
        return self.audio / "voices"

    def script(self, language: Language) -> dict[LineId, str]:
        return voice_script(self.words, language, shown_only_words())

    def packs(self, language: Language) -> list[ShelvedPack]:
        """All voices of a language, the best first."""
        return self._best_first(language, [self.voices] if self.locked else [self.recordings, self.voices])

    def shipped(self, language: Language) -> list[ShelvedPack]:
        """Those without anybody's own: what is written of these may be shown to everybody."""
        return [pack for pack in self._best_first(language, [self.voices]) if not pack.pack.person]

    def _best_first(self, language: Language, roots: Sequence[Path]) -> list[ShelvedPack]:
        found = [pack for root in roots for pack in read_shelf(root, language, self.faults.append)]
        return sorted(found, key=lambda pack: (QUALITY_RANK[pack.pack.quality], pack.id))


def _list(house: VoiceFiles, _arguments: Namespace) -> Iterator[str]:
    with Patience("All voices are read"):
        rows = {language: list(_coverages(house, language)) for language in LANGUAGES}
    print("\n".join(coverage_table(rows)))
    yield from house.faults


def _coverages(house: VoiceFiles, language: Language) -> Iterator[VoiceCoverage]:
    script = house.script(language)
    return (voice_coverage(pack, script) for pack in house.packs(language))


def _check(house: VoiceFiles, _arguments: Namespace) -> Iterator[str]:
    shelves = {language: house.packs(language) for language in LANGUAGES}
    bar = ProgressBar("check")
    measure = _counted(
        measure_of_studio(), sum(len(pack.pack.clips) for packs in shelves.values() for pack in packs), bar
    )
    for language, packs in shelves.items():
        lines = house.script(language)
        if not any(not pack.pack.person for pack in packs):
            yield f"{language}: there is no voice; make one with `./run voices build {language}`."
        for pack in packs:
            yield from pack_faults(pack, lines, measure)
    yield from house.faults
    if measure is None:
        print(_NOT_MEASURED, file=sys.stderr)


def _build(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("build")
    from device.studio.engines.catalogue import choose_voices, read_voices
    from device.studio.engines.port import install_sentence
    from device.studio.engines.port import run_program as run_engine
    from device.studio.pack_build import build_pack, speak_tasks

    for name, voice in choose_voices(list(map(_language, arguments.languages)), arguments.pack, read_voices()).items():
        missing = install_sentence(name, voice.ready(run_engine).needs)
        if missing:
            yield missing
        else:
            yield from build_pack(
                house.voices / name, voice, house.script(voice.language), speak_tasks, ProgressBar(name)
            )


def _record(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("record")
    from device.studio.booth import record_lines
    from device.studio.microphone import TerminalBooth, load_portaudio
    from device.studio.pack_folder import own_pack

    language = _language(arguments.language)
    with kept_in(house.state, house.recordings):
        packs = house.packs(language)
        pack = own_pack(house.recordings, language, arguments.person)

        def old(line: LineId) -> Path | None:
            return next((each.folder / each.pack.clips[line].file for each in packs if line in each.pack.clips), None)

        kept = record_lines(TerminalBooth(load_portaudio()), house.script(language), pack, old)
    print(f"Lines kept in {pack.folder}: {kept}.")
    yield from house.faults


def _import(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("import")
    from device.studio.booth import import_recordings
    from device.studio.pack_folder import own_pack

    language = _language(arguments.language)
    with kept_in(house.state, house.recordings):
        pack = own_pack(house.recordings, language, arguments.person)
        bar = ProgressBar(pack.folder.name)
        taken, refused = import_recordings(arguments.folder, house.script(language), pack, bar)
        yield from refused
        many = f"{len(taken)} of {len(taken) + len(refused)} recordings"
        print(f"{pack.folder}: {many} taken in, as the voice of {pack.pack.person}.")
        for line in taken:
            print(f"  {line}")


def _table(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    for language in map(_language, arguments.languages):
        make_folder(arguments.out)
        page = review_table(house.words, language, house.shipped(language), shown_only_words())
        replace_file(arguments.out / f"{language}.md", page.encode())
    yield from house.faults


def _sounds(house: VoiceFiles, _arguments: Namespace) -> Iterator[str]:
    with_studio("sounds")
    from device.studio.sounds.catalogue import build_sounds

    build_sounds(house.audio, ProgressBar("sounds"))
    yield from house.faults


def _language(name: str) -> Language:
    if name not in LANGUAGES:
        raise WrongUse(f"The box does not speak '{name}'; choose from {', '.join(LANGUAGES)}.")
    return Language(name)


def _counted(measure: MeasureFile | None, clips: int, bar: ProgressBar) -> MeasureFile | None:
    """The same, which tells how many of the clips it has measured: that takes minutes."""
    if measure is None:
        return None
    numbers = itertools.count(1)

    def measured(file: Path) -> tuple[Decibels, Decibels]:
        bar(next(numbers), clips)
        return measure(file)

    return measured


def measure_of_studio() -> MeasureFile | None:
    try:
        from device.studio.soundfiles import measure_file
    except ImportError:
        return None
    return measure_file


def with_studio(verb: str) -> None:
    """One sentence instead of a traceback where the studio's libraries are missing."""
    try:
        import device.studio.soundfiles  # noqa: F401 - whether it can be imported is the question
    except ImportError as fault:
        raise NightcrierError(_STUDIO.format(verb=verb)) from fault
