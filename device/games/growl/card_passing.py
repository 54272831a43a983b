"""Two cards are passed: time to choose under the bed, passing, shuffling, looking; what lies face up is called to mind.

The show depends only on what lies open on the table, never on a hand. Once all have chosen, START goes on."""

from device.games.growl.agenda import PlainStep
from device.games.growl.phrases import growl_line, growl_lines, number_lines, say_cues
from device.games.growl.village import Rules, Village
from device.kernel.ids import LineId
from device.show.cues import CHOSEN, SILENCE, Bed, Call, Show, Signal, Window
from device.show.facts import RoleName
from device.show.stages import Perform, Stage

_CHOOSE, HURRY, _PASS, _SHUFFLE, _LOOK = 30.0, 10.0, 6.0, 12.0, 8.0


class Passing(PlainStep, frozen=True):
    """The show of this night."""

    def stage(self, rules: Rules, village: Village) -> Stage:
        return Perform(passing_show(rules, village), "night")


def passing_show(rules: Rules, village: Village) -> Show:
    seconds = rules.options.seconds
    caged = growl_lines("caged.now") if village.caged in village.living else ()
    sleepless = growl_lines("insomnia.now") if village.used[-1:] == ("insomnia",) else ()
    return (
        Call(RoleName("passing")),
        *say_cues(*growl_lines("choose", "no-bite"), *caged),
        Bed(CHOSEN),
        Window("choose", seconds(_CHOOSE), seconds(HURRY)),
        *say_cues(growl_line("pass")),
        Window("pass", seconds(_PASS)),
        *say_cues(growl_line("shuffle"), *sleepless),
        Window("shuffle", seconds(_SHUFFLE)),
        *say_cues(growl_line("look"), *_bullet(village)),
        Window("look", seconds(_LOOK)),
        SILENCE,
        Signal("bell"),
        *say_cues(growl_line("announce")),
    )


def _bullet(village: Village) -> tuple[LineId, ...]:
    """A human it lies before feels it twice from the moment of turning."""
    return (growl_line("bullet.now"), *number_lines((village.bullet,))) if village.bullet in village.living else ()
