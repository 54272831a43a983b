"""Makes a sample for people who only want to hear a box, a minute of an evening: `./run -m bench.sample [FILE]`.

The Crier opens a night, wakes two roles, and counts a vote. A FILE that ends in `.mp4` is a film with the screen, and
needs ffmpeg. Without a FILE both are written into docs/samples. The same checkout gives the same sound."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray

from docs.pictures.film import Moment, drawn_moment, moments
from nightcrier.box.record import SecretRecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.sound.ogg import steady_ogg
from nightcrier.box.sound.players.mixdown import MixdownPlayer
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Seconds
from nightcrier.tools.simulation import parse_action, perform_action

SCRIPT = Path("docs/pictures/night.txt")
_BOTH = tuple(map(Path, ("docs/samples/first-night.opus", "docs/samples/first-night.mp4")))
_PASSAGES = (("one-night.open", 2.6, "one-night.robber.wake", -0.3), ("vote.open", 0.3, "vote.now", 1.0))
"""Passages that begin this many seconds before one line begins, and end this many seconds after another begins."""
_FADE = 0.3
_COMPRESSION = 0.872
"""The compression level of soundfile: 38 kbit a second, which is 280 kB a minute."""
MOST_BYTES = 2_000_000

Passage = tuple[Seconds, Seconds]


def main(named: Sequence[str]) -> int:
    files = tuple(map(Path, named)) or _BOTH
    with TemporaryDirectory() as name:
        folder = Path(name)
        night, record = folder / "night.flac", rehearse(folder)
        passages = list(passages_of(record))
        sound = cut_sound(night, passages)
        for file in files:
            file.parent.mkdir(parents=True, exist_ok=True)
            if file.suffix == ".mp4":
                write_film(film_list(moments(record), passages), sound, folder, file)
            else:
                write_sound(sound, file)
            print(f"{file}: {file.stat().st_size / 1000:.0f} kB")
    return max(int(file.stat().st_size > MOST_BYTES) for file in files)


def rehearse(folder: Path) -> list[Mapping[str, Any]]:
    """Play the evening of the script into `night.flac` and pictures in this folder, and return its record."""
    with (folder / "log.jsonl").open("w+", encoding="utf-8") as log:
        player = MixdownPlayer(folder / "night.flac")
        rehearsal = Rehearsal(standard_folders({}, folder), VirtualClock(), player, 1, SecretRecordWitness(log, folder))
        for number, line in enumerate(SCRIPT.read_text("utf-8").splitlines(), 1):
            if (action := parse_action(SCRIPT, number, line)) is not None:
                rehearsal.advance(action.after)
                perform_action(rehearsal, player, action)
        player.poll(rehearsal.now)
        rehearsal.box.close()
        log.seek(0)
        return list(map(json.loads, log))


def passages_of(record: Sequence[Mapping[str, Any]]) -> Iterator[Passage]:
    """Yield when each passage begins and ends. If a line is said twice, the first time counts."""
    said = {row["line"]: row["t"] for row in reversed(record) if row["kind"] == "say"}
    for begins, before, ends, after in _PASSAGES:
        yield said[begins] - before, said[ends] + after


def cut_sound(night: Path, passages: Sequence[Passage]) -> NDArray[np.float64]:
    """Return the passages of a recording in one channel, each with its edges faded."""
    channels, rate = soundfile.read(night, always_2d=True)
    slope = np.linspace(0, 1, round(_FADE * rate))
    cuts = [channels[round(begins * rate) : round(ends * rate)].mean(axis=1) for begins, ends in passages]
    for cut in cuts:
        cut[: len(slope)] *= slope
        cut[-len(slope) :] *= slope[::-1]
    return np.concatenate(cuts)


def write_sound(sound: NDArray[np.float64], file: Path) -> None:
    soundfile.write(file, sound, SAMPLE_RATE, format="OGG", subtype="OPUS", compression_level=_COMPRESSION)
    file.write_bytes(steady_ogg(file.read_bytes()))


def film_list(shown: Sequence[Moment], passages: Sequence[Passage]) -> list[tuple[Moment, Seconds]]:
    """Return the pictures shown in the passages, each with its duration."""
    spans = [*pairwise(shown), (shown[-1], Moment(float("inf")))]
    return [
        (each, stands)
        for begins, ends in passages
        for each, behind in spans
        if (stands := min(behind.at, ends) - max(each.at, begins)) > 0
    ]


def write_film(seen: Sequence[tuple[Moment, Seconds]], sound: NDArray[np.float64], folder: Path, file: Path) -> None:
    """Write pictures and sound as H.264 and AAC, which every browser plays."""
    soundfile.write(folder / "cut.flac", sound, SAMPLE_RATE)
    rows = list[str]()
    for number, (each, stands) in enumerate(seen):
        drawn_moment(each, folder).save(picture := folder / f"film-{number:03}.png")
        rows += [f"file {picture}", f"duration {stands:.3f}"]
    (folder / "film.txt").write_text("\n".join([*rows, rows[-2]]), "utf-8")
    pictures = "-f", "concat", "-safe", "0", "-i", folder / "film.txt"
    video = "-c:v", "libx264", "-preset", "slow", "-crf", "26", "-pix_fmt", "yuv420p", "-r", "10"
    audio = "-c:a", "aac", "-b:a", "96k", "-shortest", "-movflags", "+faststart"
    run(("ffmpeg", "-v", "error", "-y", *pictures, "-i", folder / "cut.flac", *video, *audio, file), check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
