"""How large the voice packs are, and how much sooner the list of one is opened from a kept copy than the first time."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from bench.rows import Row, count
from bench.voices import shipped_voices
from nightcrier.box.sound.containers import is_container, sound_content
from nightcrier.box.sound.voices.packs import ShelvedPack, read_pack
from nightcrier.words.catalogue import LANGUAGES

SIZE, SMALLEST, TIMES = len(LANGUAGES), 1, 9
"""Languages."""
BLOCK = 4096
MOST_KEPT = 0.4
"""The most that a list may take from its kept copy, as a part of the first time: else nothing is kept."""


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


def rows(size: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        packs = shipped_voices(LANGUAGES[:size])
        lists = {pack.id: opened(pack, Path(folder)) for pack in packs}
    again, first = max(lists.values(), key=lambda took: took[0] / took[1])
    what, note = "a list from its kept copy", "the least gain"
    yield Row(what, again, MOST_KEPT * first, "ms of processor", rival=first, than="the first time", note=note)
    note = "a clone keeps each that was rendered anew beside it"
    yield count(f"all {len(packs)} packs, on the disk", sum(map(on_disk, packs)), "MB", note)
