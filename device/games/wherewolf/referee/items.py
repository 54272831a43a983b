"""The Amulet and the Sword: drawn by lot, handed on each night from the second one, and destroyed when kept or come
back."""

from device.games.wherewolf.referee.game_state import OwnedItem
from device.games.wherewolf.referee.night_course import NightCourse


def first_owner(item: str, night: NightCourse) -> None:
    """Notify the first owner, drawn by lot, in the first night."""
    night.notified.add(night.state.items[item].owner)


def hand_over(item: str, night: NightCourse) -> None:
    """The owner points at the next owner, who is notified."""
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
