"""The choices of every seat in the night to come, for a program that plays for people."""

from msgspec import Struct

from device.games.wherewolf.referee.game_state import GameState
from device.games.wherewolf.referee.night_rules import may_choose_itself
from device.games.wherewolf.rules.roles import FIRST, LATER, MYSTICS, ROLE_TABLE, NightChoice, RoleCard

_CHOOSING = {
    when: tuple(card for card in ROLE_TABLE.values() if when in card.chooses and card.id != "healer")
    for when in (FIRST, LATER)
}
"""The Healer's choice depends on what the night brings, and comes after all others."""


class PowerChoice(Struct, frozen=True):
    """A power that a seat may or must use: on `number` of the `targets`; in one of the turns of `windows`."""

    seat: int
    power: str
    targets: tuple[int, ...]
    number: int = 1
    duty: bool = False
    windows: tuple[str, ...] = ()


def night_choices(state: GameState) -> list[PowerChoice]:
    """List every choice of the next night, but the Healer's, in the order of the table of roles."""
    found = []
    for card in _CHOOSING[FIRST if state.number == 0 else LATER]:
        seat = state.seats.get(card.id)
        if seat is not None and _has_power(state, seat, card):
            found.append(_choice(state, seat, card))
    found += _descendant(state)
    if state.number:
        found += [_hand_over(state, item) for item in state.items]
    return [choice for choice in found if choice.targets or choice.windows]


def _has_power(state: GameState, seat: int, card: RoleCard) -> bool:
    player = state.players[seat]
    return player.out is None and player.holds == card.id and not (card.once and card.id in state.spent)


def _choice(state: GameState, seat: int, card: RoleCard) -> PowerChoice:
    if card.window:
        windows = tuple([role for role in state.table.possible if role in MYSTICS])
        return PowerChoice(seat, card.id, () if card.id == "thief" else tuple(state.in_play), windows=windows)
    number = state.attacks if card.strength else 1
    return PowerChoice(seat, card.id, _targets(state, seat, card), number, card.choice is NightChoice.DUTY)


def _targets(state: GameState, seat: int, card: RoleCard) -> tuple[int, ...]:
    if card.id == "medium":
        return tuple([other for other, player in enumerate(state.players) if player.out is not None])
    if card.strength and not state.switches.wolves_may_hit_wolves:
        return tuple([other for other in state.in_play if not state.players[other].strength])
    own = may_choose_itself(state, card)
    return tuple([other for other in state.in_play if own or other != seat])


def _descendant(state: GameState) -> list[PowerChoice]:
    """A Peasant who has turned points at a prey like any wolf."""
    seat = state.turned_wolf
    if seat is None or state.players[seat].out is not None:
        return []
    targets = _targets(state, seat, ROLE_TABLE["pack-wolf"])
    return [PowerChoice(seat, "peasant", targets, state.attacks)]


def _hand_over(state: GameState, item: str) -> PowerChoice:
    owner = state.items[item].owner
    return PowerChoice(owner, item, tuple([other for other in state.in_play if other != owner]))
