"""Deaths: dialled in seat by seat, announced, and the end of the game where only two are left."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.agenda import Moved, Silent, Step, Told
from device.games.growl.ending import ending
from device.games.growl.neighbors import Whose
from device.games.growl.saying import NOBODY, line, lines, numbers, seats_to_choose
from device.games.growl.village import Rules, Village
from device.kernel.ids import LineId
from device.show.facts import Number, Word
from device.show.stages import Ask, Option, Stage

ENOUGH = 2
"""With so few alive, the game is over at once."""
NONE, NEIGHBORS = "none", "neighbors"


class Roll(Struct, frozen=True):
    """Asks who has died, one after the other, until nobody else has: together they are one batch."""

    about: Literal["dead", "cannot"]
    lines: tuple[LineId, ...] = ()
    fallen: tuple[int, ...] = ()

    def stage(self, rules: Rules, village: Village) -> Stage:
        left = tuple(seat for seat in village.living if seat not in self.fallen)
        nobody = Option(NONE, Word("growl.last") if self.fallen else NOBODY)
        more = (Option(NEIGHBORS, Word("growl.neighbors")),) if self.about == "cannot" and not self.fallen else ()
        return Ask(0, Word(f"growl.ask.{self.about}"), (nobody, *seats_to_choose(left), *more), lines=self.lines)

    def done(self, rules: Rules, village: Village, value: str) -> Moved:
        silent = replace(self, lines=())
        match value:
            case "none":
                return Moved(village, (Fallen(self.fallen),))
            case "neighbors":
                return Moved(village, (Whose(), silent))
        return Moved(village, (replace(silent, fallen=(*self.fallen, int(value))),))


class Fallen(Silent, frozen=True):
    """These die now. Their team stays secret, unless the Séance lies before one of them."""

    seats: tuple[int, ...]

    def done(self, rules: Rules, village: Village, value: str) -> Moved:
        if not self.seats:
            return Moved(village)
        after = village.without(self.seats)
        told: tuple[Step, ...] = (announced(village, self.seats),)
        if len(after.living) <= ENOUGH:
            return Moved(after, (*told, *ending("end.two")), ends=True)
        return Moved(after, told)


def announced(village: Village, seats: tuple[int, ...]) -> Told:
    facts = tuple(Word("growl.dead", {"n": Number(seat)}) for seat in seats)
    seance = lines("seance.speaks") if village.seance in seats else ()
    return Told(facts, (line("dead"), *numbers(seats), *seance))
