"""The dial: quadrature as a pure state machine of levels, with direction carry.

    clockwise  ->   a  _|~~~|___|~~~|_      one cycle of both contacts is four quarter steps;
                    b  ___|~~~|___|~~~      a detent is 4, 2 or 1 of them, by the make of the encoder

When both contacts changed since the last edge that arrived, one edge was lost: that makes two quarter steps in the
direction of the last one. After a rest the direction is not known: the next quarter step tells it, or the next rest
takes the old one. Every guess ends where the contacts stand, so the count never slips between two detents.
"""

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.ids import Seconds

REST: Seconds = 0.1
"""Without an edge for so long, the dial stands."""

_PLACE = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}


class Dial(Struct, frozen=True):
    """`count`: quarter steps since the last detent. `way`: direction of this turn, `last`: of the last one that was
    known. `doubt`: quarter steps whose direction is not known yet. `rest`: when it will be said to stand."""

    a: bool
    b: bool
    count: int = 0
    way: int = 0
    last: int = 0
    doubt: int = 0
    rest: float | None = None


Step: TypeAlias = tuple[Dial, int]
"""The dial, and by how many detents it went on, clockwise positive."""


def turned(dial: Dial, a: bool, b: bool, at: float, edges_per_detent: int) -> Step:
    """The contacts are `a` and `b` now."""
    return _detents(replace(_follow(dial, a, b), rest=at + REST), edges_per_detent)


def rested(dial: Dial, a: bool, b: bool, edges_per_detent: int) -> Step:
    """It stands, with its contacts as they are read now."""
    dial = _follow(dial, a, b)
    told = replace(dial, count=dial.count + dial.doubt * dial.last, doubt=0) if dial.last else dial
    return _detents(replace(told, way=0, rest=None), edges_per_detent)


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
    return replace(dial, count=dial.count + way * (1 + dial.doubt), way=way, last=way, doubt=0)


def _detents(dial: Dial, edges_per_detent: int) -> Step:
    steps = int(dial.count / edges_per_detent)
    return replace(dial, count=dial.count - steps * edges_per_detent), steps
