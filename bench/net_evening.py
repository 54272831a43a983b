"""A box on mock pins with its page beside it, in one language; its hands, and what it tells at its door."""

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.watching import running
from device.kernel.public_record import NET_SOCKET, Phase, TableShown, read_public_line
from tests.commands.process import BoxProcess

PATIENCE = 300.0
_ANSWERS = 60
"""Presses after which a game that asks on is given up."""


class PageEvening:
    """Where the page is found, and what a hand does so that it shows this or that."""

    def __init__(self, box: BoxProcess, door: socket.socket, address: str) -> None:
        self._box, self._lines, self.address = box, door.makefile("rb"), address
        self._table: TableShown | None = None

    def hand(self, *gestures: str) -> None:
        self._box.hand(*gestures)

    def phone_code(self) -> str:
        """By hand, through the menu: the last item, and the last of that."""
        self.hand("dial press", "dial -1", "dial press", "dial -1", "dial press")
        return self.until(lambda table: bool(table.code)).code

    def go_home(self) -> None:
        self.hand("back hold", "back hold")
        self.until(lambda table: table.page == "home")

    def begin_night(self) -> None:
        self.hand("start")
        self.until(lambda table: table.phase is Phase.NIGHT)

    def reach_day(self) -> None:
        """Call after call is skipped."""
        self._press_on("start hold", lambda table: table.phase is Phase.DAY)

    def reach_verdict(self) -> TableShown:
        """Over the vote, and whatever is asked after it."""
        self.hand("start")
        self._press_on("start hold", lambda table: table.phase not in {Phase.DAY, Phase.VOTE})
        self._press_on("dial press", lambda table: table.phase is Phase.VERDICT)
        return self.until(lambda table: bool(table.winners))

    def _press_on(self, gesture: str, reached: Callable[[TableShown], bool]) -> None:
        """Once for each change that comes of it."""
        for _ in range(_ANSWERS):
            if self._table and reached(self._table):
                return
            self.hand(gesture)
            self._hear()
        raise SystemExit("The game does not come to an end.")

    def until(self, holds: Callable[[TableShown], bool]) -> TableShown:
        """What the box tells, once this holds of it."""
        while not (self._table and holds(self._table)):
            self._hear()
        return self._table

    def _hear(self) -> None:
        """Until the table is another one."""
        while not isinstance(news := read_public_line(self._lines.readline()).news, TableShown):
            pass
        self._table = news


@contextmanager
def page_evening(language: str) -> Iterator[PageEvening]:
    """The code at the door is the one on the glass: it is told nowhere else."""
    port = free_port()
    settings = f"[screen]\ncontroller = 'none'\n[net]\nenabled = true\nport = {port}\n"
    with TemporaryDirectory(prefix="nightcrier-") as name, socket.socket(socket.AF_UNIX) as door:
        folder = Path(name)
        with running(folder, settings, f"languages = ['{language}']\n") as box, net_beside(folder, port):
            door.settimeout(PATIENCE)
            door.connect(str(folder / NET_SOCKET))
            evening = PageEvening(box, door, f"http://127.0.0.1:{port}/")
            evening.until(lambda table: table.page == "home")
            yield evening


@contextmanager
def net_beside(folder: Path, port: int) -> Iterator[None]:
    """The second program, once it serves its page."""
    places = ("--box", folder / NET_SOCKET, "--state", folder / "net", "--config", folder / "own" / "device.toml")
    command = [sys.executable, "-m", "device", "net", *map(str, places)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as program:
        try:
            if not any(f"port {port}" in line for line in program.stderr or ()):
                raise SystemExit("`nightcrier net` ended before it served its page.")
            yield
        finally:
            program.terminate()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
