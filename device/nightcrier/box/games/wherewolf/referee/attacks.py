"""Judges the attacks of a night: the powers in a Mystic's turn, the Pack, the Vampire, and the powers that save from
death.

Right after a Mystic's name, first the Thief acts, then the Guild Master, then the Assassin. At the end of a night the
Amulet, the deaths of love and the Healer each cancel only certain causes of death."""

from collections.abc import Sequence

from msgspec.structs import replace

from nightcrier.box.games.wherewolf.referee.game_state import (
    NightRecord,
    PlayerState,
    holder,
    lovers,
    owner_of,
    stand_in,
    wolf_that_decides,
    wolves_in_play,
)
from nightcrier.box.games.wherewolf.referee.records import NightAction
from nightcrier.box.games.wherewolf.rulebook import CALLS, GUARDS, MYSTICS, PACK_POWERS, Faction, the_role

_THIEF_ATTACKED = "thief-attacked"
"""The entry in `spent` after the Thief has used her one protection."""


def is_shielded(night: NightRecord, prey: int) -> bool:
    """Say whether an attack by a creature of the Shadow on this prey is canceled. The first attack on the Thief is
    always canceled."""
    state = night.state
    player = state.players[prey]
    if player.holds == "thief" and _THIEF_ATTACKED not in state.spent:
        state.spent.add(_THIEF_ATTACKED)
        return True
    return night.warded == prey or player.holds == "hermit" or _is_loved(night, prey)


def _is_loved(night: NightRecord, prey: int) -> bool:
    """Say whether the prey is Romeo while Juliet is in play."""
    couple = lovers(night.state)
    return couple is not None and couple[1] == prey and night.state.players[couple[0]].out is None


WINDOW_POWERS = ("thief", "guild-master", "assassin")
"""The powers used in a Mystic's turn, in the order in which they act."""


def open_window(night: NightRecord, mystic: str) -> None:
    """Use all powers of a Mystic's turn. Each power is then used up, even if it had no effect."""
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


def _remark_target(night: NightRecord, action: NightAction, present: int | None) -> None:
    """Warn if a target is ignored or missing."""
    if action.power == "thief" or (present is None) is bool(action.targets):
        return
    power = the_role(action.power)
    missing = f"the Mystic is not in play and {power} named no target: the power is spent for nothing."
    ignored = f"the Mystic is in play, so {power}'s target is ignored."
    night.state.warn(action.seat, missing if present is None else ignored)


def _look(night: NightRecord, thief: int, mystic: int | None) -> None:
    night.tell(thief, "thief", () if mystic is None else (mystic,))
    if mystic is not None:
        night.tell(mystic, "thief", (thief,))


def _win_over(night: NightRecord, action: NightAction, mystic: int | None) -> None:
    """Let a player join the Guild Master if the Mystic is not in play. A Guard or Werewolf kills the Guild Master
    instead. Only players of Village and City join him."""
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


def _strike(night: NightRecord, action: NightAction, mystic: int | None) -> None:
    """Kill the Assassin's target. No protection works, because the Assassin is not a creature of the Shadow. If a house
    switch allows it, the Guardian Angel dies instead of the target."""
    for target in action.targets if mystic is None else (mystic,):
        angel = stand_in(night.state, target) if night.state.switches.assassin_is_attack else None
        if angel is None:
            night.mark(target, "assassin")
        else:
            night.mark(angel, "angel")


def call_of(power: str) -> str:
    """Return the name of the call in which a power is used. Powers used in another role's turn are not allowed here."""
    return "wolves" if power in PACK_POWERS else power


_CALL_ORDER = [call.id for call in CALLS]


def in_call_order(actions: Sequence[NightAction]) -> list[NightAction]:
    """Return the actions in the order of the calls. In a Mystic's turn the powers of other roles come first."""

    def moment(action: NightAction) -> tuple[int, int]:
        used = WINDOW_POWERS.index(action.power) if action.during else len(WINDOW_POWERS)
        return _CALL_ORDER.index(action.during or call_of(action.power)), used

    return sorted(actions, key=moment)


def hunt(night: NightRecord) -> None:
    """Carry out the attack that the strongest wolf has chosen. Without a choice the Pack attacks nobody. If a Madman
    died in the last attack, this attack is canceled."""
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


def _strike_pointers(night: NightRecord, pointing: Sequence[NightAction]) -> None:
    """Let the Sword kill every wolf that points at the Sword's owner."""
    owner = owner_of(night.state, "sword")
    struck = [action.seat for action in pointing if owner in action.targets]
    for wolf in struck:
        night.mark(wolf, "sword")
    if struck:
        night.destroy("sword")


