"""The turns in which somebody asks and is answered: Seer, Mage, Medium, Monk, Priest, Vampire Hunter."""

from device.games.wherewolf.referee.game_state import holder
from device.games.wherewolf.referee.night_course import NightCourse
from device.games.wherewolf.rules.roles import MYSTICS


def ask_seer(night: NightCourse) -> None:
    """Tell the Seer whether the aura is dark, as it is now."""
    action = night.chosen.get("seer")
    if action is not None:
        (target,) = action.targets
        night.seer_found = night.state.players[target].dark
        night.tell(action.seat, "seer", night.seer_found, target)


def ask_mage(night: NightCourse) -> None:
    """Tell the Mage whether the target is a Mystic."""
    action = night.chosen.get("mage")
    if action is not None:
        (target,) = action.targets
        night.tell(action.seat, "mage", night.state.players[target].holds in MYSTICS, target)


def ask_medium(night: NightCourse) -> None:
    """Tell the Medium whether the last aura in life was dark."""
    action = night.chosen.get("medium")
    if action is not None:
        (target,) = action.targets
        night.tell(action.seat, "medium", night.state.players[target].dark, target)


def tell_monk(night: NightCourse) -> None:
    """Tell the Monk two possible roles that are not in play: those that were chosen, else the first by the alphabet."""
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
