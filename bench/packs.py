"""How large the voice packs are, and how long the list of one takes to be opened: the first time, and from a kept copy
from then on."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from bench.rows import Row
from bench.voices import shipped_voices
from nightcrier.box.sound.containers import is_container, sound_content
from nightcrier.box.sound.voices.packs import ShelvedPack, read_pack
from nightcrier.words.catalogue import LANGUAGES

SIZE, SMALLEST, TIMES = len(LANGUAGES), 1, 9
"""Languages."""
BLOCK = 4096
MOST_MS = 15.0
"""Allowed in the one turn of the loop in which a second voice is chosen."""
MOST_KEPT = 0.5
"""The most that a list may take from its kept copy, as a part of the first time: else nothing is kept."""
MOST_MB = 110.0
"""75 were allowed before the voices were rendered anew, with sentences that are recorded whole."""


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
    slowest = max(lists, key=lambda name: lists[name][1])
    yield Row("a list, opened the first time", lists[slowest][1], MOST_MS, "ms of processor", note=slowest)
    again, first = max(lists.values(), key=lambda took: took[0] / took[1])
    bar, than = MOST_KEPT * first, "the first time"
    yield Row("from its kept copy", again, bar, "ms of processor", rival=first, than=than, note="the least gain")
    now, note = sum(map(on_disk, packs)), "a clone keeps each that was rendered anew beside it"
    yield Row(f"all {len(packs)} packs, on the disk", now, MOST_MB, "MB", note=note)
