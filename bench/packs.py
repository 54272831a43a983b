"""Measures how large the voice packs are, and how much faster the list of one opens from a saved copy."""

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
"""The number of languages, the fewest, and the repetitions."""
BLOCK = 4096
MOST_KEPT = 0.4
"""The most time for a list from its saved copy, as a fraction of the first time. A slower copy is not worth saving."""


def milliseconds(work: Callable[[], object]) -> float:
    """Return the median processor time of some work, in milliseconds."""
    took = []
    for _ in range(TIMES):
        began = time.process_time()
        work()
        took.append((time.process_time() - began) * 1000)
    return median(took)


def on_disk(shelved: ShelvedPack) -> float:
    """Return the size of a pack in MB."""
    files = [file for clip in shelved.pack.clips.values() if (file := shelved.file_of(clip))]
    alone = sum(blocks(len(sound_content(file))) for file in files)
    return (blocks(shelved.place.stat().st_size) if is_container(shelved.place) else alone) / 1e6


def opened(shelved: ShelvedPack, kept: Path) -> tuple[float, float]:
    """Return the processor milliseconds for opening the list of a pack, from a saved copy and without one."""
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
