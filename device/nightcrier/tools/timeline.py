"""Find in a record what is heard and seen: when, for how long, how loud, over which bed, and the silences."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any

from msgspec import Struct

from nightcrier.box.record import RowKind
from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.kernel.ids import Seconds

_ROWS: Mapping[str, tuple[str, Callable[[Any], str]]] = {  # the field of its name, and how it is told
    RowKind.SAY: ("line", itemgetter("text")),
    RowKind.SIGNAL: ("name", lambda row: f"[{row['name']}]"),
    RowKind.WINDOW: ("role", lambda row: f"(time for {row['role']})"),
    RowKind.SCREEN: ("page", lambda row: f"({' / '.join((row['page'], *row['lines']))})"),
}
SOUNDS = frozenset({RowKind.SAY, RowKind.SIGNAL})


class Moment(Struct, frozen=True):
    """A sound or picture that begins, and the `silence` before it, without words and signals. A bed may go on during
    the silence."""

    kind: str
    name: str
    what: str
    at: float
    seconds: Seconds
    silence: Seconds
    bed: str


def moments_of(record: Iterable[Mapping[str, Any]], audio: Path, begun: float = 0.0) -> Iterator[Moment]:
    """Yield the moments of a record that began at this time. The sounds in `audio` give the lengths of signals."""
    sounds, ended, bed = SoundList(audio, (), lambda _: None), begun, ""
    for row in record:
        kind, at = row["kind"], row["t"]
        if kind == RowKind.BED:
            bed = f"{row['name']} {row['level_db']:+.0f}" if row["name"] else ""
        if kind in _ROWS:
            field, told = _ROWS[kind]
            rung = sounds.signal(row["name"]) if kind == RowKind.SIGNAL else None
            seconds = rung.seconds if rung else row.get("seconds", 0.0)
            yield Moment(kind, row[field], told(row), at, seconds, max(0.0, at - ended), bed)
            if kind in SOUNDS:  # words cut what was said before them
                ended = max(at + seconds, ended if kind == RowKind.SIGNAL else 0.0)


def time_on_clock(at: float) -> str:
    minute, second = divmod(max(0.0, at), 60)
    return f"{minute:3.0f}:{second:04.1f}"


def rows_of_show(moments: Iterable[Moment], file: Path) -> Iterator[str]:
    """Yield a row for each moment and each silence, with the loudness of the rendered file in that time."""
    import soundfile

    rows, bed = list[tuple[float, Seconds, str, str]](), ""
    for each in moments:
        if each.kind in SOUNDS and each.silence > 0.01:
            rows.append((each.at - each.silence, each.silence, bed, "(silence)"))
        rows.append((each.at, each.seconds, bed := each.bed, each.what))
    yield "  begins  seconds  dBFS bed             heard (or seen)"
    with soundfile.SoundFile(file) as sound:
        for at, seconds, bed, what in sorted(rows, key=itemgetter(0)):
            sound.seek(min(round(at * SAMPLE_RATE), sound.frames))
            squares = sound.read(round(seconds * SAMPLE_RATE)) ** 2
            level = f"{10 * math.log10(squares.mean() + 1e-12):6.1f}" if squares.size else ""
            yield f"{time_on_clock(at)} {seconds:8.1f} {level:6} {bed:15} {what}"
