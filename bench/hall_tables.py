"""Tables of a hall by the hundred in one process: the lines to the broker are those of `nightcrier net`; the box behind
each plays one rehearsed evening again and again, each from another moment of it.

`python -m bench.hall_tables PORT HALL FIRST COUNT`, until it is ended."""

import asyncio
import sys
import tempfile
import time
from io import StringIO
from pathlib import Path
from random import Random

from nightcrier.box.record import SecretRecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.witness import Witnesses
from nightcrier.broker.topics import TableTopics
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import share, standard_folders
from nightcrier.kernel.screen import Frame
from nightcrier.kernel.settings import MqttSettings
from nightcrier.phone.box_line import BoxLine
from nightcrier.phone.broker_line import BrokerLine
from nightcrier.phone.table_voice import TableVoice
from nightcrier.tools.simulation import parse_action, perform_action
from nightcrier.wire.public_record import PublicLine, read_public_line
from nightcrier.wire.wishes import AtDoor
from tests.box.onlooked import KeptLines, onlooked

SCRIPT = Path("tests/evenings/first-evening.txt")
COME_IN = 0.02
"""Seconds between two that call the broker: a thousand at the same moment are no evening."""


class UnpaintedWitness(SecretRecordWitness):
    """Looks at no picture."""

    def _picture(self, frame: Frame, path: Path) -> None:
        """Nobody else does."""


def told_evening(folder: Path) -> list[PublicLine]:
    """From power-on to home again: set up by hand, dealt, a night, the talk, the vote, the result."""
    kept, player = KeptLines(), SilentPlayer()
    witness = Witnesses((UnpaintedWitness(StringIO(), folder / "out"), kept.witness))
    box = Rehearsal(standard_folders({}, folder), VirtualClock(), player, 1, witness, onlooking=onlooked(kept.witness))
    for number, line in enumerate(SCRIPT.read_text("utf-8").splitlines(), 1):
        if not line.startswith("#") and (action := parse_action(SCRIPT, number, line)) is not None:
            box.advance(action.after)
            perform_action(box, player, action)
    return [read_public_line(line) for line in kept.lines]


class PlayedTable(BoxLine):
    """`begins` is the moment of the evening at which it is now."""

    def __init__(self, evening: list[PublicLine], begins: float) -> None:
        super().__init__(Path("/nowhere"), time.monotonic)
        self._evening, self._length = evening, evening[-1].at
        self._zero = time.monotonic() - begins
        for line in evening:
            if line.at <= begins:
                self._take(line)

    def now(self) -> float:
        """The clock of the box: at the end of the evening it begins anew."""
        return time.monotonic() - self._zero

    async def play(self) -> None:
        begun = self.now()
        while True:
            for line in self._evening:
                if line.at > begun:
                    await asyncio.sleep(max(0.0, line.at - self.now()))
                    self._take(line)
            begun, self._zero = -1.0, self._zero + self._length

    def wish(self, wish: AtDoor) -> bool:
        return True


async def play_tables(port: int, hall: str, first: int, count: int) -> None:
    rng, words = Random(first), share("assets") / "words"
    with tempfile.TemporaryDirectory() as folder:
        evening = told_evening(Path(folder))
    playing = []
    for number in range(first, first + count):
        name = f"table-{number}"
        table, topics = PlayedTable(evening, rng.uniform(0, evening[-1].at)), TableTopics(name, "", hall)
        voice = TableVoice(table, topics, words, table.now)
        settings = MqttSettings(broker="127.0.0.1", port=port, table=name)
        line = BrokerLine(settings, topics, table, voice, time.monotonic, lambda _: None)
        playing += [asyncio.ensure_future(line.run()), asyncio.ensure_future(table.play())]
        await asyncio.sleep(COME_IN)
    await asyncio.gather(*playing)


if __name__ == "__main__":
    asyncio.run(play_tables(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
