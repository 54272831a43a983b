"""Carries out the turns of a night: meetings, questions, items and healing. Warns about duties that were not done."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from nightcrier.box.games.wherewolf.referee.attacks import bite, close_marks, heal, hunt
from nightcrier.box.games.wherewolf.referee.game_state import (
    GameState,
    NightRecord,
    OwnedItem,
    PlayerState,
    holder,
    wolves_in_play,
)
from nightcrier.box.games.wherewolf.referee.night_choices import check_healing
from nightcrier.box.games.wherewolf.rulebook import CALLED, FIRST, LATER, MYSTICS, ROLE_TABLE, Faction, the_role

CallTurn = Callable[[NightRecord], None]


def _dealt(state: GameState, *roles: str) -> tuple[int, ...]:
    """Return the seats to which these roles were dealt. In the first night they still have these roles."""
    return tuple(sorted([state.seats[role] for role in roles if role in state.seats]))


def _others(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple([other for other in seats if other != seat])


def _let_meet(roles: frozenset[str], night: NightRecord) -> None:
    seats = _dealt(night.state, *roles)
    for seat in seats:
        night.tell(seat, night.state.players[seat].holds, _others(seats, seat))


def _meet_guards(night: NightRecord) -> None:
    """Let the Guards meet, including the Corrupt Guard, and also tell them the number of Criminals in play."""
    guards = _dealt(night.state, *CALLED["guards"])
    criminals = sum([player.faction is Faction.CRIMINALS for player in night.state.players])
    for seat in guards:
        for answer in (_others(guards, seat), criminals):
            night.tell(seat, night.state.players[seat].holds, answer)


def _join_lovers(night: NightRecord) -> None:
    """Tell Romeo that Juliet chose him, and let him meet her. From this moment his faction is the faction of love."""
    if (action := night.chosen.get("juliet")) is not None:
        (romeo,) = action.targets
        night.state.romeo = romeo
        night.state.players[romeo] = replace(night.state.players[romeo], faction=Faction.LOVER)
        night.notified.add(romeo)
        night.tell(romeo, "juliet", _others((action.seat,), romeo))


def _choose_beloved(night: NightRecord) -> None:
    if (action := night.chosen.get("guardian-angel")) is not None:
        (night.state.beloved,) = action.targets
        night.notified.add(night.state.beloved)


def _meet_wolves(night: NightRecord) -> None:
    """Let the wolves meet, and then show them the Traitor."""
    state = night.state
    wolves = wolves_in_play(state)
    for seat in wolves:
        role = state.players[seat].holds
        night.tell(seat, role, _others(wolves, seat))
        if "traitor" in state.table.possible:
            night.tell(seat, role, _dealt(state, "traitor"))


TRAITS: Mapping[str, Callable[[PlayerState], bool]] = {
    **dict.fromkeys(("seer", "medium"), lambda player: player.dark),
    "mage": lambda player: player.holds in MYSTICS,
}
"""The trait that each of these powers asks about. For a player out of play, the last state counts."""


def _ask(power: str, night: NightRecord) -> None:
    """Tell the player who asks about somebody whether that person has the trait."""
    if (action := night.chosen.get(power)) is not None:
        (target,) = action.targets
        answer = TRAITS[power](night.state.players[target])
        night.tell(action.seat, power, answer, target)
        if power == "seer":
            night.seer_found = answer


def _tell_monk(night: NightRecord) -> None:
    """Tell the Monk two possible roles that are not in play. Either the roles were chosen for him, or they are the
    first two in the alphabet."""
    table = night.state.table
    for monk in _dealt(night.state, "monk"):
        night.tell(monk, "monk", table.shown or tuple(sorted(set(table.possible) - set(table.roles))[:2]))


def _tell_hunter(night: NightRecord) -> None:
    for hunter in _dealt(night.state, "vampire-hunter"):
        if "vampire" in night.state.table.possible:
            night.tell(hunter, "vampire-hunter", "vampire" in night.state.seats)


def _tell_priest(night: NightRecord) -> None:
    """Tell the Priest who the Sinner is, and whether the Courtesan is in play."""
    state = night.state
    for priest in _dealt(state, "priest"):
        if "sinner" in state.table.possible:
            night.tell(priest, "priest", _dealt(state, "sinner"))
        if "courtesan" in state.table.possible:
            night.tell(priest, "priest", "courtesan" in state.seats)


def _first_owner(item: str, night: NightRecord) -> None:
    night.notified.add(night.state.items[item].owner)


def _hand_over(item: str, night: NightRecord) -> None:
    """Give an item to the player whom its owner chose, and tell this player. If this player owned the item before, the
    item is destroyed. A kept item is destroyed only if the house switch says so."""
    state, action = night.state, night.chosen.get(item)
    if (held := state.items.get(item)) is None:
        return
    owner = action.targets[0] if action else held.owner
    if owner in held.owners:
        if action or state.switches.kept_item_destroyed:
            night.destroy(item)
    else:
        state.items[item] = OwnedItem(owner, held.owners | {owner})
        night.notified.add(owner)


def _ward(night: NightRecord) -> None:
    if (action := night.chosen.get("witch")) is not None:
        (night.warded,) = action.targets


def _let_heal(night: NightRecord) -> None:
    """Let the Healer act last, when all marks for death are final, so that she sees all the dead."""
    close_marks(night)
    check_healing(night)
    heal(night)


FIRST_TURNS: Mapping[str, CallTurn] = {
    "seer": partial(_ask, "seer"),
    "mage": partial(_ask, "mage"),
    "criminals": partial(_let_meet, CALLED["criminals"]),
    "guards": _meet_guards,
    "monk": _tell_monk,
    "vampire-hunter": _tell_hunter,
    "priest": _tell_priest,
    "juliet": _join_lovers,
    "guardian-angel": _choose_beloved,
    "amulet": partial(_first_owner, "amulet"),
    "sword": partial(_first_owner, "sword"),
    "wolves": _meet_wolves,
    "vampire": partial(_let_meet, frozenset({"vampire", "ghoul"})),
}
LATER_TURNS: Mapping[str, CallTurn] = {
    "seer": partial(_ask, "seer"),
    "medium": partial(_ask, "medium"),
    "mage": partial(_ask, "mage"),
    "witch": _ward,
    "amulet": partial(_hand_over, "amulet"),
    "sword": partial(_hand_over, "sword"),
    "wolves": hunt,
    "vampire": bite,
    "healer": _let_heal,
}


_DUTIES = {when: tuple(card.id for card in ROLE_TABLE.values() if when in card.must) for when in (FIRST, LATER)}


def remark_duties(night: NightRecord) -> None:
    """Warn about each duty that was not done. The Medium has no duty while everybody is in play."""
    state = night.state
    for role in _DUTIES[FIRST if state.number == 1 else LATER]:
        able = role != "medium" or len(state.in_play) < len(state.players)
        if role not in night.chosen and able and (seat := holder(state, role)) is not None:
            state.warn(seat, f"{the_role(role)} must choose and did not: judged as not done.")
