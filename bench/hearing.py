"""Records the sound that the sound system gets, with the time at which each piece came."""

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
"""The level at which a sound begins, and the level at which silence ends. Benchmark clips begin far above both."""

PATIENCE = 15.0
"""The seconds after which no more sound is expected."""

Samples: TypeAlias = npt.NDArray[np.float32]
Piece: TypeAlias = tuple[float, Samples]


class Ear:
    """Records pieces of stereo sound, in a thread of its own."""

    def __init__(self) -> None:
        self._pieces: Queue[Piece] = Queue()

    def listen(self, source: int) -> None:
        rest = b""
        with suppress(OSError):
            while block := os.read(source, 1 << 16):
                arrived = time.perf_counter()
                whole = len(rest + block) // 4 * 4
                sound, rest = (rest + block)[:whole], (rest + block)[whole:]
                left: Samples = np.frombuffer(sound, np.int16)[::2].astype(np.float32) / np.float32(32768)
                self._pieces.put((arrived, left))

    def first_sample_after(self, action: Callable[[], float], above: float = LOUD) -> float | None:
        """Return the seconds from the moment that `action` returns until something louder than `above` is heard. Return
        None if nothing is heard, or if a sound was there already."""
        self.until_silence()
        time.sleep(random.uniform(0.0, 0.1))  # a press knows nothing of the buffer's phase
        began = action()
        for arrived, samples in self.heard():
            if np.any(np.abs(samples) > (above if arrived >= began else min(above, QUIET))):
                return arrived - began if arrived >= began else None
        return None

    def until_silence(self, silence: float = 0.2) -> list[Piece]:
        """Return everything heard since the last call, up to a silence."""
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
        """Yield what is heard from now on, until nothing more comes."""
        with suppress(Empty):
            while True:
                yield self._pieces.get(timeout=PATIENCE)


class DiskEar(Ear):
    """Provides a raw terminal to SDL's disk driver instead of a file. While it is open, use the driver `disk`.

    SDL writes through C's stdio, which would hold back up to 4096 bytes, two small buffers, from a file or a pipe. From
    a terminal it holds back less than one buffer."""

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
    """Discard the error output, to which sound libraries write without Python."""
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
    """Write a clip at one level from its first sample to its last, so that its edges can be found exactly."""
    import soundfile

    soundfile.write(path, np.full(round(seconds * SAMPLE_RATE), height), SAMPLE_RATE, subtype="PCM_16")
    return path


def progress(what: str) -> None:
    """Print a line that overwrites the last one, if there is a terminal."""
    if sys.stdout.isatty():
        print(f"\r\033[K{what}", end="", flush=True)
