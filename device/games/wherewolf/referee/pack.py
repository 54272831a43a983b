"""The wolves' turn: whose choice counts, whom it kills, and whom not."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.games.wherewolf.referee.acts import NightAction
from device.games.wherewolf.referee.game_state import owner_of, wolf_that_decides, wolves_in_play
from device.games.wherewolf.referee.night_course import NightCourse
from device.games.wherewolf.referee.shields import is_shielded, stand_in
from device.games.wherewolf.rules.roles import Faction

PACK_POWERS = ("pack-leader", "pack-wolf", "peasant")
"""The powers that may point at a prey: the Peasant is the Descendant who turned."""


def call_of(power: str) -> str:
    """The call in which it is used, where it has no turn of others."""
    return "wolves" if power in PACK_POWERS else power


def hunt(night: NightCourse) -> None:
    """The strongest wolf's choice counts; without one the Pack passes, and the Madman's death cancels it."""
    state = night.state
    wolf, calm = wolf_that_decides(state), state.calm
    state.calm, state.attacks = False, 1
    pointing = [night.chosen[power] for power in PACK_POWERS if power in night.chosen]
    attacks = [(action.seat, prey) for action in pointing if action.seat == wolf for prey in action.targets]
    if calm:
        night.refused += [prey for _, prey in attacks]
        return
    if state.switches.sword_every_pointer:
        _strike_pointers(night, pointing)
    for attacker, prey in attacks:
        _attack(night, prey, attacker)


def _strike_pointers(night: NightCourse, pointing: Sequence[NightAction]) -> None:
    """The Sword against every wolf who points at its owner."""
    owner = owner_of(night.state, "sword")
    struck = [action.seat for action in pointing if owner in action.targets]
    for wolf in struck:
        night.mark(wolf, "sword")
    if struck:
        night.destroy("sword")


def _attack(night: NightCourse, prey: int, wolf: int) -> None:
    if owner_of(night.state, "sword") == prey:
        night.mark(wolf, "sword")
        night.destroy("sword")
    if _is_kept_from_wolves(night, prey):
        night.refused.append(prey)
        return
    angel = stand_in(night, prey)
    if angel is None:
        _kill(night, prey, wolf)
    elif night.state.switches.protected_angel_lives and is_shielded(night, angel):
        night.refused.append(prey)
    else:
        night.mark(angel, "angel")


def _is_kept_from_wolves(night: NightCourse, prey: int) -> bool:
    """Whether this prey is kept from the wolves. Traitor and Descendant meet those who point at them, whatever else
    protects them."""
    player = night.state.players[prey]
    kept = is_shielded(night, prey)
    if player.holds == "traitor":
        night.tell(prey, "traitor", wolves_in_play(night.state))
        return True
    if player.latent == "descendant":
        _turn(night, prey)
        return True
    return kept


def _turn(night: NightCourse, prey: int) -> None:
    """The Descendant becomes a Werewolf, third in strength, once; he stays protected."""
    state, player = night.state, night.state.players[prey]
    if player.strength:
        return
    night.tell(prey, "peasant", wolves_in_play(state))
    state.players[prey] = replace(player, faction=Faction.WOLVES, dark=True, shadow=True, strength=2)
    state.turned_wolf = prey
    night.turned[prey] = "werewolf"


def _kill(night: NightCourse, prey: int, wolf: int) -> None:
    """A Hero takes the strongest wolf with him."""
    night.mark(prey, "wolves")
    if night.state.players[prey].latent == "hero":
        night.mark(wolf, "hero")
