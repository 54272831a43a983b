"""python -m bench.loudness [AUDIO FOLDER]: how even the voices are, and how well the beds close and stay below them."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from device.sound.containers import sound_content
from device.sound.desk.bed_level import DUCK_DB
from device.sound.voices.packs import Clip, read_shelf
from device.studio import ring
from device.studio.ogg import CLIP_LOUDNESS, HIGHEST_PEAK, LONGEST_LINE, LOUDNESS_WITHIN, SHORTEST_LINE
from device.studio.ring import Wave
from device.studio.soundfiles import line_loudness, loudest_moment, lufs, read_channels, read_sound, true_peak
from device.words.catalogue import LANGUAGES


def main(folders: Sequence[str]) -> int:
    audio = Path(folders[0] if folders else "assets/audio")
    good = [_voices(audio), _beds(audio), _signals(audio)]
    return 0 if all(good) else 1


def _voices(audio: Path) -> bool:
    print(f"{'voice':16} clips  MB   LUFS min..max   peak dBTP  seconds min..max  outside ±{LOUDNESS_WITHIN} LU")
    good = True
    for pack in (pack for language in LANGUAGES for pack in read_shelf(audio / "voices", language, print)):
        files = [(clip, file) for clip in pack.pack.clips.values() if (file := pack.file_of(clip))]
        rows = np.array(list(_clips(files)))
        size = sum(len(sound_content(file)) for _, file in files) / 1e6
        loud, peaks, lengths = rows.T
        out = int((abs(loud - CLIP_LOUDNESS) > LOUDNESS_WITHIN).sum())
        fits = lengths.min() >= SHORTEST_LINE and lengths.max() <= LONGEST_LINE
        good &= not out and peaks.max() <= HIGHEST_PEAK and bool(fits)
        print(
            f"{pack.id:16} {len(rows):5} {size:4.1f}  {loud.min():6.2f}..{loud.max():6.2f} {peaks.max():8.2f}"
            f"     {lengths.min():5.2f}..{lengths.max():5.2f} {out:8}"
        )
    return good


def _clips(files: Sequence[tuple[Clip, Path]]) -> Iterator[tuple[float, float, float]]:
    for clip, file in files:
        sound, rate = read_sound(file)
        yield line_loudness(sound, rate), true_peak(sound), clip.seconds


def _beds(audio: Path) -> bool:
    print(
        "\nbed               LUFS   peak  loudest 0.4 s  seam rank  rhythm  hole ms  rise dB  taps/s  spread  mono dB"
        "  speech over bed, LU"
    )
    good = True
    for file in sorted((audio / "beds").glob("*.ogg")):
        channels, rate = read_channels(file)
        bed = channels.mean(axis=1)
        taps, spread = _taps(bed, rate)
        level, hole, over = (
            lufs(bed, rate),
            1000 * ring.longest_hole(bed, rate),
            CLIP_LOUDNESS - lufs(bed, rate) - DUCK_DB,
        )
        rank, rhythm = ring.seam_rank(bed, rate), ring.rhythm(bed, rate)
        good &= over >= 18 and rank < 1 and ((hole <= 20 and rhythm < 0.1) or "tapping" not in file.stem)
        print(
            f"{file.stem:15} {level:6.2f} {true_peak(bed):6.2f} {loudest_moment(bed, rate):10.2f} {rank:12.2f}"
            f" {rhythm:8.3f} {hole:7.1f} {ring.highest_rise(bed, rate):8.1f} {taps:7.1f} {spread:7.2f}"
            f" {ring.mono_loss(channels):8.2f} {over:12.1f}"
        )
    return good


def _taps(bed: Wave, rate: int) -> tuple[float, float]:
    """How many strokes a second stand out, by 6 dB over the tenth of a second around them, and how unevenly they come:
    the spread of the times between them over their mean. 1 is hail; the fingers of a roll come more evenly."""
    steps = rate // 500
    fine = (np.diff(bed)[: (len(bed) - 1) // steps * steps].reshape(-1, steps) ** 2).mean(axis=1)
    around = np.convolve(fine, np.ones(50) / 50, mode="same")
    peaks = (fine[1:-1] > fine[:-2]) & (fine[1:-1] >= fine[2:]) & (fine[1:-1] > 4 * around[1:-1])
    times = np.diff(np.flatnonzero(peaks))
    return len(times) / (len(bed) / rate), float(times.std() / times.mean()) if len(times) > 1 else 0.0


def _signals(audio: Path) -> bool:
    print("\nsignal          loudest 0.4 s   peak")
    good = True
    for file in sorted((audio / "signals").glob("*.ogg")):
        sound, rate = read_sound(file)
        good &= true_peak(sound) <= HIGHEST_PEAK
        print(f"{file.stem:15} {loudest_moment(sound, rate):10.2f} {true_peak(sound):9.2f}")
    return good


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
