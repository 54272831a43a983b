"""Leads a moderator through one call of a game in a file: the words, who is awake, what is chosen, and the close.

A call takes equally long whether nobody, one person or several people are there to act in it. For each card of the deck
that the call wakes and that does not act, there is a wait as long as the moderator could have needed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.calls import meant_roles
from nightcrier.box.games.engine.hosted.host_steps import (
    MEETS,
    NIGHT_BED,
    TOLD,
    HostTell,
    draw_led,
    draw_waits,
    host_show,
    house_word,
    wait_window,
)
from nightcrier.box.games.engine.hosted.led_choices import AskChoice, told_fact, work_of_choice
from nightcrier.box.games.engine.hosted.placing import PlaceRole
from nightcrier.box.games.engine.model import ALL, CallRow, GameFile, Selection
from nightcrier.box.games.engine.narrated import NarratedRules, call_title, said_in_call
from nightcrier.box.games.engine.referee.deeds import Turn
from nightcrier.box.games.engine.referee.night import turn_of
from nightcrier.box.games.engine.referee.standing import begin_standing, lay_table
from nightcrier.box.games.engine.seat_pages import learnt_fact, night_of
from nightcrier.box.games.engine.verbs import VERBS
from nightcrier.box.games.engine.village import Village
from nightcrier.box.show.agenda import AgendaStep, SilentStep, StepResult
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.cues import Call, Cue, Show, Window
from nightcrier.box.show.facts import Fact, Joined, SeatMark, seats_joined
from nightcrier.box.show.stages import Perform, Stage


class LedFileRules(NarratedRules, frozen=True):
    led: bool = True

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    def unplaced(self, village: Village) -> tuple[str, ...]:
        return tuple((Counter(self.deck) - Counter(village.placed.values())).elements())

    def place(self, village: Village, placed: Mapping[int, str]) -> Village:
        """Return the village with the roles of known seats. The other cards are assigned to any seats for now."""
        spare = iter((Counter(self.deck) - Counter(placed.values())).elements())
        roles = [placed[seat] if seat in placed else next(spare) for seat in self.seats]
        state = begin_standing(lay_table(self.file, roles, switches=self.switches))
        return replace(village, placed=placed, dusk=state, state=state)


LedStep: TypeAlias = AgendaStep[LedFileRules, Village]


def led_call(rules: NarratedRules, call: CallRow, night: int) -> tuple[LedStep, ...]:
    """Return the steps of one call of the night. The call is made whether or not anybody is there to act in it."""
    wake, close = (host_show(_cues(rules, call, *said_in_call(rules, call, part, night))) for part in ("wake", "close"))
    return (wake, PlaceCalled(call), CallActed(call), close)


def _cues(rules: NarratedRules, call: CallRow, *cues: Cue) -> Show:
    """Return a show of a call, with its title on the glass. The bed is started each time, because a power cut or a
    pause may have stopped it."""
    return (Call(call_title(rules.file, call, rules.deck)), NIGHT_BED, *cues)


class PlaceCalled(SilentStep, frozen=True):
    """The step that asks in the first night for the roles whose seats a call needs to know."""

    call: CallRow

    def result(self, rules: LedFileRules, village: Village, picks: Picks) -> StepResult[Village]:
        wanted = frozenset(_roles_to_know(rules.file, self.call))
        return StepResult(village, tuple(PlaceRole(role) for role in rules.unplaced(village) if role in wanted))


def _roles_to_know(file: GameFile, call: CallRow) -> Iterator[str]:
    """Yield the called roles, and the roles whose holders the called people meet, choose or count."""
    yield from meant_roles(file, call.who, file.roles)
    counted = call.do.learns if call.do.verb == "number" else None
    for asked in (call.meets.of if call.meets else None, call.do.of, counted):
        if isinstance(asked, Selection):
            yield from meant_roles(file, Selection(tuple(asked)), file.roles)


class CallActed(SilentStep, frozen=True):
    """The step in which the people who are awake meet, learn and choose."""

    call: CallRow

    def result(self, rules: NarratedRules, village: Village, picks: Picks) -> StepResult[Village]:
        call, turn = self.call, turn_of(village.dusk, village.night, self.call.id)
        if call.do.verb == "rest":
            return StepResult(village, (host_show(_cues(rules, call, Window("call", rules.paced(call.seconds)))),))
        works, meets = work_of_choice(rules.file, call), call.meets or call.do.verb in ("look", "point", "read")
        told = MEETS if meets else "" if VERBS[call.do.verb].chooses else TOLD  # the work before any choice
        awake = [seat for seat in turn.called if seat not in village.left]
        acting = awake if call.do.together == "each" else awake[:1]
        steps: list[LedStep] = [AskChoice(call, seat) for seat in acting if works]
        if told and awake:
            steps.insert(0, HostTell(tuple(_first_facts(rules, village, turn)), told))
        left = works * (_most_choosing(rules, village, call) - len(acting))
        if kinds := (*(() if awake or not told else (told,)), *left):
            steps.append(CallWait(call, kinds))
        return StepResult(village, tuple(steps))


def _most_choosing(rules: NarratedRules, village: Village, call: CallRow) -> int:
    """Return the maximum number of choices in a call, judged by public knowledge: one if everybody chooses together, or
    else one for each seat in play or for each called card."""
    if call.do.together != "each":
        return 1
    if ALL in call.who.names:
        return len(village.dusk.in_play)
    meant = meant_roles(rules.file, call.who, rules.deck)
    return max(1, sum(card in meant for card in rules.deck))


def _first_facts(rules: NarratedRules, village: Village, turn: Turn) -> Iterator[Fact]:
    """Yield who is awake and whom they meet, and what each of them learns without choosing."""
    call = turn.call
    told = [each for each in night_of(village).told if each.call.id == call.id]
    yield house_word("awake", seats=seats_joined(turn.called))
    if call.meets and call.meets.of:
        yield learnt_fact(rules, told[0])
    for each in told if not VERBS[call.do.verb].chooses else ():
        if each.kind != "met":
            fact = told_fact(rules, each)
            yield fact if len(turn.called) == 1 else Joined((SeatMark(each.seat), fact), ": ")


def step_without(rules: NarratedRules, village: Village, step: LedStep, seat: int) -> LedStep:
    """Return a step in the form it has after a seat has left. If that seat was to choose, the next of those who choose
    together is asked, or the call waits equally long, so that nobody hears whose call it was."""
    if not isinstance(step, AskChoice) or step.seat != seat:
        return step
    called = turn_of(village.dusk, village.night, step.call.id).called
    others = [other for other in called if other not in (*village.left, seat)]
    if others and step.call.do.together != "each":
        return replace(step, seat=others[0])
    return CallWait(step.call, work_of_choice(rules.file, step.call))


class CallWait(Struct, frozen=True):
    """The wait in place of people who do not act in a call, as long as their actions would take the moderator."""

    call: CallRow
    kinds: tuple[str, ...]

    def stage(self, rules: NarratedRules, village: Village) -> Stage:
        chance = draw_led(rules.seed, village, f"wait {self.call.id}")
        wait = wait_window(draw_waits(village.times, self.kinds, chance))
        return Perform(_cues(rules, self.call, wait), back=True, still=True)

    def result(self, rules: NarratedRules, village: Village, picks: Picks) -> StepResult[Village]:
        return StepResult(village)
