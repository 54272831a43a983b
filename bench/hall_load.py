"""What many tables cost a broker and the organiser's program: simulated ones at a real Mosquitto, `nightcrier hall`
beside them, in real time.

`python -m bench.hall_load [TABLES ...]` (Debian: apt install mosquitto): 50, 200 and 500, two minutes each. Each table
plays one game after another, without a pause: more than an evening of people. Ends with 1 where the page comes late, or
shows fewer tables."""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import paho.mqtt.client as mqtt
from msgspec import Struct
from paho.mqtt.enums import CallbackAPIVersion

from bench.broker import free_port, mosquitto, until
from bench.hall_boxes import HALL, HallProgram
from bench.rest import computed, resident
from nightcrier.broker.topics import TableTopics

STEPS = (50, 200, 500)
A_PROCESS, SETTLE, WATCH, LOOKS, WITHIN = 250, 15.0, 60.0, 5, 1.0
COUNTED = ("messages/received", "messages/sent", "bytes/received", "bytes/sent")


class Counters:
    """What the broker counts of itself, once a second; and how many tables have said that they are there."""

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


class Loaded(Struct, frozen=True):
    """A minute of so many tables: messages a second, share of a core, MiB; the page in seconds and kB."""

    tables: int
    received: float
    sent: float
    kilobytes: float
    broker: float
    broker_mib: float
    hall: float
    hall_mib: float
    page: float
    page_kb: float
    shown: int


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


def loaded(folder: Path, count: int) -> Loaded:
    port = free_port()
    broker = mosquitto(folder, port, "sys_interval 1\n")
    hall = HallProgram(folder / "hall", port)
    counters = Counters(port)
    try:
        hall.come_in()
        counters.attend([f"table-{number}" for number in range(count)])
        with _tables(port, count):
            if not until(lambda: len(counters.here) == count):
                raise SystemExit(f"{len(counters.here)} of {count} tables have come")
            time.sleep(SETTLE)
            pids, before = (broker.pid, hall.process.pid), dict(counters.newest)
            used, begun = [computed(pid) for pid in pids], time.monotonic()
            time.sleep(WATCH)
            took = time.monotonic() - begun
            busy = [(computed(pid) - was) / took for pid, was in zip(pids, used, strict=True)]
            rate = {key: (counters.newest[key] - before[key]) / took for key in COUNTED}
            page, size = _page(hall)
            return Loaded(
                tables=count,
                received=rate["messages/received"],
                sent=rate["messages/sent"],
                kilobytes=(rate["bytes/received"] + rate["bytes/sent"]) / 1000,
                broker=busy[0],
                broker_mib=resident(broker.pid),
                hall=busy[1],
                hall_mib=resident(hall.process.pid),
                page=page,
                page_kb=size,
                shown=hall.here(),
            )
    finally:
        counters.end()
        hall.process.kill()
        hall.process.wait()
        broker.kill()
        broker.wait()


def _row(row: Loaded) -> str:
    return (
        f"{row.tables:>7,}{row.received:8.0f} in{row.sent:8.0f} out{row.kilobytes:8.0f} kB/s"
        f"{row.broker * 100:9.1f} %{row.broker_mib:8.1f} MiB{row.hall * 100:9.1f} %{row.hall_mib:8.1f} MiB"
        f"{row.page * 1000:8.0f} ms{row.page_kb:8.0f} kB{row.shown:7}"
    )


def main() -> int:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{'tables':>7}{'messages a second':>22}{'':13}{'broker: core, memory':>22}", end="")
    print(f"{'hall: core, memory':>22}{'its page':>20}{'shown':>9}")
    holds = True
    for count in tuple(map(int, sys.argv[1:])) or STEPS:
        with tempfile.TemporaryDirectory() as place:
            row = loaded(Path(place), count)
        print(_row(row), flush=True)
        holds = holds and row.page <= WITHIN and row.shown == count
    print(f"asked for: each table shown, the page within {WITHIN * 1000:.0f} ms")
    return int(not holds)


if __name__ == "__main__":
    sys.exit(main())
