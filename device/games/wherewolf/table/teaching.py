"""Roles that this table has never played with: each with a sentence or two, before anything is dealt. START goes on,
and whoever knows them holds START."""

from device.games.wherewolf.table.phrases import role_explained, role_said, role_word, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfRules, WolfStep
from device.show.agenda import TellStep
from device.show.facts import Fact


def teaching_steps(rules: WolfRules) -> tuple[WolfStep, ...]:
    """One for each of the possible roles that is new."""
    fresh = [role for role in dict.fromkeys(rules.possible) if role in rules.fresh]
    return tuple(_taught(role, first=role == fresh[0]) for role in fresh)


def _taught(role: str, *, first: bool) -> TellStep:
    opening = (wolf_line("new"),) if first else ()
    facts: tuple[Fact, ...] = (role_word(role), wolf_word(f"help.{role}"))
    return TellStep(facts, (*opening, role_said(role), role_explained(role)), skip=True)
