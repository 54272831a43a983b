"""The errands that others run for the box: a process of its own records people, root does what the box may not.

The recording room is a process of its own, for it takes libraries that no night needs. It is begun when somebody wants
to record, and ends when nobody does; until then it costs nothing.

A thread waits for root's folder to change, and puts the news into the loop's queue."""

import os
import select
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from ctypes import CDLL
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

import msgspec

from nightcrier.box.events import BoothSaid, ChoreSaid, Event
from nightcrier.box.folders import Folders
from nightcrier.box.table.core.effects import AskRoot, BoothEffect, DirectTake, LeaveBooth, OpenBooth
from nightcrier.kernel.booth_pipe import BoothClosed, BoothNews, NoBooth, TakeOrder, booth_line, read_news
from nightcrier.kernel.chores import (
    CARD_NEWS,
    CHORE_NEWS,
    STICK_NEWS,
    TOLD,
    WIFI_NEWS,
    ChoreNews,
    StickIn,
    StickOut,
    ask_for,
    read_chore_news,
    undone_news,
)
from nightcrier.kernel.clock import Clock

if TYPE_CHECKING:
    from subprocess import Popen


def start_piped(command: Sequence[str], environ: Mapping[str, str]) -> "Popen[bytes]":
    """Start a process that reads orders and writes news."""
    from subprocess import DEVNULL, PIPE, Popen

    return Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environ)  # noqa: S603 - our own program


class ChildRoom:
    """Talks with the process that records. Its news come through a thread, which only puts them into the queue of the
    box."""

    def __init__(
        self,
        folders: Folders,
        clock: Clock,
        put: Callable[[Event], None],
        report: Callable[[str], None],
        start: Callable[[Sequence[str], Mapping[str, str]], "Popen[bytes]"] = start_piped,
    ) -> None:
        self._folders, self._clock, self._put, self._report, self._start = folders, clock, put, report, start
        self._child: Popen[bytes] | None = None

    def perform(self, effect: BoothEffect) -> list[Event]:
        match effect:
            case OpenBooth():
                self.close()
                return self._open(effect)
            case DirectTake(order):
                self._direct(order)
            case LeaveBooth():
                self.close()
            case _:
                assert_never(effect)
        return []

    def close(self) -> None:
        """Give no more orders. The process does those it has, and ends by itself: a take that is being kept is kept."""
        child, self._child = self._child, None
        if child:
            _no_more_orders(child)

    def _open(self, wish: OpenBooth) -> list[Event]:
        from threading import Thread

        try:
            child = self._start(booth_command(wish, self._folders), _quiet_environ(os.environ))
        except OSError as refused:
            self._report(f"Recording cannot begin: {refused.strerror}.")
            return [BoothSaid(self._clock.now(), BoothClosed(NoBooth.FAILED))]
        self._child = child
        Thread(target=self._listen, args=(child,), daemon=True).start()
        return []

    def _direct(self, order: TakeOrder) -> None:
        if self._child and self._child.stdin:
            try:
                self._child.stdin.write(booth_line(order))
                self._child.stdin.flush()
            except (OSError, ValueError):
                return  # it has ended, or is to end; whoever listens to it says so

    def _listen(self, child: "Popen[bytes]") -> None:
        """Listen in a thread of its own, until the process has ended. Nothing is told of a process that was left
        behind."""
        try:
            why_not = self._pass_on(child)
        except msgspec.DecodeError:
            self._end(child, "Recording ended: its program said what is no news.")
            _hear_no_more(child)
            return
        status = child.wait()
        if why_not is None and (status or child is self._child):
            self._end(child, f"Recording ended with status {status}.")

    def _pass_on(self, child: "Popen[bytes]") -> NoBooth | None:
        """Pass all its news on. Returns the reason why there is nothing to record, if it has told one."""
        why_not = None
        for line in child.stdout or ():
            news = read_news(line)
            self._tell(child, news)
            why_not = news.why if isinstance(news, BoothClosed) else None
        return why_not

    def _end(self, child: "Popen[bytes]", why: str) -> None:
        self._report(why)
        self._tell(child, BoothClosed(NoBooth.FAILED))

    def _tell(self, child: "Popen[bytes]", news: BoothNews) -> None:
        if child is self._child:
            self._put(BoothSaid(self._clock.now(), news))


def _no_more_orders(child: "Popen[bytes]") -> None:
    if child.stdin:
        try:
            child.stdin.close()
        except OSError:
            return  # it has ended already


