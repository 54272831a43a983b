"""Notes what was done in the night, and tells the moderator what follows."""

from msgspec.structs import replace

from device.games.wherewolf.hosted.answers import host_answer
from device.games.wherewolf.hosted.asking import HostTell
from device.games.wherewolf.referee.acts import NightAction
from device.games.wherewolf.referee.pack import call_of
from device.games.wherewolf.rules.calls import FREE_CALLS
from device.games.wherewolf.table.phrases import role_at, wolf_word
from device.games.wherewolf.table.village import FOLLOWS, TOLD, CallTime, WolfResult, WolfVillage
from device.show.agenda import StepResult


def note_act(village: WolfVillage, action: NightAction, *, asked: bool = False) -> WolfResult:
    """The night with this in it, and what the moderator has to do for it. What is done in another's turn is no part of
    that call's time; who it was is told as well, unless it was
    `asked` for and nothing follows: the dial may have been held by mistake."""
    answer = host_answer(village, action)
    if action.during and (answer or not asked):
        answer = (role_at(action.power, action.seat), *(answer or (wolf_word("nothing"),)))
    known = replace(village, night=(*village.night, action))
    kind = "" if action.during else FOLLOWS if call_of(action.power) in FREE_CALLS else TOLD
    if answer:
        return StepResult(known, (HostTell(answer, kind),))
    return StepResult(nothing_follows(known) if kind == FOLLOWS else known)


def nothing_follows(village: WolfVillage) -> WolfVillage:
    """Note that the moderator had nothing to do after a choice."""
    return replace(village, times=(*village.times, CallTime(FOLLOWS, 0.0)))
