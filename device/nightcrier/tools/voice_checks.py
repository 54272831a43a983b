"""Run `nightcrier voices list` and `check`. Both run even if the libraries for recording are missing."""

import itertools
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from nightcrier.box.sound.voices.clip_faults import MeasureFile
from nightcrier.care.as_owner import as_owner
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.folders import voice_source
from nightcrier.kernel.ids import Decibels, Language
from nightcrier.takes.script import coverage_table, voice_coverage
from nightcrier.takes.sound_faults import MadeSounds, house_sound_faults, licence_faults, pack_faults
from nightcrier.tools.progress import Patience, ProgressBar, patience_in_pipe
from nightcrier.tools.voice_files import VoiceFiles, find_language
from nightcrier.words.catalogue import LANGUAGES

_NOT_MEASURED = "Loudness was not measured; for that, on a computer, in the checkout, run: ./run voices check"
STUDIO_MISSING = (
    "This needs the studio's libraries, which a box has not; on a computer, in the checkout, run: ./run voices {verb}"
)


def list_voices(house: VoiceFiles, _arguments: Namespace) -> Iterator[str]:
    with as_owner(house.state), Patience("All voices are read"):
        rows = {
            language: [voice_coverage(pack, house.script_of(pack.pack)) for pack in house.packs(language)]
            for language in LANGUAGES
        }
    print("\n".join(coverage_table(rows, voice_source)))
    yield from house.faults


def check_voices(house: VoiceFiles, arguments: Namespace, made: MadeSounds | None = None) -> Iterator[str]:
    """Check voices and sounds. `made` holds the levels that the studio gives to beds and signals."""
    languages = list(map(find_language, arguments.languages))
    with as_owner(house.state), patience_in_pipe("All clips are looked at"):
        yield from _voice_faults(house, languages or LANGUAGES)
        if not languages:
            yield from house_sound_faults(house.audio, made)
    yield from house.faults


def _voice_faults(house: VoiceFiles, languages: Iterable[Language]) -> Iterator[str]:
    shelves = {language: house.packs(language) for language in languages}
    bar = ProgressBar("check")
    measure = _with_bar(
        measure_of_studio(), sum(len(pack.pack.clips) for packs in shelves.values() for pack in packs), bar
    )
    for language, packs in shelves.items():
        if not any(not pack.pack.person for pack in packs):
            yield f"{language}: there is no voice; for one: {voice_source(language)}."
        for pack in packs:
            script = house.all_texts(language) if pack.pack.person else house.script(language)
            yield from pack_faults(pack, script, measure)
    shipped = [pack for packs in shelves.values() for pack in packs if pack.place.parent == house.voices]
    yield from licence_faults(house.audio, shipped)
    if measure is None:
        print(_NOT_MEASURED, file=sys.stderr)


def _with_bar(measure: MeasureFile | None, clips: int, bar: ProgressBar) -> MeasureFile | None:
    """Return the function that measures a file, with a progress bar added, because measuring all clips takes minutes.
    Return None if there is no such function."""
    if measure is None:
        return None
    numbers = itertools.count(1)

    def measured(file: Path) -> tuple[Decibels, Decibels]:
        bar(next(numbers), clips)
        return measure(file)

    return measured


def measure_of_studio() -> MeasureFile | None:
    try:
        import pyloudnorm  # noqa: F401 - the measure reads it later

        from nightcrier.takes.soundfiles import measure_file
    except ImportError:
        return None
    return measure_file


def has_studio() -> bool:
    return find_spec("pyloudnorm") is not None


def need_studio(verb: str) -> None:
    """Raise NightcrierError, with one sentence for people, when the studio's libraries are missing."""
    try:
        with Patience("The studio's libraries are read"):
            import pyloudnorm  # noqa: F401 - whether they can be imported is the question

            import nightcrier.takes.soundfiles  # noqa: F401
    except ImportError as fault:
        raise NightcrierError(STUDIO_MISSING.format(verb=verb)) from fault
