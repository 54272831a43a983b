"""Do the turns of a night without attacks: meetings, sights, items, and remarks on duties that were not done."""

from collections.abc import Callable

from msgspec.structs import replace

from nightcrier.box.games.wherewolf.referee.game_state import (
    GameState,
    NightCourse,
    OwnedItem,
    PlayerState,
    holder,
    wolves_in_play,
)
from nightcrier.box.games.wherewolf.rulebook import FIRST, LATER, MYSTICS, ROLE_TABLE, Faction, NightChoice, the_role

CRIMINALS = tuple(card.id for card in ROLE_TABLE.values() if "criminals" in card.first)
_GUARDS = tuple(card.id for card in ROLE_TABLE.values() if "guards" in card.first)


def _present(state: GameState, roles: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sorted([seat for seat in map(state.seats.get, roles) if seat is not None]))


def _others(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple([other for other in seats if other != seat])


def let_meet(roles: tuple[str, ...], night: NightCourse) -> None:
    """Let the players with these roles see each other."""
    seats = _present(night.state, roles)
    for seat in seats:
        night.tell(seat, night.state.players[seat].holds, _others(seats, seat))


def meet_guards(night: NightCourse) -> None:
    """Let the Guards meet, including the Corrupt Guard. After that tell them the number of Criminals in play."""
    guards = _present(night.state, _GUARDS)
    criminals = sum([player.faction is Faction.CRIMINALS for player in night.state.players])
    for seat in guards:
        role = night.state.players[seat].holds
        night.tell(seat, role, _others(guards, seat))
        night.tell(seat, role, criminals)


def join_lovers(night: NightCourse) -> None:
    """Tell Romeo that Juliet chose him, and let him meet her. From this moment his faction is the faction of love."""
    action = night.chosen.get("juliet")
    if action is not None:
        (romeo,) = action.targets
        night.state.romeo = romeo
        night.state.players[romeo] = replace(night.state.players[romeo], faction=Faction.LOVER)
        night.notified.add(romeo)
        night.tell(romeo, "juliet", _others((action.seat,), romeo))


def choose_beloved(night: NightCourse) -> None:
    """Tell the Beloved that the Guardian Angel chose her or him."""
    action = night.chosen.get("guardian-angel")
    if action is not None:
        (night.state.beloved,) = action.targets
        night.notified.add(night.state.beloved)


def meet_wolves(night: NightCourse) -> None:
    """Let the wolves meet, and show them the Traitor after that."""
    state = night.state
    wolves = wolves_in_play(state)
    traitor = state.seats.get("traitor")
    for seat in wolves:
        role = state.players[seat].holds
        night.tell(seat, role, _others(wolves, seat))
        if "traitor" in state.table.possible:
            night.tell(seat, role, () if traitor is None else (traitor,))


def ask_seer(night: NightCourse) -> None:
    """Tell the Seer whether the target's aura is dark at this moment."""
    night.seer_found = _answer(night, "seer", lambda player: player.dark)


def ask_mage(night: NightCourse) -> None:
    """Tell the Mage whether the target is a Mystic."""
    _answer(night, "mage", lambda player: player.holds in MYSTICS)


def ask_medium(night: NightCourse) -> None:
    """Tell the Medium whether the target's aura was dark at the moment of death."""
    _answer(night, "medium", lambda player: player.dark)


def _answer(night: NightCourse, power: str, has_trait: Callable[[PlayerState], bool]) -> bool | None:
    action = night.chosen.get(power)
    if action is None:
        return None
    (target,) = action.targets
    answer = has_trait(night.state.players[target])
    night.tell(action.seat, power, answer, target)
    return answer


def tell_monk(night: NightCourse) -> None:
    """Tell the Monk two possible roles that are not in play. The roles were chosen for him, or are the first two of the
    alphabet."""
    monk = holder(night.state, "monk")
    if monk is not None:
        table = night.state.table
        night.tell(monk, "monk", table.shown or tuple(sorted(set(table.possible) - set(table.roles))[:2]))


def tell_hunter(night: NightCourse) -> None:
    """Tell the Vampire Hunter whether the Vampire is in play."""
    hunter = holder(night.state, "vampire-hunter")
    if hunter is not None and "vampire" in night.state.table.possible:
        night.tell(hunter, "vampire-hunter", "vampire" in night.state.seats)


def tell_priest(night: NightCourse) -> None:
    """Tell the Priest who the Sinner is, and whether the Courtesan is in play."""
    state = night.state
    priest = holder(state, "priest")
    if priest is None:
        return
    if "sinner" in state.table.possible:
        sinner = state.seats.get("sinner")
        night.tell(priest, "priest", () if sinner is None else (sinner,))
    if "courtesan" in state.table.possible:
        night.tell(priest, "priest", "courtesan" in state.seats)


def first_owner(item: str, night: NightCourse) -> None:
    """Tell the first owner of an item about the item."""
    night.notified.add(night.state.items[item].owner)


def hand_over(item: str, night: NightCourse) -> None:
    """Give an item to the player whom its owner chose, and tell this player. If this player owned the item before, the
    item is destroyed. A kept item is destroyed only if the switch of the house says so."""
    state = night.state
    held = state.items.get(item)
    if held is None:
        return
    action = night.chosen.get(item)
    if action is None:
        if state.switches.kept_item_destroyed:
            night.destroy(item)
        return
    (owner,) = action.targets
    if owner in held.owners:
        night.destroy(item)
    else:
        state.items[item] = OwnedItem(owner, held.owners | {owner})
        night.notified.add(owner)


_DUTIES = {
    when: tuple(card.id for card in ROLE_TABLE.values() if card.choice is NightChoice.DUTY and when in card.chooses)
    for when in (FIRST, LATER)
}


def remark_duties(night: NightCourse) -> None:
    """Warn about each duty that was not done. The Medium has no duty while everybody is in play."""
    state = night.state
    for role in _DUTIES[FIRST if state.number == 1 else LATER]:
        able = role != "medium" or len(state.in_play) < len(state.players)
        if role not in night.chosen and able and (seat := holder(state, role)) is not None:
            state.warn(seat, f"{the_role(role)} must choose and did not: judged as not done.")
