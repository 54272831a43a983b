"""Judges what all attacks of Creatures of the Shadow have in common: protection, and the Angel."""

from tests.box.games.wherewolf.second.town import Town, acting, holds, mark, note


def is_protected(town: Town, prey: int) -> bool:
    """Say whether Hermit, Romeo, the Witch's choice or the Thief is protected. The Thief is protected only once."""
    reasons = []
    if holds(town, prey, "hermit"):
        reasons.append("hermit")
    if prey == town["romeo"] and acting(town, "juliet") is not None:
        reasons.append("romeo")
    if prey == town["night"]["witch"]:
        reasons.append("witch")
    if holds(town, prey, "thief") and not town["thief_was_attacked"]:
        reasons.append("thief")
        town["thief_was_attacked"] = True
    for reason in reasons:
        note(town, f"protected: {reason}")
    return bool(reasons)


def angel_for(town: Town, prey: int) -> int | None:
    """Return the Angel, if he stands in for the prey."""
    return acting(town, "guardian-angel") if prey == town["beloved"] else None


def angel_dies(town: Town, angel: int, prey: int) -> None:
    """Kill the Angel without testing protection again, unless a house rule lets protection cancel this attack too."""
    if town["switch"]["protected_angel_lives"] and is_protected(town, angel):
        town["night"]["no_to_wolves"].append(prey)
        note(town, "power: protected angel lives")
    else:
        mark(town, angel, "angel")
        note(town, "power: angel dies in the night")
