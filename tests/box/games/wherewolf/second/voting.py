"""Reads a vote, written as counted hands or as votes by seat, and applies the powers that change any count."""

from typing import Any

from tests.box.games.wherewolf.second.acts import remark
from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.town import Town, acting, in_city, living, note, seat_at

Counts = dict[int, int]


def read_vote(town, sheet, allowed, choosers, silent, free):
    """Return the raw count for each place with a vote. `allowed` may receive votes, `choosers` may vote, and `free`
    ones must."""
    if ("votes" in sheet) == ("hands" in sheet) or set(sheet) - {"votes", "hands", "signals"}:
        refuse(town["round"], None, "a vote is written as votes or as hands")
    if "hands" in sheet:
        return _hands(town, sheet["hands"], allowed)
    counts: Counts = {}
    for name, places in sheet["votes"].items():
        seat = _voter(town, name, choosers, silent)
        for target in _ballot(town, seat, places, allowed):
            counts[target] = counts.get(target, 0) + 1
    for seat in free - silent - {int(name) for name in sheet["votes"]}:
        remark(town, seat, "a vote is missing, and counts for nobody.")
    return counts


def _hands(town: Town, hands: dict[str, int], allowed: set[int]) -> Counts:
    counts: Counts = {}
    for place, number in hands.items():
        seat = seat_at(town, place)
        if seat not in allowed or not isinstance(number, int) or number < 0:
            refuse(town["round"], seat, "cannot get these hands")
        if number:
            counts[seat] = number
    return counts


def _voter(town: Town, name: str, choosers: set[int], silent: set[int]) -> int:
    seat = int(name) if name.isdecimal() else 0
    if seat not in choosers:
        refuse(town["round"], seat, "may not vote")
    if seat in silent:
        refuse(town["round"], seat, "signals and votes")
    return seat


def _ballot(town: Town, seat: int, places: list[str], allowed: set[int]) -> list[int]:
    targets = [seat_at(town, place) for place in places]
    if any(target not in allowed for target in targets):
        refuse(town["round"], seat, "votes for somebody who cannot be chosen")
    if len(targets) != 1 and (seat != acting(town, "merchant") or len(set(targets)) != len(targets) or not targets):
        refuse(town["round"], seat, "has one vote")
    if len(targets) > 1:
        note(town, "power: merchant votes for several")
    return targets


def read_signals(town: Town, sheet: dict[str, Any], roles: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Return the signals of those who raised a card instead of a hand, by role."""
    found: dict[str, dict[str, Any]] = {}
    for signal in sheet.get("signals") or []:
        role, seat = signal["as"], signal["seat"]
        if role not in roles or role in found or seat != acting(town, role):
            refuse(town["round"], seat, f"may not signal as {role}")
        found[role] = signal
    return found


def weigh_counts(town: Town, counts: Counts) -> None:
    """Halve the Courtesan's count, rounded up, and lower the Merchant's by one for every other City player."""
    courtesan, merchant = acting(town, "courtesan"), acting(town, "merchant")
    if courtesan in counts:
        if counts[courtesan] > 1:
            note(town, "power: courtesan is halved")
        counts[courtesan] = (counts[courtesan] + 1) // 2
    if merchant in counts:
        others = in_city(town) - (town["faction"][merchant] == "city")
        if others and counts[merchant]:
            note(town, "power: merchant gets less")
        counts[merchant] = max(0, counts[merchant] - others)


def everybody(town: Town) -> set[int]:
    return set(living(town))
