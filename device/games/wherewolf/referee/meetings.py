"""The turns of the first night in which people meet or choose for the whole game: Criminals, Guards, lovers, wolves."""

from msgspec.structs import replace

from device.games.wherewolf.referee.game_state import GameState, wolves_in_play
from device.games.wherewolf.referee.night_course import NightCourse
from device.games.wherewolf.rules.roles import ROLE_TABLE, Faction

_CRIMINALS = tuple(card.id for card in ROLE_TABLE.values() if "criminals" in card.first)
_GUARDS = tuple(card.id for card in ROLE_TABLE.values() if "guards" in card.first)


def _present(state: GameState, roles: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sorted([seat for seat in map(state.seats.get, roles) if seat is not None]))


def _others(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple([other for other in seats if other != seat])


def meet_criminals(night: NightCourse) -> None:
    """Let all five Criminals see each other."""
    criminals = _present(night.state, _CRIMINALS)
    for seat in criminals:
        night.tell(seat, night.state.players[seat].holds, _others(criminals, seat))


def meet_guards(night: NightCourse) -> None:
    """The Guards, the corrupt one among them, meet, and then see the number of Criminals in play."""
    guards = _present(night.state, _GUARDS)
    criminals = sum([player.faction is Faction.CRIMINALS for player in night.state.players])
    for seat in guards:
        role = night.state.players[seat].holds
        night.tell(seat, role, _others(guards, seat))
        night.tell(seat, role, criminals)


def join_lovers(night: NightCourse) -> None:
    """Notify Juliet's Romeo, who meets her: from now on he is of the faction of love."""
    action = night.chosen.get("juliet")
    if action is not None:
        (romeo,) = action.targets
        night.state.romeo = romeo
        night.state.players[romeo] = replace(night.state.players[romeo], faction=Faction.LOVER)
        night.notified.add(romeo)
        night.tell(romeo, "juliet", _others((action.seat,), romeo))


def choose_beloved(night: NightCourse) -> None:
    """The Guardian Angel's Beloved is notified."""
    action = night.chosen.get("guardian-angel")
    if action is not None:
        (night.state.beloved,) = action.targets
        night.notified.add(night.state.beloved)


def meet_wolves(night: NightCourse) -> None:
    """The wolves meet, and then identify the Traitor."""
    state = night.state
    wolves = wolves_in_play(state)
    traitor = state.seats.get("traitor")
    for seat in wolves:
        role = state.players[seat].holds
        night.tell(seat, role, _others(wolves, seat))
        if "traitor" in state.table.possible:
            night.tell(seat, role, () if traitor is None else (traitor,))


def meet_vampire(night: NightCourse) -> None:
    """Let Vampire and Ghoul see each other."""
    couple = tuple(sorted(seat for seat in map(night.state.seats.get, ("vampire", "ghoul")) if seat is not None))
    for seat in couple:
        night.tell(seat, night.state.players[seat].holds, _others(couple, seat))
