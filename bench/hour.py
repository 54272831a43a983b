"""An hour of evenings in real time, heard at a sound server's null sink: is there a hole in the bed, does the schedule
drift? `python -m bench.hour [MINUTES]`, or `./run bench hour`; it is no part of the page of figures, for its length.

The bed is sound without a pause, so a stretch of pure zeros in it is a buffer that came too late. The schedule is the
same hour in virtual time; the presses that lead from one evening to the next are made when their page comes up."""

import itertools
import sys
import tempfile
from pathlib import Path
from statistics import median
from threading import Thread

from bench.hearing import Holes, PulseEar
from bench.playing import Answer, Diary, imagined, lateness, press, real
from device.box.folders import folders
from device.kernel.events import Control, Event, Stop
from device.sound.mixer import Output

MINUTES = 60
WORST_MS, DRIFT_MS = 50.0, 20.0
SETTLED, LEAVING = 2.0, 0.5
"""Seconds after the bed was asked for, and before it was asked to go, in which it may be faint."""

NEXT = {"day": Control.START, "ask": Control.BACK, "question": Control.START}


def evenings(seconds: float) -> Answer:
    """Night, vote, no verdict, and again, until the time is over."""
    began: list[float] = []

    def answer(page: str, at: float) -> Event | None:
        began.append(at)
        if page == "home":
            return press(Control.START, at) if at - began[0] < seconds else Stop(at)
        return press(NEXT[page], at) if page in NEXT else None

    return answer


def spans(diary: Diary) -> list[tuple[float, float]]:
    """From when to when the bed was fully there."""
    kept = [
        (at, on) for (at, on), (_, before) in zip(diary.bed, [(0.0, False), *diary.bed], strict=False) if on != before
    ]
    return [(at + SETTLED, ends - LEAVING) for (at, on), (ends, _) in itertools.pairwise(kept) if on]


def main() -> int:
    if not PulseEar.possible():
        print("It wants a sound server of its own: apt install pulseaudio pulseaudio-utils")
        return 2
    seconds = float(sys.argv[1] if len(sys.argv) > 1 else MINUTES) * 60
    with tempfile.TemporaryDirectory() as folder, PulseEar(pieces_ms=200) as ear:
        plan = imagined(folders({}, Path(folder) / "imagined"), evenings(seconds))
        holes = Holes(ear)
        listening = Thread(target=holes.listen)
        listening.start()
        done = real(folders({}, Path(folder) / "real"), evenings(seconds), Output("pulseaudio", buffer=1024))
    listening.join()
    off, bedded = lateness(done, plan), spans(done)
    torn = [hole for hole in holes.found if any(begin <= hole.at <= end for begin, end in bedded)]
    longest = max((hole.seconds for hole in torn), default=0.0) * 1000
    print(f"{(done.things[-1][0] - done.things[0][0]) / 60:.1f} minutes, {len(off)} cues, buffer 1024, null sink")
    print(
        f"bed {sum(end - begin for begin, end in bedded) / 60:.1f} minutes, {len(torn)} holes, longest {longest:.1f} ms"
    )
    print(f"{'':12}{'median':>9}{'most':>9}{'at the end':>12}   ms late")
    print(f"{'ours':12}{median(off):9.2f}{max(off):9.2f}{off[-1]:12.2f}")
    print(f"asked for: no hole; no cue more than {WORST_MS:.0f} ms late, at the end no more than {DRIFT_MS:.0f}")
    return 0 if bedded and not torn and max(off) <= WORST_MS and abs(off[-1]) <= DRIFT_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
