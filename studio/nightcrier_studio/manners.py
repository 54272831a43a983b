"""Decide the manner in which a machine says a line: how fast, how high, and with how much silence after it.

Each kind of line has one manner, which `manners.toml` holds. Within a kind the pitch also moves from line to line,
because a host never says two sentences on the same note. The id of the line alone decides that step, so the same line
is always the same sound."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.ids import LineId, Seconds
from nightcrier.kernel.reading import read_toml
from nightcrier.words.sentences import goes_on

_FILE = Path(__file__).with_name("manners.toml")
_STEPS = (-1.6, 0.0, 1.6)
"""The steps of the pitch from line to line, in semitones. People notice one semitone."""
_SEED = 187
"""The seed of the steps. With it, most neighbours in the words differ, and each of the words of the count."""


class Manner(Struct, frozen=True):
    """The speed and the pitch of a line beside the plain voice, and the silence that its clip keeps at the end."""

    pace: float = 1.0
    semitones: float = 0.0
    rest: Seconds = 0.09

    @property
    def mark(self) -> str:
        """Return the part of a clip's file name that tells its manner. The plain manner has none."""
        return "" if self == PLAIN else f".{self.pace:g}_{self.semitones:+g}_{self.rest:g}"

    @property
    def pitch(self) -> float:
        """Return the factor of the frequency."""
        return float(2 ** (self.semitones / 12))


PLAIN = Manner()


class KindOfLine(Manner, frozen=True, forbid_unknown_fields=True):
    """The manner of a kind of line, the patterns of its lines, and whether the pitch moves from line to line."""

    lines: tuple[str, ...] = ()
    varied: bool = False


@cache
def kinds_of_line() -> Mapping[str, KindOfLine]:
    return read_toml(_FILE, dict[str, KindOfLine])


def kind_of(line: LineId) -> str:
    """Return the name of the first kind that has a pattern for this line, or for the line it is a phrasing of."""
    first = line.split(".other")[0]
    kinds = kinds_of_line().items()
    return next(name for name, kind in kinds if any(fnmatchcase(first, pattern) for pattern in kind.lines))


def manner_of(line: LineId, spoken: str) -> Manner:
    """Return the manner of a line with this text. A part of a sentence is plain, so that it fits any other part."""
    if goes_on(spoken):
        return PLAIN
    kind = kinds_of_line()[kind_of(line)]
    step = _STEPS[text_digest(f"{_SEED} {line}")[0] % len(_STEPS)] if kind.varied else 0.0
    return Manner(kind.pace, round(kind.semitones + step, 1), kind.rest)
