"""Measures for how long decoding a line holds up all sound.

The mixer's lock is requested twice a millisecond, like the sound device requests it with every buffer, while a thread
decodes the longest line. The same line decoded by `pygame.mixer.Sound` is measured for comparison."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from bench.rows import Row
from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.players.clips import OpusDecoder
from nightcrier.box.sound.players.open_device import import_mixer
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.box.sound.voices.packs import read_shelf
from nightcrier.words.catalogue import LANGUAGES

AUDIO = Path(__file__).parents[1] / "assets" / "audio"
BED = AUDIO / "beds" / "tapping.ogg"
SIZE, SMALLEST, EVERY = 30, 1, 0.0005
WHOLE = 0.1
"""The seconds by which a decoded line may be shorter than its list says."""
MOST = 0.05
"""The longest time, as a fraction of the time of `pygame.mixer.Sound`, which decodes a whole line under the lock."""


def worst(mixer: Any, load: Callable[[], Any], times: int, seconds: float) -> float | None:
    """Return the longest wait for the lock in ms while the line is loaded again and again. Return None if it was not
    always loaded whole, or if nothing played in the meantime."""
    waits, loaded = list[float](), list[float]()
    loading = threading.Thread(target=lambda: loaded.extend(load().get_length() for _ in range(times)))
    loading.start()
    while loading.is_alive():
        began = time.perf_counter()
        mixer.music.set_volume(0.5)
        waits.append((time.perf_counter() - began) * 1000)
        time.sleep(EVERY)
    is_whole = len(loaded) == times and min(loaded) > seconds - WHOLE and mixer.music.get_busy()
    return max(waits) if is_whole else None


def longest_clip() -> tuple[float, Path]:
    packs = [pack for language in LANGUAGES for pack in read_shelf(AUDIO / "voices", language, print)]
    seconds, file = max((clip.seconds, pack.file_of(clip)) for pack in packs for clip in pack.pack.clips.values())
    if file is None:
        raise FileNotFoundError(f"The longest line, of {seconds} s, is missing.")
    return seconds, file


def rows(size: int) -> Iterator[Row]:
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    seconds, clip = longest_clip()
    mixer = import_mixer().mixer
    mixer.init(SAMPLE_RATE, -16, 2, 1024, allowedchanges=0)
    mixer.music.load(str(BED))
    mixer.music.play(loops=-1)
    decoded = OpusDecoder().decode
    ours = worst(mixer, lambda: mixer.Sound(buffer=decoded(clip)), size, seconds)
    with NamedTemporaryFile(suffix=clip.suffix) as alone:
        alone.write(sound_content(clip))
        alone.flush()
        sdls = worst(mixer, lambda: mixer.Sound(file=alone.name), size, seconds)
    than = "pygame.mixer.Sound(file)"
    most = MOST * (sdls or 0.0)
    yield Row(f"sound held up by a line of {seconds:.1f} s", ours, most, "ms", rival=sdls, than=than)
