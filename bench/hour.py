"""An hour of evenings in real time, heard at a sound server's null sink: is there a hole in the bed, does the schedule
drift? `python -m bench.hour [MINUTES]`, or `./run bench hour`; it is no part of the page of figures, for its length.

The bed is sound without a pause, so a stretch of pure zeros in it is a buffer that came too late. The schedule is the
same hour in virtual time, counted anew from each press: those that lead from one evening to the next are made when
their page comes up."""

import itertools
import sys
import tempfile
from pathlib import Path
from statistics import median
from threading import Thread

from bench.hearing import Hole, Holes, PulseEar
from bench.playing import Answer, Diary, imagined, lateness, press, real
from device.box.folders import Folders, standard_folders
from device.kernel.choices import ChoicesFile
from device.kernel.events import Control, Event, Stop
from device.kernel.files import Disk
from device.kernel.settings import SoundSettings
from device.sound.players.open_device import Output
from device.table.house import Choices
from device.words.catalogue import LANGUAGES

MINUTES = 60
BUFFER = 1024
"""That of the box."""

NIGHT = 20
"""A stretch of more cues than this, from one hand to the next, is a whole night."""

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


def bilingual(where: Folders) -> Folders:
    """A table of two languages: twice the words, no more hands."""
    ChoicesFile(Disk(), where.state / "choices.json", Choices).save(Choices(languages=LANGUAGES[:2], explain="never"))
    return where


def main() -> int:
    if not PulseEar.possible():
        print("It wants a sound server of its own: apt install pulseaudio pulseaudio-utils")
        return 2
    seconds = float(sys.argv[1] if len(sys.argv) > 1 else MINUTES) * 60
    with tempfile.TemporaryDirectory() as folder, PulseEar(pieces_ms=200) as ear:
        plan = imagined(bilingual(standard_folders({}, Path(folder) / "imagined")), evenings(seconds))
        holes = Holes(ear)
        listening = Thread(target=holes.listen)
        listening.start()
        done = real(
            bilingual(standard_folders({}, Path(folder) / "real")),
            evenings(seconds),
            Output(SoundSettings(buffer=BUFFER), "pulseaudio"),
        )
    listening.join()
    return told(done, holes.found, lateness(done, plan))


def told(done: Diary, holes: list[Hole], late: list[list[float]]) -> int:
    """Print what was heard and when, and give back the status."""
    bedded, nights, cues = spans(done), [row[-1] for row in late if len(row) > NIGHT], list(itertools.chain(*late))
    torn = [hole.seconds * 1000 for hole in holes if any(begin <= hole.at <= end for begin, end in bedded)]
    minutes = (done.things[-1][0] - done.things[0][0]) / 60
    print(f"{minutes:.1f} minutes, {len(nights)} nights in two languages, buffer {BUFFER}, a sound server's null sink")
    print(f"{'bed under way':26}{sum(end - begin for begin, end in bedded) / 60:9.1f} minutes")
    print(f"{'holes in it':26}{len(torn):9} {f'longest {max(torn):.1f} ms' if torn else ''}")
    print(f"{'cues':26}{len(cues):9} median {median(cues):.1f} ms late, most {max(cues):.1f}")
    print(
        f"{'last cue of a night':26}{median(nights):9.1f} ms late, most {max(nights):.1f}, in the last {nights[-1]:.1f}"
    )
    print(f"asked for: no hole; no cue more than {WORST_MS:.0f} ms late, no night's last more than {DRIFT_MS:.0f}")
    good = bedded and not torn and max(cues) <= WORST_MS and max(map(abs, nights)) <= DRIFT_MS
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
