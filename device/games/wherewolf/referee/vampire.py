"""The Vampire's turn: who turns, who is only warned, and of whom he dies."""

from device.games.wherewolf.referee.game_state import PlayerState, holder, owner_of
from device.games.wherewolf.referee.night_course import NightCourse
from device.games.wherewolf.referee.shields import is_shielded
from device.games.wherewolf.rules.roles import MYSTICS, Faction

_PROGENY = PlayerState(holds="", faction=Faction.VAMPIRE, dark=True, shadow=True, strength=0, latent="")
"""A player whom the Vampire turned: no power and no trait is left."""


def bite(night: NightCourse) -> None:
    """The Sword first, then the Hunter, then protection; a Werewolf kills him, a Mystic only learns of it."""
    action = night.chosen.get("vampire")
    if action is None:
        return
    vampire, (prey,) = action.seat, action.targets
    player = night.state.players[prey]
    if owner_of(night.state, "sword") == prey:
        _die(night, vampire, "sword")
        night.destroy("sword")
    if player.holds == "vampire-hunter":
        night.notified.add(prey)
        _die(night, vampire, "vampire-hunter")
    elif is_shielded(night, prey):
        night.refused_vampire.append(prey)
    else:
        night.notified.add(prey)
        _touch(night, vampire, prey)


def _touch(night: NightCourse, vampire: int, prey: int) -> None:
    player = night.state.players[prey]
    if player.strength:
        _die(night, vampire, "vampire-turned-on")
    elif player.holds not in MYSTICS:
        _make_progeny(night, vampire, prey)


def _die(night: NightCourse, vampire: int, cause: str) -> None:
    """The Vampire, or the Ghoul in his stead."""
    ghoul = holder(night.state, "ghoul")
    if ghoul is None:
        night.mark(vampire, cause)
    else:
        night.mark(ghoul, "ghoul")


def _make_progeny(night: NightCourse, vampire: int, prey: int) -> None:
    """Make a Progeny: he meets the Vampire and the Ghoul, and loses all powers and traits."""
    ghoul = holder(night.state, "ghoul")
    night.tell(prey, "vampire", () if prey == vampire else (vampire,))
    if ghoul is not None and ghoul != prey:
        night.tell(prey, "ghoul", (ghoul,))
    night.state.players[prey] = _PROGENY
    night.turned[prey] = "progeny"