def _attack(night: NightRecord, prey: int, wolf: int) -> None:
    if owner_of(night.state, "sword") == prey:
        night.mark(wolf, "sword")
        night.destroy("sword")
    if _is_kept_from_wolves(night, prey):
        night.refused.append(prey)
        return
    angel = stand_in(night.state, prey)
    if angel is None:
        night.mark(prey, "wolves")
        if night.state.players[prey].latent == "hero":
            night.mark(wolf, "hero")
    elif night.state.switches.protected_angel_lives and is_shielded(night, angel):
        night.refused.append(prey)
    else:
        night.mark(angel, "angel")


def _is_kept_from_wolves(night: NightRecord, prey: int) -> bool:
    """Say whether a prey survives the wolves' attack. Traitor and Descendant always survive, and meet the wolves."""
    player = night.state.players[prey]
    kept = is_shielded(night, prey)
    if player.holds == "traitor":
        night.tell(prey, "traitor", wolves_in_play(night.state))
        return True
    if player.latent == "descendant":
        _turn(night, prey)
        return True
    return kept


def _turn(night: NightRecord, prey: int) -> None:
    """Turn the Descendant into a Werewolf, third in strength, but only once. The wolves still cannot kill him."""
    state, player = night.state, night.state.players[prey]
    if player.strength:
        return
    night.tell(prey, "peasant", wolves_in_play(state))
    state.players[prey] = replace(player, faction=Faction.WOLVES, dark=True, shadow=True, strength=2)
    state.turned_wolf = prey
    night.turned[prey] = "werewolf"


_PROGENY = PlayerState(holds="", faction=Faction.VAMPIRE, dark=True, shadow=True, strength=0, latent="")
"""The state of a player whom the Vampire turned. Such a player has no power and no trait."""


def bite(night: NightRecord) -> None:
    """Carry out the Vampire's choice. The Sword is checked first, then the Vampire Hunter, then protection. A Werewolf
    kills the Vampire. A Mystic is only touched."""
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


def _touch(night: NightRecord, vampire: int, prey: int) -> None:
    player = night.state.players[prey]
    if player.strength:
        _die(night, vampire, "vampire-turned-on")
    elif player.holds not in MYSTICS:
        _make_progeny(night, vampire, prey)


def _die(night: NightRecord, vampire: int, cause: str) -> None:
    """Mark the Vampire for death, or the Ghoul instead if the Ghoul is in play."""
    ghoul = holder(night.state, "ghoul")
    if ghoul is None:
        night.mark(vampire, cause)
    else:
        night.mark(ghoul, "ghoul")


def _make_progeny(night: NightRecord, vampire: int, prey: int) -> None:
    """Turn a player into a Progeny. The player meets the Vampire and the Ghoul, and loses all powers and traits."""
    ghoul = holder(night.state, "ghoul")
    night.tell(prey, "vampire", () if prey == vampire else (vampire,))
    if ghoul is not None and ghoul != prey:
        night.tell(prey, "ghoul", (ghoul,))
    night.state.players[prey] = _PROGENY
    night.turned[prey] = "progeny"


def close_marks(night: NightRecord) -> None:
    """Let the Amulet save its owner without a message. After that love kills, and the Amulet can still save its owner
    from death by love."""
    owner = owner_of(night.state, "amulet")
    if owner is not None and owner in night.marks:
        del night.marks[owner]
        night.destroy("amulet")
    _follow(night)
    _keep_from_love(night)
    night.notified.update(night.killed)


def _keep_from_love(night: NightRecord) -> None:
    """Let the Amulet save its owner from death by love, if the Amulet still exists."""
    owner = owner_of(night.state, "amulet")
    if owner is not None and owner in night.followers:
        night.followers.discard(owner)
        night.kept = owner
        night.destroy("amulet")


def _follow(night: NightRecord) -> None:
    """Mark the players whom love kills. They are the lover of a marked player, and the lover of the player burned
    yesterday. A player who loves herself is not marked."""
    couple = lovers(night.state)
    pairs = () if couple is None else (couple, couple[::-1])
    following = {other for one, other in pairs if one in night.marks and one != other}
    if night.state.widow is not None:
        following.add(night.state.widow)
    night.followers = {seat for seat in following if seat != night.kept and night.state.players[seat].out is None}


def heal(night: NightRecord) -> None:
    """Show the Healer tonight's dead, and let her save one of them. She removes every cause of death except love. If a
    house switch allows it, she also removes love, but only from the player whom she saves."""
    healer = holder(night.state, "healer")
    if healer is None:
        return
    doomed = night.killed
    night.tell(healer, "healer", tuple([seat for seat in doomed if seat != healer]))
    action = night.chosen.get("healer")
    if action is None:
        return
    (target,) = action.targets
    night.state.spent.add("healer")
    night.marks.pop(target, None)
    if night.state.switches.healer_saves_named:
        night.followers.discard(target)
    else:
        _follow(night)
    if target not in night.followers:
        night.saved = (target,)
