"""With a moderator who tells the box nothing: script and clock, and the box answers nothing and guesses nothing. He
says when a call is over and who has died."""

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.hosted.asking import HostTell, host_show
from device.games.wherewolf.hosted.call_shows import close_cues, wake_cues
from device.games.wherewolf.hosted.night import nightfall_cues
from device.games.wherewolf.hosted.preparing import SHUFFLED
from device.games.wherewolf.hosted.script_day import ScriptDay, seats_left
from device.games.wherewolf.hosted.script_end import IsItOver
from device.games.wherewolf.table.phrases import (
    call_title,
    said_cues,
    seats_named,
    seats_or_nobody,
    seats_said,
    wolf_line,
    wolf_word,
)
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage, at_nightfall
from device.show.agenda import SilentStep, StageStep, StepResult
from device.show.answers import Picks
from device.show.cues import SILENCE, Call, Show, Signal
from device.show.facts import Number
from device.show.stages import HOST, Ask, Marks, Perform, Stage


def script_steps(rules: WolfRules) -> tuple[WolfStep, ...]:
    """The whole game."""
    welcome = (Call(wolf_word("title")), *said_cues(wolf_line("open")))
    return (StageStep(Perform(welcome, "deal")), *SHUFFLED, ScriptRound())


class ScriptRound(SilentStep, frozen=True):
    """The next night, with a START of the moderator for every call."""

    def done(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        fallen = at_nightfall(village)
        number = fallen.number
        begun = (host_show(nightfall_cues(rules, number)), HostTell((wolf_word("night", n=Number(number)),)))
        calls = tuple(step for call in rules.calls(number) for step in _script_call(rules, call, number))
        return StepResult(fallen, (*begun, *calls, WhoDied(), ScriptDay(), ScriptRound()), settles=True)


def _script_call(rules: WolfRules, call: str, number: int) -> tuple[WolfStep, ...]:
    done = HostTell((call_title(call), wolf_word("script")))
    return (host_show(wake_cues(rules, call, number)), done, host_show(close_cues(rules, call, number)))


class WhoDied(Struct, frozen=True):
    """The dead of the night, while all eyes are shut."""

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage | None:
        if village.number == 1:
            return None
        seats = seats_left(rules, village)
        return Ask(HOST, wolf_word("ask.died"), seats_or_nobody(seats), marks=Marks(0, len(seats)))

    def done(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        dead = tuple(map(int, picks))
        known = replace(village, gone=(*village.gone, *dead))
        return StepResult(known, (StageStep(Perform(_dawn(village, dead), "dawn")), IsItOver()))


def _dawn(village: WolfVillage, dead: tuple[int, ...]) -> Show:
    title = wolf_word("dead", seats=seats_named(dead)) if dead else wolf_word("no-dead")
    which = "first-day" if village.number == 1 else {0: "dead.none", 1: "dead.one"}.get(len(dead), "dead.many")
    lines = (wolf_line("dawn"), wolf_line(which), *seats_said(dead))
    return (Call(title), SILENCE, Signal("dawn"), *said_cues(*lines))
