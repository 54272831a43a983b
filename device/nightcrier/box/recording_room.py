"""Runs the program that records people in a separate process, and puts its news into the queue of the loop.

This process loads libraries that no night needs. It starts when somebody wants to record, and ends when nobody records
any more."""

import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from subprocess import DEVNULL, PIPE, Popen
from typing import assert_never

import msgspec

from nightcrier.box.events import BoothSaid, Event
from nightcrier.box.table.core.effects import BoothEffect, DirectTake, LeaveBooth, OpenBooth
from nightcrier.kernel.booth_messages import BoothClosed, BoothNews, NoBooth, TakeOrder, booth_line, read_news
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.folders import Folders


def start_piped(command: Sequence[str], environ: Mapping[str, str]) -> Popen[bytes]:
    """Start a process that reads orders from a pipe and writes news into another pipe."""
    return Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environ)  # noqa: S603 - our own program


class ChildRoom:
    """Talks to the process that records. A thread puts the news of that process into the queue of the box."""

    def __init__(
        self,
        folders: Folders,
        clock: Clock,
        put: Callable[[Event], None],
        report: Callable[[str], None],
        start: Callable[[Sequence[str], Mapping[str, str]], Popen[bytes]] = start_piped,
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
        """Send no more orders. The process finishes those it has, so that no take is lost, and then ends by itself."""
        child, self._child = self._child, None
        if child:
            _no_more_orders(child)

    def _open(self, wish: OpenBooth) -> list[Event]:
        try:
            child = self._start(booth_command(wish, self._folders), _quiet_environ(os.environ))
        except OSError as refused:
            self._report(f"Recording cannot begin: {refused.strerror}.")
            return [BoothSaid(self._clock.now(), BoothClosed(NoBooth.FAILED))]
        self._child = child
        threading.Thread(target=self._listen, args=(child,), daemon=True).start()
        return []

    def _direct(self, order: TakeOrder) -> None:
        if self._child and self._child.stdin:
            try:
                self._child.stdin.write(booth_line(order))
                self._child.stdin.flush()
            except (OSError, ValueError):
                return  # it has ended, or is to end; whoever listens to it says so

    def _listen(self, child: Popen[bytes]) -> None:
        """Read the messages of the process in a thread until the process ends. Once the box has left the process,
        ignore them."""
        try:
            why_not = self._pass_on(child)
        except msgspec.DecodeError:
            self._end(child, "Recording ended: its program said what is no news.")
            _hear_no_more(child)
            return
        status = child.wait()
        if why_not is None and (status or child is self._child):
            self._end(child, f"Recording ended with status {status}.")

    def _pass_on(self, child: Popen[bytes]) -> NoBooth | None:
        """Pass on all messages of the process. If the last one says why nothing can be recorded, return that reason."""
        why_not = None
        for line in child.stdout or ():
            news = read_news(line)
            self._tell(child, news)
            why_not = news.why if isinstance(news, BoothClosed) else None
        return why_not

    def _end(self, child: Popen[bytes], why: str) -> None:
        self._report(why)
        self._tell(child, BoothClosed(NoBooth.FAILED))

    def _tell(self, child: Popen[bytes], news: BoothNews) -> None:
        if child is self._child:
            self._put(BoothSaid(self._clock.now(), news))


def _no_more_orders(child: Popen[bytes]) -> None:
    if child.stdin:
        try:
            child.stdin.close()
        except OSError:
            return  # it has ended already


def _hear_no_more(child: Popen[bytes]) -> None:
    """Close both pipes of the process, which makes the process end, and wait for its end."""
    _no_more_orders(child)
    if child.stdout:
        child.stdout.close()
    child.wait()


def booth_command(wish: OpenBooth, folders: Folders) -> list[str]:
    """Return the command line of `voices booth` for the choices made in the menu."""
    command = [sys.executable, "-P", "-m", "nightcrier", "voices", "booth", wish.language, "--licence", wish.licence]
    command += ["--state", os.fspath(folders.state)]
    command += [f"--person={wish.person}"] if wish.person else []
    command += [f"--games={os.fspath(folder)}" for folder in folders.tried_games]
    command += ["--game", wish.game] if wish.game else []
    command += ["--deck", wish.deck] if wish.deck else []
    command += ["--cards", *wish.cards] if wish.cards else []
    return [*command, "--redo"] if wish.again else command


def _quiet_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of the recorder, without the mixer's ALSA settings. The recorder may use only one core,
    because otherwise its mastering would delay the night."""
    kept = {name: value for name, value in environ.items() if name != "ALSA_CONFIG_PATH"}
    return {**kept, "OPENBLAS_NUM_THREADS": "1"}
