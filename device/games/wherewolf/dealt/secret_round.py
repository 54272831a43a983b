"""A round of secret turns: everybody in play is called to the box, in the same order each time, for the same time."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.dealt.seat_turn import SeatTurn
from device.games.wherewolf.table.options import WherewolfOptions
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from device.kernel.ids import Seconds, seat_line
from device.show.agenda import StepResult
from device.show.answers import Picks
from device.show.cues import CHOSEN, SILENCE, Bed, Call, Cue, Gap, Say, Show, Window
from device.show.facts import SeatName
from device.show.stages import Perform, Stage

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
