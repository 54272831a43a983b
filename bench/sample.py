"""./run -m bench.sample [FILE]: the first minute of a first night in two languages, as a box says it, for whoever only
wants to hear it (docs/samples/first-night.opus). The same checkout gives the same bytes."""

import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory

import numpy as np
import soundfile

from nightcrier.box.sound.ogg import steady_ogg

_SHOW = {
    "game": "one-night",
    "scenario": "first-game",
    "players": "4",
    "language": "en",
    "then": "fr",
    "bed": "tapping",
    "seed": "7",
}
_SECONDS, _FADE = 60, 2.0
_COMPRESSION = 0.872
"""The compression as soundfile counts it: 38 kbit a second, which is 280 kB a minute."""
MOST_BYTES = 300_000


def main(named: Sequence[str]) -> int:
    file = Path(named[0] if named else "docs/samples/first-night.opus")
    file.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        night = Path(folder) / "night.flac"
        given = {**_SHOW, "state": str(Path(folder) / "state"), "out": str(night)}
        words = (f"--{name}={value}" for name, value in given.items())
        run((sys.executable, "-P", "-m", "nightcrier", "render", *words), check=True)
        write_minute(night, file)
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB")
    return 0 if file.stat().st_size <= MOST_BYTES else 1


def write_minute(night: Path, file: Path) -> None:
    """Write the first minute of a night as Opus in one channel, which fades out at its end."""
    channels, rate = soundfile.read(night, stop=_SECONDS * soundfile.info(night).samplerate, always_2d=True)
    minute, fall = channels.mean(axis=1), round(_FADE * rate)
    minute[-fall:] *= np.linspace(1, 0, fall)
    soundfile.write(file, minute, rate, format="OGG", subtype="OPUS", compression_level=_COMPRESSION)
    file.write_bytes(steady_ogg(file.read_bytes()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
