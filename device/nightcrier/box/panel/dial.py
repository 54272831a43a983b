"""Counts the detents of the dial from timed edges alone (quadrature), by the most likely movement of the hand.

    clockwise  ->   a  _|~~~|___|~~~|_      one cycle of both contacts is four quarter steps;
                    b  ___|~~~|___|~~~      a detent is 4, 2 or 1 of them, by the make of the encoder

An edge says which contact moved, and to which level. The level of the other contact at that moment follows from the
earlier edges. A reading of the other contact would return its present level, which may have changed on a busy machine.

A contact that moves in the middle of a cycle has two possible places: one if the dial was turned on, another if it was
turned back. So after every edge two paths are kept, one for each direction. Each path counts its lost edges and its
changes of direction. The path with fewer lost edges is better. If both have lost equally many, the path with fewer
changes of direction is better. Otherwise the path in the direction of the last detent is better. Later edges, or the
contacts of the resting dial, may still change the choice.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.kernel.ids import Seconds

DIAL_REST: Seconds = 0.1
"""The time without an edge after which the dial stands still."""

DOUBT: Seconds = 0.03
"""The time until the contacts are read again if they contradict the edges. A late edge may arrive in this time."""

_PLACE = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}
_ENTERED = {("dial-a", True): (1, 2), ("dial-b", True): (2, 3), ("dial-a", False): (3, 0), ("dial-b", False): (0, 1)}
"""The two places to which a contact's move may lead: the first when turning clockwise, the second when turning back."""

_NEAREST = ((0, 0), (1, 1), (-2, 2), (-1, -1))
"""The quarter steps to a place at each distance: the shortest way back, and the shortest way forward. Only the opposite
side of the cycle is equally near both ways."""

Contacts: TypeAlias = tuple[bool, bool]
"""The levels of the dial's contacts: whether contact a is closed, and whether contact b is closed."""


class Path(Struct, frozen=True):
    """A way in which the hand may have turned the dial. `at` counts quarter steps. `way` is the direction of the last
    step, or 0 after a rest."""

    at: int
    way: int = 0
    lost: int = 0
    turns: int = 0


class Dial(Struct, frozen=True):
    """The state of the dial. `detent` is the position of the last reported detent, and `last` is its direction. `rest`
    is the time after which the dial counts as still. `looked` means that the rest was delayed once, because the
    contacts contradicted the edges."""

    paths: tuple[Path, ...]
    detent: int
    last: int = 0
    rest: float | None = None
    looked: bool = False


DialStep: TypeAlias = tuple[Dial, int]
"""The dial, and the number of detents that it has just moved. Clockwise detents are positive."""


def dial_at_power_on(contacts: Contacts) -> Dial:
    """Return the state of the dial at power-on. Its present place counts as a detent."""
    return Dial((Path(_PLACE[contacts]),), _PLACE[contacts])


def turn_dial(dial: Dial, pin: str, active: bool, at: float, edges_per_detent: int) -> DialStep:
    onward, back = _ENTERED[pin, active]
    paths = [
        _best(dial, (_enter_place(path, place, way) for path in dial.paths)) for place, way in ((onward, 1), (back, -1))
    ]
    return _count_detents(replace(dial, paths=tuple(paths), rest=at + DIAL_REST, looked=False), edges_per_detent)


def rest_dial(dial: Dial, edges_per_detent: int, contacts: Contacts | None = None) -> DialStep:
    """Return the dial at rest, using its contacts if they can be read. All earlier moves are decided now, except a
    first jump to the opposite side of the cycle, whose direction only later edges can show."""
    if contacts is not None:
        dial = replace(dial, paths=tuple(near for path in dial.paths for near in _paths_to(path, _PLACE[contacts])))
    dial, steps = _count_detents(dial, edges_per_detent)
    likely = _likely(dial)
    paths = [Path(likely[0].at)] if len({path.at for path in likely}) == 1 else [Path(p.at, p.way) for p in likely]
    return replace(dial, paths=tuple(paths), rest=None, looked=False), steps


def stands_as(dial: Dial, contacts: Contacts) -> bool:
    """Say whether these levels of the contacts agree with the edges."""
    return any(path.at % 4 == _PLACE[contacts] for path in _likely(dial))


def put_off_rest(dial: Dial, now: float) -> Dial:
    """Return the dial with its rest delayed. This may be done only once per rest."""
    return replace(dial, rest=now + DOUBT, looked=True)


def doubt_edges(dial: Dial, at: float) -> Dial:
    """Return the dial with its rest planned anew, because some edges were lost. At rest the contacts are read."""
    return replace(dial, rest=at + DIAL_REST, looked=False)


def _enter_place(path: Path, place: int, way: int) -> Path:
    """Return the path after a step that enters this contact state in this direction, assuming as few lost edges as
    possible."""
    missed = (place - way - path.at) % 4
    return _move_path(_move_path(path, _NEAREST[missed][way > 0]), way, lost=0)


def _paths_to(path: Path, place: int) -> tuple[Path, ...]:
    return tuple(_move_path(path, steps) for steps in dict.fromkeys(_NEAREST[(place - path.at) % 4]))


def _move_path(path: Path, steps: int, lost: int | None = None) -> Path:
    """Return the path after this many quarter steps. All of them count as lost edges, unless `lost` gives another
    number."""
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
    """Return the best path. Before the first detent no direction is known, so return all equally good paths."""
    best = _best(dial, dial.paths)
    return [best] if dial.last else [path for path in dial.paths if _cost(path) == _cost(best)]


def _count_detents(dial: Dial, edges_per_detent: int) -> DialStep:
    """Count whole detents, but only those on which all likely paths agree."""
    counts = {int((path.at - dial.detent) / edges_per_detent) for path in _likely(dial)}
    if len(counts) > 1 or not (steps := counts.pop()):
        return dial, 0
    return replace(dial, detent=dial.detent + steps * edges_per_detent, last=1 if steps > 0 else -1), steps
