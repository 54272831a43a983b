"""Starts the attacked programs like on a box, keeps their logs, and watches them from outside."""

import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Self

from bench.attacked_page import AttackedPage
from bench.broker import free_port
from bench.net_evening import PATIENCE, PageEvening
from bench.rest import resident
from bench.watching import DISK, MEMORY, Watched
from hall.bench.load import HALL, PASSWORD
from nightcrier.kernel.chores import NET_SOCKET
from nightcrier.wire.public_record import Phase, PublicNews, TableShown, read_public_line
from tests.tools.process import AT_ONCE, REPO

_FAULT = re.compile(r"Traceback|Error|exception|never (retrieved|awaited)", re.IGNORECASE)


class LongWatched(Watched):
    """A box under attack that stays at home and awake throughout. Its log is read as it is written."""

    patience = 6 * 3600.0

    def __enter__(self) -> Self:
        entered = super().__enter__()
        self.tells_systemd("READY=1")
        Thread(target=self._read_log, daemon=True).start()
        return entered

    def _read_log(self) -> None:
        with suppress(ValueError):  # it was closed
            self.log.extend(self.process.stderr or ())


class AttackedProgram:
    def __init__(self, folder: Path, words: Sequence[str]) -> None:
        self._log = folder / "log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen((sys.executable, "-m", *words), cwd=REPO, stderr=log)
        while "is served on port" not in self._log.read_text():
            if self.process.poll() is not None:
                raise SystemExit(self._log.read_text())
            sleep(0.05)

    def memory(self) -> float:
        """Return the memory of the program in MiB."""
        return resident(self.process.pid)

    def fault(self) -> str:
        """Return the log if it reports a fault or the program has ended, else an empty text."""
        log = self._log.read_text()
        if self.process.poll() is not None:
            return f"it has ended with {self.process.returncode}: {log}"
        return log if _FAULT.search(log) else ""


class AttackedNet(AttackedProgram):
    """Runs `nightcrier net` beside a box that a hand can operate."""

    def __init__(self, folder: Path, words: Sequence[str], page: AttackedPage, evening: PageEvening) -> None:
        super().__init__(folder, words)
        self.page, self._evening, self._door = page, evening, folder / NET_SOCKET

    def phone_code(self) -> str:
        """Return the code on a new page *Phone*."""
        self._evening.go_home()
        return self._evening.phone_code()

    def come_back(self) -> None:
        """Return to the home page, whatever a phone has done."""
        self._evening.go_home()

    def box_now(self) -> list[PublicNews]:
        """Return what the door sends to every new guest: the public view, and all values that may be chosen."""
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(PATIENCE)
            door.connect(str(self._door))
            with door.makefile("rb") as lines:
                return [read_public_line(lines.readline()).news for _ in range(2)]

    def is_at_home(self) -> bool:
        self._evening.go_home()
        return any(isinstance(news, TableShown) and news.phase is Phase.HOME for news in self.box_now())


@contextmanager
def attacked_net(folder: Path) -> Iterator[AttackedNet]:
    """Run `nightcrier net` with a phone that was let in."""
    folder.mkdir()
    port = free_port()
    (folder / "own").mkdir()
    (folder / "own" / "device.toml").write_text(
        f"[screen]\nsleep_minutes = 240\n[net]\nenabled = true\nport = {port}\n{AT_ONCE}"
    )
    with LongWatched(folder, **DISK, **MEMORY) as box, socket.socket(socket.AF_UNIX) as door:
        door.settimeout(PATIENCE)
        door.connect(str(folder / NET_SOCKET))
        page, evening = AttackedPage(port), PageEvening(box, door, "")
        evening.until(lambda table: table.page == "home")
        places = ("--box", folder / NET_SOCKET, "--state", folder / "net", "--config", folder / "own" / "device.toml")
        net = AttackedNet(folder, ("nightcrier", "net", *map(str, places)), page, evening)
        try:
            code = evening.phone_code()
            while page.enter(code=code) != 303:
                sleep(0.5)  # it has not heard of the code yet: so long it counts no try
            evening.go_home()
            yield net
        finally:
            net.process.terminate()
            net.process.wait(PATIENCE)


@contextmanager
def attacked_hall(folder: Path) -> Iterator[tuple[AttackedPage, AttackedProgram]]:
    """Run a hall with an organizer who was let in. It has no broker, because the page needs none."""
    folder.mkdir()
    page, own = AttackedPage(free_port()), folder / "own.toml"
    (folder / "password").write_text(PASSWORD)
    own.write_text(
        f"[net.mqtt]\nbroker = '127.0.0.1'\nport = {free_port()}\n"
        f"[net.hall]\nname = '{HALL}'\nport = {page.port}\npassword_file = '{folder / 'password'}'\n"
    )
    program = AttackedProgram(folder, ("nightcrier_hall", "--state", str(folder), "--config", str(own)))
    try:
        if page.enter(password=PASSWORD) != 303:
            raise SystemExit("The password lets nobody in.")
        yield page, program
    finally:
        program.process.terminate()
        program.process.wait(PATIENCE)
