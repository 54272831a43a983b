"""Ear for the benchmarks of sound: hears what the sound system is given, with the moment each piece came."""

import os
import random
import signal
import sys
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Self, TypeAlias

import numpy as np
import numpy.typing as npt

from nightcrier.box.sound.port import SAMPLE_RATE

LOUD, QUIET = 0.05, 0.005
"""Where a sound begins, and where silence ends. The clips that benchmarks make begin at a good deal more."""

PATIENCE = 15.0
"""Seconds after which nothing more will come."""

Samples: TypeAlias = npt.NDArray[np.float32]
Piece: TypeAlias = tuple[float, Samples]


class Ear:
    """Hears pieces of stereo sound, in a thread of its own."""

    def __init__(self) -> None:
        self._pieces: Queue[Piece] = Queue()

    def listen(self, source: int) -> None:
        """Read from this descriptor until it is closed."""
        rest = b""
        with suppress(OSError):
            while block := os.read(source, 1 << 16):
                arrived = time.perf_counter()
                whole = len(rest + block) // 4 * 4
                sound, rest = (rest + block)[:whole], (rest + block)[whole:]
                left: Samples = np.frombuffer(sound, np.int16)[::2].astype(np.float32) / np.float32(32768)
                self._pieces.put((arrived, left))

    def first_sample_after(self, action: Callable[[], float], above: float = LOUD) -> float | None:
        """Return the seconds from the moment that `action` returns as its value until something louder than `above` is
        heard. Return None if nothing is, or if a sound was there before: one that ends silence, or would be heard."""
        self.until_silence()
        time.sleep(random.uniform(0.0, 0.1))  # a press knows nothing of the buffer's phase
        began = action()
        for arrived, samples in self.heard():
            if np.any(np.abs(samples) > (above if arrived >= began else min(above, QUIET))):
                return arrived - began if arrived >= began else None
        return None

    def until_silence(self, silence: float = 0.2) -> list[Piece]:
        """All that has been heard since the last time, up to a silence."""
        heard: list[Piece] = []
        quiet = 0.0
        for arrived, samples in self.heard():
            heard.append((arrived, samples))
            loud = bool(np.any(np.abs(samples) > QUIET))
            quiet = 0.0 if loud else quiet + len(samples) / SAMPLE_RATE
            if quiet >= silence and self._pieces.empty():
                break
        return heard

    def heard(self) -> Iterator[Piece]:
        """What is heard from now on, until nothing comes any more."""
        with suppress(Empty):
            while True:
                yield self._pieces.get(timeout=PATIENCE)


class DiskEar(Ear):
    """A raw terminal in the place of the disk driver's file. Open the mixer with the driver `disk` while it is there.

    SDL writes through C's stdio, which would keep up to 4096 bytes, two small buffers, back from a file or a pipe;
    from a terminal it keeps less than any buffer has."""

    def __enter__(self) -> Self:
        ours, self._sdls = os.openpty()
        tty.setraw(self._sdls)
        os.environ["SDL_DISKAUDIOFILE"] = os.ttyname(self._sdls)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a terminal that goes may take its session with it
        Thread(target=self.listen, args=(ours,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._sdls)


@contextmanager
def muted() -> Iterator[None]:
    """Sound libraries write to the error output past Python."""
    sys.stderr.flush()
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def level(path: Path, seconds: float, height: float) -> Path:
    """A clip that is at full height from its first sample to its last: its edges can be told exactly."""
    import soundfile

    soundfile.write(path, np.full(round(seconds * SAMPLE_RATE), height), SAMPLE_RATE, subtype="PCM_16")
    return path


def progress(what: str) -> None:
    """A line that is overwritten, on a terminal."""
    if sys.stdout.isatty():
        print(f"\r\033[K{what}", end="", flush=True)
