"""The end: the Growl as a ceremony, whether a human stands, the cheer of the winners, and the way to the gold."""

from msgspec import Struct

from device.games.growl.agenda import Moved, Played, Step, Told
from device.games.growl.gold import Gold
from device.games.growl.saying import line, lines, says
from device.games.growl.village import Rules, Village
from device.show.cues import Call, Gap, Show, Signal
from device.show.facts import RoleName, Word
from device.show.stages import Ask, Option, Stage

HUMANS, WOLVES = "humans", "wolves"
ANSWERS = {"yes": HUMANS, "no": WOLVES}
CHEER = {HUMANS: "dawn-birds", WOLVES: "pack-howl"}


def ending(why: str) -> tuple[Step, ...]:
    """Everything after the last card, whatever it was; `why` is the line it begins with."""
    return (Played(growl_show(why), "growl"), Humans())


def growl_show(why: str) -> Show:
    """Wolf Zero growls, the pack joins in, and whoever is still human stands up."""
    return (
        Call(RoleName("growl")),
        *says(line(why)),
        Signal("heartbeat"),
        *says(line("growl.zero")),
        Gap(2.0),
        Signal("wolf-howl"),
        *says(line("growl.pack")),
        Gap(2.0),
        Signal("pack-howl"),
        *says(line("growl.humans")),
        Gap(3.0),
    )


class Humans(Struct, frozen=True):
    """Whether a living human stands. Where nobody lives there is nothing to ask: the wolves have won."""

    def stage(self, rules: Rules, village: Village) -> Stage | None:
        if not village.living:
            return None
        answers = tuple(Option(value, Word(f"growl.{team}-win")) for value, team in ANSWERS.items())
        return Ask(0, Word("growl.ask.humans"), answers, lines=lines("ask.humans"))

    def done(self, rules: Rules, village: Village, value: str) -> Moved:
        team = ANSWERS.get(value, WOLVES)
        back = (Told((Word("growl.home-again"),), lines("sleepwalkers.home")),) if village.sleepwalkers else ()
        reward = Told((Word(f"growl.{team}-win"),), lines("team", "reward"))
        return Moved(village.at_home(), (Played(_cheer(team), "cheer"), *back, reward, Gold(team == HUMANS)))


def _cheer(team: str) -> Show:
    return (Call(RoleName("growl")), Signal(CHEER[team]), *says(line(f"{team}-win")))
