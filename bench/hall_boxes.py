"""Boxes of a hall, each two processes as on a Pi: the daemon on pins of paper, and `nightcrier net` beside it; and the
organiser at the page of `nightcrier hall`."""

import os
import re
import socket
import subprocess
import sys
import time
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

from bench.broker import free_port
from bench.watching import DISK, GLASS, MEMORY
from nightcrier.wire.public_record import NET_SOCKET, TableShown, read_public_line
from tests.tools.process import AT_ONCE, REPO

HALL, PASSWORD = "bench", "a password of a bench"
Process = subprocess.Popen[bytes]


def _account(name: str, password: Path | None) -> str:
    return f"name = '{name}'\npassword_file = '{password}'\n" if password else ""


class HallBox:
    """One box; what its door tells is kept with the moment it was heard."""

    def __init__(self, folder: Path, name: str, broker: int, password: Path | None = None) -> None:
        self.name, self._folder = name, folder
        self.heard: list[tuple[float, TableShown]] = []
        self._own = folder / "own" / "device.toml"
        self._own.parent.mkdir(parents=True)
        self._own.write_text(
            f"{AT_ONCE}[net]\nenabled = true\nport = {free_port()}\n"
            f"[net.mqtt]\nbroker = '127.0.0.1'\nport = {broker}\ntable = '{name}'\ndiscovery = ''\n"
            f"{_account(name, password)}[net.hall]\nname = '{HALL}'\n"
        )
        self.box, self._net = self._run(), self._run_net()
        Thread(target=self._listen, daemon=True).start()

    def _run(self) -> Process:
        places = {"STATE_DIRECTORY": "state", "RUNTIME_DIRECTORY": ".", "CONFIGURATION_DIRECTORY": "own"}
        environ = {key: str(self._folder / place) for key, place in places.items()}
        return subprocess.Popen(
            (sys.executable, "-P", "-c", GLASS, "run"),
            cwd=REPO,
            env={**os.environ, **environ, **DISK, **MEMORY},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _run_net(self) -> Process:
        places = ("--box", self._folder / NET_SOCKET, "--state", self._folder / "net", "--config", self._own)
        command = (sys.executable, "-m", "nightcrier", "net", *map(str, places))
        return subprocess.Popen(command, cwd=REPO, stderr=subprocess.DEVNULL)

    def _listen(self) -> None:
        """At the door, for ever: a second guest, who only listens."""
        while True:
            with suppress(OSError, ValueError), socket.socket(socket.AF_UNIX) as door:
                door.connect(str(self._folder / NET_SOCKET))
                for line in door.makefile("rb"):
                    read = read_public_line(line)
                    if isinstance(read.news, TableShown):
                        self.heard.append((time.monotonic(), read.news))
            time.sleep(0.5)

    @property
    def table(self) -> TableShown | None:
        return self.heard[-1][1] if self.heard else None

    def hand(self, gesture: str) -> None:
        if self.box.stdin:
            self.box.stdin.write(f"{gesture}\n".encode())
            self.box.stdin.flush()

    def kill_and_begin(self) -> None:
        """Both programs, in the midst of whatever they do; systemd would begin them again."""
        self.kill()
        self.heard.clear()
        self.box, self._net = self._run(), self._run_net()

    def kill(self) -> None:
        for process in (self.box, self._net):
            process.kill()
            process.wait()


class HallProgram:
    """`nightcrier hall`, and an organiser who came in."""

    def __init__(self, folder: Path, broker: int, password: Path | None = None) -> None:
        self.port = free_port()
        folder.mkdir()
        (folder / "password").write_text(PASSWORD)
        (folder / "own.toml").write_text(
            f"[net.mqtt]\nbroker = '127.0.0.1'\nport = {broker}\n{_account('hall', password)}"
            f"[net.hall]\nname = '{HALL}'\nport = {self.port}\npassword_file = '{folder / 'password'}'\n"
        )
        command = (
            sys.executable,
            "-m",
            "nightcrier_hall",
            "--state",
            str(folder),
            "--config",
            str(folder / "own.toml"),
        )
        self.process = subprocess.Popen(command, cwd=REPO, stderr=subprocess.DEVNULL)
        self._cookie = self._mark = ""

    def come_in(self) -> None:
        """Once it answers."""
        while not self._cookie:
            with suppress(OSError):
                _, headers, _ = self._ask("POST", "/enter", {"password": PASSWORD})
                self._cookie = headers.get("set-cookie", "").partition(";")[0]
            time.sleep(0.2)
        self._mark = re.findall(r'name="mark" value="([^"]+)"', self.page())[0]

    def page(self) -> str:
        return self._ask("GET", "/")[2]

    def here(self) -> int:
        """How many tables the page shows that answer."""
        return self.page().count('name="identify" value=')

    def send(self, path: str = "/send", **fields: str) -> float:
        """The moment before it goes out."""
        begun = time.monotonic()
        status, _, _ = self._ask("POST", path, {"mark": self._mark, **fields})
        if status != HTTPStatus.SEE_OTHER:
            raise SystemExit(f"The page of the hall answers {status}.")
        return begun

    def _ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, dict[str, str], str]:
        line = HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": self._cookie, "Origin": f"http://127.0.0.1:{self.port}"}
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if fields else {}
        line.request(method, path, urlencode(fields or {}) if fields else None, {**headers, **kind})
        answer = line.getresponse()
        told = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, told, answer.read().decode()
