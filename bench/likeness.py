"""python -m bench.likeness [LINES]: how often a take is misjudged that is held against the machine's clip of its line.

Right takes that are flagged are false alarms. To be flagged are a line swapped for the next one in length, and the same
line in another language. Who speaks them: another voice of the language, where this machine has one; and everywhere a
stand-in, the machine's own voice made 12 % smaller and faster, in a room with an echo. Its right takes are as near as
none of a person's can be: it tells only which wrong ones pass. Every take stands in noise 55 dB below its peak, and
is cut out of it as `record` and `import` do."""

import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from scipy.signal import fftconvolve

from device.box.folders import standard_folders
from device.commands.voice_files import VoiceFiles
from device.kernel.ids import Language, LineId
from device.sound.voices.packs import ShelvedPack
from device.studio.engines.catalogue import read_voices
from device.studio.engines.port import is_installed, run_program
from device.studio.likeness import UNLIKE, MachineVoice
from device.studio.mastering import UnusableRecording
from device.studio.ring import Wave
from device.studio.soundfiles import read_sound, resample_to
from device.studio.takes import Take, clean_take
from device.words.catalogue import LANGUAGES

Speak: TypeAlias = Callable[[LineId], tuple[Wave, int]]

LINES = 24
LONGEST = 6.0
FALSE_ALARMS = 0.05
ASKED = {"uk": 0.02, "en": 0.09, "it": 0.18}
"""Share of wrong takes that may pass where so many right ones are flagged."""
STAND_IN = "stand-in"
SMALLER, ECHO = 1.12, 0.15
QUIET, NOISE = 0.5, 10 ** (-55 / 20)


def main(arguments: Sequence[str]) -> int:
    count = int(arguments[0]) if arguments else LINES
    house = VoiceFiles(standard_folders({}, Path(tempfile.gettempdir(), "nobody")), None)
    print(f"{'':43}flagged   passed    passed    at 5 % flagged,")
    print(f"{'':9}{'machine':14}{'take':12}{'lines':>6}{'right':>9}{'swapped':>9}{'language':>10}{'wrong passed':>19}")
    good = [row for language in LANGUAGES for row in _rows(house, language, count)]
    print(f"flagged: over {UNLIKE} of the mean distance to other lines as long; asked for: uk 2 %, en 9 %, it 18 %")
    return 0 if all(good) else 1


def _rows(house: VoiceFiles, language: Language, count: int) -> Iterator[bool]:
    """Whether what is asked for is kept, row by row."""
    first, wrong = house.machine(language), house.machine(Language("it" if language != "it" else "es"))
    if first is None or wrong is None:
        return
    lines = _lines(first, wrong, count)
    takes = {STAND_IN: _stand_in(clips_of(first)), **_second(house, language)}
    for who, speak in takes.items():
        right, swapped, abroad = (
            _scores(MachineVoice(first), lines, each)
            for each in (
                speak,
                lambda line, speak=speak: speak(lines[(lines.index(line) + 1) % len(lines)]),
                clips_of(wrong),
            )
        )
        passed = float(
            np.mean(np.concatenate([swapped, abroad]) <= np.sort(right)[-1 - int(FALSE_ALARMS * len(right))])
        )
        shares = (np.mean(right > UNLIKE), np.mean(swapped <= UNLIKE), np.mean(abroad <= UNLIKE))
        cells = "".join(f"{share:{width}.0%}" for share, width in zip(shares, (9, 9, 10), strict=True))
        tells = f"{passed:19.1%}" if who != STAND_IN else f"{'-':>19}"
        print(f"{language:9}{first.id:14}{who:12}{len(lines):6}{cells}{tells}", flush=True)
        yield passed <= ASKED.get(language, 1.0)


def _lines(pack: ShelvedPack, other: ShelvedPack, count: int) -> list[LineId]:
    """Some that both say and a person speaks in one breath, the shortest first."""
    clips = {line: clip.seconds for line, clip in pack.pack.clips.items() if line in other.pack.clips}
    short = sorted(line for line, seconds in clips.items() if seconds < LONGEST)
    return sorted(random.Random(5).sample(short, min(count, len(short))), key=clips.__getitem__)


def _scores(machine: MachineVoice, lines: Sequence[LineId], speak: Speak) -> Wave:
    """What is refused before it is compared is flagged."""
    return np.array([_score(machine, line, *speak(line)) for line in lines], dtype=float)


def _score(machine: MachineVoice, line: LineId, sound: Wave, rate: int) -> float:
    try:
        voice = clean_take(Take(_in_room(sound, rate), rate), machine.seconds(line))
    except UnusableRecording:
        return np.inf
    return machine.unlikeness_of(line, voice, rate) or 0.0


def _in_room(sound: Wave, rate: int) -> Wave:
    heard = np.pad(sound, round(QUIET * rate))
    return heard + NOISE * np.abs(sound).max() * np.random.default_rng(5).standard_normal(len(heard))


def clips_of(pack: ShelvedPack) -> Speak:
    return lambda line: read_sound(pack.place / pack.pack.clips[line].file)


def _second(house: VoiceFiles, language: Language) -> Mapping[str, Speak]:
    """Another voice of this language: the first pack that is left, else an engine that is installed here."""
    others = house.shipped(language)[1:]
    if others:
        return {others[0].id: clips_of(others[0])}
    voice = read_voices().get(f"{language}-male")
    engine = voice.ready(run_program) if voice and not voice.shipped else None
    if engine is None or not all(map(is_installed, engine.needs)):
        return {}
    script = house.script(language)
    return {f"{language}-male": lambda line: engine.speak(script[line])}


def _stand_in(speak: Speak) -> Speak:
    chance = np.random.default_rng(5)

    def spoken(line: LineId) -> tuple[Wave, int]:
        sound, rate = speak(line)
        smaller = resample_to(sound, round(rate * SMALLER), rate)
        fading = chance.standard_normal(round(ECHO * rate)) * np.exp(
            -6.9 * np.arange(round(ECHO * rate)) / (ECHO * rate)
        )
        return fftconvolve(smaller, np.concatenate([[1.0], 0.02 * fading])), rate

    return spoken


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
