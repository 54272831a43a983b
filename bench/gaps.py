"""Measures the gap between two lines, in the samples that the device gets.

Our program hands over the second clip while the first one plays. The usual program polls until the first clip is over
and then plays the second, which waits for a buffer that is already mixed."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from bench.hearing import DiskEar, Ear, level, muted
from bench.rows import Row
from nightcrier.box.sound.desk.desk import Desk
from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.players.open_device import Output, import_mixer
from nightcrier.box.sound.port import SAMPLE_RATE, SpokenBy, Utterance
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.settings import SoundSettings

SIZE, SMALLEST = 12, 1
SECONDS = 0.3
POLL = 0.01
CLOSE = 0.001
"""The seconds by which two lines together may be too short."""

Way = Callable[[Path, Path], None]


def desk_way(desk: Desk) -> Way:
    """Return a function that plays two utterances of one sentence, polling the desk until they are over."""

    def play(first: Path, second: Path) -> None:
        row = [Utterance(LineId(c.stem), Language("en"), "", SECONDS, "", c, SpokenBy.CLIP) for c in (first, second)]
        desk.speak(1, [replace(each, goes_on=True) for each in row])
        while not desk.poll():
            time.sleep(POLL)

    return play


def asking_way(mixer: Any) -> Way:
    def play(first: Path, second: Path) -> None:
        channel = mixer.Channel(0)
        sounds = [mixer.Sound(file=str(clip)) for clip in (first, second)]
        for sound in sounds:
            channel.play(sound)
            while channel.get_busy():
                time.sleep(POLL)

    return play


def gap(ear: Ear, way: Way, first: Path, second: Path) -> float | None:
    """Return the milliseconds of silence between the two clips, or None if one of them was not heard whole."""
    ear.until_silence()
    way(first, second)
    heard = np.concatenate([samples for _, samples in ear.until_silence()])
    loud = np.flatnonzero(np.abs(heard) > 0.01)
    if len(loud) < (2 * SECONDS - CLOSE) * SAMPLE_RATE:
        return None
    return float(loud[-1] - loud[0] + 1 - len(loud)) / SAMPLE_RATE * 1000


def longest(ear: Ear, way: Way, clips: tuple[Path, Path], times: int) -> float | None:
    """Return the longest gap, or None if one of the lines was not heard."""
    found = [gap(ear, way, *clips) for _ in range(times)]
    return max((each for each in found if each is not None), default=None) if None not in found else None


def rows(size: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        clips = level(Path(folder) / "first.wav", SECONDS, 0.5), level(Path(folder) / "second.wav", SECONDS, 0.4)
        for buffer in (512, 1024, 2048):
            with DiskEar() as ear, muted():
                clock = RealClock()
                sounds = SoundList(Path(folder), (), lambda _: None)
                player = MixerPlayer(clock, Output(SoundSettings(buffer=buffer), "disk"))
                desk = Desk(clock, player, sounds, lambda _: None, lambda utterance: utterance, 1.0)
                desk.loudness(1.0, 1.0)
                desk.wake()
                mixer = import_mixer().mixer
                ours = longest(ear, desk_way(desk), clips, size)
                asking = longest(ear, asking_way(mixer), clips, size)
                desk.close()
            than = f"asking every {POLL * 1000:.0f} ms"
            yield Row(f"silence between two lines, buffer {buffer}", ours, 0.0, "ms", rival=asking, than=than)
