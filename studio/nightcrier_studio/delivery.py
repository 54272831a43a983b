"""Decide how a machine says a line: how fast, how high, in which melody, how loud, and with how much silence after it.

Each kind of line has one manner, which `delivery.toml` holds. Within a kind, pitch and melody also move from line to
line, because a host never says two sentences alike. This depends only on the id of the line, so the same line always
sounds the same."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.ids import Decibels, LineId, Seconds
from nightcrier.kernel.reading import read_toml
from nightcrier.words.sentences import goes_on

_FILE = Path(__file__).with_name("delivery.toml")
_STEPS = (-1, 0, 1)
"""The steps of the pitch from line to line. Each kind says how high a step is. People notice one semitone."""
_SEED = 187
"""The seed of the steps. With it, most neighbors in the words differ."""
_MELODIES = 20585
"""The seed of the contours. With it, nearly no neighbors in the words have both pitch and contour in common."""
_ARCHES = ((0.9, 0.0, -0.9), (-0.7, 0.8, -0.2), (0.6, -0.8, 0.5), (-0.9, 0.0, 0.9), (0.9, 0.7, -1.2), (-0.4, -0.8, 1.0))
CONTOURS = ((0.0, 0.0, 0.0), *_ARCHES)
"""The semitones by which contours go above or below a melody: at the beginning, in the middle and at the end of a
line. The first contour is that of plain lines."""


class Manner(Struct, frozen=True):
    """Describes how a line is said, relative to the plain voice: its speed, its pitch, the silence that its clip
    keeps at the end, and its loudness. For its melody: the range, the place of the contour, where it ends, how far
    stressed syllables rise, and how much longer the first stressed word is."""

    pace: float = 1.0
    semitones: float = 0.0
    rest: Seconds = 0.09
    level: Decibels = 0.0
    range: float = 1.0
    contour: int = 0
    end: float = 0.0
    stress: float = 0.0
    drawn: float = 1.0

    @property
    def mark(self) -> str:
        """Return the part of a clip's file name that shows its manner. The plain manner has none."""
        melody = f"_{self.range:g}_{self.contour}_{self.end:+g}_{self.stress:g}_{self.drawn:g}" if self.is_sung else ""
        level = f"_{self.level:+g}LU" if self.level else ""
        plain = "" if self == PLAIN else f".{self.pace:g}_{self.semitones:+g}_{self.rest:g}"
        return plain + melody + level

    @property
    def is_sung(self) -> bool:
        """Say whether the melody differs from the voice's own."""
        return (self.range, self.contour, self.end, self.stress, self.drawn) != (1.0, 0, 0.0, 0.0, 1.0)

    @property
    def pitch(self) -> float:
        """Return the factor of the frequency."""
        return float(2 ** (self.semitones / 12))


PLAIN = Manner()


class _Further(Struct, frozen=True, forbid_unknown_fields=True):
    pace: float = 0.0
    semitones: float = 0.0
    level: Decibels = 0.0


class KindOfLine(Manner, frozen=True, forbid_unknown_fields=True):
    """Adds to a manner the patterns of the lines of a kind, and how high the steps between neighbors are. The melody
    of a plain kind is the voice's own."""

    lines: tuple[str, ...] = ()
    step: float = 0.0
    each: _Further = _Further()
    plain: bool = False

    def place(self, line: LineId) -> int | None:
        """Return the place of the first pattern that fits this line, or the line it is a phrasing of."""
        ids = (line, line.split(".other")[0])
        return next((at for at, each in enumerate(self.lines) if any(fnmatchcase(id_, each) for id_ in ids)), None)


@cache
def kinds_of_line() -> Mapping[str, KindOfLine]:
    return read_toml(_FILE, dict[str, KindOfLine])


def kind_of(line: LineId) -> str:
    """Return the name of the first kind with a pattern for this line, or for the line it is a phrasing of."""
    return next(name for name, kind in kinds_of_line().items() if kind.place(line) is not None)


def manner_of(line: LineId, spoken: str) -> Manner:
    """Return the manner of a line with this text. A part of a sentence is plain, so that it fits any other part."""
    name = kind_of(line)
    if goes_on(spoken) or name == "part":
        return PLAIN
    kind, drawn = kinds_of_line()[name], text_digest(f"{_SEED} {line}")
    place, step = kind.place(line) or 0, kind.step * _STEPS[drawn[0] % len(_STEPS)]
    return Manner(
        round(kind.pace + place * kind.each.pace, 2),
        round(kind.semitones + place * kind.each.semitones + step, 1),
        kind.rest,
        kind.level + place * kind.each.level,
        kind.range,
        0 if kind.plain else _contour(line),
        kind.end,
        kind.stress,
        kind.drawn,
    )


def _contour(line: LineId) -> int:
    """Return the place of a line's contour. The phrasings of a line have different ones, one after the other."""
    first, _, phrasing = line.partition(".other")
    number = int(phrasing[1:]) - 1 if phrasing[1:].isdigit() else int(".other" in line)
    return 1 + (text_digest(f"{_MELODIES} {first}")[1] + number) % len(_ARCHES)