def _hear_no_more(child: "Popen[bytes]") -> None:
    """Give the process no more orders, and close its ears: so it ends, and is waited for."""
    _no_more_orders(child)
    if child.stdout:
        child.stdout.close()
    child.wait()


def booth_command(wish: OpenBooth, folders: Folders) -> list[str]:
    """`voices booth`, with what was chosen in the menu."""
    command = [sys.executable, "-P", "-m", "nightcrier", "voices", "booth", wish.language, "--licence", wish.licence]
    command += ["--state", os.fspath(folders.state)]
    command += [f"--person={wish.person}"] if wish.person else []
    command += ["--game", wish.game] if wish.game else []
    command += ["--deck", wish.deck] if wish.deck else []
    command += ["--cards", *wish.cards] if wish.cards else []
    return [*command, "--redo"] if wish.again else command


def _quiet_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for the recorder, without the settings that the mixer has for ALSA; and on one core, since
    mastering on all of them would hold up the night."""
    kept = {name: value for name, value in environ.items() if name != "ALSA_CONFIG_PATH"}
    return {**kept, "OPENBLAS_NUM_THREADS": "1"}


_MOVED_IN, _GONE = 0x80, 0x200
"""sys/inotify.h: IN_MOVED_TO, IN_DELETE."""
_HEAD = 16
"""Bytes before the name in what the kernel tells of a change; the last four of them say how long the name is."""


_HEARD = frozenset({STICK_NEWS, CHORE_NEWS, WIFI_NEWS, *CARD_NEWS})


class ChangedNames:
    """The names of files that come into a folder or leave it."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError where it cannot be watched."""
        libc = CDLL(None, use_errno=True)
        self._changes = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._changes < 0 or libc.inotify_add_watch(self._changes, os.fsencode(folder), _MOVED_IN | _GONE) < 0:
            if self._changes >= 0:
                os.close(self._changes)
            raise OSError(f"{folder} cannot be watched")
        self._over = os.eventfd(0)
        self._poll = select.poll()
        for descriptor in (self._changes, self._over):
            self._poll.register(descriptor, select.POLLIN)

    def next(self) -> list[str] | None:
        """Wait for some; None: it is to end."""
        woken = {descriptor for descriptor, _ in self._poll.poll()}
        return None if self._over in woken else _names(os.read(self._changes, 65536))

    def end(self) -> None:
        """End the wait at once. May be called from any thread."""
        os.eventfd_write(self._over, 1)

    def close(self) -> None:
        os.close(self._changes)
        os.close(self._over)


def _names(told: bytes) -> list[str]:
    found = []
    while told:
        size = _HEAD + int.from_bytes(told[_HEAD - 4 : _HEAD], "little")
        found.append(told[_HEAD:size].rstrip(b"\0").decode("utf-8", "replace"))
        told = told[size:]
    return found


class RootChores:
    """`own` is the box's folder, `told` that of root. Raises OSError where that cannot be watched."""

    def __init__(self, own: Path, clock: Clock, put: Callable[[Event], None], told: Path = TOLD) -> None:
        self._own, self._clock, self._put, self._told = own, clock, put, told
        self._changed = ChangedNames(told)
        self._stick: ChoreNews = StickOut()
        self._thread = threading.Thread(target=self._listen, name="chores", daemon=True)

    def start(self) -> None:
        """A stick that is in already is news, and a Wi-Fi that outlived a crash."""
        self._hear(STICK_NEWS)
        self._hear(WIFI_NEWS)
        self._thread.start()

    def perform(self, effect: AskRoot) -> list[Event]:
        try:
            ask_for(effect.chore, self._own)
        except OSError:
            return [ChoreSaid(self._clock.now(), undone_news(effect.chore))]
        return []

    def close(self) -> None:
        self._changed.end()
        self._thread.join()
        self._changed.close()

    def _listen(self) -> None:
        while (names := self._changed.next()) is not None:
            for name in dict.fromkeys(names):
                self._hear(name)

    def _hear(self, name: str) -> None:
        """Put this news into the queue. A stick that was told already is not told again: that may have been while this
        began."""
        news = read_chore_news(self._told / name) if name in _HEARD else None
        if news is None or news == self._stick:
            return
        if isinstance(news, StickIn | StickOut):
            self._stick = news
        self._put(ChoreSaid(self._clock.now(), news))
