"""How exactly a whole night keeps its schedule in real time: every word, bed, signal and window of the real daemon with
the real mixer, against the same night in virtual time. `python -m bench.schedule`.

Beside it the usual way, in the same minutes: a loop that asks every 10 ms whether the last thing is over."""

import os
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from statistics import median

from bench.playing import imagined, lateness, press, real
from device.box.folders import standard_folders
from device.kernel.events import Control, Event, Stop
from device.kernel.settings import SHIPPED
from device.sound.players.open_device import Output

WORST_MS, DRIFT_MS = 50.0, 20.0

ASKING = """
import sys, time
began = last = time.monotonic()
for length in map(float, sys.argv[1:]):
    while time.monotonic() - last < length:
        time.sleep(0.01)
    last = time.monotonic()
print((last - began - sum(map(float, sys.argv[1:]))) * 1000)
"""


def one_night(page: str, at: float) -> Event | None:
    if page == "home":
        return press(Control.START, at)
    return Stop(at) if page == "day" else None


def main() -> int:
    os.environ["SDL_DISKAUDIOFILE"] = os.devnull
    with tempfile.TemporaryDirectory() as folder:
        plan = imagined(standard_folders({}, Path(folder) / "imagined"), one_night)
        moments = [at for at, _ in plan.things]
        lengths = [str(later - earlier) for earlier, later in pairwise(moments)]
        asking = subprocess.Popen([sys.executable, "-c", ASKING, *lengths], stdout=subprocess.PIPE, text=True)
        (off,) = lateness(
            real(standard_folders({}, Path(folder) / "real"), one_night, Output(SHIPPED.sound, "disk")), plan
        )
        usual = float(asking.communicate()[0])
    drift = off[-1]
    print(f"a night of {moments[-1]:.0f} s, {len(off)} cues    {'median':>9}{'most':>9}{'at the end':>12}   ms late")
    print(f"{'ours':32}{median(off):9.2f}{max(off):9.2f}{drift:12.2f}")
    print(f"{'asking every 10 ms':32}{'':9}{'':9}{usual:12.2f}   ratio {usual / max(drift, 0.1):.0f}")
    print(f"asked for: no cue more than {WORST_MS:.0f} ms late, at the end no more than {DRIFT_MS:.0f}")
    return 0 if max(off) <= WORST_MS and abs(drift) <= DRIFT_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
