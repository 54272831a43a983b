"""Runs `nightcrier net` with a real Mosquitto and a fake box. Measures its memory without a broker and with one, and
what still works when the broker is killed, full of rubbish, or flooded. All traffic stays on this machine.

`python -m bench.broker` (Debian: apt install mosquitto). Exits with 1 if a check fails."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from threading import Thread

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from bench.rest import resident, wakes, wakes_since
from nightcrier.broker.topics import TableTopics
from nightcrier.phone.broker_line import ORDERS, ORDERS_A_SECOND
from nightcrier.wire.orders import Order
from nightcrier.wire.public_record import PublicNews, WishDone, public_line
from nightcrier.wire.wishes import AtDoor, Do, LoudnessWish, Wish, read_wish
from tests.phone.phones import HOME, NIGHT, OFFERS

TOPICS = TableTopics("bench", "homeassistant")
PATIENCE, IDLE, MOST_MIB = 240.0, 20.0, 64
MORE_MIB, MOST_WAKES = 4.0, 5.0
"""The most memory that a broker may add, in MiB, and the most wake-ups a second beside it."""
FLOOD = 10_000


class ThoughtBox:
    """Simulates a box that reports what a test hands it, and records the wishes that it gets."""

    def __init__(self, path: Path) -> None:
        self.wished: list[Wish] = []
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen()
        self._guest: socket.socket | None = None
        Thread(target=self._serve, daemon=True).start()

    def shows(self, *news: PublicNews) -> None:
        if self._guest:
            self._guest.sendall(b"".join(public_line(0.0, each) for each in news))

    def _serve(self) -> None:
        while True:
            self._guest, _ = self._server.accept()
            self.shows(HOME, OFFERS)
            with self._guest.makefile("rb") as lines:
                for line in lines:
                    self._take(read_wish(line))

    def _take(self, wish: AtDoor | None) -> None:
        match wish:
            case Do(number, asked):
                self.shows(WishDone(number))
                self.wished.append(asked)


class BrokerEar:
    """A client of the broker that receives everything and can publish anything."""

    def __init__(self, port: int) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self._client.on_message = lambda _, __, came: self.heard.append((came.topic, bytes(came.payload)))
        self._client.connect("127.0.0.1", port)
        self._client.subscribe([("nightcrier/#", 0), ("homeassistant/#", 0)])
        self._client.loop_start()

    def newest(self, topic: str) -> bytes:
        return next((payload for known, payload in reversed(self.heard) if known == topic), b"")

    def say(self, topic: str, payload: bytes, *, kept: bool = False) -> None:
        self._client.publish(topic, payload, qos=1, retain=kept).wait_for_publish(PATIENCE)

    def flood(self, topic: str, payload: bytes) -> None:
        """Publish a message again and again, as fast as the broker accepts it."""
        for _ in range(FLOOD):
            self._client.publish(topic, payload)
        self.say(topic, payload)

    def end(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class RunningNet:
    """Runs `nightcrier net` as a process."""

    def __init__(self, folder: Path, broker: int | None) -> None:
        own = folder / "own.toml"
        named = f'\n[net.mqtt]\nbroker = "127.0.0.1"\nport = {broker}\ntable = "bench"\n' if broker else ""
        own.write_text(f"[net]\nport = {free_port()}\n{named}")
        command = (sys.executable, "-m", "nightcrier", "net", "--box", folder / "net.sock", "--state", folder)
        self.process = subprocess.Popen((*command, "--config", own), stderr=subprocess.DEVNULL)

    def at_rest(self) -> tuple[float, float]:
        """Return the memory in MiB and the wake-ups a second of an idle program."""
        time.sleep(IDLE)
        before = wakes(self.process.pid)
        time.sleep(IDLE)
        return resident(self.process.pid), wakes_since(before, self.process.pid) / IDLE

    def end(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)
        self.process.wait(PATIENCE)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


def mosquitto(folder: Path, port: int, more: str = "", who: str = "allow_anonymous true\n") -> subprocess.Popen[bytes]:
    """Start a broker. `more` are further lines of its settings; `who` are the lines that say who may connect."""
    program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        raise SystemExit("Mosquitto is missing; install it with: sudo apt install mosquitto")
    own = folder / "mosquitto.conf"
    own.write_text(f"listener {port} 127.0.0.1\n{who}{more}")
    started = subprocess.Popen((program, "-c", own), stderr=subprocess.DEVNULL)
    until(lambda: is_open(port))
    return started


def is_open(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def until(enough: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not enough():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@contextmanager
def running(folder: Path, broker: int | None) -> Iterator[RunningNet]:
    program = RunningNet(folder, broker)
    try:
        yield program
    finally:
        if program.process.poll() is None:
            program.end()


def weighed(folder: Path, port: int) -> tuple[str, bool]:
    """Return a sentence about the program's memory and wake-ups, and whether both are within their limits."""
    with running(folder, None) as program:
        alone, _ = program.at_rest()
    broker = mosquitto(folder, port)
    with running(folder, port) as program:
        memory, wakings = program.at_rest()
    broker.kill()
    broker.wait()
    told = f"it has {memory:.1f} MiB, {alone:.1f} without a broker, and wakes {wakings:.1f} times a second"
    return told, memory - alone <= MORE_MIB and wakings <= MOST_WAKES


