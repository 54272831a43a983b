"""Deaths and the end. Who dies is dialled in seat by seat and announced; the game ends where only two are left. The
end is the Growl as a ceremony, whether a human stands, the cheer of the winners, and the way to the gold."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.gold import Reward, team_won
from device.games.growl.phrases import (
    NOBODY_MORE,
    Whose,
    dead_seats,
    growl_line,
    growl_lines,
    seat_lines,
    seats_to_choose,
)
from device.games.growl.village import GrowlResult, GrowlStep, Rules, Village
from device.kernel.ids import LineId
from device.show.agenda import SilentStep, StageStep, StepResult
from device.show.answers import Option, Picks, one_value
from device.show.asking_rows import AskingRow, RowStep
from device.show.cues import Call, Gap, Show, Signal, say_lines
from device.show.facts import RoleName, Word
from device.show.stages import TABLE, VILLAGE_WON, WOLVES_WON, Ask, Perform, Stage, Tell

_FEWEST_LIVING = 2
"""The number of living players at which the game is over at once."""
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
        question = Word(f"growl.ask.{self.about}.more" if self.fallen else f"growl.ask.{self.about}")
        return Ask(0, question, (nobody, *seats_to_choose(left), *more), lines=self._said(village))

    def _said(self, village: Village) -> tuple[LineId, ...]:
        """The lines of the question. Once cards were passed, nobody is told to pass them again, where BACK has led
        here."""
        passed = self.about == "cannot" and village.nights <= village.passed
        return growl_lines("cannot.passed") if self.lines and passed else self.lines

    def result(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        silent = replace(self, lines=())
        match picks[0]:
            case "none":
                return StepResult(village, (Fallen(self.fallen),))
            case "neighbors":
                return StepResult(village, (Whose(), silent))
        return StepResult(village, (replace(silent, fallen=(*self.fallen, int(picks[0]))),))


class Fallen(SilentStep, frozen=True):
    """Let these seats die. Their team stays secret, unless the Séance lies before one of them."""

    seats: tuple[int, ...]

    def result(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        if not self.seats:
            return StepResult(village)
        after = village.without(self.seats)
        told: tuple[GrowlStep, ...] = (announce(rules, village, self.seats),)
        if len(after.living) <= _FEWEST_LIVING:
            return StepResult(after, (*told, Ending("end.two")), ends=True)
        return StepResult(after, told)


def announce(rules: Rules, village: Village, seats: tuple[int, ...]) -> StageStep:
    """The announcement of the dead, all in one breath and on one screen."""
    seance = growl_lines("seance.speaks") if village.seance in seats else ()
    said = growl_line("dead.short" if rules.short else "dead")
    return StageStep(Tell(TABLE, (dead_seats(seats),), (said, *seat_lines(seats), *seance)))


class Ending(RowStep[Rules, Village], frozen=True):
    """Play everything after the last card, whatever it was, until the sleepwalkers are home; `why` is the line it
    begins with. The wolves have won where nobody lives, and nothing is asked."""

    why: str

    def row(self, rules: Rules, village: Village) -> AskingRow[GrowlResult]:
        yield Perform(growl_show(self.why), "growl")
        humans_won = bool(village.living) and (yield from _ask_humans())
        yield Perform(_cheer(humans_won), "cheer")
        if village.sleepwalkers:
            yield Tell(TABLE, (Word("growl.home-again"),), growl_lines("sleepwalkers.home"))
        return StepResult(village.at_home(), (Reward(humans_won),))


def _ask_humans() -> AskingRow[bool]:
    """Whether a living human stands."""
    answers = tuple(Option(value, Word(f"growl.stands.{value}")) for value in ("yes", "no"))
    answer = yield Ask(0, Word("growl.ask.humans"), answers, lines=growl_lines("ask.humans"))
    return one_value(answer) == "yes"


def growl_show(why: str) -> Show:
    """The show of the end: Wolf Zero growls, the pack joins in, and whoever is still human stands up."""
    return (
        Call(RoleName("growl")),
        *say_lines(growl_line(why)),
        Signal("heartbeat"),
        *say_lines(growl_line("growl.zero")),
        Gap(2.0),
        Signal("wolf-howl"),
        *say_lines(growl_line("growl.pack")),
        Gap(2.0),
        Signal("pack-howl"),
        *say_lines(growl_line("growl.humans")),
        Gap(3.0),
    )


def _cheer(humans_won: bool) -> Show:
    cheer = Signal(VILLAGE_WON if humans_won else WOLVES_WON)
    return (Call(RoleName("growl")), cheer, *say_lines(growl_line(team_won(humans_won))))
