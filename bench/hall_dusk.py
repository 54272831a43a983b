"""One dusk for simulated boxes of a hall at a real Mosquitto, with a bad network between, from the organiser's form to
the night of each table that has pressed START. How far apart they begin is printed and judged by nobody: they wait for
one processor, which draws and decodes for all of them in that moment; `bench.hall_clocks` has the clocks alone.

`python -m bench.hall_dusk [BOXES [MOSQUITTO]]`: 10 of them, two processes each; ends with 1 where one that waits does
not begin, or one begins that was not ready."""

import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from bench.hall import BAD, Hall
from bench.hall_boxes import HallBox
from device.net.mqtt.dusk_voice import DUSK_PAGE

BOXES, AHEAD = 10, 600
SOON = 30
_PRESSES, _PATIENCE = 6, 30.0


def waits_for_dusk(box: HallBox) -> bool:
    """START by START, each once the one before has led on."""
    for _ in range(_PRESSES):
        known = len(box.heard)
        if box.table is not None and box.table.page == DUSK_PAGE:
            return True
        box.hand("start")
        end = time.monotonic() + _PATIENCE
        while len(box.heard) == known and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(1.0)
    return box.table is not None and box.table.page == DUSK_PAGE


def _waiting(hall: Hall) -> int:
    found = re.findall(r"tables that wait: (\d+)", hall.organiser.page())
    return int(found[0]) if found else 0


def measure_dusk(hall: Hall) -> bool:
    """All but the last press START. The dusk comes sooner once they wait, as an organiser would have it."""
    *ready, idle = hall.boxes
    hall.all_here()
    hall.proxy.network = BAD
    hall.organiser.send("/dusk", do="announce", ahead=str(AHEAD))
    time.sleep(10.0)
    waiting = sum([waits_for_dusk(box) for box in ready])
    end = time.monotonic() + _PATIENCE
    while _waiting(hall) < waiting and time.monotonic() < end:
        time.sleep(0.5)
    print(f"{waiting} of {len(ready)} tables wait; the page says {_waiting(hall)}", flush=True)
    meant = hall.organiser.send("/dusk", do="announce", ahead=str(SOON)) + SOON
    time.sleep(SOON + 15.0)
    begun = [box.begins for box in ready if box.begins is not None]
    spread = max(begun) - min(begun) if begun else 0.0
    print(f"{len(begun)} nights begin {spread * 1000:.1f} ms apart at most, at {BAD}")
    print("after the moment that was meant, in ms:", " ".join(f"{(at - meant) * 1000:.1f}" for at in begun))
    print(f"the table that was not ready: {'begun' if idle.begins else 'at home'}", flush=True)
    return len(begun) == len(ready) and idle.begins is None


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else BOXES
    program = sys.argv[2] if len(sys.argv) > 2 else shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None or count < 3:
        print("Mosquitto is missing (sudo apt install mosquitto), or there are fewer than 3 boxes.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as place:
        hall = Hall(Path(place), program, count)
        try:
            return int(not measure_dusk(hall))
        finally:
            hall.end()


if __name__ == "__main__":
    sys.exit(main())
