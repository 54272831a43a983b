"""How far apart fifty tables of a hall would begin their nights: their lines to a real Mosquitto, with a bad network
between, each by a clock of its own that began at any time and is off by up to 100 parts in a million. What the boxes
then do with the moment is not in it: here they are only thought of, as fifty on one machine would wait for each other.

`python -m bench.hall_clocks [TABLES [MOSQUITTO]]`: in real time, half a minute; ends with 1 where they are further
apart than promised."""

import asyncio
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from bench.broker import free_port, mosquitto
from bench.hall import BAD
from bench.hall_proxy import BadProxy
from device.box.folders import share
from device.hall.dusk_caller import DuskCaller
from device.hall.hall_desk import HallDesk
from device.hall.hall_line import HallLine
from device.kernel.public_record import ClockTold, PublicLine
from device.kernel.settings import MqttSettings
from device.kernel.wishes import AtDoor, ClockWish, DuskWish
from device.net.box_line import BoxLine
from device.net.mqtt.broker_line import BrokerLine
from device.net.mqtt.dusk_voice import DuskVoice
from device.net.mqtt.table_voice import TableVoice
from device.net.mqtt.topics import ClockTopics, TableTopics

TABLES, AHEAD, MEASURED, PROMISED = 50, 60.0, 25.0, 0.050
HALL = "bench"


class OwnClock(BoxLine):
    """A table whose box is only thought of, with a clock for both."""

    def __init__(self, rng: Random) -> None:
        super().__init__(Path("/nowhere"), time.monotonic)
        self._zero, self._beat = rng.uniform(0, 1e7), 1 + rng.uniform(-1e-4, 1e-4)
        self._begun = time.monotonic()
        self.told: float | None = None

    def now(self) -> float:
        return self._zero + (time.monotonic() - self._begun) * self._beat

    @property
    def begins(self) -> float | None:
        """By the clock of this machine."""
        return None if self.told is None else self._begun + (self.told - self._zero) / self._beat

    def wish(self, wish: AtDoor) -> bool:
        if isinstance(wish, ClockWish):
            self._take(PublicLine(self.now(), ClockTold(wish.number)))
        elif isinstance(wish, DuskWish):
            self.told = wish.at
        return True


def _line(table: OwnClock, name: str, port: int) -> BrokerLine:
    topics, settings = TableTopics(name, "", HALL), MqttSettings(broker="127.0.0.1", port=port, table=name)
    voice = TableVoice(table, topics, share("assets") / "words", table.now)
    return BrokerLine(
        settings, topics, table, voice, table.now, _say, DuskVoice(table, ClockTopics(HALL, name), table.now)
    )


def _say(_: str) -> None:
    """Each line would say that it reaches the broker."""


async def measure_clocks(tables: list[OwnClock], direct: int, proxied: int) -> float:
    """The moment that is meant. Ends while the dusk is still ahead, as if all were cut off then."""
    caller = DuskCaller(HALL, "run", time.monotonic)
    settings, desk = MqttSettings(broker="127.0.0.1", port=direct), HallDesk(HALL, time.monotonic)
    hall = HallLine(settings, desk, caller, lambda: None, time.monotonic, _say)
    lines = [_line(table, f"table-{number}", proxied) for number, table in enumerate(tables)]
    calling = [asyncio.ensure_future(hall.run()), *(asyncio.ensure_future(line.run()) for line in lines)]
    await asyncio.sleep(5.0)
    caller.announce(AHEAD)
    meant = time.monotonic() + AHEAD
    await asyncio.sleep(MEASURED)
    for each in calling:
        each.cancel()
    await asyncio.wait(calling)
    return meant


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    program = sys.argv[2] if len(sys.argv) > 2 else shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        print("Mosquitto is missing (sudo apt install mosquitto).", file=sys.stderr)
        return 2
    rng, port = Random(19), free_port()
    with tempfile.TemporaryDirectory() as place:
        broker = mosquitto(program, Path(place), port)
        try:
            proxy = BadProxy(port, rng)
            proxy.network = BAD
            tables = [OwnClock(rng) for _ in range(count)]
            meant = asyncio.run(measure_clocks(tables, port, proxy.port))
        finally:
            broker.kill()
            broker.wait()
    begun = [at for table in tables if (at := table.begins) is not None]
    spread = max(begun) - min(begun) if begun else 0.0
    off = max((abs(at - meant) for at in begun), default=0.0)
    print(
        f"{len(begun)} of {count} tables know the moment; {spread * 1000:.1f} ms apart, {off * 1000:.1f} ms off at most"
    )
    return int(len(begun) < count or spread > PROMISED)


if __name__ == "__main__":
    sys.exit(main())
