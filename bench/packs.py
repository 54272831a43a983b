"""How large the voice packs are, how long one takes to be opened (its list read as TOML the first time, kept as JSON
from then on) and a clip to be read; and how large they will be when every line of today is spoken.
`python -m bench.packs`."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from nightcrier.box.folders import standard_folders
from nightcrier.box.sound.containers import is_container, sound_content
from nightcrier.box.sound.voices.packs import ShelvedPack, read_pack, text_hash
from nightcrier.kernel.ids import Seconds
from nightcrier.studio.engines.catalogue import read_voices
from nightcrier.tools.voice_files import VoiceFiles
from nightcrier.words.catalogue import LANGUAGES

TIMES = 9
BLOCK = 4096
MOST_MB, MOST_GROWTH_MB = 75.0, 40.0
AROUND = 1.1
"""Pages and headers around the sound of short clips: 32 kbit/s are 35 on the disk."""


def milliseconds(work: Callable[[], object]) -> float:
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        took.append((time.perf_counter() - began) * 1000)
    return median(took)


def row(shelved: ShelvedPack, kept: Path) -> float:
    """Prints one pack as it lies here; its MB."""
    files = [file for clip in shelved.pack.clips.values() if (file := shelved.file_of(clip))]
    sizes = [len(sound_content(file)) for file in files]
    on_disk = blocks(shelved.place.stat().st_size) if is_container(shelved.place) else sum(map(blocks, sizes))
    rate = sum(sizes) * 8 / 1000 / sum(clip.seconds for clip in shelved.pack.clips.values())
    first = milliseconds(lambda: read_pack(shelved.place, print))
    read_pack(shelved.place, print, kept)
    again = milliseconds(lambda: read_pack(shelved.place, print, kept))
    clip = milliseconds(lambda: sound_content(files[len(files) // 2]))
    times = f"{first:9.2f}{again:9.2f}{clip:9.3f}"
    print(f"{shelved.id:16}{len(files):7}{sum(sizes) / 1e6:7.1f}{on_disk / 1e6:9.1f}{rate:9.1f}{times}")
    return on_disk / 1e6


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


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        house = VoiceFiles(standard_folders({}, Path(folder) / "state"), None)
        packs = [pack for language in LANGUAGES for pack in house.machine_packs(language)]
        print(f"{'pack':16}{'clips':>7}{'MB':>7}{'on disk':>9}{'kbit/s':>9}{'TOML ms':>9}{'kept ms':>9}{'clip ms':>9}")
        now = sum(row(pack, Path(folder)) for pack in packs)
        print(f"all {len(packs)} packs: {now:.0f} MB on the disk; the box reads those of the languages in use")
        print(f"\n{'at the kbit/s of voices.toml':32}{'lines':>7}{'seconds':>9}{'MB':>7}")
        whole = 0.0
        for pack in packs:
            script = dict(house.script_of(pack.pack))
            seconds, size = expected(pack, script)
            whole += size
            print(f"{pack.id:32}{len(script):7}{seconds:9.0f}{size:7.1f}")
    print(f"all of them: {whole:.0f} MB, and a clone with its history grows by as much, for sound cannot be packed")
    print(f"asked for: at most {MOST_MB:.0f} MB, and {MOST_GROWTH_MB:.0f} MB of growth")
    return 0 if whole <= MOST_MB and whole <= MOST_GROWTH_MB else 1


if __name__ == "__main__":
    raise SystemExit(main())
