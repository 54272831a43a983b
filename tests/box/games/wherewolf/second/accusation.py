"""Judges the accusation, which decides who stands before the village."""

from typing import Any

from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.town import Town, acting, note, seat_at
from tests.box.games.wherewolf.second.voting import Counts, everybody, read_signals, read_vote, weigh_counts


def accuse(town: Town, sheet: dict[str, Any]) -> None:
    """Count the votes, let the powers change the count, and name the Accused."""
    signals = read_signals(town, sheet, ("pettifogger",))
    silent, alive = {signal["seat"] for signal in signals.values()}, everybody(town)
    counts = read_vote(town, sheet, alive, alive, silent, alive)
    added = _pettifogger(town, signals.get("pettifogger"), counts)
    _spy(town, sheet)
    weigh_counts(town, counts)
    accused = _rank(counts)
    if added is not None:
        accused.add(added)
    town["day"]["accusation"] = counts
    town["day"]["accused"] = sorted(_angel_stands_in(town, accused))


def _pettifogger(town: Town, signal: dict[str, Any] | None, counts: Counts) -> int | None:
    """Clear the votes for City and Criminals. Return the seat that the Pettifogger accuses in addition, if any."""
    if signal is None:
        return None
    seat, target = signal["seat"], seat_at(town, signal.get("target"))
    if target == seat or not town["alive"][target]:
        refuse(town["round"], seat, "signals somebody in play, not himself")
    if town["switch"]["pettifogger_once"] and "pettifogger" in town["spent"]:
        refuse(town["round"], seat, "has signalled before")
    town["spent"].add("pettifogger")
    if town["faction"][target] not in {"city", "criminals"}:
        note(town, "power: pettifogger accuses")
        return target
    if target in counts:
        note(town, "power: pettifogger clears")
        counts[target] = 0
    return None


def _spy(town: Town, sheet: dict[str, Any]) -> None:
    spy = acting(town, "spy")
    if spy is not None and sheet.get("votes", {}).get(str(spy)) == [f"P{spy}"]:
        note(town, "power: spy votes for herself")


def _rank(counts: Counts) -> set[int]:
    """Return all leaders if several are tied, otherwise the leader and the runners-up. Zero votes do not count."""
    places = sorted({number for number in counts.values() if number > 0}, reverse=True)
    if not places:
        return set()
    leaders = {seat for seat, number in counts.items() if number == places[0]}
    if len(leaders) > 1 or len(places) == 1:
        return leaders
    return leaders | {seat for seat, number in counts.items() if number == places[1]}


def _angel_stands_in(town: Town, accused: set[int]) -> set[int]:
    angel, beloved = acting(town, "guardian-angel"), town["beloved"]
    if beloved not in accused or angel is None:
        return accused
    note(town, "power: angel is accused")
    return accused - {beloved} | {angel}
