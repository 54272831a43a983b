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
    RoleCard,
    the_role,
)

_WOLF_CARD = ROLE_TABLE["pack-wolf"]
_FIRST_ONLY = "in the first night only"


def sort_actions(night: NightCourse, actions: Sequence[NightAction]) -> None:
    """Check every action against the state at nightfall, and store the action for its call."""
    for action in actions:
        again = "the {} acts once in a night" if action.power in night.chosen else ""
        if broken := _broken_by(night.state, action) or again:
            raise night.state.wrong(action.seat, broken.replace("the {}", the_role(action.power)))
        night.chosen[action.power] = action
        if action.during is not None:
            night.windows.setdefault(action.during, []).append(action)


def _broken_by(state: GameState, action: NightAction) -> str:
    """Return the rule that an action breaks, or an empty text. In the rule `the {}` stands for the role or item."""
    player = state.players[action.seat]
    if player.out is not None:
        return "an eliminated player does not act"
    if action.power in ITEMS:
        return _wrong_handing(state, action)
    if player.holds != action.power:
        return f"this seat does not hold the {{}}; it {what_it_holds(player)}"
    card = _WOLF_CARD if action.power == "peasant" and player.strength else ROLE_TABLE[action.power]
    return _wrong_time(state, card) or (_wrong_window if card.window else _wrong_targets)(state, action, card)


def _wrong_time(state: GameState, card: RoleCard) -> str:
    if not card.must and not card.may:
        return "the {} chooses nobody at night"
    if (FIRST if state.number == 1 else LATER) not in card.must + card.may:
        return f"the {{}} acts {'from the second night on' if state.number == 1 else _FIRST_ONLY}"
    return "the {} uses this power once in a game" if card.once and card.id in state.spent else ""


def _wrong_handing(state: GameState, action: NightAction) -> str:
    if owner_of(state, action.power) != action.seat:
        return "this seat does not own the {}"
    if state.number == 1:
        return "the {} is handed on from the second night on"
    if action.during is not None or len(action.targets) != 1:
        return _wrong_form(action)
    if action.targets == (action.seat,):
        return "the {} is handed to somebody else, or kept without an entry"
    return _out_of_play(state, action.targets)


def _wrong_window(state: GameState, action: NightAction, card: RoleCard) -> str:
    if action.during not in MYSTICS:
        return f"the {{}} acts in the turn of a Mystic; during names it: {', '.join(sorted(MYSTICS))}"
    if action.during not in state.table.possible:
        return f"there is no turn of {the_role(action.during)}, who is not possible here"
    if card.id == "thief" and action.targets:
        return "the Thief only looks, and has no target"
    if len(action.targets) > 1:
        return "the {} points at one player"
    present = holder(state, action.during) is not None  # then the target is ignored
    return "" if present else _out_of_play(state, action.targets)


def _wrong_targets(state: GameState, action: NightAction, card: RoleCard) -> str:
    double = len(action.targets) == 2 and state.attacks == 2 and action.power in PACK_POWERS
    if action.during is not None or len(action.targets) != 1 + double:
        return _wrong_form(action)
    if card.id == "medium":
        (target,) = action.targets
        alive = state.players[target].out is None
        return f"the Medium asks about an eliminated player, and P{target + 1} is in play" if alive else ""
    if card.id != "healer" and (out := _out_of_play(state, action.targets)):  # her turn alone knows whom she may save
        return out
    if action.seat in action.targets and not _may_choose_itself(state, card):
        return "the {} chooses another player"
    spares = card.strength and not state.switches.wolves_may_hit_wolves
    if spares and any(state.players[target].strength for target in action.targets):
        return "the wolves do not attack a wolf, as the switch wolves_may_hit_wolves says"
    return ""


def _may_choose_itself(state: GameState, card: RoleCard) -> bool:
    return card.own_seat == "free" or (card.own_seat == "switch" and state.switches.self_choice)


def _wrong_form(action: NightAction) -> str:
    """Return the rule about the number of targets, or about a Mystic's turn in which the power cannot be used."""
    if action.during is not None:
        return "the {} has no during: it is for Assassin, Guild Master and Thief"
    several = "; two are for the night after a Young Wolf burned" if len(action.targets) == 2 else ""
    return f"the {{}} needs one target, not {len(action.targets)}{several}"


def _out_of_play(state: GameState, targets: Sequence[int]) -> str:
    out = next((target for target in targets if state.players[target].out is not None), None)
    return "" if out is None else f"the {{}} chooses a player in play, and P{out + 1} is out"


def check_healing(night: NightCourse) -> None:
    """Refuse a choice of the Healer unless she saves one of tonight's dead."""
    state = night.state
    if (action := night.chosen.get("healer")) is not None:
        (target,) = action.targets
        if target == action.seat and not state.switches.healer_may_save_self:
            raise state.wrong(action.seat, "the Healer does not save herself")
        if target not in night.killed:
            none = f"P{target + 1} is none of them"
            raise state.wrong(action.seat, f"the Healer saves one of tonight's dead, and {none}")


_CHOOSING = {
    when: tuple(card for card in ROLE_TABLE.values() if when in card.must + card.may and card.id != "healer")
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
    """Return every choice of the next night except the Healer's, in the order of the table of roles. A Peasant who has
    turned points at a prey like other wolves."""
    found, turned = list[PowerChoice](), state.turned_wolf
    for card in _CHOOSING[FIRST if state.number == 0 else LATER]:
        seat = holder(state, card.id)
        if seat is not None and not (card.once and card.id in state.spent):
            found.append(_choice(state, seat, card))
    if turned is not None and state.players[turned].out is None:
        found.append(PowerChoice(turned, "peasant", _targets(state, turned, _WOLF_CARD), state.attacks))
    for item, held in state.items.items() if state.number else ():
        others = tuple([other for other in state.in_play if other != held.owner])
        found.append(PowerChoice(held.owner, item, others))
    return [choice for choice in found if choice.targets or choice.windows]


def _choice(state: GameState, seat: int, card: RoleCard) -> PowerChoice:
    if card.window:
        windows = tuple([role for role in state.table.possible if role in MYSTICS])
        return PowerChoice(seat, card.id, () if card.id == "thief" else tuple(state.in_play), windows=windows)
    number = state.attacks if card.strength else 1
    return PowerChoice(seat, card.id, _targets(state, seat, card), number, bool(card.must))


def _targets(state: GameState, seat: int, card: RoleCard) -> tuple[int, ...]:
    if card.id == "medium":
        return tuple([other for other, player in enumerate(state.players) if player.out is not None])
    if card.strength and not state.switches.wolves_may_hit_wolves:
        return tuple([other for other in state.in_play if not state.players[other].strength])
    own = _may_choose_itself(state, card)
    return tuple([other for other in state.in_play if own or other != seat])
