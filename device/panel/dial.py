"""The dial: quadrature as a pure state machine of levels, with direction carry.

    clockwise  ->   a  _|~~~|___|~~~|_      one cycle of both contacts is four quarter steps;
                    b  ___|~~~|___|~~~      a detent is 4, 2 or 1 of them, by the make of the encoder

When both contacts changed since the last edge that arrived, one edge was lost: it takes two quarter steps in the
direction of the last one, or, where none is known, in that of the next one. Idea and figures: a comparison of decoders
by fault rate, which `bench/dial.py` repeats. At rest the contacts are read again, and the detent they stand in tells
what was missed.
"""

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.ids import Seconds

REST: Seconds = 0.1
"""Without an edge for so long, the dial stands."""

_PLACE = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}


class Dial(Struct, frozen=True):
    """`count`: quarter steps since the last detent. `doubt`: quarter steps whose direction is not known yet."""

    a: bool
    b: bool
    detent: int  # the place, of four, it stood in at power-on: there is a detent
    count: int = 0
    way: int = 0
    doubt: int = 0
    rest: float | None = None


Step: TypeAlias = tuple[Dial, int]
"""The dial, and by how many detents it went on, clockwise positive."""


def at_power_on(a: bool, b: bool) -> Dial:
    """Before anybody turned it."""
    return Dial(a, b, _PLACE[a, b])


def turned(dial: Dial, a: bool, b: bool, at: float, edges_per_detent: int) -> Step:
    """The contacts are `a` and `b` now."""
    return _detents(replace(_follow(dial, a, b), rest=at + REST), edges_per_detent)


def rested(dial: Dial, a: bool, b: bool, edges_per_detent: int) -> Step:
    """It stands. In a detent the count has no remainder: what is left of it was lost on the way."""
    dial, steps = _detents(_follow(dial, a, b), edges_per_detent)
    standing = replace(dial, way=0, doubt=0, rest=None)
    if (_PLACE[a, b] - dial.detent) % edges_per_detent:
        return standing, steps
    if abs(dial.count) * 2 >= edges_per_detent:
        steps += 1 if dial.count > 0 else -1
    return replace(standing, count=0), steps


def _follow(dial: Dial, a: bool, b: bool) -> Dial:
    quarters = (_PLACE[a, b] - _PLACE[dial.a, dial.b]) % 4
    dial = replace(dial, a=a, b=b)
    if quarters == 0:
        return dial
    if quarters == 2 and dial.way:
        return replace(dial, count=dial.count + 2 * dial.way)
    if quarters == 2:
        return replace(dial, doubt=dial.doubt + 2)
    way = 1 if quarters == 1 else -1
    return replace(dial, count=dial.count + way * (1 + dial.doubt), way=way, doubt=0)


def _detents(dial: Dial, edges_per_detent: int) -> Step:
    steps = int(dial.count / edges_per_detent)
    return replace(dial, count=dial.count - steps * edges_per_detent), steps
