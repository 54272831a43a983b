"""Runs the errands that others do for the box: a separate process records people, and root does its chores.

The process that records loads libraries that no night needs. The process starts when somebody wants to record, and ends
when nobody does.

A thread waits for changes in the folder of root, and puts the news into the queue of the loop."""

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
    """Talks with the process that records. A thread puts the news of that process into the queue of the box."""

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
        """Give no more orders. The process carries out the orders it has, so a take is still kept, and then ends by
        itself."""
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
        """Listen in a thread until the process has ended. A process that the box has left tells nothing any more."""
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
        """Pass on all news of the process. Return the reason why nothing can be recorded, if the process has told
        one."""
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
    """Close both pipes of the process, which makes it end, and wait for its end."""
    _no_more_orders(child)
    if child.stdout:
        child.stdout.close()
    child.wait()


def booth_command(wish: OpenBooth, folders: Folders) -> list[str]:
    """Return the command line of `voices booth` for what was chosen in the menu."""
    command = [sys.executable, "-P", "-m", "nightcrier", "voices", "booth", wish.language, "--licence", wish.licence]
    command += ["--state", os.fspath(folders.state)]
    command += [f"--person={wish.person}"] if wish.person else []
    command += ["--game", wish.game] if wish.game else []
    command += ["--deck", wish.deck] if wish.deck else []
    command += ["--cards", *wish.cards] if wish.cards else []
    return [*command, "--redo"] if wish.again else command


def _quiet_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for the recorder, without the ALSA settings of the mixer. The recorder gets one core,
    since mastering on all cores would hold up the night."""
    kept = {name: value for name, value in environ.items() if name != "ALSA_CONFIG_PATH"}
    return {**kept, "OPENBLAS_NUM_THREADS": "1"}


_MOVED_IN, _GONE = 0x80, 0x200
"""The bits IN_MOVED_TO and IN_DELETE of sys/inotify.h."""
_HEAD = 16
"""The bytes before the name in a change that the kernel tells. The last four of them hold the length of the name."""


_HEARD = frozenset({STICK_NEWS, CHORE_NEWS, WIFI_NEWS, *CARD_NEWS})


class ChangedNames:
    """Waits for the names of files that come into a folder or leave the folder."""

    def __init__(self, folder: Path) -> None:
        """Watch the folder. Raises OSError if the folder cannot be watched."""
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
        """Wait for changes and return their names; return None once `end` was called."""
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
    """Asks root for chores, and tells the news of root. `own` is the box's folder, `told` the folder of root. Raises
    OSError if `told` cannot be watched."""

    def __init__(self, own: Path, clock: Clock, put: Callable[[Event], None], told: Path = TOLD) -> None:
        self._own, self._clock, self._put, self._told = own, clock, put, told
        self._changed = ChangedNames(told)
        self._stick: ChoreNews = StickOut()
        self._thread = threading.Thread(target=self._listen, name="chores", daemon=True)

    def start(self) -> None:
        """Tell a stick that is in already and a Wi-Fi that outlived a crash, and start the thread."""
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
        """Put the news in this file into the queue. A stick that was told already is not told twice."""
        news = read_chore_news(self._told / name) if name in _HEARD else None
        if news is None or news == self._stick:
            return
        if isinstance(news, StickIn | StickOut):
            self._stick = news
        self._put(ChoreSaid(self._clock.now(), news))
