"""The end of a night: the Amulet, those who die of love, the Healer. Each cancels only its own causes."""

from device.games.wherewolf.referee.game_state import holder, lovers, owned_by
from device.games.wherewolf.referee.night_course import NightCourse


def close_marks(night: NightCourse) -> None:
    """The Amulet saves its owner, then love follows, then the Amulet may save the one who follows."""
    _keep_owner(night)
    _follow(night)
    if night.followers:
        _keep_owner(night)
    if night.marks or night.followers:
        night.notified.update(night.doomed())


def _keep_owner(night: NightCourse) -> None:
    """In silence: all marks of the owner are gone, and the Amulet with them."""
    owner = owned_by(night.state, "amulet")
    if owner is not None and (owner in night.marks or owner in night.followers):
        night.marks.pop(owner, None)
        night.followers.discard(owner)
        night.kept = owner
        night.destroy("amulet")


def _follow(night: NightCourse) -> None:
    """Whom a mark on the other lover kills, and who follows the one burned yesterday."""
    couple = lovers(night.state)
    if couple is None:
        night.followers = set()
        return
    following = {other for one, other in (couple, couple[::-1]) if one in night.marks}
    if night.state.widow is not None:
        following.add(night.state.widow)
    night.followers = {seat for seat in following if seat != night.kept and night.state.players[seat].out is None}


def heal(night: NightCourse) -> None:
    """The Healer sees tonight's dead and saves one of them from what was done to him; love's own cause stays."""
    healer = holder(night.state, "healer")
    if healer is None:
        return
    doomed = night.doomed()
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
