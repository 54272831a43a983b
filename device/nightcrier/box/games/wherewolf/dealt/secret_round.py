"""Calls everybody in play to the box, one secret turn after the other, each the same whatever the role.

In a turn people hold and read, then press as often as everybody else. Whoever listens hears a dial and a press. The
lists of all seats are equally long and begin anywhere, so that neither the number of detents nor that of presses tells
anything."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.table.phrases import wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.cues import CHOSEN, SILENCE, Bed, Call, Cue, Gap, Say, Show, Window
from nightcrier.box.show.facts import Fact, SeatName, Word
from nightcrier.box.show.stages import Perform, Prompt, Stage
from nightcrier.kernel.chance import SeededChance, derive_seed
from nightcrier.kernel.ids import Seconds, seat_line

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
    order = SeededChance(derive_seed(lot, "order")).shuffle((*options, *blanks)) if blanks else tuple(options)
    return DialList(order, SeededChance(derive_seed(lot, "start")).below(length))


_LEANS_BACK: Seconds = 0.15
"""The one who was there leans back; the way down of the bed, before the next is called, is time for it too."""


class RoundKind(Protocol):
    """A kind of round: its show, its turns, and its result."""

    @property
    def page(self) -> str: ...

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        """The show of the round. It is the same value at each turn, whoever has which role."""
        ...

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        """The turn of a seat. `rows` is what the seats before this one have chosen."""
        ...

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        """The result of the round, once everybody was there."""
        ...


class SecretRound(Struct, frozen=True):
    """A round, and what was chosen in it so far, by the seats in play in their order. What somebody has read in it is
    not taken back."""

    kind: RoundKind
    rows: tuple[Picks, ...] = ()

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        show, seats = self.kind.show(rules, village), village.known.in_play
        if len(self.rows) == len(seats):
            return Perform(show, self.kind.page)
        seat = seats[len(self.rows)]
        turn = self.kind.turn(rules, village, seat, self.rows)
        return Perform(show, self.kind.page, {_box_window(seat): turn})

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if len(self.rows) < len(village.known.in_play):
            return StepResult(village, (replace(self, rows=(*self.rows, picks)),), settles=True)
        return replace(self.kind.round_result(rules, village, self.rows), settles=True)


def _box_window(seat: int) -> str:
    """The name of the window in which a seat has its turn."""
    return f"seat-{seat + 1}"


def seats_called(village: WolfVillage, options: WherewolfOptions, whole: Seconds, least: Seconds) -> Show:
    """The calls seat by seat, with so much time for each turn, and no less. A table that reads each other's hesitation
    gives everybody the whole time."""
    time, shortest = options.seconds(whole), None if options.full_windows else options.seconds(least)
    cues: list[Cue] = []
    for seat in village.known.in_play:
        called = Say(seat_line(seat + 1))
        cues += [Call(SeatName(seat + 1)), called, Window(_box_window(seat), time, shortest), Gap(_LEANS_BACK)]
    return tuple(cues)


def under_bed(called: Show) -> Show:
    """The show under a bed, also where eyes are open: a dial and a switch click."""
    return (Bed(CHOSEN), *called, SILENCE)
