"""Draws the phrasing of each line that a table hears again and again. Each moment has a bag: no phrasing is repeated
before all others of its bag were drawn, and the last of a bag is not the first of the next.

The bags follow from a seed of their own, and from what everybody has heard. No card is dealt from that seed, and no
draw takes a number from the deal. Otherwise a listener could compute the deal from the words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.kernel.chance import SeededChance, derive_seed
from nightcrier.kernel.ids import LineId

_Phrasing = TypeVar("_Phrasing")
MOST_PHRASINGS = 8
_CALLS, CALL = frozenset({"wake", "close"}), "call"
"""The parts of the ids of lines that wake somebody or shut their eyes, and the single moment that all these lines
share: in one night all roles hear the same form."""
_OTHERS = (".other", *(f".other.{number}" for number in range(3, MOST_PHRASINGS + 1)))


def other_phrasings(line: LineId) -> Iterator[LineId]:
    """Return the ids of all phrasings that a line may have besides its first: `day.open.other` is the second,
    `day.open.other.3` the third."""
    return map(LineId, map(line.__add__, _OTHERS))


def moment_of(line: LineId) -> str:
    """Return the moment at which a line is said, the same for all its phrasings, and for every game and role."""
    return line.removesuffix(".short") if _CALLS.isdisjoint(line.removeprefix("file.").split(".")[2:]) else CALL


class Bags(Struct, frozen=True):
    """The draws so far. `drawn` counts for each moment the stages in which it was heard, in this number of `games`. If
    the power was pulled before a game was counted, the game is `lost`, and counts as one draw from each bag. Bags
    without a seed are empty, as in a game that a box began before there were bags: the first phrasing of each line is
    said."""

    seed: int = 0
    drawn: Mapping[str, int] = {}
    games: int = 0
    lost: int = 0

    def after(self, moments: Iterable[str], times: int = 1) -> "Bags":
        """Return the bags after a stage in which these moments were heard. If `times` is -1, undo that."""
        counted = {each: max(0, self.drawn.get(each, 0) + times) for each in sorted(moments)}
        return replace(self, drawn={**self.drawn, **counted})

    def at_start(self, seed: int, games: int) -> "Bags":
        """Return the bags of a box that starts after this number of games. A new box uses the seed."""
        return replace(self, seed=self.seed or seed, games=games, lost=self.lost + (self.games < games))

    def draw(self, line: LineId, phrasings: Sequence[_Phrasing]) -> _Phrasing:
        """Return the phrasing of a line that is said now. The very first draw returns the first phrasing. For a call
        only the last two are drawn, because some calls have an older first form that contains no words for waking
        up."""
        moment = moment_of(line)
        phrasings = phrasings[-2:] if moment == CALL else phrasings
        bag, place = divmod(self.drawn.get(moment, 0) + self.lost, len(phrasings))
        return phrasings[_shuffle(self.seed, moment, bag, len(phrasings))[place]]


def _shuffle(seed: int, moment: str, bag: int, size: int) -> tuple[int, ...]:
    """Return the order in which a bag is drawn. Only the beginning depends on the previous bag, so the end is known
    without that bag."""
    if size < 3:
        return tuple(range(size))
    order = SeededChance(derive_seed(seed, f"{moment} {bag}")).shuffle(range(size))
    if bag == 0:
        return 0, *(number for number in order if number)
    before = SeededChance(derive_seed(seed, f"{moment} {bag - 1}")).shuffle(range(size))
    last = before[-1] or before[-1 - (bag == 1)]
    return (order[1], order[0], *order[2:]) if order[0] == last else order
