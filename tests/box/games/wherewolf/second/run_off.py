"""Judges the run-off between the Accused, and the signal with which the Orator saves some from the pyre."""

from typing import Any

from tests.box.games.wherewolf.second.cards import CITY
from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.town import Town, acting, in_city, note, seat_at
from tests.box.games.wherewolf.second.voting import Counts, everybody, read_signals, read_vote, weigh_counts


def vote_again(town: Town, sheet: dict[str, Any]) -> set[int]:
    """Record the counts of the run-off. Return the seats for which the Orator signaled."""
    accused = set(town["day"]["accused"])
    signals = read_signals(town, sheet, ("mayor", "orator"))
    silent = {signal["seat"] for signal in signals.values()}
    counts, free = dict.fromkeys(sorted(accused), 0), everybody(town) - accused
    counts.update(read_vote(town, sheet, accused, _voters(town, sheet, accused), silent, free))
    _mayor(town, signals.get("mayor"), counts)
    weigh_counts(town, counts)
    town["day"]["run_off"] = counts
    return _orator(town, signals.get("orator"), accused)


def _voters(town: Town, sheet: dict[str, Any], accused: set[int]) -> set[int]:
    """Return everybody except the Accused, and the City cards, who vote even when Accused."""
    city = {seat for role in CITY if (seat := acting(town, role)) is not None}
    for seat in city & accused:
        if str(seat) in sheet.get("votes", {}):
            note(town, f"power: {town['role'][seat]} votes while accused")
    return everybody(town) - accused | city


def _mayor(town: Town, signal: dict[str, Any] | None, counts: Counts) -> None:
    if signal is None:
        return
    target = seat_at(town, signal.get("target"))
    if target not in counts:
        refuse(town["round"], signal["seat"], "signals one of the Accused")
    counts[target] += in_city(town) + 1
    note(town, "power: mayor signals")


def _orator(town: Town, signal: dict[str, Any] | None, accused: set[int]) -> set[int]:
    if signal is None:
        return set()
    kept = {seat_at(town, place) for place in signal.get("targets") or []}
    if signal["seat"] in accused or not kept or not all(town["alive"][seat] for seat in kept):
        refuse(town["round"], signal["seat"], "signals for others, while he is not Accused himself")
    note(town, "power: orator signals")
    return kept


def by_his_silence(town: Town, seat: int) -> bool:
    """Say whether the Orator keeps this seat from burning just by being in play, like every other City player."""
    orator = acting(town, "orator")
    return orator is not None and orator != seat and town["faction"][seat] == "city"


def choose_victim(town: Town, kept: set[int]) -> tuple[int | None, str]:
    """Return who would burn after the run-off, if anybody, and the kind of pyre."""
    counts = town["day"]["run_off"]
    most = max(counts.values())
    top = [seat for seat, number in counts.items() if number == most]
    if len(top) == 1:
        return top[0], "burned"
    if most == 0:
        return None, "tie"
    passive = town["switch"]["orator_passive_in_ties"]
    left = [seat for seat in top if seat not in kept and not (passive and by_his_silence(town, seat))]
    if not left:
        note(town, "power: orator protects all of a tie")
        return None, "cancelled"
    if len(left) == 1:
        note(town, "power: orator leaves one of a tie")
        return left[0], "burned"
    return None, "tie"
