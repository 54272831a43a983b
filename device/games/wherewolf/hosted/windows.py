"""Somebody opened the eyes in a Mystic's turn: who it was, and at whom he points where the Mystic is not there."""

from msgspec import Struct

from device.games.wherewolf.hosted.answers import so_far
from device.games.wherewolf.hosted.asking import ask_host
from device.games.wherewolf.hosted.told_acts import note_act
from device.games.wherewolf.referee.acts import NightAction
from device.games.wherewolf.referee.game_state import holder
from device.games.wherewolf.referee.open_choices import PowerChoice, night_choices
from device.games.wherewolf.table.phrases import role_at, role_word, seat_number, seat_options, wolf_word
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from device.show.agenda import StepResult
from device.show.answers import Option, Picks
from device.show.facts import Fact
from device.show.stages import Stage


def window_powers(village: WolfVillage) -> tuple[PowerChoice, ...]:
    """The powers that may still be used in a Mystic's turn tonight. Whoever became a Progeny in it has none left."""
    used = {action.power for action in village.night}
    players = so_far(village).state.players
    return tuple(
        choice
        for choice in night_choices(village.known)
        if choice.windows and choice.power not in used and players[choice.seat].holds == choice.power
    )


class WhoOpened(Struct, frozen=True):
    """Ask which of them it was, unless only one can be. The time this takes is no part of the call."""

    call: str

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage | None:
        options = [Option(choice.power, role_at(choice.power, choice.seat)) for choice in window_powers(village)]
        if len(options) == 1:
            return None
        what = f"eyes {village.number} {self.call} {len(options)}"
        return ask_host(rules, what, wolf_word("ask.eyes"), options)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        powers = [choice for choice in window_powers(village) if not picks or choice.power == picks[0]]
        return _after_opening(village, self.call, powers[0], asked=bool(picks))


def _after_opening(village: WolfVillage, call: str, choice: PowerChoice, *, asked: bool) -> WolfResult:
    """Go on once it is known who opened the eyes. Somebody is pointed at only where the Mystic is not there."""
    if holder(village.known, call) is not None or not choice.targets:
        return note_act(village, NightAction(choice.seat, choice.power, (), call), asked=asked)
    return StepResult(village, (PointInWindow(call, choice),))


class PointInWindow(Struct, frozen=True):
    """Ask at whom somebody points, where the Mystic is not in play."""

    call: str
    choice: PowerChoice

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        named: dict[str, Fact] = {"role": role_word(self.choice.power), "n": seat_number(self.choice.seat)}
        what = f"{self.choice.power} {village.number}"
        return ask_host(rules, what, wolf_word("ask.whom", **named), seat_options(self.choice.targets))

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return note_act(village, NightAction(self.choice.seat, self.choice.power, (int(picks[0]),), self.call))