def what_holds(folder: Path, port: int, box: ThoughtBox) -> Iterator[tuple[str, bool]]:
    """Yield each check as a sentence, and whether it holds."""
    broker, loudness = mosquitto(folder, port), TOPICS.order(Order.LOUDNESS)
    ear = BrokerEar(port)
    ear.say(loudness, b"19", kept=True)
    with running(folder, port) as net:
        yield "the table comes, and is described", until(lambda: b'"components"' in ear.newest(TOPICS.config))
        yield "it is there", until(lambda: ear.newest(TOPICS.availability) == b"online")
        ear.say(loudness, b"3")
        yield "an order is a wish, one that was kept is none", until(lambda: box.wished == [LoudnessWish(3)])
        ear.say(loudness, b"x" * 1_000_000)
        ear.say(TOPICS.order(Order.DECK), os.urandom(200))
        said = len(ear.heard)
        ear.say(TOPICS.birth, b"online")
        yield "it is told again at a birth", until(lambda: len(ear.heard) >= said + 3)
        begun, already = time.monotonic(), len(box.wished)
        ear.flood(loudness, b"4")
        until(lambda: len(box.wished) > already)
        most = ORDERS + ORDERS_A_SECOND * (time.monotonic() - begun) + 1
        yield f"of a flood of {FLOOD:,} at most {most:.0f} go through", 0 < len(box.wished) - already <= most
        yield f"it has then {(weighs := resident(net.process.pid)):.1f} MiB", weighs < MOST_MIB
        broker.kill()
        broker.wait()
        ear.end()
        box.shows(NIGHT)
        broker = mosquitto(folder, port)
        ear = BrokerEar(port)
        back = until(lambda: b'"phase":"night"' in ear.newest(TOPICS.state))
        yield "a broker that was killed is told everything again", back and b'"components"' in ear.newest(TOPICS.config)
        net.end(signal.SIGKILL)
        yield "who was killed is not there", until(lambda: ear.newest(TOPICS.availability) == b"offline")
    with running(folder, port) as net:
        yield "it comes back", until(lambda: ear.newest(TOPICS.availability) == b"online")
        net.end()
        yield "who leaves says so", until(lambda: ear.newest(TOPICS.availability) == b"offline")
    ear.end()
    broker.kill()
    broker.wait()


def main() -> int:
    with tempfile.TemporaryDirectory() as place:
        folder, port = Path(place), free_port()
        box = ThoughtBox(folder / "net.sock")
        outcomes = []
        for words, holds in chain((weighed(folder, port),), what_holds(folder, port, box)):
            print(f"{'ok   ' if holds else 'WRONG'} {words}", flush=True)
            outcomes.append(holds)
    return int(not all(outcomes))


if __name__ == "__main__":
    sys.exit(main())
