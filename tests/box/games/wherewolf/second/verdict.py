"""Writes the second referee's verdict in the form that `nightcrier judge` defines."""

from typing import Any

from tests.box.games.wherewolf.second.town import Day, Night, Town, note, place_of, places_of
from tests.box.games.wherewolf.second.voting import Counts
from tests.box.games.wherewolf.second.winners import all_reasons, winning_factions, wins


def written_night(night: Night) -> dict[str, Any]:
    """Return a night as an entry of `nights`."""
    dead = night["dead"]
    return {
        "told": {place_of(seat): entries for seat, entries in sorted(night["told"].items())},
        "notified": places_of(list(night["notified"])),
        "killed": places_of(list(dead)),
        "causes": {place_of(seat): sorted(dead[seat]) for seat in sorted(dead)},
        "saved": places_of(night["saved"]),
        "turned": {place_of(seat): what for seat, what in sorted(night["turned"].items())},
        "refused": {"wolves": places_of(night["no_to_wolves"]), "vampire": places_of(night["no_to_vampire"])},
        "destroyed": sorted(night["destroyed"]),
    }


def written_day(day: Day) -> dict[str, Any]:
    """Return a day as an entry of `days`."""
    return {
        "eliminated": places_of(day["eliminated"]),
        "tavern": day["tavern"],
        "accusation": _written_counts(day["accusation"]),
        "accused": places_of(day["accused"]),
        "run_off": _written_counts(day["run_off"]),
        "burned": None if day["burned"] is None else place_of(day["burned"]),
        "pyre": day["pyre"],
        "destroyed": sorted(day["destroyed"]),
    }


def _written_counts(counts: Counts) -> dict[str, int]:
    return {place_of(seat): counts[seat] for seat in sorted(counts)}


def written_verdict(town: Town) -> dict[str, Any]:
    """Return the whole verdict as the contract defines it."""
    ended, factions = town["end"] is not None, winning_factions(town)
    winners = [seat for seat in town["seats"] if wins(town, seat, factions)] if ended else []
    _note_winners(town, winners)
    return {
        "nights": town["nights"],
        "days": town["days"],
        "players": {place_of(seat): _player(town, seat) for seat in town["seats"]},
        "end": {"how": town["end"], "round": town["end_round"]},
        "winners": places_of(winners),
        "reasons": all_reasons(town, winners) if ended else [],
        "warnings": town["warnings"],
    }


def _player(town: Town, seat: int) -> dict[str, Any]:
    return {
        "role": town["role"][seat],
        "faction": town["faction"][seat],
        "aura": "dark" if town["dark"][seat] else "white",
        "in_play": town["alive"][seat],
        "out": town["out"][seat],
    }


def _note_winners(town: Town, winners: list[int]) -> None:
    for seat in winners:
        role, faction = town["role"][seat], town["faction"][seat]
        lover = role if role in {"juliet", "guardian-angel"} else "romeo"
        note(town, f"wins: {role if faction == 'none' else lover if faction == 'lover' else faction}")
    if town["end"] is None:
        note(town, "end: goes on")
