"""A role points at somebody: whom, and what the moderator does about it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.hosted.answers import so_far
from device.games.wherewolf.hosted.asking import EYES_OPENED, ask_host, take_time
from device.games.wherewolf.hosted.placing import PlaceSeat
from device.games.wherewolf.hosted.told_acts import note_act, nothing_follows
from device.games.wherewolf.hosted.windows import WhoOpened, window_powers
from device.games.wherewolf.referee.acts import NightAction
from device.games.wherewolf.referee.open_choices import PowerChoice, night_choices
from device.games.wherewolf.rules.calls import FREE_CALLS
from device.games.wherewolf.rules.roles import ITEMS, MYSTICS
from device.games.wherewolf.table.phrases import NOBODY, role_word, seat_number, seat_options, seats_named, wolf_word
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from device.show.agenda import SilentStep, StepResult
from device.show.answers import Option, Picks
from device.show.facts import Fact
from device.show.stages import Stage

_LOOKING = ("seer", "mage")
"""The roles that learn something of a seat whose role may not be known yet, in the first night."""


class Point(Struct, frozen=True):
    """The seat that has this call's power chooses: in a night with two attacks, the wolves choose twice."""

    call: str
    seat: int
    chosen: tuple[int, ...] = ()

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage | None:
        choice = call_choice(village, self.call, self.seat)
        if choice is None:
            return None
        held = EYES_OPENED if self.call in MYSTICS and window_powers(village) else ""
        what = f"{self.call} {village.number} {len(self.chosen)}"
        return ask_host(rules, what, _question(self, choice, village), _options(choice), held=held)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        choice = call_choice(village, self.call, self.seat)
        if choice is None:
            return StepResult(village)
        if EYES_OPENED in picks:
            return StepResult(village, (WhoOpened(self.call), self))
        taken, (value,) = take_time(village, picks)
        if value != NOBODY:
            chosen = (*self.chosen, int(value))
            return StepResult(taken, _follow_up(self, choice, chosen))
        if self.chosen:
            return StepResult(taken, (Pointed(choice, self.chosen),))
        return StepResult(nothing_follows(taken) if self.call in FREE_CALLS else taken)


def _follow_up(point: Point, choice: PowerChoice, chosen: tuple[int, ...]) -> tuple["Point | PlaceSeat | Pointed", ...]:
    if len(chosen) < choice.number:
        return (replace(point, chosen=chosen),)
    unknown = (PlaceSeat(chosen[0]),) if choice.power in _LOOKING else ()
    return (*unknown, Pointed(choice, chosen))


class Pointed(SilentStep, frozen=True):
    """Note a whole choice, and tell the moderator what follows."""

    choice: PowerChoice
    chosen: tuple[int, ...]

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return note_act(village, NightAction(self.choice.seat, self.choice.power, self.chosen))


def call_choice(village: WolfVillage, call: str, seat: int) -> PowerChoice | None:
    """The choice that this seat has in a call; None where there is nothing to choose."""
    if call == "healer":
        return _healer_choice(village, seat)
    power = call if call in ITEMS else village.known.players[seat].holds
    found = [choice for choice in night_choices(village.known) if (choice.seat, choice.power) == (seat, power)]
    return found[0] if found else None


def _healer_choice(village: WolfVillage, seat: int) -> PowerChoice | None:
    """The choice of the Healer: one of tonight's dead, but not herself, and once in a game."""
    dead = tuple(other for other in so_far(village).night.killed if other != seat)
    return PowerChoice(seat, "healer", dead) if dead and "healer" not in village.known.spent else None


def _question(point: Point, choice: PowerChoice, village: WolfVillage) -> Fact:
    named: dict[str, Fact] = {"role": role_word(choice.power), "n": seat_number(choice.seat)}
    if choice.power == "healer":
        return wolf_word("ask.save", **named, seats=seats_named(so_far(village).night.killed))
    return wolf_word("ask.second" if point.chosen else "ask.whom", **named)


def _options(choice: PowerChoice) -> Sequence[Option]:
    """The seats, and nobody where the power is free."""
    seats = seat_options(choice.targets)
    if choice.duty:
        return seats
    return (Option(NOBODY, wolf_word("keeps" if choice.power in ITEMS else NOBODY)), *seats)
