"""Runs `voices heard`: how well the clips of voices are understood. A recognizer writes down what it hears, and this is
compared with the text that was meant.

Takes of people are checked like this when they are imported. If a take may have been misread, the text heard is noted
beside it, but no take is refused for that."""

import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from nightcrier.box.sound.containers import CONTAINER, container_index
from nightcrier.box.sound.voices.packs import ShelvedPack, text_hash
from nightcrier.care.as_owner import as_service
from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.kernel.ids import Language, LineId
from nightcrier.tools.progress import ProgressBar, patience_in_pipe
from nightcrier.tools.voice_files import VoiceFiles, find_language
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_studio.making import lacks_to_read

if TYPE_CHECKING:
    from nightcrier_studio.heard import Comparison, HeardLine, KeptHearings
    from nightcrier_studio.whisper import Whisper

_BY_ENGINE = "ja"
"""The language whose texts, including digits, are read by its engine."""
_DRAWN = 30
"""The number of random lines of each voice. They are the same lines for every voice that has them."""


def hear_voices(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    if not has_ears():
        raise NightcrierError("What hears clips is not here; for it, in the checkout, run: ./run voices heard")
    from nightcrier_studio.heard import ROW_HEAD, line_rows, understood, understood_row, unit_of, worst_lines

    table, worst = [], []
    with as_service(house.state), patience_in_pipe("Clips are heard"):
        kept = _kept_hearings(house)
        for language in map(find_language, arguments.languages or LANGUAGES):
            packs = [pack for pack in house.packs(language) if arguments.pack in {None, pack.id}]
            if packs and (missing := _lacks(language)):
                yield missing
                continue
            for pack in packs:
                heard = _hear_lines(house, kept, pack, _lines_to_hear(house, pack, arguments))
                if heard:
                    table.append(understood_row(pack.id, unit_of(language), understood(heard)))
                    worst += [f"\n{pack.id}", *(row for line in worst_lines(heard) for row in line_rows(line))]
    if arguments.pack and not table:
        raise WrongUse(f"There is no voice '{arguments.pack}' with clips to hear; see ./run voices list.")
    print("\n".join((ROW_HEAD, *table, *worst)))
    yield from house.faults


def has_ears() -> bool:
    return find_spec("faster_whisper") is not None


def hear_clip(clip: Path, language: Language) -> str:
    return _whisper().hear(clip, language)


@cache
def _whisper() -> "Whisper":
    from nightcrier_studio.whisper import Whisper

    return Whisper()


def _kept_hearings(house: VoiceFiles) -> "KeptHearings":
    from nightcrier_studio.heard import KeptHearings

    return KeptHearings(house.state / "heard.jsonl", hear_clip)


def _lacks(language: Language) -> str:
    """Return a sentence that says what must be installed to read texts of a language, or ""."""
    return lacks_to_read(language) if language == _BY_ENGINE else ""


def comparison(house: VoiceFiles, language: Language) -> "Comparison":
    from nightcrier_studio.engines.catalogue import voice_of
    from nightcrier_studio.engines.readers import reader_of
    from nightcrier_studio.heard import Comparison, is_read

    texts = meant_texts(house, language).items() if language != _BY_ENGINE else ()
    numbers = {int(number): text for line, text in texts if (number := line.removeprefix("number.")).isdecimal()}
    return Comparison(language, numbers, cache(reader_of(voice_of(language))) if is_read(language) else str)


def meant_texts(house: VoiceFiles, language: Language) -> Mapping[LineId, str]:
    """Return the text that each line should say: as people read it, or as a machine is given it if texts are
    compared by their readings."""
    from nightcrier_studio.heard import is_read

    return {**house.all_texts(language), **(house.script(language) if is_read(language) else {})}


def _lines_to_hear(house: VoiceFiles, pack: ShelvedPack, arguments: Namespace) -> list[LineId]:
    """Return the lines of a voice whose clips say the present text: all of them, or a random sample and those that
    have changed since a commit."""
    script = house.all_texts(pack.pack.language) if pack.pack.person else house.script(pack.pack.language)
    clips = pack.pack.clips
    fresh = [line for line, text in script.items() if line in clips and clips[line].hash == text_hash(text)]
    if arguments.all:
        return fresh
    drawn = set(sorted(fresh, key=text_digest)[:_DRAWN])
    shipped = pack.place.parent == house.voices
    changed = _changed_files(pack, arguments.since) if arguments.since and shipped else set()
    return [line for line in fresh if line in drawn or clips[line].file in changed]


def _changed_files(pack: ShelvedPack, commit: str) -> set[str]:
    """Return the files of a shipped voice that were different, or missing, at a commit of the checkout."""
    folder = pack.place.parent
    if _git(folder, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}").returncode:
        raise WrongUse(f"There is no commit '{commit}' in the checkout of {folder}.")
    with tempfile.NamedTemporaryFile(suffix=CONTAINER) as old:
        old.write(_git(folder, "show", f"{commit}:./{pack.place.name}").stdout)
        old.flush()
        before = _checksums(Path(old.name))
    return {name for name, checksum in _checksums(pack.place).items() if before.get(name) != checksum}


def _git(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    order = ("git", "-C", str(folder), *words)
    return subprocess.run(order, capture_output=True, check=False)  # noqa: S603 - no shell reads the words


def _checksums(container: Path) -> Mapping[str, int]:
    """Return the checksum of each file in a voice, or nothing for a voice that did not exist yet."""
    try:
        return {name: file.checksum for name, file in container_index(container).items()}
    except OSError:
        return {}


def _hear_lines(
    house: VoiceFiles, kept: "KeptHearings", pack: ShelvedPack, lines: Sequence[LineId]
) -> "list[HeardLine]":
    """Return what was heard in these lines of a voice. A clip that cannot be read is reported and left out."""
    language, found, bar = pack.pack.language, [], ProgressBar(f"heard {pack.id}")
    compare, meant = comparison(house, language).compare, meant_texts(house, language)
    for number, line in enumerate(lines, 1):
        try:
            heard = kept.hear(pack.file_of(pack.pack.clips[line]) or pack.place, language)
            found.append(compare(line, meant[line], heard))
        except (OSError, NightcrierError) as broken:
            house.faults.append(f"{pack.id}: {line}: it was not heard: {broken}")
        bar(number, len(lines))
    return found


def misread_takes(house: VoiceFiles, pack: ShelvedPack, lines: Sequence[LineId]) -> Mapping[LineId, str]:
    """Return what was heard in the takes that may have been misread, or nothing without a recognizer."""
    if not has_ears():
        return {}
    from nightcrier_studio.heard import is_misread

    if missing := _lacks(pack.pack.language):
        print(f"The takes were not heard. {missing}", file=sys.stderr)
        return {}
    found = _hear_lines(house, _kept_hearings(house), pack, lines)
    return {line.line: line.heard for line in found if is_misread(line, pack.pack.language)}
