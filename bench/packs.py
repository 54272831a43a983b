"""How large the voice packs are and how long one takes to be read: as TOML the first time, kept as JSON from then on.
`python -m bench.packs`"""

import tempfile
import time
from pathlib import Path
from statistics import median

from device.box.folders import share
from device.sound.voices.packs import read_pack

TIMES = 9


def milliseconds(folder: Path, kept: Path | None) -> float:
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        read_pack(folder, lambda _: None, kept)
        took.append((time.perf_counter() - began) * 1000)
    return median(took)


def main() -> int:
    print(f"{'pack':16}{'clips':>7}{'MB':>7}{'kB a clip':>11}{'TOML ms':>9}{'kept ms':>9}{'ratio':>7}")
    folders = sorted((share("assets") / "audio" / "voices").glob("*/pack.toml"))
    whole = 0.0
    with tempfile.TemporaryDirectory() as kept:
        for folder in (path.parent for path in folders):
            pack = read_pack(folder, lambda _: None)
            size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
            whole += size
            toml, again, clips = milliseconds(folder, None), milliseconds(folder, Path(kept)), len(pack.clips)
            row = f"{clips:7}{size:7.1f}{size * 1000 / max(1, clips):11.1f}{toml:9.2f}{again:9.2f}{toml / again:7.0f}"
            print(f"{folder.name:16}{row}")
    print(f"all {len(folders)} packs: {whole:.0f} MB; the box reads those of the languages in use")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
