"""Measures what many tables cost a broker and the organiser's program: simulated ones at a real Mosquitto,
`nightcrier hall` beside them, in real time.

Each table plays one game after another, without a pause: more than an evening of people. It needs a Mosquitto."""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from bench.broker import free_port, mosquitto, until
from bench.hall_boxes import HALL, HallProgram
from bench.rest import computed, forget_peak, peak
from bench.rows import Row
from nightcrier.broker.topics import TableTopics

SIZE, SMALLEST = 200, 2
"""Tables."""
A_PROCESS, LOOKS, WITHIN, MOST_SHARE, MOST_MIB = 250, 5, 1.0, 10.0, 48.0
FEWEST_TOLD = 0.4
"""Messages that a table publishes in a second: counted were 0.50 while it plays, 0.32 while it stands still."""
SETTLE, WATCH = 10.0, 60.0
"""Seconds, of as many tables as a release measures."""
COUNTED = ("messages/received", "messages/sent", "publish/messages/received")


class Counters:
    """Collects what the broker counts of itself, once a second; and how many tables have said that they are there."""

    def __init__(self, port: int) -> None:
        self.newest: dict[str, float] = {}
        self.here: set[str] = set()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self._client.on_message = self._hear
        self._client.connect("127.0.0.1", port)
        self._client.subscribe([(f"$SYS/broker/{each}", 0) for each in COUNTED])
        self._client.loop_start()

    def attend(self, tables: Sequence[str]) -> None:
        for table in tables:
            self._client.subscribe(TableTopics(table).availability)

    def _hear(self, _: mqtt.Client, __: object, came: mqtt.MQTTMessage) -> None:
        if came.topic.startswith("$SYS"):
            self.newest[came.topic.removeprefix("$SYS/broker/")] = float(came.payload)
        elif came.payload == b"online":
            self.here.add(came.topic)

    def end(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def _tables(port: int, count: int) -> Iterator[None]:
    begun = [
        subprocess.Popen(
            (sys.executable, "-m", "bench.hall_tables", *map(str, (port, HALL, first, min(A_PROCESS, count - first))))
        )
        for first in range(0, count, A_PROCESS)
    ]
    try:
        yield
    finally:
        for process in begun:
            process.terminate()
        for process in begun:
            process.wait()


def _page(hall: HallProgram) -> tuple[float, float]:
    """Seconds of the slowest, and kB."""
    took, size = [], 0
    for _ in range(LOOKS):
        begun = time.monotonic()
        size = len(hall.page().encode())
        took.append(time.monotonic() - begun)
    return max(took), size / 1000


def rows(size: int) -> Iterator[Row]:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as place, ExitStack() as ends:
        yield from _loaded(Path(place), size, ends)


def _loaded(folder: Path, tables: int, ends: ExitStack) -> Iterator[Row]:
    port = free_port()
    broker = mosquitto(folder, port, "sys_interval 1\n")
    hall = HallProgram(folder / "hall", port)
    programs = {"the broker": broker, "the hall": hall.process}
    for process in programs.values():
        ends.callback(process.wait)
        ends.callback(process.kill)
    counters = Counters(port)
    ends.callback(counters.end)
    hall.come_in()
    counters.attend([f"table-{number}" for number in range(tables)])
    ends.enter_context(_tables(port, tables))
    if not until(lambda: len(counters.here) == tables):
        raise SystemExit(f"{len(counters.here)} of {tables} tables have come")
    until(lambda: counters.newest.keys() >= {*COUNTED})
    time.sleep(min(1.0, tables / SIZE) * SETTLE)
    before, begun = dict(counters.newest), time.monotonic()
    used = {what: computed(process.pid) for what, process in programs.items()}
    for process in programs.values():
        forget_peak(process.pid)
    time.sleep(min(1.0, tables / SIZE) * WATCH)
    took = time.monotonic() - begun
    rate = {key: (counters.newest[key] - before[key]) / took for key in COUNTED}
    page, size = _page(hall)
    note = f"{rate['messages/received']:.0f} messages a second in, {rate['messages/sent']:.0f} out"
    told = rate["publish/messages/received"] / tables
    yield Row("what a table publishes", told, FEWEST_TOLD, "a second", least=True, note=note)
    for what, process in programs.items():
        share = 100 * (computed(process.pid) - used[what]) / took
        yield Row(f"{what}, at {tables} tables", share, MOST_SHARE, "% of a core", note=note)
        yield Row(f"{what}, at {tables} tables", peak(process.pid), MOST_MIB, "MiB at most")
    yield Row("the page of the hall, the slowest", page, WITHIN, "s", note=f"{size:.0f} kB")
    yield Row("tables that it shows", hall.here(), tables, "", least=True)
