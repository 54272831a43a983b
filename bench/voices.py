"""python -m bench.voices [AUDIO FOLDER]: how alike the voices are: the level of each octave against the whole, the
longest pause inside a line, what is left after its last word, and how loud a word is beside a sentence."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct

from nightcrier.box.sound.voices.packs import ShelvedPack, read_shelf
from nightcrier.studio.mastering import OCTAVES, octave_levels, speech_levels
from nightcrier.studio.ring import Wave
from nightcrier.studio.soundfiles import (
    LONGEST_PAUSE,
    decibels,
    line_loudness,
    longest_pause,
    loudest_moment,
    read_sound,
    speech_stretches,
)
from nightcrier.words.catalogue import LANGUAGES

CLIPS = 24
"""Of each voice, spread over its list: the figures do not get better by more."""

A_WORD, A_SENTENCE = 0.9, 2.0
"""Seconds spoken: at most, and at least."""

OCTAVE, APART = 4000.0, 5.0
"""The octave in which languages at one table were 18 dB apart, and what is asked for."""


class LineFigures(Struct, frozen=True):
    """What is measured of one clip; `after` is the highest peak behind its last word, `dead` how long that is."""

    spoken: float
    loudness: float
    moment: float
    pause: float
    dead: float
    after: float


def main(folders: Sequence[str]) -> int:
    audio = Path(folders[0] if folders else "assets/audio")
    shelves = (read_shelf(audio / "voices", language, print) for language in LANGUAGES)
    voices = {pack.id: _clips(pack) for shelf in shelves for pack in shelf}
    spectra = {name: octave_levels(clips) for name, clips in voices.items()}
    figures = {name: [_figures(*clip) for clip in clips] for name, clips in voices.items()}
    return 0 if all([_print_spectra(spectra), _print_lines(figures)]) else 1


def _clips(pack: ShelvedPack) -> list[tuple[Wave, int]]:
    listed = (pack.file_of(clip) for _, clip in sorted(pack.pack.clips.items()))
    files = [file for file in listed if file]
    return [read_sound(file) for file in files[:: -(-len(files) // CLIPS)]]


def _figures(sound: Wave, rate: int) -> LineFigures:
    stretches = speech_stretches(sound, rate)
    rest = sound[stretches[-1, 1] :]
    return LineFigures(
        spoken=float(stretches[-1, 1] - stretches[0, 0]) / rate,
        loudness=line_loudness(sound, rate),
        moment=loudest_moment(sound, rate),
        pause=longest_pause(sound, rate),
        dead=len(rest) / rate,
        after=decibels(float(np.abs(rest).max(initial=0))),
    )


def _print_spectra(spectra: dict[str, Wave]) -> bool:
    rows = {"people, and the house": speech_levels(), **spectra}
    print("octave against the whole, dB" + "".join(f"{hertz:7.0f}" for hertz in OCTAVES))
    for name, levels in rows.items():
        print(f"{name:28}" + "".join(f"{level:7.1f}" for level in levels))
    apart = np.ptp(np.array(list(spectra.values())), axis=0)
    print(f"{'from voice to voice':28}" + "".join(f"{each:7.1f}" for each in apart))
    print(f"asked for: at most {APART:g} dB at {OCTAVE:g} Hz")
    return bool(apart[OCTAVES.index(OCTAVE)] <= APART)


def _print_lines(figures: dict[str, list[LineFigures]]) -> bool:
    print(
        "\nvoice            LUFS min..max   loudest 0.4 s: words, sentences   longest pause"
        "   after the last word: s, dBFS"
    )
    for name, lines in figures.items():
        loud = [line.loudness for line in lines]
        words = [line.moment for line in lines if line.spoken <= A_WORD]
        sentences = [line.moment for line in lines if line.spoken >= A_SENTENCE]
        print(
            f"{name:14} {min(loud):7.2f}..{max(loud):6.2f} {_mean(words):21} {_mean(sentences):>10}"
            f" {max(line.pause for line in lines):13.2f} s"
            f" {max(line.dead for line in lines):23.2f} {max(line.after for line in lines):6.1f}"
        )
    pause = max(line.pause for lines in figures.values() for line in lines)
    print(f"asked for: no pause longer than {LONGEST_PAUSE:g} s")
    return pause <= LONGEST_PAUSE + 0.01


def _mean(levels: list[float]) -> str:
    return f"{np.mean(levels):.1f}" if levels else "-"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
