"""Says which choices a seat has in a night, and refuses choices that break a rule before the night is judged."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.wherewolf.referee.game_state import GameState, NightRecord, holder, user_of, what_it_holds
from nightcrier.box.games.wherewolf.referee.records import NightAction
from nightcrier.box.games.wherewolf.rulebook import FIRST, ITEMS, LATER, MYSTICS, POWERS, ROLE_TABLE, RoleCard, the_role

_TURNED = replace(ROLE_TABLE["pack-wolf"], id="peasant")
"""The power of a Descendant who has turned."""


def sort_actions(night: NightRecord, actions: Sequence[NightAction]) -> None:
    """Check that every action belongs to its turn, by the state at nightfall, and store each action under its call."""
    for action in actions:
        again = "the {} acts once in a night" if action.power in night.chosen else ""
        if broken := _broken_by(night.state, action) or again:
            raise night.state.wrong(action.seat, broken.replace("the {}", the_role(action.power)))
        night.chosen[action.power] = action
        if action.during is not None:
            night.windows.setdefault(action.during, []).append(action)


def _broken_by(state: GameState, action: NightAction) -> str:
    """Return the rule that an action breaks, or an empty text. In the rule `the {}` stands for the role or item."""
    if action.seat not in state.in_play:
        return "who is not in play does not act"
    player, when = state.players[action.seat], FIRST if state.number == 1 else LATER
    card = _TURNED if action.power == "peasant" and player.strength else POWERS[action.power]
    if user_of(state, action.power) != action.seat and action.power != player.holds:
        return f"this seat does not hold the {{}}; it {what_it_holds(player)}"
    if not card.must + card.may:
        return "the {} chooses nobody at night"
    if when not in card.must + card.may:
        return f"the {{}} acts {'from the second night on' if when == FIRST else 'in the first night only'}"
    if card.once and card.id in state.spent:
        return "the {} uses this power once in a game"
    return _outside(state, action, _choice(state, action.seat, card))


def _outside(state: GameState, action: NightAction, turn: "PowerChoice") -> str:
    """Return what part of an action is not allowed in the turn of its power, or an empty text."""
    during, targets, is_window = action.during, action.targets, POWERS[turn.power].window
    if is_window and during not in turn.windows:
        possible = ", ".join(sorted(turn.windows)) or "nobody"
        return f"the {{}} acts in the turn of a Mystic; during names it: {possible}"
    if during is not None and not is_window:
        return "the {} has no during: it is for Assassin, Guild Master and Thief"
    if len(targets) > turn.number or not (targets or during):
        return f"the {{}} has {('no target', 'one target', 'one or two targets')[turn.number]}, not {len(targets)}"
    if during and holder(state, during) is not None:
        return ""  # then the target is ignored
    wrong = next((target for target in targets if target not in turn.targets), None)
    if wrong == action.seat:
        return "the {} chooses another player"
    rule = "asks about an eliminated player" if turn.power == "medium" else "chooses a player in play"
    return "" if wrong is None else f"the {{}} {rule}: {places_said(turn.targets)}, not {places_said([wrong])}"


def places_said(seats: Iterable[int]) -> str:
    return ", ".join(f"P{seat + 1}" for seat in seats) or "nobody"


def check_healing(night: NightRecord) -> None:
    """Refuse the Healer's choice unless she saves a player whom she may save."""
    if (action := night.chosen.get("healer")) is not None:
        saved = may_save(night.state, action.seat, night.killed)
        if action.targets[0] not in saved:
            herself = "" if night.state.switches.healer_may_save_self else " and does not save herself"
            rule = f"the Healer saves one of tonight's dead{herself}: {places_said(saved)}"
            raise night.state.wrong(action.seat, rule)


def may_save(state: GameState, healer: int, killed: Iterable[int]) -> tuple[int, ...]:
    """Return which of the players killed tonight the Healer may save, or nobody if her power is used up."""
    own = state.switches.healer_may_save_self
    return tuple([seat for seat in killed if own or seat != healer]) if "healer" not in state.spent else ()


_CARDS = (*ROLE_TABLE.values(), _TURNED, *(POWERS[item] for item in ITEMS))
_CHOOSING = {
    when: tuple(card for card in _CARDS if when in card.must + card.may and card.id != "healer")
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
    """Return every choice of the next night except the Healer's, in the order of the table of roles. A Descendant who
    has turned, whose power is the Peasant's, points at a prey like other wolves."""
    found = list[PowerChoice]()
    for card in _CHOOSING[FIRST if state.number == 0 else LATER]:
        seat = user_of(state, card.id)
        if seat is not None and not (card.once and card.id in state.spent):
            found.append(_choice(state, seat, card))
    return [choice for choice in found if choice.targets or choice.windows]


def _choice(state: GameState, seat: int, card: RoleCard) -> PowerChoice:
    if card.window:
        windows = tuple([role for role in state.table.possible if role in MYSTICS])
        targets = () if card.id == "thief" or not windows else tuple(state.in_play)
        return PowerChoice(seat, card.id, targets, int(bool(targets)), windows=windows)
    number = state.attacks if card.strength else 1
    return PowerChoice(seat, card.id, _targets(state, seat, card), number, bool(card.must))


def _targets(state: GameState, seat: int, card: RoleCard) -> tuple[int, ...]:
    if card.id == "medium":
        return tuple([other for other, player in enumerate(state.players) if player.out is not None])
    if card.strength and not state.switches.wolves_may_hit_wolves:
        return tuple([other for other in state.in_play if not state.players[other].strength])
    own = card.own_seat == "free" or (card.own_seat == "switch" and state.switches.self_choice)
    return tuple([other for other in state.in_play if own or other != seat])
