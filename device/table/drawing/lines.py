"""Lines of text on one strip: where their baselines are, and how high the strip becomes."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from msgspec import Struct

from device.kernel.ids import Language
from device.table.drawing.families import SizeStep, home_script, strike_at
from device.table.drawing.ink import Ink
from device.table.drawing.ladder import Way
from device.table.drawing.picture import Picture, invert_columns, lay_ink


class PlacedInk(Struct, frozen=True):
    """A piece of text, where its left end stands, and in which line from the top."""

    ink: Ink
    left: int
    number: int

    def mirrored(self, width: int) -> "PlacedInk":
        return PlacedInk(self.ink, width - self.left - self.ink.width, self.number)


def stacked(
    lines: Sequence[PlacedInk], language: Language, way: Way, inverse: bool, cut: tuple[str, ...], width: int
) -> Picture:
    """The strip with these lines. A loose one is as high as ordinary words are, so that words do not dance."""
    above = [max(line.ink.above for line in lines if line.number == number) for number in range(way.lines)]
    below = [max(line.ink.below for line in lines if line.number == number) for number in range(way.lines)]
    pad = 0
    if not way.tight:
        ordinary = strike_at(home_script(language), way.level)
        above[0], below[-1] = max(above[0], ordinary.ascent), max(below[-1], ordinary.descent)
        pad = 1 if inverse else 0
    baselines = [
        pad + above[0],
        *(pad + above[0] + down for down in accumulate(_pitches(above, below, 1 if way.tight else 2))),
    ]
    columns, height = (0,) * width, baselines[-1] + below[-1] + pad
    for line in lines:
        columns = lay_ink(columns, line.ink, line.left, baselines[line.number])
    drawn = invert_columns(columns, height) if inverse else columns
    return Picture(drawn, height, way.level is SizeStep.HUGE, way.level, way.lines, cut)


def _pitches(above: Sequence[int], below: Sequence[int], gap: int) -> list[int]:
    """From one baseline to the next: the same everywhere, as the letters that need most room ask for."""
    needed = [under + gap + over_next for (under, _), (_, over_next) in pairwise(zip(below, above, strict=True))]
    return [max(needed, default=0)] * len(needed)
