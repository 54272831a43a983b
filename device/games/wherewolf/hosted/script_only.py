"""A game with a moderator who tells the box nothing: it gives script and clock, answers nothing and guesses nothing. He
says when a call is over and who has died."""

from device.games.wherewolf.hosted.asking import HostTell, host_show
from device.games.wherewolf.hosted.call_shows import close_cues, wake_cues
from device.games.wherewolf.hosted.night import nightfall_cues
from device.games.wherewolf.hosted.preparing import SHUFFLED
from device.games.wherewolf.hosted.script_day import ScriptDay
from device.games.wherewolf.table.phrases import call_title, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage, at_nightfall
from device.show.agenda import SilentStep, StageStep, StepResult
from device.show.answers import Picks
from device.show.cues import Call, say_lines
from device.show.facts import Number
from device.show.stages import Perform


def script_steps(rules: WolfRules) -> tuple[WolfStep, ...]:
    """The whole game."""
    welcome = (Call(wolf_word("title")), *say_lines(wolf_line("open")))
    return (StageStep(Perform(welcome, "deal")), *SHUFFLED, ScriptRound())


class ScriptRound(SilentStep, frozen=True):
    """The next night, with a START of the moderator for every call."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        fallen = at_nightfall(village)
        number = fallen.number
        begun = (host_show(nightfall_cues(rules, number)), HostTell((wolf_word("night", n=Number(number)),)))
        calls = tuple(step for call in rules.calls(number) for step in _script_call(rules, call, number))
        return StepResult(fallen, (*begun, *calls, ScriptDay(), ScriptRound()), settles=True)


def _script_call(rules: WolfRules, call: str, number: int) -> tuple[WolfStep, ...]:
    done = HostTell((call_title(call), wolf_word("script")))
    return (host_show(wake_cues(rules, call, number)), done, host_show(close_cues(rules, call, number)))
