"""Say which choices a seat has in a night, and refuse choices that break a rule before the night is judged."""

from collections.abc import Sequence

from msgspec import Struct

from nightcrier.box.games.wherewolf.referee.attacks import PACK_POWERS
from nightcrier.box.games.wherewolf.referee.game_state import GameState, NightCourse, holder, owner_of, what_it_holds
from nightcrier.box.games.wherewolf.referee.records import NightAction
from nightcrier.box.games.wherewolf.rulebook import (
    FIRST,
    ITEMS,
    LATER,
    MYSTICS,
    ROLE_TABLE,
    NightChoice,
    OwnSeat,
    RoleCard,
    the_role,
)

_WOLF_CARD = ROLE_TABLE["pack-wolf"]
_FIRST_ONLY = "in the first night only"


def sort_actions(night: NightCourse, actions: Sequence[NightAction]) -> None:
    """Check every action against the state at nightfall, and store the action for its call."""
    for action in actions:
        _check_action(night.state, action)
        if action.power in night.chosen:
            _refuse(night.state, action, "the {} acts once in a night")
        night.chosen[action.power] = action
        if action.during is not None:
            night.windows.setdefault(action.during, []).append(action)


def _refuse(state: GameState, action: NightAction, rule: str) -> None:
    """Refuse an action. `rule` is the message, in which `the {}` is replaced by the role or item."""
    raise state.wrong(action.seat, rule.replace("the {}", the_role(action.power)))


def _check_action(state: GameState, action: NightAction) -> None:
    player = state.players[action.seat]
    if player.out is not None:
        _refuse(state, action, "an eliminated player does not act")
    if action.power in ITEMS:
        _check_item(state, action)
        return
    if player.holds != action.power:
        _refuse(state, action, f"this seat does not hold the {{}}; it {what_it_holds(player)}")
    card = _WOLF_CARD if action.power == "peasant" and player.strength else ROLE_TABLE[action.power]
    _check_time(state, action, card)
    if card.window:
        _check_window(state, action)
    else:
        _check_targets(state, action, card)


def _check_time(state: GameState, action: NightAction, card: RoleCard) -> None:
    if card.choice is NightChoice.NONE:
        _refuse(state, action, "the {} chooses nobody at night")
    if (FIRST if state.number == 1 else LATER) not in card.chooses:
        _refuse(state, action, f"the {{}} acts {'from the second night on' if state.number == 1 else _FIRST_ONLY}")
    if card.once and card.id in state.spent:
        _refuse(state, action, "the {} uses this power once in a game")


def _check_item(state: GameState, action: NightAction) -> None:
    if owner_of(state, action.power) != action.seat:
        _refuse(state, action, "this seat does not own the {}")
    if state.number == 1:
        _refuse(state, action, "the {} is handed on from the second night on")
    if action.during is not None or len(action.targets) != 1:
        _refuse_form(state, action)
    if action.targets == (action.seat,):
        _refuse(state, action, "the {} is handed to somebody else, or kept without an entry")
    _check_in_play(state, action)


def _check_window(state: GameState, action: NightAction) -> None:
    if action.during not in MYSTICS:
        _refuse(state, action, f"the {{}} acts in the turn of a Mystic; during names it: {', '.join(sorted(MYSTICS))}")
    if action.during not in state.table.possible:
        _refuse(state, action, f"there is no turn of {the_role(str(action.during))}, who is not possible here")
    if action.power == "thief" and action.targets:
        _refuse(state, action, "the Thief only looks, and has no target")
    if len(action.targets) > 1:
        _refuse(state, action, "the {} points at one player")
    if holder(state, str(action.during)) is None:  # otherwise the target is ignored
        _check_in_play(state, action)


def _check_targets(state: GameState, action: NightAction, card: RoleCard) -> None:
    double = len(action.targets) == 2 and state.attacks == 2 and action.power in PACK_POWERS
    if action.during is not None or len(action.targets) != 1 + double:
        _refuse_form(state, action)
    if action.power == "medium":
        _check_eliminated(state, action)
    elif action.power != "healer":  # whom she may save is known in her turn only
        _check_in_play(state, action)
    if action.seat in action.targets and not may_choose_itself(state, card):
        _refuse(state, action, "the {} chooses another player")
    if card.strength and not state.switches.wolves_may_hit_wolves:
        _check_no_wolf(state, action)


def may_choose_itself(state: GameState, card: RoleCard) -> bool:
    """Say whether the player with a card may point at himself. The card and the switches of the house decide this."""
    return card.own_seat is OwnSeat.FREE or (card.own_seat is OwnSeat.SWITCH and state.switches.self_choice)


def _refuse_form(state: GameState, action: NightAction) -> None:
    """Refuse an action with a wrong number of targets, or in a Mystic's turn in which the power cannot be used."""
    if action.during is not None:
        _refuse(state, action, "the {} has no during: it is for Assassin, Guild Master and Thief")
    several = "; two are for the night after a Young Wolf burned" if len(action.targets) == 2 else ""
    _refuse(state, action, f"the {{}} needs one target, not {len(action.targets)}{several}")


def _check_in_play(state: GameState, action: NightAction) -> None:
    for target in action.targets:
        if state.players[target].out is not None:
            _refuse(state, action, f"the {{}} chooses a player in play, and P{target + 1} is out")


def _check_eliminated(state: GameState, action: NightAction) -> None:
    if state.players[action.targets[0]].out is None:
        _refuse(state, action, f"the Medium asks about an eliminated player, and P{action.targets[0] + 1} is in play")


def _check_no_wolf(state: GameState, action: NightAction) -> None:
    if any(state.players[target].strength for target in action.targets):
        _refuse(state, action, "the wolves do not attack a wolf, as the switch wolves_may_hit_wolves says")


def check_healing(night: NightCourse) -> None:
    """Refuse a choice of the Healer unless she saves one of tonight's dead."""
    action, state = night.chosen.get("healer"), night.state
    if action is None:
        return
    (target,) = action.targets
    if target == action.seat and not state.switches.healer_may_save_self:
        _refuse(state, action, "the Healer does not save herself")
    if target not in night.killed:
        _refuse(state, action, f"the Healer saves one of tonight's dead, and P{target + 1} is none of them")


_CHOOSING = {
    when: tuple(card for card in ROLE_TABLE.values() if when in card.chooses and card.id != "healer")
    for when in (FIRST, LATER)
}
"""The cards that choose in the first and in later nights. The Healer is left out, because her choice depends on all
other choices."""


class PowerChoice(Struct, frozen=True):
    """A power that a seat may or must use. The power is used on `number` of the `targets`, or in the turn of one of the
    Mystics in `windows`."""

    seat: int
    power: str
    targets: tuple[int, ...]
    number: int = 1
    duty: bool = False
    windows: tuple[str, ...] = ()


def night_choices(state: GameState) -> list[PowerChoice]:
    """Return every choice of the next night except the Healer's, in the order of the table of roles."""
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
    """Return the choice of a Peasant who has turned and points at a prey like other wolves."""
    seat = state.turned_wolf
    if seat is None or state.players[seat].out is not None:
        return []
    targets = _targets(state, seat, ROLE_TABLE["pack-wolf"])
    return [PowerChoice(seat, "peasant", targets, state.attacks)]


def _hand_over(state: GameState, item: str) -> PowerChoice:
    owner = state.items[item].owner
    return PowerChoice(owner, item, tuple([other for other in state.in_play if other != owner]))
