"""Decoded clips, kept ready. Decoding takes 10 ms on a laptop and 100 on a small Pi, so it is done beforehand and
beside the loop: C lets go of Python while it decodes."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Generic, TypeVar

S = TypeVar("S")

KEPT = 8
"""Clips: the one that plays, the next in two languages, signals. A decoded clip of 4 s has 0.7 MB."""


class _Decoding(Thread, Generic[S]):
    """One clip on its way. What goes wrong is kept for whoever asks for the clip."""

    def __init__(self, decode: Callable[[Path], S], clip: Path) -> None:
        super().__init__(daemon=True)
        self._decode, self._clip = decode, clip
        self._sounds: list[S] = []
        self._error: Exception | None = None

    def run(self) -> None:
        try:
            self._sounds.append(self._decode(self._clip))
        except Exception as error:  # noqa: BLE001 - a thread has nobody above it; `sound` raises it where it is heard
            self._error = error

    def sound(self) -> S:
        self.join()
        if self._error:
            raise self._error
        return self._sounds[0]


class Larder(Generic[S]):
    """The clips used last, and those asked for ahead."""

    def __init__(self, decode: Callable[[Path], S]) -> None:
        self._decode = decode
        self._clips: dict[Path, _Decoding[S]] = {}  # in the order of their last use

    def ahead(self, clip: Path) -> None:
        """Begin to decode it, without waiting."""
        decoding = self._clips.pop(clip, None)
        if decoding is None:
            decoding = _Decoding(self._decode, clip)
            decoding.start()
        self._clips[clip] = decoding
        while len(self._clips) > KEPT:
            del self._clips[next(iter(self._clips))]

    def get(self, clip: Path) -> S:
        """The decoded clip; waits for one on its way. Raises what decoding raised."""
        self.ahead(clip)
        return self._clips[clip].sound()
