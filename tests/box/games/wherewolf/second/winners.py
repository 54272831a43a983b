"""Names who has won, and why."""

from tests.box.games.wherewolf.second.cards import GUARDS
from tests.box.games.wherewolf.second.town import Town, acting, living


def winning_factions(town: Town) -> set[str]:
    """Return the factions that win as a whole, including their dead. Lovers are judged separately."""
    seats, end = living(town), town["end"]
    if end in {"shadow", "together"}:
        return {town["faction"][seat] for seat in seats} - {"none", "lover"}
    if end != "humans":
        return set()
    crime = any(town["faction"][seat] == "criminals" for seat in seats)
    guarded = any(acting(town, guard) is not None for guard in GUARDS)
    return {"city", "criminals" if crime and not guarded else "village"}


def wins(town: Town, seat: int, factions: set[str]) -> bool:
    faction = town["faction"][seat]
    if faction == "lover":
        return _loves_somebody_alive(town, seat)
    if seat in town["won_alone"] or faction in factions:
        return True
    helps = {"traitor": "wolves", "ghoul": "vampire"}.get(town["role"][seat])
    return faction == "none" and helps in factions


def _loves_somebody_alive(town: Town, seat: int) -> bool:
    """Say whether somebody this seat loves is in play: the Angel his Beloved, Juliet Romeo, and Romeo Juliet."""
    chosen = {"juliet": town["romeo"], "guardian-angel": town["beloved"]}.get(town["role"][seat])
    partners = [chosen] if chosen is not None else []
    if seat == town["romeo"]:
        partners.append(town["seat_of"]["juliet"])
    return any(town["alive"][partner] for partner in partners)


def all_reasons(town: Town, winners: list[int]) -> list[str]:
    """Return a sentence for each winning faction and for each seat that wins alone."""
    factions = winning_factions(town)
    lines = [f"{faction} wins: the end was {town['end']}" for faction in sorted(factions)]
    lines += [f"P{seat} wins alone" for seat in winners if town["faction"][seat] not in factions]
    return lines or ["nobody wins"]
