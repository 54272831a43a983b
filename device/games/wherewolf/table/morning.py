"""The morning: who is out, what the tavern has heard, whether it is over; then the assembly begins."""

from collections.abc import Sequence

from device.games.wherewolf.referee.game_state import GameState
from device.games.wherewolf.referee.night import NightOutcome
from device.games.wherewolf.table.ending import game_verdict
from device.games.wherewolf.table.phrases import (
    role_said,
    role_word,
    seat_number,
    seats_named,
    seats_said,
    wolf_line,
    wolf_word,
)
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage, after_votes, in_the_morning
from device.games.wherewolf.table.votes import VillageTalk
from device.kernel.ids import LineId, seat_line
from device.show.agenda import SilentStep, StageStep, StepResult
from device.show.answers import Picks
from device.show.cues import SILENCE, Call, Show, Signal, say_lines
from device.show.facts import Fact, Joined
from device.show.stages import Perform


class Morning(SilentStep, frozen=True):
    """Bring to light what was done in the night: it cannot be taken back any more."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        woken = in_the_morning(village)
        outcome = woken.outcome
        if outcome is None:
            return StepResult(woken)
        dawn = StageStep(Perform(_dawn_cues(rules, outcome), "dawn"))
        if outcome.state.end is not None:
            over = after_votes(woken, None)
            return StepResult(over, (dawn, StageStep(game_verdict(rules, over))), ends=True)
        return StepResult(woken, (dawn, VillageTalk()), settles=True)


def _dawn_cues(rules: WolfRules, outcome: NightOutcome) -> Show:
    """The show of the morning. It is the same for the table whoever did it."""
    gone = outcome.morning.eliminated
    head = (Call(_dawn_title(rules, outcome.state, gone)), SILENCE, Signal("dawn"))
    lines = (wolf_line("dawn"), *_dead_lines(rules, outcome.state, gone), *_further(outcome))
    return (*head, *say_lines(*lines))


def _dawn_title(rules: WolfRules, state: GameState, gone: Sequence[int]) -> Fact:
    """The names of the dead, with the roles where they are shown."""
    if not gone:
        return wolf_word("no-dead")
    if not rules.options.role_reveal:
        return wolf_word("dead", seats=seats_named(gone))
    named = [wolf_word("seat-role", n=seat_number(seat), role=role_word(state.table.roles[seat])) for seat in gone]
    return wolf_word("dead", seats=Joined(tuple(named)))


def _dead_lines(rules: WolfRules, state: GameState, gone: Sequence[int]) -> tuple[LineId, ...]:
    if state.number == 1:
        return (wolf_line("first-day"),)
    if not gone:
        return (wolf_line("dead.none"),)
    head = wolf_line("dead.one" if len(gone) == 1 else "dead.many")
    return (head, *_lines_of_gone(rules, state, gone))


def _lines_of_gone(rules: WolfRules, state: GameState, gone: Sequence[int]) -> tuple[LineId, ...]:
    """The seats of the dead, each with its card where roles are shown."""
    if not rules.options.role_reveal:
        return seats_said(gone)
    cards = [(seat_line(seat + 1), wolf_line("was"), role_said(state.table.roles[seat])) for seat in sorted(gone)]
    return tuple(line for lines in cards for line in lines)


def _further(outcome: NightOutcome) -> tuple[LineId, ...]:
    """The tavern; and what comes now, where it goes on."""
    if outcome.state.end is not None:
        return ()
    tavern = outcome.morning.tavern
    heard = (wolf_line(f"tavern.{tavern}"),) if tavern else ()
    last = len(outcome.state.in_play) == 2
    return (*heard, wolf_line("assembly"), *((wolf_line("assembly.rest"),) if last else ()))
