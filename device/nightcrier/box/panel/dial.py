"""Counts the detents of the dial from timed edges alone (quadrature), as the most plausible way of the hand.

    clockwise  ->   a  _|~~~|___|~~~|_      one cycle of both contacts is four quarter steps;
                    b  ___|~~~|___|~~~      a detent is 4, 2 or 1 of them, by the make of the encoder

An edge says which contact moved, and to which level. Where the other contact stood at that moment follows from the
edges before. To read the other contact now would tell where it stands now, which on a busy machine is another place.

A contact that moves in the middle of a cycle does so in one place when the dial is turned on, in another when it is
turned back. So after every edge two paths are kept, one for each direction. Each path has the edges that must have got
lost on the way, and the turns of direction. The better path counts: the one with fewer lost edges, so that nothing is
guessed where nothing is lost; among those the one with fewer turns; among those the one that goes on in the direction
of the last detent. The next edges, or the contacts once the dial stands, may still change the choice.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.kernel.ids import Seconds

DIAL_REST: Seconds = 0.1
"""The time without an edge after which the dial stands."""

DOUBT: Seconds = 0.03
"""The time until the contacts are read again, after they contradicted the edges: an edge may be on its way."""

_PLACE = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}
_ENTERED = {("dial-a", True): (1, 2), ("dial-b", True): (2, 3), ("dial-a", False): (3, 0), ("dial-b", False): (0, 1)}
"""The two places that the move of a contact may lead to: turning on, and turning back."""

_NEAREST = ((0, 0), (1, 1), (-2, 2), (-1, -1))
"""The quarter steps to a place, for each distance: the shortest way back, and the shortest way on. Only the other side
of the cycle is equally near both ways."""

Contacts: TypeAlias = tuple[bool, bool]
"""Two levels of the dial: whether contact a is closed, and whether contact b is closed."""


class Path(Struct, frozen=True):
    """A way that the hand may have gone. `at` counts quarter steps; `way` is the direction of the last step, 0 after a
    rest."""

    at: int
    way: int = 0
    lost: int = 0
    turns: int = 0


class Dial(Struct, frozen=True):
    """The state of the dial. `detent` is where the last detent was told, `last` is its direction, `rest` is when the
    dial counts as standing. `looked` says that the dial was due to stand, but its contacts contradicted the edges."""

    paths: tuple[Path, ...]
    detent: int
    last: int = 0
    rest: float | None = None
    looked: bool = False


DialStep: TypeAlias = tuple[Dial, int]
"""The dial, and the number of detents that it moved, clockwise positive."""


def dial_at_power_on(contacts: Contacts) -> Dial:
    """Return the dial as it is at power-on: its present place counts as a detent."""
    return Dial((Path(_PLACE[contacts]),), _PLACE[contacts])


def turn_dial(dial: Dial, pin: str, active: bool, at: float, edges_per_detent: int) -> DialStep:
    """Take in a move of one contact of the dial."""
    onward, back = _ENTERED[pin, active]
    paths = [
        _best(dial, (_enter_place(path, place, way) for path in dial.paths)) for place, way in ((onward, 1), (back, -1))
    ]
    return _count_detents(replace(dial, paths=tuple(paths), rest=at + DIAL_REST, looked=False), edges_per_detent)


def rest_dial(dial: Dial, edges_per_detent: int, contacts: Contacts | None = None) -> DialStep:
    """Let the dial stand, with its contacts as they are read, if they can be read. All moves before are settled, except
    a first jump to the other side of the cycle, whose direction only the next edges tell."""
    if contacts is not None:
        dial = replace(dial, paths=tuple(near for path in dial.paths for near in _paths_to(path, _PLACE[contacts])))
    dial, steps = _count_detents(dial, edges_per_detent)
    likely = _likely(dial)
    paths = [Path(likely[0].at)] if len({path.at for path in likely}) == 1 else [Path(p.at, p.way) for p in likely]
    return replace(dial, paths=tuple(paths), rest=None, looked=False), steps


def stands_as(dial: Dial, contacts: Contacts) -> bool:
    """Say whether the edges led to these levels of the contacts."""
    return any(path.at % 4 == _PLACE[contacts] for path in _likely(dial))


def put_off_rest(dial: Dial, now: float) -> Dial:
    """Put off the rest of the dial once."""
    return replace(dial, rest=now + DOUBT, looked=True)


def doubt_edges(dial: Dial, at: float) -> Dial:
    """Have the contacts read once the dial is still, since some edges are known to be lost."""
    return replace(dial, rest=at + DIAL_REST, looked=False)


def _enter_place(path: Path, place: int, way: int) -> Path:
    """Move a path into this place by a step in this direction, after as few lost edges as possible."""
    missed = (place - way - path.at) % 4
    return _move_path(_move_path(path, _NEAREST[missed][way > 0]), way, lost=0)


def _paths_to(path: Path, place: int) -> tuple[Path, ...]:
    """Return the paths to this place of the cycle by lost edges alone."""
    return tuple(_move_path(path, steps) for steps in dict.fromkeys(_NEAREST[(place - path.at) % 4]))


def _move_path(path: Path, steps: int, lost: int | None = None) -> Path:
    """Move a path by so many quarter steps. All of the steps count as lost edges unless `lost` gives another number."""
    if not steps:
        return path
    way = 1 if steps > 0 else -1
    lost = abs(steps) if lost is None else lost
    return Path(path.at + steps, way, path.lost + lost, path.turns + (path.way == -way))


def _cost(path: Path) -> tuple[int, int]:
    return path.lost, path.turns


def _best(dial: Dial, paths: Iterable[Path]) -> Path:
    return min(paths, key=lambda path: (*_cost(path), -path.at * dial.last))


def _likely(dial: Dial) -> list[Path]:
    """Return the best path. Before the very first detent no direction is known: return all that are equally good."""
    best = _best(dial, dial.paths)
    return [best] if dial.last else [path for path in dial.paths if _cost(path) == _cost(best)]


def _count_detents(dial: Dial, edges_per_detent: int) -> DialStep:
    """Count whole detents, as far as all likely paths agree on them."""
    counts = {int((path.at - dial.detent) / edges_per_detent) for path in _likely(dial)}
    if len(counts) > 1 or not (steps := counts.pop()):
        return dial, 0
    return replace(dial, detent=dial.detent + steps * edges_per_detent, last=1 if steps > 0 else -1), steps
