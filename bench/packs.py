"""How large the voice packs are, how long the list of one takes to be opened (the first time, and from a kept copy from
then on), and how large they will be when every line of today is spoken."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from bench.rows import Row
from nightcrier.box.folders import standard_folders
from nightcrier.box.sound.containers import is_container, sound_content
from nightcrier.box.sound.voices.packs import ShelvedPack, read_pack, text_hash
from nightcrier.kernel.ids import Seconds
from nightcrier.studio.engines.catalogue import read_voices
from nightcrier.tools.voice_files import VoiceFiles
from nightcrier.words.catalogue import LANGUAGES

SIZE, SMALLEST, TIMES = len(LANGUAGES), 1, 9
"""Languages."""
BLOCK = 4096
MOST_MS = 15.0
"""Of the processor, in one turn of the loop, where a second voice is chosen."""
MOST_MB, MOST_GROWTH_MB = 75.0, 40.0
AROUND = 1.1
"""Pages and headers around the sound of short clips: 32 kbit/s are 35 on the disk."""


def milliseconds(work: Callable[[], object]) -> float:
    """The processor's, in the median."""
    took = []
    for _ in range(TIMES):
        began = time.process_time()
        work()
        took.append((time.process_time() - began) * 1000)
    return median(took)


def on_disk(shelved: ShelvedPack) -> float:
    """MB."""
    files = [file for clip in shelved.pack.clips.values() if (file := shelved.file_of(clip))]
    alone = sum(blocks(len(sound_content(file))) for file in files)
    return (blocks(shelved.place.stat().st_size) if is_container(shelved.place) else alone) / 1e6


def opened(shelved: ShelvedPack, kept: Path) -> tuple[float, float]:
    """Milliseconds of the processor for the list of a pack, from a kept copy and without one."""
    first = milliseconds(lambda: read_pack(shelved.place, print))
    read_pack(shelved.place, print, kept)
    return milliseconds(lambda: read_pack(shelved.place, print, kept)), first


def blocks(size: int) -> int:
    return -(-size // BLOCK) * BLOCK


def expected(shelved: ShelvedPack, script: dict[str, str]) -> tuple[Seconds, float]:
    """Seconds and MB when all lines are spoken: those that are, as they are; the others as fast as these."""
    clips = {line: clip for line, clip in shelved.pack.clips.items() if line in script}
    fresh = {line: clip.seconds for line, clip in clips.items() if clip.hash == text_hash(script[line])}
    letters = sum(len(script[line]) for line in fresh) or 1
    pace = sum(fresh.values()) / letters
    seconds = sum(fresh.get(line) or pace * len(spoken) for line, spoken in script.items())
    return seconds, seconds * read_voices()[shelved.id].kbits * AROUND / 8 / 1000


def rows(size: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        house = VoiceFiles(standard_folders({}, Path(folder) / "state"), None)
        packs = [pack for language in LANGUAGES[:size] for pack in house.machine_packs(language)]
        lists = {pack.id: opened(pack, Path(folder)) for pack in packs}
        whole = sum(expected(pack, dict(house.script_of(pack.pack)))[1] for pack in packs)
    slowest = max(lists, key=lambda name: lists[name][1])
    again, first = lists[slowest]
    yield Row("a list, opened the first time", first, MOST_MS, "ms of processor", note=slowest)
    yield Row("from its kept copy", again, first, "ms of processor", rival=first, than="the first time")
    now, note = sum(map(on_disk, packs)), "a box reads those of the languages in use"
    yield Row(f"all {len(packs)} packs, on the disk", now, MOST_MB, "MB", note=note)
    note = "so much more in a clone with its history: sound cannot be packed"
    yield Row("all of them, each line of today spoken", whole, MOST_GROWTH_MB, "MB", note=note)
