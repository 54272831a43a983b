"""The end: the Growl as a ceremony, whether a human stands, the cheer of the winners, and the way to the gold."""

from msgspec import Struct

from device.games.growl.agenda import GrowlStep, ShowStep, StepResult, TellStep
from device.games.growl.gold import Gold
from device.games.growl.phrases import growl_line, growl_lines, say_cues
from device.games.growl.village import Rules, Village
from device.show.cues import Call, Gap, Show, Signal
from device.show.facts import RoleName, Word
from device.show.stages import Ask, Option, Stage

HUMAN_TEAM, WOLF_TEAM = "humans", "wolves"
ANSWERS = {"yes": HUMAN_TEAM, "no": WOLF_TEAM}
CHEER = {HUMAN_TEAM: "dawn-birds", WOLF_TEAM: "pack-howl"}


def ending(why: str) -> tuple[GrowlStep, ...]:
    """Everything after the last card, whatever it was; `why` is the line it begins with."""
    return (ShowStep(growl_show(why), "growl"), Humans())


def growl_show(why: str) -> Show:
    """Wolf Zero growls, the pack joins in, and whoever is still human stands up."""
    return (
        Call(RoleName("growl")),
        *say_cues(growl_line(why)),
        Signal("heartbeat"),
        *say_cues(growl_line("growl.zero")),
        Gap(2.0),
        Signal("wolf-howl"),
        *say_cues(growl_line("growl.pack")),
        Gap(2.0),
        Signal("pack-howl"),
        *say_cues(growl_line("growl.humans")),
        Gap(3.0),
    )


class Humans(Struct, frozen=True):
    """Whether a living human stands. Where nobody lives there is nothing to ask: the wolves have won."""

    def stage(self, rules: Rules, village: Village) -> Stage | None:
        if not village.living:
            return None
        answers = tuple(Option(value, Word(f"growl.{team}-win")) for value, team in ANSWERS.items())
        return Ask(0, Word("growl.ask.humans"), answers, lines=growl_lines("ask.humans"))

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        team = ANSWERS.get(value, WOLF_TEAM)
        back = (
            (TellStep((Word("growl.home-again"),), growl_lines("sleepwalkers.home")),) if village.sleepwalkers else ()
        )
        reward = TellStep((Word(f"growl.{team}-win"),), growl_lines("team", "reward"))
        cheer, gold = ShowStep(_cheer(team), "cheer"), Gold(team == HUMAN_TEAM)
        return StepResult(village.at_home(), (cheer, *back, reward, gold))


def _cheer(team: str) -> Show:
    return (Call(RoleName("growl")), Signal(CHEER[team]), *say_cues(growl_line(f"{team}-win")))
