"""The sights of a night of Wherewolf in words."""

from device.games.wherewolf.referee.records import ToldEntry
from device.games.wherewolf.rules.refusal import role_title, the_role
from device.games.wherewolf.rules.roles import ROLE_TABLE
from device.games.wherewolf.sheet.sentences import places_said

ASKED = {
    "seer": ("has a dark aura", "has a white aura"),
    "medium": ("had a dark aura", "had a white aura"),
    "mage": ("is a Mystic", "is no Mystic"),
}
_YES_OR_NO = {
    ("priest", True): "the Courtesan is in play",
    ("priest", False): "the Courtesan is not in play",
    ("vampire-hunter", True): "the Vampire is in play",
    ("vampire-hunter", False): "the Vampire is not in play",
}
_SIGHTS_SAID = {
    "healer": "sees tonight's dead:",
    "monk": "learns that nobody has:",
    "priest": "identifies as the Sinner:",
    "thief": "sees the Mystic:",
}
"""The words for a sight; all other powers `meets`."""


def sight_said(entry: ToldEntry, nth: int, *, own: bool, first: bool) -> str:
    """The `nth` thing, from 0, that the seat learned in this turn: of its `own` role or another's, in the `first` night
    or a later one."""
    if entry.target is not None:
        yes, no = ASKED[entry.power]
        return f"learns: P{entry.target + 1} {yes if entry.answer else no}"
    if isinstance(entry.answer, bool):
        return f"learns: {_YES_OR_NO[entry.power, entry.answer]}"
    if isinstance(entry.answer, int):
        return f"learns: {entry.answer} Criminal{'s are' if entry.answer != 1 else ' is'} in play"
    return f"{_verb_of_sight(entry, nth, own=own, first=first)} {_what_was_seen(entry)}"


def _verb_of_sight(entry: ToldEntry, nth: int, *, own: bool, first: bool) -> str:
    """The verb for what a seat saw: the Thief meets the Criminals first, and the wolves see the Traitor after each
    other."""
    if not own:
        return f"meets {the_role(entry.power)}:"
    if nth and ROLE_TABLE[entry.power].strength:
        return "identifies as the Traitor:"
    return "meets" if first and entry.power == "thief" else _SIGHTS_SAID.get(entry.power, "meets")


def _what_was_seen(entry: ToldEntry) -> str:
    """The seats or roles that were seen."""
    answer = entry.answer if isinstance(entry.answer, tuple) else ()
    seats = [part for part in answer if isinstance(part, int)]
    roles = [role_title(part) for part in answer if isinstance(part, str)]
    return ", ".join(roles) if roles else places_said(seats) if seats else "nobody"
