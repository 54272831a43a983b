"""Leads through a game: night, morning and day, again and again, until the referee finds an end.

The first dead player may become the moderator. The following nights are called as in every game with a moderator."""

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.secret_turns import SecretRound
from nightcrier.box.games.engine.story import WAS, Shown, then_breath
from nightcrier.box.games.wherewolf.dealt.dawn import DawnRound
from nightcrier.box.games.wherewolf.dealt.deal import DealRound
from nightcrier.box.games.wherewolf.dealt.dusk import DuskRound
from nightcrier.box.games.wherewolf.hosted.night import night_steps
from nightcrier.box.games.wherewolf.hosted.script_only import script_steps
from nightcrier.box.games.wherewolf.hosted.setting_up import setting_up
from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.referee.game_state import GameState, NightRecord
from nightcrier.box.games.wherewolf.table.day import day_steps
from nightcrier.box.games.wherewolf.table.ending import wolf_verdict
from nightcrier.box.games.wherewolf.table.leaving import (
    is_by_night,
    may_go_alone,
    seats_out,
    seats_to_leave,
    steps_without,
    talk_anew,
    village_alone,
    village_without,
)
from nightcrier.box.games.wherewolf.table.phrases import dawn_in_village, role_word, seat_number, wolf_line, wolf_word
from nightcrier.box.games.wherewolf.table.sheet_rows import sheet_rows
from nightcrier.box.games.wherewolf.table.village import (
    WolfResult,
    WolfRules,
    WolfStep,
    WolfVillage,
    after_votes,
    at_nightfall,
    deal_by_box,
    in_the_morning,
    propose_roles,
)
from nightcrier.box.show.agenda import AgendaGame, SilentStep, StageStep, StepResult, at_first_stage
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.cues import Show, say_lines
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import TABLE, Ask, Perform, Stage
from nightcrier.kernel.ids import LineId

_YES = "yes"


def offer_to_lead(rules: WolfRules, village: WolfVillage) -> tuple[WolfStep, ...]:
    """Return the step that asks whether the first dead player becomes the moderator. The question comes once, before
    the night after the first death."""
    out = {seat: player.out for seat, player in enumerate(village.known.players) if player.out is not None}
    asked = village.led or village.offered or not rules.options.dead_lead
    first = sorted(out, key=lambda seat: (out[seat].number, out[seat].when == "day"))
    return () if asked or not first else (MayLead(first[0]),)


class MayLead(Struct, frozen=True):
    """A question to the table whether the first dead player becomes the moderator."""

    seat: int

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        options = (Option("no", wolf_word("lead.no")), Option(_YES, wolf_word("lead.yes")))
        return Ask(TABLE, wolf_word("ask.lead", n=seat_number(self.seat)), options, lines=(wolf_line("box.lead"),))

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return StepResult(replace(village, led=picks == (_YES,)))


class Morning(SilentStep, frozen=True):
    """The step that announces the events of the night. From this step on, the night can no longer be undone."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        woken = in_the_morning(village)
        outcome = woken.outcome
        if outcome is None:
            return StepResult(woken)
        dawn = StageStep(Perform(_dawn_cues(rules, woken, outcome), "dawn"))
        if outcome.state.end is not None:
            over = after_votes(woken, None)
            return StepResult(over, (dawn, StageStep(wolf_verdict(rules, over))), ends=True)
        return StepResult(woken, (dawn, *day_steps(rules)), settles=True)


def _dawn_cues(rules: WolfRules, village: WolfVillage, outcome: NightRecord) -> Show:
    """Return the show of the morning. The show never says who did something in the night."""
    state = outcome.state
    told = dawn_in_village(state.number, outcome.morning.eliminated, _shown_roles(rules, state))
    return then_breath(told) if state.end is not None else (*told, *say_lines(*_further(rules, village, outcome)))


def _shown_roles(rules: WolfRules, state: GameState) -> Shown:
    """Return the roles of all seats, counted from 1, if the roles of the dead are shown."""
    roles = enumerate(state.table.roles if rules.options.role_reveal else (), 1)
    return {seat: (WAS, role_word(role)) for seat, role in roles}


def _further(rules: WolfRules, village: WolfVillage, outcome: NightRecord) -> tuple[LineId, ...]:
    """Return the lines with the news of the tavern, and with the next stage of the game. On the first timed day the
    moderator is asked to show everybody the clock."""
    tavern = outcome.morning.tavern
    heard = (wolf_line(f"tavern.{tavern}"),) if tavern else ()
    last = len(outcome.state.in_play) == 2
    clock = village.led and rules.options.timed_day and village.number == 1
    more = (("assembly.rest", last), ("clock", clock))
    return (*heard, wolf_line("assembly"), *(wolf_line(line) for line, said in more if said))


DUSK_AND_DAWN: tuple[WolfStep, ...] = (SecretRound(DuskRound()), SecretRound(DawnRound()))
"""The steps of a night without a moderator, which write all actions to `night`."""


class WherewolfPlay(AgendaGame[WolfRules, WolfVillage], frozen=True):
    def sheet(self) -> tuple[Fact, ...]:
        """Return the rows of the moderator's sheet, or no rows if the game has no moderator."""
        return sheet_rows(self.state) if self.state.led else ()

    @property
    def is_led(self) -> bool:
        return self.state.led

    def seats_in_play(self) -> tuple[int, ...]:
        return seats_to_leave(self.rules, self.state)

    def seats_out(self) -> tuple[int, ...]:
        return seats_out(self.state)

    def leave_line(self, seat: int) -> LineId:
        return wolf_line("hunger")

    def without(self, seat: int) -> Self:
        steps = steps_without(self.rules, self.state, self.steps, seat)
        return replace(self, state=village_without(self.state, self.steps, seat), steps=steps)

    def led_by_box(self) -> Self | None:
        """Return the game as it goes on without its moderator: by day with the talk, at night with a new nightfall."""
        if not may_go_alone(self.rules, self.state):
            return None
        if self.state.outcome is not None:
            steps = talk_anew(self.rules, self.steps)
        else:
            steps = (Round(),) if is_by_night(self.state) else self.steps
        return replace(self, state=village_alone(self.state), steps=steps)


class Round(SilentStep, frozen=True):
    """The step that adds the next night and its day. Steps before this one can no longer be undone."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        offer = offer_to_lead(rules, village)
        if offer:
            return StepResult(replace(village, offered=True), (*offer, Round()), settles=True)
        fallen = at_nightfall(village)
        night = night_steps(rules, fallen) if fallen.led else DUSK_AND_DAWN
        return StepResult(fallen, (*night, Morning(), Round()), settles=True)


def _first_steps(rules: WolfRules) -> tuple[WolfVillage, tuple[WolfStep, ...]]:
    options = rules.options
    if options.host == "moderator":
        village = WolfVillage(led=True)
        if options.dealing == "unknown":
            return village, script_steps()
        return village, (*setting_up(rules), Round())
    village = deal_by_box(rules, WolfVillage(led=False, actual=propose_roles(rules)))
    return village, (SecretRound(DealRound()), Round())


def begin_game(possible: tuple[str, ...], options: WherewolfOptions, setup: Setup, seed: int) -> WherewolfPlay:
    """Return the game at its first stage. Anybody who knows the seed can find out the deal, so the record of the game
    is kept secret."""
    rules = WolfRules(possible, setup.players, options, seed, (*setup.fresh, *setup.taught))
    village, steps = _first_steps(rules)
    return at_first_stage(WherewolfPlay(rules, village, steps, keeps_secrets=True))
