"""A thread for what may take its time, such as whatever hangs on a network: the loop hands over, and never waits."""

import threading
from collections.abc import Callable
from queue import SimpleQueue

from device.kernel.screen import Frame, ScreenFormat
from device.panel.port import Screen


class Aside:
    """Does deeds one after the other in a thread of its own. Of more than `most` that wait, the further are dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._deeds: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._broken: Exception | None = None
        self._thread = threading.Thread(target=self._work, name="aside", daemon=True)
        self._thread.start()

    def do(self, deed: Callable[[], object]) -> bool:
        """Later, beside the loop. False when too much waits already."""
        if self._deeds.qsize() >= self._most:
            return False
        self._deeds.put(deed)
        return True

    def taken(self) -> Exception | None:
        """What a deed raised since this was last asked."""
        broken, self._broken = self._broken, None
        return broken

    def close(self, patience: float) -> None:
        """Do what waits, for so many seconds at most: nobody waits for ever on a network."""
        self._deeds.put(None)
        self._thread.join(patience)

    def _work(self) -> None:
        while (deed := self._deeds.get()) is not None:
            try:
                deed()
            except Exception as broken:  # noqa: BLE001 - told to whoever hands over the next deed
                self._broken = broken


class AsideScreen:
    """A `Screen` that may be slow, as one that never is: pictures are handed over, and of those that wait the last is
    shown. What breaks is told at the next call."""

    def __init__(self, screen: Screen, patience: float = 0.5) -> None:
        """`patience` is how long closing may take."""
        self._screen, self._patience = screen, patience
        self._aside = Aside(most=32)
        self._latest: Frame | None = None
        self._lock = threading.Lock()

    @property
    def format(self) -> ScreenFormat:
        """That of the screen behind it."""
        return self._screen.format

    def open(self) -> None:
        """Begin to open it."""
        self._do(self._screen.open)

    def show(self, frame: Frame) -> None:
        """Let it be shown when there is time."""
        with self._lock:
            waits, self._latest = self._latest is not None, frame
        if not waits:
            self._do(self._show)

    def forget(self) -> None:
        """Let the next picture be whole."""
        self._do(self._screen.forget)

    def contrast(self, level: int) -> None:
        """Let it shine so when there is time."""
        self._do(lambda: self._screen.contrast(level))

    def keep_lit(self) -> None:
        """Let it be seen to when there is time."""
        self._do(self._screen.keep_lit)

    def close(self) -> None:
        """Dark, if it can be soon."""
        self._aside.do(self._screen.close)
        self._aside.close(self._patience)

    def _show(self) -> None:
        with self._lock:
            frame, self._latest = self._latest, None
        if frame is not None:
            self._screen.show(frame)

    def _do(self, deed: Callable[[], object]) -> None:
        broken = self._aside.taken()
        if broken is not None:
            raise broken
        self._aside.do(deed)
