"""The nights on which all point: what came of it is asked in one answer, and seat by seat only where people want it so.
The Unwanted are those at whom both neighbors point, the Unsaved is whose hand is the last."""

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.ending import Fallen
from device.games.growl.phrases import NOBODY_MORE, count_in, growl_line, growl_lines, seat_lines, seats_to_choose
from device.games.growl.village import GrowlResult, GrowlStep, Rules, Village
from device.show.agenda import StageStep, StepResult
from device.show.answers import Option, Picks
from device.show.facts import SeatMark, Word
from device.show.stages import TABLE, Ask, Marks, Perform, Stage, Tell

NOBODY, SEVERAL, BY_SEAT = "nobody", "several", "by-seat"
LEFT, RIGHT = "left", "right"
_MOST_UNWANTED = 2


class WhoDies(Struct, frozen=True):
    """One answer for all fingers: which of these seats dies. Of the Unwanted it may be nobody, or several."""

    seats: tuple[int, ...]
    by_seat: GrowlStep

    def stage(self, rules: Rules, village: Village) -> Stage:
        unwanted_night = isinstance(self.by_seat, Sides)
        nobody = (Option(NOBODY, NOBODY_MORE),) if unwanted_night else ()
        most = most_unwanted(self.seats)
        several = (Option(SEVERAL, Word("ask.dead.several")),) if unwanted_night and most > 1 else ()
        by_seat = Option(BY_SEAT, Word("growl.by-seat"))
        return Ask(0, Word("growl.ask.dies"), (*nobody, *seats_to_choose(self.seats), *several, by_seat))

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        match picks[0]:
            case "nobody":
                return _pointed_out(village, ())
            case "several":
                return StepResult(village, (SeveralUnwanted(self.seats),))
            case "by-seat":
                return StepResult(village, (self.by_seat,))
        return StepResult(village, (Fallen((int(picks[0]),)),))


class SeveralUnwanted(Struct, frozen=True):
    """Which of these both neighbors point at, all of them marked at once."""

    among: tuple[int, ...]

    def stage(self, rules: Rules, village: Village) -> Stage:
        marks = Marks(2, most_unwanted(self.among))
        return Ask(0, Word("growl.ask.dies"), seats_to_choose(self.among), marks=marks)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        return _pointed_out(village, tuple(sorted(map(int, picks))))


class Sides(Struct, frozen=True):
    """Asks each who pointed for the side. Neighbors are the nearest of those who took part."""

    among: tuple[int, ...]
    pointed: tuple[str, ...] = ()

    def stage(self, rules: Rules, village: Village) -> Stage:
        seat = self.among[len(self.pointed)]
        choices = tuple(Option(side, Word(f"growl.{side}")) for side in (LEFT, RIGHT))
        said = (growl_line("side"), *seat_lines((seat,)))
        return Ask(0, Word("growl.ask.side", {"n": SeatMark(seat)}), choices, lines=said)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        known = replace(self, pointed=(*self.pointed, picks[0]))
        if len(known.pointed) < len(self.among):
            return StepResult(village, (known,))
        return _pointed_out(village, unwanted(self.among, known.pointed))


def _pointed_out(village: Village, both: tuple[int, ...]) -> GrowlResult:
    """What becomes of those at whom both neighbors point: no more than two die at once."""
    if not both:
        return StepResult(village, (StageStep(Tell(TABLE, (Word("growl.all-live"),), growl_lines("all-live"))),))
    if len(both) <= _MOST_UNWANTED:
        return StepResult(village, (Fallen(both),))
    again = count_in(growl_line("unwanted.again"), *seat_lines(both))
    return StepResult(village, (StageStep(Perform(again, "vote")), WhoDies(both, Sides(both))))


def unwanted(among: tuple[int, ...], pointed: tuple[str, ...]) -> tuple[int, ...]:
    """Those at whom both neighbors point. The left neighbor of a seat is the next in the row."""
    count = len(among)
    return tuple(
        seat for at, seat in enumerate(among) if pointed[at - 1] == LEFT and pointed[(at + 1) % count] == RIGHT
    )


def most_unwanted(among: tuple[int, ...]) -> int:
    """Of k who point, at most k/2 are pointed at from both sides: the rounds are few, and end by themselves."""
    return len(among) // 2


class Saves(Struct, frozen=True):
    """Whom this seat saves of those whose hands are still up; nothing to ask where there is only one."""

    saver: int
    raised: tuple[int, ...]

    def stage(self, rules: Rules, village: Village) -> Stage | None:
        if len(self.raised) == 1:
            return None
        said = (growl_line("saves"), *seat_lines((self.saver,)))
        return Ask(0, Word("growl.ask.saves", {"n": SeatMark(self.saver)}), seats_to_choose(self.raised), lines=said)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        if len(self.raised) == 1:
            return StepResult(village, (Fallen(self.raised),))
        saved = int(picks[0])
        return StepResult(village, (Saves(saved, tuple(seat for seat in self.raised if seat != saved)),))
