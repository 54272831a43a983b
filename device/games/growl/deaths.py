"""Deaths: dialled in seat by seat, announced, and the end of the game where only two are left."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.agenda import GrowlStep, SilentStep, StepResult, TellStep
from device.games.growl.ending import ending
from device.games.growl.neighbors import Whose
from device.games.growl.phrases import NOBODY_MORE, growl_line, growl_lines, number_lines, seats_to_choose
from device.games.growl.village import Rules, Village
from device.kernel.ids import LineId
from device.show.facts import Number, Word
from device.show.stages import Ask, Option, Stage

FEWEST_LIVING = 2
"""With so few alive, the game is over at once."""
_NONE, _NEIGHBORS = "none", "neighbors"


class DeathRoll(Struct, frozen=True):
    """Asks who has died, one after the other, until nobody else has: together they are one batch."""

    about: Literal["dead", "cannot"]
    lines: tuple[LineId, ...] = ()
    fallen: tuple[int, ...] = ()

    def stage(self, rules: Rules, village: Village) -> Stage:
        left = tuple(seat for seat in village.living if seat not in self.fallen)
        nobody = Option(_NONE, Word("growl.last") if self.fallen else NOBODY_MORE)
        more = (Option(_NEIGHBORS, Word("growl.neighbors")),) if self.about == "cannot" and not self.fallen else ()
        return Ask(0, Word(f"growl.ask.{self.about}"), (nobody, *seats_to_choose(left), *more), lines=self.lines)

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        silent = replace(self, lines=())
        match value:
            case "none":
                return StepResult(village, (Fallen(self.fallen),))
            case "neighbors":
                return StepResult(village, (Whose(), silent))
        return StepResult(village, (replace(silent, fallen=(*self.fallen, int(value))),))


class Fallen(SilentStep, frozen=True):
    """These die now. Their team stays secret, unless the Séance lies before one of them."""

    seats: tuple[int, ...]

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        if not self.seats:
            return StepResult(village)
        after = village.without(self.seats)
        told: tuple[GrowlStep, ...] = (announced(village, self.seats),)
        if len(after.living) <= FEWEST_LIVING:
            return StepResult(after, (*told, *ending("end.two")), ends=True)
        return StepResult(after, told)


def announced(village: Village, seats: tuple[int, ...]) -> TellStep:
    facts = tuple(Word("growl.dead", {"n": Number(seat)}) for seat in seats)
    seance = growl_lines("seance.speaks") if village.seance in seats else ()
    return TellStep(facts, (growl_line("dead"), *number_lines(seats), *seance))
