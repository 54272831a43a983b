"""The powers used in a Mystic's turn, right after its name: Thief, then Guild Master, then Assassin."""

from msgspec.structs import replace

from device.games.wherewolf.referee.acts import NightAction
from device.games.wherewolf.referee.game_state import holder
from device.games.wherewolf.referee.night_course import NightCourse
from device.games.wherewolf.referee.records import Remark
from device.games.wherewolf.rules.roles import GUARDS, Faction

WINDOW_POWERS = ("thief", "guild-master", "assassin")
"""The powers of the windows, in the order in which they act."""


def open_window(night: NightCourse, mystic: str) -> None:
    """Use all powers of this Mystic's turn; each is spent whatever comes of it."""
    present = holder(night.state, mystic)
    for action in sorted(night.windows.get(mystic, ()), key=lambda used: WINDOW_POWERS.index(used.power)):
        night.state.spent.add(action.power)
        _remark_target(night, action, present)
        if action.power == "thief":
            _look(night, action.seat, present)
        elif action.power == "guild-master":
            _win_over(night, action, present)
        else:
            _strike(night, action, present)


def _remark_target(night: NightCourse, action: NightAction, present: int | None) -> None:
    """A target that is ignored or missing."""
    if action.power != "thief" and (present is None) is not bool(action.targets):
        key = "window-no-target" if present is None else "window-target-ignored"
        night.state.remarks.append(Remark(key, night.state.number, action.seat, action.power))


def _look(night: NightCourse, thief: int, mystic: int | None) -> None:
    night.tell(thief, "thief", () if mystic is None else (mystic,))
    if mystic is not None:
        night.tell(mystic, "thief", (thief,))


def _win_over(night: NightCourse, action: NightAction, mystic: int | None) -> None:
    """Win a player over, where the Mystic is not in play: a Guard or Werewolf kills the Guild Master; Village and City
    join him."""
    if mystic is not None or not action.targets:
        return
    (target,) = action.targets
    player = night.state.players[target]
    if player.strength or player.holds in GUARDS:
        night.mark(action.seat, "guild-failed")
    elif player.faction in (Faction.VILLAGE, Faction.CITY):
        night.state.players[target] = replace(player, faction=Faction.CRIMINALS)
        night.turned[target] = "criminal"
        night.tell(target, "guild-master", (action.seat,))


def _strike(night: NightCourse, action: NightAction, mystic: int | None) -> None:
    """Kill whom the Assassin strikes. It is no attack of the Shadow, so nothing protects from it; a switch lets the
    Angel stand in all the same."""
    for target in action.targets if mystic is None else (mystic,):
        angel = holder(night.state, "guardian-angel") if night.state.switches.assassin_is_attack else None
        if angel is not None and night.state.beloved == target:
            night.mark(angel, "angel")
        else:
            night.mark(target, "assassin")
