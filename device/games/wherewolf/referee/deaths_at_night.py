"""The end of a night: the Amulet, those who die of love, the Healer. Each cancels only its own causes."""

from device.games.wherewolf.referee.game_state import holder, lovers, owner_of
from device.games.wherewolf.referee.night_course import NightCourse


def close_marks(night: NightCourse) -> None:
    """The Amulet saves its owner in silence, then love follows, then the Amulet may save the one who follows."""
    owner = owner_of(night.state, "amulet")
    if owner is not None and owner in night.marks:
        del night.marks[owner]
        night.destroy("amulet")
    _follow(night)
    _keep_from_love(night)
    if night.marks or night.followers:
        night.notified.update(night.seats_to_die())


def _keep_from_love(night: NightCourse) -> None:
    """The Amulet, where it has not saved its owner already."""
    owner = owner_of(night.state, "amulet")
    if owner is not None and owner in night.followers:
        night.followers.discard(owner)
        night.kept = owner
        night.destroy("amulet")


def _follow(night: NightCourse) -> None:
    """Mark whom love kills: the lover of a marked one, and of the one burned yesterday. Nobody follows herself."""
    couple = lovers(night.state)
    pairs = () if couple is None else (couple, couple[::-1])
    following = {other for one, other in pairs if one in night.marks and one != other}
    if night.state.widow is not None:
        following.add(night.state.widow)
    night.followers = {seat for seat in following if seat != night.kept and night.state.players[seat].out is None}


def heal(night: NightCourse) -> None:
    """The Healer sees tonight's dead and saves one of them from what was done to him; love's own cause stays."""
    healer = holder(night.state, "healer")
    if healer is None:
        return
    doomed = night.seats_to_die()
    night.tell(healer, "healer", tuple([seat for seat in doomed if seat != healer]))
    action = night.chosen.get("healer")
    if action is None:
        return
    (target,) = action.targets
    night.state.spent.add("healer")
    night.marks.pop(target, None)
    _follow(night)
    if target not in night.followers:
        night.saved.append(target)
