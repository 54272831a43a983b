"""Two cards are passed: time to choose under the bed, passing, shuffling, looking; what lies face up is called to mind.

The show depends only on what lies open on the table, never on a hand. Once all have chosen, START goes on."""

from device.games.growl.agenda import Shown
from device.games.growl.saying import line, lines, numbers, says
from device.games.growl.village import Rules, Village
from device.kernel.ids import LineId
from device.show.cues import CHOSEN, SILENCE, Bed, Call, Show, Signal, Window
from device.show.facts import RoleName
from device.show.stages import Perform, Stage

CHOOSE, HURRY, PASS, SHUFFLE, LOOK = 30.0, 10.0, 6.0, 12.0, 8.0


class Passing(Shown, frozen=True):
    """The show of this night."""

    def stage(self, rules: Rules, village: Village) -> Stage:
        return Perform(passing_show(rules, village), "night")


def passing_show(rules: Rules, village: Village) -> Show:
    seconds = rules.options.seconds
    caged = lines("caged.now") if village.caged in village.living else ()
    sleepless = lines("insomnia.now") if village.used[-1:] == ("insomnia",) else ()
    return (
        Call(RoleName("passing")),
        *says(*lines("choose", "no-bite"), *caged),
        Bed(CHOSEN),
        Window("choose", seconds(CHOOSE), seconds(HURRY)),
        *says(line("pass")),
        Window("pass", seconds(PASS)),
        *says(line("shuffle"), *sleepless),
        Window("shuffle", seconds(SHUFFLE)),
        *says(line("look"), *_bullet(village)),
        Window("look", seconds(LOOK)),
        SILENCE,
        Signal("bell"),
        *says(line("announce")),
    )


def _bullet(village: Village) -> tuple[LineId, ...]:
    """A human it lies before feels it twice from the moment of turning."""
    return (line("bullet.now"), *numbers((village.bullet,))) if village.bullet in village.living else ()
