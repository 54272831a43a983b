"""Runs a hall of simulated boxes at a real Mosquitto with the accounts and rules of `nightcrier-hall --accounts`, with
a bad network between them: the organizer's page, orders to all boxes, the broker killed for a minute, boxes killed at
random. It runs in real time, and all traffic stays on this machine.

`./run -m hall.bench [BOXES]`: 50 boxes, at least 4, two processes each as on a Pi: the daemon on mock pins, and
`nightcrier net` beside it. Exits with 1 if a check fails."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from threading import Thread

from bench.broker import PATIENCE, free_port, mosquitto, until
from bench.rest import computed
from bench.watching import DISK, GLASS, MEMORY
from hall.bench.load import HALL, HallProgram, Process, account
from hall.bench.proxy import BadNetwork, BadProxy
from nightcrier.box.keeper import WRITE_DELAY
from nightcrier.kernel.chores import HALL_PASSWORD, NET_SOCKET
from nightcrier.kernel.settings import HallSettings, MqttSettings, NetSettings
from nightcrier.phone.broker_line import ORDERS_A_SECOND
from nightcrier.wire.public_record import Phase, TableShown, read_public_line
from nightcrier_hall.accounts import write_accounts
from tests.tools.process import AT_ONCE, REPO

BOXES, ROUNDS, LOOKS = 50, 8, 20
WITHIN, SHARE = 1.0, 0.95
PACE = 1 / ORDERS_A_SECOND
"""The seconds between two orders that a box follows in the long run. Faster orders wait until the hall asks again."""
OUTAGE = 60.0
_STARTS = 6
"""The most presses of START from home into a night."""
BAD = BadNetwork(delay=0.05, jitter=0.05, lost=0.02)
CUT = BadNetwork(delay=0.05, jitter=0.05, lost=0.02, lasts=5.0)
_Outcome = tuple[str, str, bool]
"""A check, its result, and whether the result is right."""


class HallBox:
    """Runs a simulated box, and records each line from its door with the time it was heard."""

    def __init__(self, folder: Path, name: str, broker: int, password: Path | None = None) -> None:
        self.name, self._folder = name, folder
        self.heard: list[tuple[float, TableShown]] = []
        self._own = folder / "own" / "device.toml"
        self._own.parent.mkdir(parents=True)
        self._own.write_text(
            f"{AT_ONCE}[net]\nenabled = true\nport = {free_port()}\n"
            f"[net.mqtt]\nbroker = '127.0.0.1'\nport = {broker}\ntable = '{name}'\ndiscovery = ''\n"
            f"{account(name, password)}[net.hall]\nname = '{HALL}'\n"
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
        """Listen at the door forever, as a second guest."""
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
        """Kill both programs, whatever they are doing, and begin them again, as systemd would."""
        self.kill()
        self.heard.clear()
        self.box, self._net = self._run(), self._run_net()

    def kill(self) -> None:
        for process in (self.box, self._net):
            process.kill()
            process.wait()


class Hall:
    """Runs the whole hall: the network, the broker, the boxes and the organizer."""

    def __init__(self, folder: Path, count: int) -> None:
        self._folder, self._port, self._accounts = folder, free_port(), folder / "accounts"
        self.rng = Random(19)
        names = [f"table-{n}" for n in range(1, count + 1)]
        net = NetSettings(mqtt=MqttSettings(broker="127.0.0.1", port=self._port), hall=HallSettings(HALL))
        write_accounts(self._accounts, net, "127.0.0.1", dict.fromkeys(names, ""))
        self.begin_broker()
        self.proxy = BadProxy(self._port, self.rng)
        self.boxes = [HallBox(folder / name, name, self.proxy.port, self._password_of(name)) for name in names]
        self.organiser = HallProgram(folder / "hall", self._port, self._accounts / HALL_PASSWORD)
        self.organiser.come_in()

    def _password_of(self, name: str) -> Path:
        return self._accounts / name / "nightcrier" / HALL_PASSWORD

    def kill_broker(self) -> None:
        self._broker.kill()
        self._broker.wait()

    def begin_broker(self) -> None:
        places = (line.replace("/etc/mosquitto", str(self._accounts)) for line in (self._accounts / "hall.conf").open())
        who = "".join(line for line in places if not line.startswith("listener"))
        self._broker = mosquitto(self._folder, self._port, who=f"{who}user root\n" if os.geteuid() == 0 else who)

    def all_here(self) -> bool:
        """Say whether the page shows each box as present."""
        return until(lambda: self.organiser.here() == len(self.boxes))

    def end(self) -> None:
        for box in self.boxes:
            box.kill()
        self.organiser.process.kill()
        self.kill_broker()


def all_show(boxes: Sequence[HallBox], holds: Callable[[TableShown], bool]) -> bool:
    return until(lambda: all(box.table is not None and holds(box.table) for box in boxes))


def looked_at(hall: Hall) -> _Outcome:
    took = []
    for _ in range(LOOKS):
        begun = time.monotonic()
        hall.organiser.page()
        took.append(time.monotonic() - begun)
    slowest = max(took)
    return "page, the slowest of 20", f"{slowest * 1000:.0f} ms", slowest <= WITHIN


def commanded(hall: Hall, words: str, share_wanted: float = SHARE) -> _Outcome:
    """Send one volume after another to all boxes, and measure the time from the form to each door. All must arrive."""
    took: list[float] = []
    for number in range(ROUNDS):
        wanted = 5 + number % 2
        begun = hall.organiser.send(to="all", do="loudness", loudness=str(wanted))
        all_show(hall.boxes, lambda table, wanted=wanted: table.loudness == wanted)  # type: ignore[misc]
        for box in hall.boxes:
            took.append(next((at for at, table in box.heard if at >= begun and table.loudness == wanted), 1e9) - begun)
            del box.heard[:-1]
        time.sleep(PACE)
    took.sort()
    share = sum(each <= WITHIN for each in took) / len(took)
    of = f"{took[int(len(took) * SHARE) - 1] * 1000:.0f} ms at 95 %, {took[-1] * 1000:.0f} ms the slowest"
    return f"commands, {words}", f"{share:.1%} within a second; {of}", share >= share_wanted and took[-1] < PATIENCE


def without_broker(hall: Hall) -> Iterator[_Outcome]:
    """Yield the checks without a broker. Tables play on, and orders and calls arrive afterwards."""
    player, caller, *others = hall.boxes
    hall.kill_broker()
    killed = time.monotonic()
    yield "broker killed: the page says so", "", until(lambda: hall.organiser.here() == 0)
    yield "a game begins meanwhile", "", _leads_into_night(player)
    caller.hand("start hold")
    called = until(lambda: caller.table is not None and caller.table.wants_help)
    yield "a table calls meanwhile", "", called
    hall.organiser.send(to="all", do="message", message="Lunch")
    time.sleep(max(0.0, OUTAGE - (time.monotonic() - killed)))
    hall.begin_broker()
    back = time.monotonic()
    here = hall.all_here()
    yield f"after {OUTAGE:.0f} s it is back: all tables are", f"{time.monotonic() - back:.0f} s later", here
    yield "the message is on all glasses at home", "", all_show(others, lambda table: table.message == "Lunch")
    yield "the call stands on the page", "", until(lambda: 'name="answer"' in hall.organiser.page())
    yield "the table that played was not disturbed", "", not _is_told(player, "Lunch")
    for box in (caller, *others):
        box.hand("back")


def _leads_into_night(box: HallBox) -> bool:
    """Press START until night falls, each time after the last press has had an effect. Return whether it fell."""
    for _ in range(_STARTS):
        if box.table is not None and box.table.phase is Phase.NIGHT:
            return True
        known = len(box.heard)
        box.hand("start")
        until(lambda known=known: len(box.heard) > known)  # type: ignore[misc]
    return False


def _is_told(box: HallBox, message: str) -> bool:
    return any(table.message == message for _, table in box.heard if table.phase is Phase.NIGHT)


def boxes_killed(hall: Hall) -> Iterator[_Outcome]:
    """Kill boxes: one in the middle of a game, the others at home."""
    player, *others = hall.boxes
    hall.organiser.send(to="all", do="loudness", loudness="9")
    kept = all_show(others, lambda table: table.loudness == 9)
    time.sleep(2 * WRITE_DELAY)  # a choice is written a moment after the last change
    cuts = [hall.rng.choice(others) for _ in hall.boxes]
    for box in (player, *cuts):
        box.kill_and_begin()
    back = until(lambda: all(each.table for each in hall.boxes)) and hall.all_here()
    yield f"{len(cuts) + 1} boxes killed, at random: all tables are back", "", back
    yield "the volume is as it was", "", kept and all_show(others, lambda table: table.loudness == 9)
    on = until(lambda: player.table is not None and player.table.phase is not Phase.HOME)
    yield "the game that was cut goes on by itself", "", on


def what_holds(hall: Hall) -> Iterator[_Outcome]:
    begun = time.monotonic()
    here = hall.all_here()
    yield f"{len(hall.boxes)} boxes join", f"{time.monotonic() - begun:.0f} s", here
    yield looked_at(hall)
    yield commanded(hall, "good network")
    hall.proxy.network = BAD
    yield commanded(hall, f"{BAD.delay * 1000:.0f} ms ± as much, {BAD.lost:.0%} lost")
    hall.proxy.network = CUT
    yield commanded(hall, f"and each box cut off every {CUT.lasts:.0f} s: all arrive", 0.0)
    hall.proxy.network = BAD
    yield "conversations were cut off meanwhile", str(hall.proxy.cut), hall.proxy.cut > 0
    yield from without_broker(hall)
    yield from boxes_killed(hall)
    yield "in the end all tables are there", "", hall.all_here()
    yield "the processor's work for the organiser's program", f"{computed(hall.organiser.process.pid):.1f} s", True


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else BOXES
    holds = True
    with tempfile.TemporaryDirectory() as place:
        hall = Hall(Path(place), count)
        try:
            for tried, told, is_so in what_holds(hall):
                print(f"{'ok   ' if is_so else 'WRONG'} {tried:60} {told}", flush=True)
                holds = holds and is_so
        finally:
            hall.end()
    spent = getrusage(RUSAGE_CHILDREN)
    print(f"      {'and for the broker and all boxes':60} {spent.ru_utime + spent.ru_stime:.0f} s")
    return int(not holds)


if __name__ == "__main__":
    sys.exit(main())
