"""Draws the signs of roles and sides as dots on the glass.

`assets/signs.toml` has each sign once, as the path of an SVG on a square of 240. The phone page and the labels for
paper cards draw the same path."""

from cmath import phase, rect
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, reduce
from math import pi
from operator import and_

from nightcrier.box.table.drawing.ink import FOLDERS
from nightcrier.box.table.drawing.picture import Picture

SIGN_GRID = 240
_STROKE = 2
"""The width in dots of the outline of an outlined sign. Everything inside the outline stays dark."""
_STEPS = 12
"""The number of straight lines that approximate a curve."""
_OPERANDS = {"M": 2, "L": 2, "Q": 4, "A": 7}
_APART = str.maketrans({command: f"\n{command}" for command in _OPERANDS})


@cache
def sign_paths() -> Mapping[str, str]:
    """Return the path of each sign, by the last part of a role's id, or by `side.` and the last part of a side's id.
    The file is not parsed as TOML, which would delay the first page with a sign. Each line is a name and a text without
    escapes."""
    file = next(file for file in (folder.parent / "signs.toml" for folder in FOLDERS) if file.exists())
    lines = (line.partition(" = ") for line in file.read_text("utf-8").splitlines() if line and line[0] != "#")
    return {name.strip('"'): path.split('"')[1] for name, _, path in lines}


def sign_of(id_: str, kind: str = "") -> str:
    """Return the name of the sign of a role or side, or an empty text if it has none. The sign is named after the last
    part of the id. For a side, `kind` is the prefix `side.`."""
    name = kind + id_.rpartition(".")[2]
    drawn = sign_paths().get(name, "")
    return drawn if drawn in sign_paths() else name if drawn else ""


@lru_cache(maxsize=16)
def sign_picture(sign: str, side: int, outlined: bool = False, mirrored: bool = False) -> Picture:
    """Draw a sign as a square with this number of dots on each side. A dot is lit if an odd number of outlines surround
    it. In an `outlined` sign, only dots close to the dark are lit."""
    columns = [0] * side
    for outline in _outlines(sign_paths()[sign]):
        points = [point * side / SIGN_GRID for point in outline]
        for start, end in zip(points, points[1:] + points[:1], strict=True):
            for x in range(*sorted((round(start.real), round(end.real)))):
                share = (x + 0.5 - start.real) / (end.real - start.real)
                columns[x] ^= (1 << round(start.imag + share * (end.imag - start.imag))) - 1
    drawn = _without_inside(columns) if outlined else columns
    return Picture(tuple(reversed(drawn) if mirrored else drawn), side)


def _without_inside(columns: list[int]) -> list[int]:
    edge = [0] * _STROKE
    deep = [reduce(and_, (column << step & column >> step for step in range(_STROKE + 1))) for column in columns]
    inside = zip(*((edge + deep + edge)[at:] for at in range(2 * _STROKE + 1)), strict=False)
    return [column & ~reduce(and_, around) for column, around in zip(columns, inside, strict=True)]


def _outlines(path: str) -> list[list[complex]]:
    """Return the points of each outline. A path consists of moves, lines, curves with one handle, and circular arcs,
    all with absolute coordinates."""
    found = list[list[complex]]()
    for part in path.replace("Z", "").translate(_APART).split("\n")[1:]:
        command, numbers = part[0], part[1:]
        if command == "M":
            found.append([])
        for values in zip(*[iter(map(float, numbers.split()))] * _OPERANDS[command], strict=True):
            found[-1] += _drawn(command, values, found[-1])
    return found


def _drawn(command: str, values: tuple[float, ...], before: list[complex]) -> Iterator[complex]:
    steps = [step / _STEPS for step in range(1, _STEPS + 1)]
    start, end = before[-1] if before else 0j, complex(*values[-2:])
    match command, values:
        case "Q", (x, y, *_):
            return ((1 - t) ** 2 * start + 2 * t * (1 - t) * complex(x, y) + t * t * end for t in steps)
        case "A", (radius, _, _, large, clockwise, *_):
            half = (end - start) / 2
            height = max(0.0, radius**2 - abs(half) ** 2) ** 0.5 * (1 if large != clockwise else -1)
            middle = start + half + height * 1j * half / abs(half)
            turn = (phase(end - middle) - phase(start - middle)) % (2 * pi) - (0 if clockwise else 2 * pi)
            return (middle + (start - middle) * rect(1, turn * t) for t in steps)
    return iter((end,))
