"""Measures what many tables cost the organizer's program, relative to their cost for the broker: `nightcrier-hall` at a
real Mosquitto, at which one client speaks for all tables, in real time.

Each table sends as much as one that plays game after game, without a pause. Needs a Mosquitto."""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import cycle, product
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import paho.mqtt.client as mqtt
from msgspec.structs import replace
from paho.mqtt.enums import CallbackAPIVersion

from bench.broker import free_port, mosquitto, until
from bench.rest import computed
from bench.rows import Row, count
from hall.tests.organisers import AT_HOME, DECKS
from nightcrier.broker.hall_messages import JoinedTable
from nightcrier.broker.topics import TableTopics
from tests.tools.process import REPO

SIZE, SMALLEST = 200, 2
"""The number of tables, and the fewest."""
HALL, PASSWORD = "bench", "a password of a bench"
A_SECOND = 0.5
"""The messages a second of a table that plays. 0.50 were counted, and 0.32 while the clock is stopped."""
WATCH, MOST = 30.0, 10.0
"""The seconds of measuring, with as many tables as a release measures; and the most processor time of the hall, as a
multiple of the broker's."""
Process = subprocess.Popen[bytes]


def account(name: str, password: Path | None) -> str:
    return f"name = '{name}'\npassword_file = '{password}'\n" if password else ""


class HallProgram:
    """Runs `nightcrier-hall`, with an organizer who is logged in."""

    def __init__(self, folder: Path, broker: int, password: Path | None = None) -> None:
        self.port = free_port()
        folder.mkdir()
        (folder / "password").write_text(PASSWORD)
        (folder / "own.toml").write_text(
            f"[net.mqtt]\nbroker = '127.0.0.1'\nport = {broker}\n{account('hall', password)}"
            f"[net.hall]\nname = '{HALL}'\nport = {self.port}\npassword_file = '{folder / 'password'}'\n"
        )
        words = "-m", "nightcrier_hall", "--state", folder, "--config", folder / "own.toml"
        self.process = subprocess.Popen((sys.executable, *words), cwd=REPO, stderr=subprocess.DEVNULL)
        self._cookie = self._mark = ""

    def come_in(self) -> None:
        """Log in, once the program answers."""
        while not self._cookie:
            if self.process.poll() is not None:
                raise SystemExit("The program of the hall ended before anybody came in.")
            with suppress(OSError):
                _, headers, _ = self._ask("POST", "/enter", {"password": PASSWORD})
                self._cookie = headers.get("set-cookie", "").partition(";")[0]
            time.sleep(0.2)
        self._mark = re.findall(r'name="mark" value="([^"]+)"', self.page())[0]

    def page(self) -> str:
        return self._ask("GET", "/")[2]

    def here(self) -> int:
        """Return how many tables the page shows as present."""
        return self.page().count('name="identify" value=')

    def send(self, path: str = "/send", **fields: str) -> float:
        """Send a form, and return the moment before it was sent."""
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


class AllTables:
    """Speaks for this number of tables. Each has joined, and repeatedly calls for help and cancels the call."""

    def __init__(self, port: int, number: int) -> None:
        self._topics = [TableTopics(f"table-{each}", hall=HALL) for each in range(number)]
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        for topics in self._topics:
            joined = msgspec.json.encode(JoinedTable(topics.table, "en", DECKS))
            self._client.publish(topics.joined, joined, retain=True)
            self._client.publish(topics.state, msgspec.json.encode(AT_HOME), retain=True)
            self._client.publish(topics.availability, b"online", retain=True)

    def speak(self, seconds: float) -> None:
        """Let one table after another send a message, at the pace of all of them together."""
        pause = 1 / (A_SECOND * len(self._topics))
        end, turns = time.monotonic() + seconds, cycle(product((True, False), self._topics))
        while time.monotonic() < end:
            calls, topics = next(turns)
            self._client.publish(topics.state, msgspec.json.encode(replace(AT_HOME, help=calls)), retain=True)
            time.sleep(pause)

    def end(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def rows(size: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as place, ExitStack() as ends:
        yield from _loaded(Path(place), size, ends)


def _loaded(folder: Path, number: int, ends: ExitStack) -> Iterator[Row]:
    port = free_port()
    broker, hall = mosquitto(folder, port), HallProgram(folder / "hall", port)
    for process in (broker, hall.process):
        ends.callback(process.wait)
        ends.callback(process.kill)
    hall.come_in()
    tables = AllTables(port, number)
    ends.callback(tables.end)
    if not until(lambda: hall.here() == number):
        raise SystemExit(f"{hall.here()} of {number} tables stand on the page")
    yield count(f"the page of {number} tables", len(hall.page().encode()), "bytes")
    before = [computed(process.pid) for process in (broker, hall.process)]
    tables.speak(min(1.0, number / SIZE) * WATCH)
    brokers, halls = (computed(p.pid) - was for p, was in zip((broker, hall.process), before, strict=True))
    what, note = f"the hall, at {number} tables", f"{A_SECOND * number:.0f} messages a second"
    yield Row(what, halls, MOST * brokers, "s of processor", rival=brokers, than="the broker", note=note)
