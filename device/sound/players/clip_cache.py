"""Decoded clips, kept ready. Decoding takes 10 ms on a laptop and 100 on a small Pi, so it is done beforehand and
beside the loop: C lets go of Python while it decodes."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Generic, TypeVar

_S = TypeVar("_S")

CLIPS_KEPT = 8
"""Clips: the one that plays, the next in two languages, signals. A decoded clip of 4 s has 0.7 MB."""


class _Decoding(Thread, Generic[_S]):
    """One clip on its way. What goes wrong is kept for whoever asks for the clip."""

    def __init__(self, decode: Callable[[Path], _S], clip: Path) -> None:
        super().__init__(daemon=True)
        self._decode, self._clip = decode, clip
        self._sounds: list[_S] = []
        self._error: Exception | None = None

    def run(self) -> None:
        try:
            self._sounds.append(self._decode(self._clip))
        except Exception as error:  # noqa: BLE001 - a thread has nobody above it; `sound` raises it where it is heard
            self._error = error

    def sound(self) -> _S:
        self.join()
        if self._error:
            raise self._error
        return self._sounds[0]


class ClipCache(Generic[_S]):
    """The clips used last, and those asked for ahead."""

    def __init__(self, decode: Callable[[Path], _S]) -> None:
        self._decode = decode
        self._clips: dict[Path, _Decoding[_S]] = {}  # in the order of their last use

    def load_ahead(self, clip: Path) -> None:
        """Begin to decode it, without waiting."""
        decoding = self._clips.pop(clip, None)
        if decoding is None:
            decoding = _Decoding(self._decode, clip)
            decoding.start()
        self._clips[clip] = decoding
        while len(self._clips) > CLIPS_KEPT:
            del self._clips[next(iter(self._clips))]

    def is_ready(self, clip: Path) -> bool:
        """Whether it can be had without waiting."""
        decoding = self._clips.get(clip)
        return decoding is not None and not decoding.is_alive()

    def get(self, clip: Path) -> _S:
        """The decoded clip; waits for one on its way. Raises what decoding raised."""
        self.load_ahead(clip)
        return self._clips[clip].sound()
