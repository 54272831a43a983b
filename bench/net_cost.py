"""What the network costs the box itself, at home: four daemons on mock pins at the same time, with the door shut, open,
with `nightcrier net` at it, and with a phone that has the page open; looked at in the same seconds.

`python -m bench.net_cost [ROUNDS]`: three rounds, a minute each. Ends with 1 where it is more than was asked for."""

import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from bench.net_evening import PATIENCE, PageEvening, free_port, net_beside
from bench.rest import own_memory, wakes
from bench.watching import running
from device.kernel.public_record import NET_SOCKET
from tests.commands.process import BoxProcess

ROUNDS, SETTLE, WATCH = 3, 25.0, 20.0
"""After twenty quiet seconds the loudspeaker dozes."""
MOST_MIB, MOST_WAKES = 2.0, 5.0
WAYS = ("the network off", "the door open, nobody there", "`net` at the door", "and a phone's page open")
_Look = tuple[float, float, float]
"""MiB for itself, MiB with its share, wake-ups a second."""


@contextmanager
def _phone(folder: Path, box: BoxProcess, port: int) -> Iterator[None]:
    """Let in by the code on the glass, then listening; the glass is at home again."""
    with socket.socket(socket.AF_UNIX) as door:
        door.settimeout(PATIENCE)
        door.connect(str(folder / NET_SOCKET))
        evening = PageEvening(box, door, "")
        evening.until(lambda table: table.page == "home")
        pass_of = _let_in(port, evening.phone_code())
        evening.go_home()
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    line.request("GET", "/events", headers={"Cookie": pass_of})
    if "event-stream" not in line.getresponse().headers["Content-Type"]:
        raise SystemExit("The page does not tell what changes.")
    try:
        yield
    finally:
        line.close()


def _let_in(port: int, code: str) -> str:
    """The cookie of its pass."""
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/x-www-form-urlencoded"}
    line.request("POST", "/enter", urlencode({"code": code}), headers)
    given = line.getresponse().headers["Set-Cookie"]
    if given is None:
        raise SystemExit("The code on the glass does not let a phone in.")
    return given.partition(";")[0]


def _begun(way: int, under: ExitStack) -> int:
    """The number of the daemon's process."""
    folder, port = Path(under.enter_context(tempfile.TemporaryDirectory(prefix="nightcrier-"))), free_port()
    net = f"[net]\nenabled = true\nport = {port}\n" if way else ""
    box = under.enter_context(running(folder, f"[screen]\ncontroller = 'none'\n{net}"))
    if way > 1:
        under.enter_context(net_beside(folder, port))
    if way > 2:
        under.enter_context(_phone(folder, box, port))
    else:
        box.hand("dial +1")
    return box.process.pid


def looked_at(order: list[int]) -> dict[int, _Look]:
    """All at the same time; who begins first is another one each round."""
    with ExitStack() as under:
        pids = {way: _begun(way, under) for way in order}
        time.sleep(SETTLE)
        before = {way: wakes(pid) for way, pid in pids.items()}
        time.sleep(WATCH)
        woken = {way: (wakes(pid) - before[way]) / WATCH for way, pid in pids.items()}
        return {way: (*own_memory(pid), woken[way]) for way, pid in pids.items()}


def _middle(found: list[dict[int, _Look]], way: int, what: int) -> float:
    return statistics.median(row[way][what] for row in found)


def _more(found: list[dict[int, _Look]], way: int, what: int) -> float:
    """Than with the network off, in the same seconds."""
    return statistics.median(row[way][what] - row[0][what] for row in found)


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    ways = list(range(len(WAYS)))
    found = [looked_at(ways[turn % len(ways) :] + ways[: turn % len(ways)]) for turn in range(rounds)]
    print(
        f"{'the daemon at home':30}{'own MiB':>9}{'more':>8}{'shared MiB':>12}{'more':>8}{'wake-ups/s':>12}{'more':>8}"
    )
    for way, name in enumerate(WAYS):
        cells = "".join(
            f"{_middle(found, way, what):{wide}.2f}{_more(found, way, what):+8.2f}"
            for what, wide in ((0, 9), (1, 12), (2, 12))
        )
        print(f"{name:30}{cells}")
    print(f"asked for: at most {MOST_MIB:.0f} MiB and {MOST_WAKES:.0f} wake-ups a second more")
    last = ways[-1]
    return int(max(_more(found, last, 0), _more(found, last, 1)) > MOST_MIB or _more(found, last, 2) > MOST_WAKES)


if __name__ == "__main__":
    sys.exit(main())
