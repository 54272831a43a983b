"""What somebody learned in a night of Wherewolf, in words."""

from device.games.wherewolf.referee.records import ToldEntry
from device.games.wherewolf.rules.refusal import role_title, the_role
from device.games.wherewolf.sheet.sentences import places_said

ASKED = {
    "seer": ("has a dark aura", "has a white aura"),
    "medium": ("had a dark aura", "had a white aura"),
    "mage": ("is a Mystic", "is no Mystic"),
}
YES_OR_NO = {
    ("priest", True): "the Courtesan is in play",
    ("priest", False): "the Courtesan is not in play",
    ("vampire-hunter", True): "the Vampire is in play",
    ("vampire-hunter", False): "the Vampire is not in play",
}
SEEN = {
    "healer": "sees tonight's dead:",
    "monk": "learns that nobody has:",
    "priest": "identifies as the Sinner:",
    "thief": "sees the Mystic:",
}
"""For all others: `meets`."""


def sight_said(entry: ToldEntry, *, own: bool) -> str:
    """`own`: in a turn of the seat's own role."""
    if entry.target is not None:
        yes, no = ASKED[entry.power]
        return f"learns: P{entry.target + 1} {yes if entry.answer else no}"
    if isinstance(entry.answer, bool):
        return f"learns: {YES_OR_NO[entry.power, entry.answer]}"
    if isinstance(entry.answer, int):
        return f"learns: {entry.answer} Criminals are in play"
    return _met(entry, own=own)


def _met(entry: ToldEntry, *, own: bool) -> str:
    """Whom or which roles a seat saw, in a turn of its own or in another's."""
    answer = entry.answer if isinstance(entry.answer, tuple) else ()
    seats = [part for part in answer if isinstance(part, int)]
    roles = [role_title(part) for part in answer if isinstance(part, str)]
    seen = ", ".join(roles) if roles else places_said(seats) if seats else "nobody"
    return (
        f"{SEEN.get(entry.power, 'meets')} {seen}" if own else f"learns in the turn of {the_role(entry.power)}: {seen}"
    )
