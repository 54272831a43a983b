"""Asks the moderator which player a role points at, also in a Mystic's turn, and shows him the consequences."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.host_steps import (
    FOLLOWS,
    TOLD,
    HostTell,
    ask_host,
    house_word,
    nothing_follows,
    take_time,
)
from nightcrier.box.games.engine.hosted.placing import PlaceSeat
from nightcrier.box.games.wherewolf.hosted.call_shows import EYES_OPENED
from nightcrier.box.games.wherewolf.hosted.host_facts import host_answer, so_far
from nightcrier.box.games.wherewolf.referee.attacks import call_of
from nightcrier.box.games.wherewolf.referee.game_state import holder
from nightcrier.box.games.wherewolf.referee.night_choices import PowerChoice, may_save, night_choices
from nightcrier.box.games.wherewolf.referee.records import NightAction
from nightcrier.box.games.wherewolf.rulebook import FREE_CALLS, ITEMS, MYSTICS
from nightcrier.box.games.wherewolf.table.phrases import (
    role_at,
    role_word,
    seat_number,
    seat_options,
    seats_named,
    wolf_word,
)
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from nightcrier.box.show.agenda import RowStep, SilentStep, StepResult
from nightcrier.box.show.answers import NONE_OF_THEM, Option, Picks
from nightcrier.box.show.asking_rows import AskingRow, ask_unless_known
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.stages import Stage


def note_act(village: WolfVillage, action: NightAction, *, asked: bool = False) -> WolfResult:
    """Add an action to the night, and show the moderator what he has to do for the action.

    The time of an action in another role's turn does not count for that call. For such an action the moderator also
    reads who acted. If he was `asked` and the action has no effect, he does not read this, because he may have held the
    dial by mistake."""
    answer = host_answer(village, action)
    if action.during and (answer or not asked):
        answer = (role_at(action.power, action.seat), *(answer or (house_word("nothing"),)))
    known = replace(village, night=(*village.night, action))
    kind = "" if action.during else FOLLOWS if call_of(action.power) in FREE_CALLS else TOLD
    if answer:
        return StepResult(known, (HostTell(answer, kind),))
    return StepResult(nothing_follows(known) if kind == FOLLOWS else known)


def window_powers(village: WolfVillage) -> tuple[PowerChoice, ...]:
    """Return the powers that may still be used in a Mystic's turn tonight. A new Progeny has no such power."""
    used = {action.power for action in village.night}
    players = so_far(village).state.players
    return tuple(
        choice
        for choice in night_choices(village.known)
        if choice.windows and choice.power not in used and players[choice.seat].holds == choice.power
        if choice.seat not in village.left
    )


def value_of_hold(village: WolfVillage, call: str) -> str:
    """Return the answer that holding the dial gives in a call, or an empty text if nobody may open their eyes then."""
    return EYES_OPENED if call in MYSTICS and village.number > 1 and window_powers(village) else ""


class WhoOpened(RowStep[WolfRules, WolfVillage], frozen=True):
    """The step that asks which role opened its eyes, if several can, and whom that role points at, if the Mystic is not
    in play. The time for the answers does not count for the call."""

    call: str

    def row(self, rules: WolfRules, state: WolfVillage) -> AskingRow[WolfResult]:
        powers = {choice.power: choice for choice in window_powers(state)}
        options = [Option(power, role_at(power, choice.seat)) for power, choice in powers.items()]
        several, asked = len(options) > 1, ask_host(rules.seed, state, "eyes", wolf_word("ask.eyes"), options)
        choice = powers[(yield from ask_unless_known(asked))[0]]
        targets: tuple[int, ...] = ()
        if holder(state.known, self.call) is None and choice.targets:
            named: dict[str, Fact] = {"role": role_word(choice.power), "n": seat_number(choice.seat)}
            question, seats = house_word("ask.whom", **named), seat_options(choice.targets)
            whom = ask_host(rules.seed, state, choice.power, question, seats)
            targets, several = (int((yield whom)[0]),), False
        return note_act(state, NightAction(choice.seat, choice.power, targets, self.call), asked=several)


_LOOKING = ("seer", "mage")
"""The roles that learn something about a seat in the first night, when the box may not know the role of that seat."""


class Point(Struct, frozen=True):
    """A question about the seat that a role chooses in its call. In a night of two attacks, wolves choose twice."""

    call: str
    seat: int
    chosen: tuple[int, ...] = ()

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage | None:
        choice = call_choice(village, self.call, self.seat)
        if choice is None:
            return None
        held = value_of_hold(village, self.call)
        return ask_host(rules.seed, village, self.call, _question(self, choice, village), _options(choice), held)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        choice = call_choice(village, self.call, self.seat)
        if choice is None:
            return StepResult(village)
        if EYES_OPENED in picks:
            return StepResult(village, (WhoOpened(self.call), self))
        taken, values = take_time(village, picks)
        if seats := [int(value) for value in values if value.isdecimal()]:
            return StepResult(taken, _follow_up(self, choice, (*self.chosen, *seats)))
        if self.chosen:
            return StepResult(taken, (Pointed(choice, self.chosen),))
        return StepResult(nothing_follows(taken) if self.call in FREE_CALLS else taken)


def _follow_up(point: Point, choice: PowerChoice, chosen: tuple[int, ...]) -> tuple["Point | PlaceSeat | Pointed", ...]:
    if len(chosen) < choice.number:
        return (replace(point, chosen=chosen),)
    unknown = (PlaceSeat(chosen[0]),) if choice.power in _LOOKING else ()
    return (*unknown, Pointed(choice, chosen))


class Pointed(SilentStep, frozen=True):
    """The step that records a complete choice and shows the moderator the consequences."""

    choice: PowerChoice
    chosen: tuple[int, ...]

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return note_act(village, NightAction(self.choice.seat, self.choice.power, self.chosen))


def call_choice(village: WolfVillage, call: str, seat: int) -> PowerChoice | None:
    """Return the choice that a seat has in a call. Return None if the seat has nothing to choose."""
    if call == "healer":
        saved = may_save(village.known, seat, so_far(village).killed)
        return PowerChoice(seat, "healer", saved) if saved else None
    power = call if call in ITEMS else village.known.players[seat].holds
    found = [choice for choice in night_choices(village.known) if (choice.seat, choice.power) == (seat, power)]
    return found[0] if found else None


def _question(point: Point, choice: PowerChoice, village: WolfVillage) -> Fact:
    named: dict[str, Fact] = {"role": role_word(choice.power), "n": seat_number(choice.seat)}
    if choice.power == "healer":
        return wolf_word("ask.save", **named, seats=seats_named(so_far(village).killed))
    return wolf_word("ask.second", **named) if point.chosen else house_word("ask.whom", **named)


def _options(choice: PowerChoice) -> Sequence[Option]:
    """Return an option for each target. If the role need not choose, add an option for nobody."""
    seats = seat_options(choice.targets)
    if choice.duty:
        return seats
    keeps = wolf_word("keeps") if choice.power in ITEMS else house_word("nobody")
    return (Option(NONE_OF_THEM, keeps), *seats)
