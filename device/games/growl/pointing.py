"""The Final Nights of pointing: the Unwanted, at whom both neighbors point, and the Unsaved, whose hand is the last."""

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.agenda import ShowStep, StepResult, TellStep
from device.games.growl.deaths import Fallen
from device.games.growl.phrases import count_in, growl_line, growl_lines, number_lines, seats_to_choose
from device.games.growl.village import Rules, Village
from device.show.facts import Number, Word
from device.show.stages import Ask, Option, Stage

LEFT, RIGHT = "left", "right"
MOST_UNWANTED = 2


class Sides(Struct, frozen=True):
    """Asks each who pointed for the side. Neighbors are the nearest of those who took part; no more than two die at
    once. Of k who point, at most k/2 are pointed at from both sides: the rounds are few, and end by themselves."""

    among: tuple[int, ...]
    pointed: tuple[str, ...] = ()

    def stage(self, rules: Rules, village: Village) -> Stage:
        seat = self.among[len(self.pointed)]
        choices = tuple(Option(side, Word(f"growl.{side}")) for side in (LEFT, RIGHT))
        return Ask(0, Word("growl.ask.side", {"n": Number(seat)}), choices)

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        known = replace(self, pointed=(*self.pointed, value))
        if len(known.pointed) < len(self.among):
            return StepResult(village, (known,))
        both = unwanted(self.among, known.pointed)
        if not both:
            return StepResult(village, (TellStep((Word("growl.all-live"),), growl_lines("all-live")),))
        if len(both) <= MOST_UNWANTED:
            return StepResult(village, (Fallen(both),))
        again = count_in(growl_line("unwanted.again"), *number_lines(both))
        return StepResult(village, (ShowStep(again, "vote"), Sides(both)))


def unwanted(among: tuple[int, ...], pointed: tuple[str, ...]) -> tuple[int, ...]:
    """Those at whom both neighbors point. The left neighbor of a seat is the next in the row."""
    count = len(among)
    return tuple(
        seat for at, seat in enumerate(among) if pointed[at - 1] == LEFT and pointed[(at + 1) % count] == RIGHT
    )


class Saves(Struct, frozen=True):
    """Whom this seat saves of those whose hands are still up; nothing to ask where there is only one."""

    saver: int
    raised: tuple[int, ...]

    def stage(self, rules: Rules, village: Village) -> Stage | None:
        if len(self.raised) == 1:
            return None
        said = (growl_line("saves"), *number_lines((self.saver,)))
        return Ask(0, Word("growl.ask.saves", {"n": Number(self.saver)}), seats_to_choose(self.raised), lines=said)

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        if len(self.raised) == 1:
            return StepResult(village, (Fallen(self.raised),))
        saved = int(value)
        return StepResult(village, (Saves(saved, tuple(seat for seat in self.raised if seat != saved)),))
