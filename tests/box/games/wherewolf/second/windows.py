"""Plays the moment after a Mystic is called, when Thief, Guild Master and Assassin may open their eyes."""

from tests.box.games.wherewolf.second.acts import called, choice, one_act, remark
from tests.box.games.wherewolf.second.cards import GUARDS
from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.town import Act, Town, acting, holds, mark, note, place_of, tell


def open_window(town: Town, acts: list[Act], mystic: str) -> None:
    """Apply the three powers in their order, if this Mystic is possible at all."""
    if mystic in town["possible"]:
        _thief(town, acts, mystic)
        _guild_master(town, acts, mystic)
        _assassin(town, acts, mystic)


def _thief(town: Town, acts: list[Act], mystic: str) -> None:
    act = one_act(town, acts, "thief", mystic)
    if act is None:
        return
    if "target" in act:
        refuse(town["round"], act["seat"], "only looks, and points at nobody")
    seen = acting(town, mystic)
    tell(town, act["seat"], "thief", [] if seen is None else [place_of(seen)])
    note(town, f"power: thief {'sees nobody' if seen is None else 'meets the mystic'}")
    if seen is not None:
        tell(town, seen, "thief", [place_of(act["seat"])])


def _guild_master(town: Town, acts: list[Act], mystic: str) -> None:
    act = one_act(town, acts, "guild-master", mystic)
    if act is None:
        return
    target = _aim(town, act, mystic)
    if acting(town, mystic) is not None:
        note(town, "power: guild master, mystic in play")
    elif target is not None:
        _win_over(town, act["seat"], target)


def _win_over(town: Town, master: int, target: int) -> None:
    if town["wolf"][target] or any(holds(town, target, guard) for guard in GUARDS):
        mark(town, master, "guild-failed")
        note(town, f"power: guild master fails at {'wolf' if town['wolf'][target] else 'guard'}")
    elif town["faction"][target] in {"village", "city"}:
        note(town, f"power: guild master wins {town['faction'][target]}")
        town["faction"][target] = "criminals"
        town["night"]["turned"][target] = "criminal"
        tell(town, target, "guild-master", [place_of(master)])
    else:
        note(town, "power: guild master, nothing")


def _assassin(town: Town, acts: list[Act], mystic: str) -> None:
    act = one_act(town, acts, "assassin", mystic)
    if act is None:
        return
    target, seen = _aim(town, act, mystic), acting(town, mystic)
    if seen is not None:
        note(town, "power: assassin kills the mystic")
        _murder(town, seen)
    elif target is not None:
        note(town, "power: assassin points")
        _murder(town, target)


def _murder(town: Town, victim: int) -> None:
    """Mark the victim for death. If a house rule makes this an attack, the Angel dies instead of the Beloved."""
    angel = acting(town, "guardian-angel")
    if town["switch"]["assassin_is_attack"] and victim == town["beloved"] and angel is not None:
        mark(town, angel, "angel")
        note(town, "power: angel dies for the assassin's victim")
    else:
        mark(town, victim, "assassin")


def _aim(town: Town, act: Act, mystic: str) -> int | None:
    """Return the target, which the power needs only if the Mystic is not in play."""
    in_play, power = acting(town, mystic) is not None, called(act["as"])
    if in_play and "target" in act:
        remark(town, act["seat"], f"the Mystic is in play, so {power}'s target is ignored.")
    if not in_play and "target" not in act:
        missing = f"the Mystic is not in play and {power} named no target: the power is spent for nothing."
        remark(town, act["seat"], missing)
    return None if in_play or "target" not in act else choice(town, act, myself=True)
