"""The secret turn of one seat, the same for every role: hold and read, then as many presses as everybody else.

Whoever listens hears a dial and a press. The lists of all seats are equally long and begin anywhere, so that neither
the number of detents nor that of presses tells anything."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from device.games.wherewolf.table.phrases import wolf_word
from device.kernel.chance import SeededChance, derived
from device.show.answers import Option, Picks
from device.show.facts import Fact, Word
from device.show.secret_turn import Prompt

_HAS_READ = "read"
"""The last press of a turn in which there is something to read."""


class DialList(Struct, frozen=True):
    """The options that the dial goes through for one choice, and the one that its first detent brings up."""

    options: tuple[Option, ...]
    start: int


class SeatTurn(Struct, frozen=True):
    """A secret turn; `seat` counts from 0. `answers` is what a seat reads once its first choice was the one named. With
    `reads` the turn ends by a press after reading; with `until_read` it comes again as long as nobody has looked; where
    it is `final`, BACK takes back nothing. Once it is over, whoever leans in next sees nothing."""

    seat: int
    lists: tuple[DialList, ...] = ()
    seen: tuple[Fact, ...] = ()
    answers: Mapping[str, tuple[Fact, ...]] = {}
    reads: bool = True
    until_read: bool = False
    final: bool = False

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat + 1,)

    def prompt(self, row: Picks) -> Prompt:
        if self._over(row):
            return Prompt()
        seen = self.answers.get(row[0], self.seen) if row else self.seen
        if len(row) == len(self.lists):
            return Prompt(seen=seen, confirm=_HAS_READ, final=self.final)
        dial = self.lists[len(row)]
        return Prompt(dial.options, seen, start=dial.start, final=self.final)

    def hint(self, row: Picks, looked: bool) -> Fact:
        """The hint for a turn, the same for every role: how far the turn is, and never what was chosen."""
        if self._over(row):
            return Word("wherewolf.has-chosen" if self.lists else "wherewolf.has-read")
        if self.seen and not looked:
            return Word("turn.hold")
        return Word("turn.choose" if len(row) < len(self.lists) else "turn.press")

    def may_pass(self, row: Picks, looked: bool) -> bool:
        return looked or bool(row) or not self.until_read

    def _over(self, row: Picks) -> bool:
        return len(row) == len(self.lists) + self.reads


def dial_list(options: Sequence[Option], length: int, lot: int) -> DialList:
    """A list as long as those of all others. A seat that may choose among fewer has blanks: were its options there more
    than once, the nearest would be near, and how little is dialled would tell of it. `lot` is the seed of where it
    begins, in which no choice has a part."""
    blanks = tuple(Option(f"blank {number}", wolf_word("blank")) for number in range(length - len(options)))
    order = SeededChance(derived(lot, "order")).shuffled((*options, *blanks)) if blanks else tuple(options)
    return DialList(order, SeededChance(derived(lot, "start")).below(length))
