"""Runs a box on mock pins with its page, in one language, with simulated hands and a listener at its door."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import BinaryIO

from bench.broker import free_port
from bench.browser_page import PATIENCE, until
from bench.watching import running
from nightcrier.kernel.chores import NET_SOCKET
from nightcrier.wire.public_record import Phase, TableShown, read_public_line
from tests.tools.process import BoxProcess

_ANSWERS = 60
"""The number of presses after which a game that keeps asking is given up."""
_NOTHING, _SETTLES = 10.0, 0.3
"""The seconds after which a press counts as having no effect, and those in which its effects happen."""


class PageEvening:
    """Holds the address of the page, and brings the box to a certain point of an evening with simulated hands."""

    def __init__(self, box: BoxProcess, door: socket.socket, address: str) -> None:
        self._box, self.address = box, address
        self._table: TableShown | None = None
        Thread(target=self._listen, args=(door.makefile("rb"),), daemon=True).start()

    def _listen(self, lines: BinaryIO) -> None:
        """Keep the newest view that comes from the door, because hands act by what the screen shows now."""
        with suppress(OSError, ValueError):
            for line in lines:
                if isinstance(news := read_public_line(line).news, TableShown):
                    self._table = news

    def hand(self, *gestures: str) -> None:
        self._box.hand(*gestures)

    def phone_code(self) -> str:
        """Return the code on the page *Phone*, reached as the second to last item of the menu's last item."""
        self.hand("dial press", "dial -1", "dial press", "dial -2", "dial press")
        return self.until(lambda table: bool(table.code)).code

    def go_home(self) -> None:
        self.hand("back hold", "back hold")
        self.until(lambda table: table.page == "home")

    def begin_night(self) -> None:
        """Press START until the night begins, past the questions before it, such as whether the cards are there."""
        self._press_on("start", lambda table: table.phase is Phase.NIGHT)

    def next_call(self) -> None:
        known = self._table.call if self._table else 0
        self.hand("start hold")
        self.until(lambda table: table.call > known)

    def reach_day(self) -> None:
        self._press_on("start hold", lambda table: table.phase is Phase.DAY)

    def reach_question(self) -> None:
        """Go on past the vote to the first question about the result."""
        self.hand("start")
        self._press_on("start hold", lambda table: table.phase not in {Phase.DAY, Phase.VOTE})
        self._press_on("dial press", lambda table: table.question is not None)

    def leave_verdict(self) -> None:
        self._press_on("start", lambda table: table.phase is Phase.HOME)

    def _press_on(self, gesture: str, reached: Callable[[TableShown], bool]) -> None:
        """Repeat a gesture until the wanted point is reached, once for each step. A changed caption is no step. If
        nothing happens, make the gesture again."""
        for _ in range(_ANSWERS):
            if self._table and reached(self._table):
                return
            before = self._stands()
            self.hand(gesture)
            with suppress(SystemExit):
                until(lambda before=before: self._stands() != before, gesture, _NOTHING)  # type: ignore[misc]
            time.sleep(_SETTLES)
        raise SystemExit("The game does not come to an end.")

    def _stands(self) -> tuple[object, ...]:
        table = self._table
        return (table.phase, table.page, table.call, table.question) if table else ()

    def until(self, holds: Callable[[TableShown], bool]) -> TableShown:
        return until(lambda: self._table if self._table and holds(self._table) else None, "what the box should show")


@contextmanager
def page_evening(language: str, *, tls: bool = False) -> Iterator[PageEvening]:
    """Run an evening with a page, whose code can only be read on the screen."""
    port = free_port()
    net = f"[net]\nenabled = true\nport = {port}\ntls = {str(tls).lower()}\n"
    with TemporaryDirectory(prefix="nightcrier-") as name, socket.socket(socket.AF_UNIX) as door:
        folder = Path(name)
        with running(folder, net, f"languages = ['{language}']\n") as box, net_beside(folder, port):
            door.settimeout(PATIENCE)
            door.connect(str(folder / NET_SOCKET))
            evening = PageEvening(box, door, f"{'https' if tls else 'http'}://127.0.0.1:{port}/")
            evening.until(lambda table: table.page == "home")
            yield evening


@contextmanager
def net_beside(folder: Path, port: int) -> Iterator[None]:
    """Run the second program, and continue once it serves its page."""
    places = ("--box", folder / NET_SOCKET, "--state", folder / "net", "--config", folder / "own" / "device.toml")
    command = [sys.executable, "-m", "nightcrier", "net", *map(str, places)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as program:
        try:
            said = list[str]()
            for line in program.stderr or ():
                said.append(line)
                if f"served on port {port}" in line:
                    break
            else:
                raise SystemExit(f"`nightcrier net` ended before it served its page: {''.join(said)}")
            yield
        finally:
            program.terminate()
