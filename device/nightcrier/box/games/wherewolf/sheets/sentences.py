"""The sentences of `nightcrier judge`: what players did and saw, who has won, and why."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import asdict

from nightcrier.box.games.wherewolf.referee.attacks import WINDOW_POWERS, call_of
from nightcrier.box.games.wherewolf.referee.records import DealtTable, NightAction, ToldEntry, VoteSheet
from nightcrier.box.games.wherewolf.referee.victory import VictoryReason
from nightcrier.box.games.wherewolf.rulebook import (
    CALLS,
    ROLE_TABLE,
    Switches,
    role_title,
    the_role,
)

_REASONS = {
    ("village", "no-criminal"): "no creature of the Shadow is in play, and no Criminal",
    ("village", "guarded"): "no creature of the Shadow is in play, and a Guard is there to hold the Criminals",
    ("village", "unguarded"): "no creature of the Shadow is in play, but Criminals are, and no Guard",
    ("criminals", "no-criminal"): "no creature of the Shadow is in play, but no Criminal is either",
    ("criminals", "guarded"): "no creature of the Shadow is in play, but a Guard is",
    ("criminals", "unguarded"): "no creature of the Shadow is in play, Criminals are, and no Guard",
    ("city", "humans"): "no creature of the Shadow is in play",
    ("wolves", "humans"): "no creature of the Shadow is in play",
    ("vampire", "humans"): "no creature of the Shadow is in play",
    ("wolves", "only"): "they are the only faction left",
    ("vampire", "only"): "they are the only faction left",
    ("lover", "won"): "the player chosen, or by whom one was chosen, is in play at the end",
    ("lover", "lost"): "nobody chosen, or by whom one was chosen, is in play at the end",
    ("jester", "won"): "was burned",
    ("jester", "lost"): "was never burned",
    ("madman", "won"): "was eliminated by the wolves' attack",
    ("madman", "lost"): "was not eliminated by the wolves' attack",
    ("traitor", "won"): "the wolves win",
    ("traitor", "lost"): "the wolves do not win",
    ("ghoul", "won"): "the Vampire's faction wins",
    ("ghoul", "lost"): "the Vampire's faction does not win",
}
_ENDS = {
    "shadow": "a creature of the Shadow is in play, and another faction alone is left",
    "extermination": "nobody is in play",
    "together": "the two who are left are stuck, and only their factions win together",
}
_TOGETHER = "the two who are left are stuck, and their factions win together"
_NAMES = {"village": "The Village", "city": "The City", "criminals": "The Criminals", "wolves": "The Wolves"}


def places_said(seats: Sequence[int]) -> str:
    """Return the seats as part of a sentence, for example `P1, P2 and P4`."""
    names = [f"P{seat + 1}" for seat in seats]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def reason_said(reason: VictoryReason) -> str:
    """Return a sentence that explains why a faction, or a role that wins alone, has won or lost."""
    who = reason.who
    name = _NAMES.get(who, f"The {role_title(who)}" if who != "lover" else "Love")
    several = who in ("criminals", "wolves")
    verb = ("win" if several else "wins") if reason.won else ("lose" if several else "loses")
    stuck = reason.won and reason.how == "together"
    why = _REASONS.get((who, reason.how)) or (_TOGETHER if stuck else _ENDS[reason.how])
    return f"{name} ({places_said(reason.seats)}) {verb}: {why}."


_CHOICES_SAID = {
    "seer": "asks about",
    "mage": "asks about",
    "medium": "asks about",
    "witch": "protects",
    "healer": "wants to save",
    "juliet": "chooses as Romeo",
    "guardian-angel": "chooses as the Beloved",
    "amulet": "hands the Amulet to",
    "sword": "hands the Sword to",
    "assassin": "strikes at",
    "guild-master": "wants to win over",
}
"""The verbs for the choices of some powers. The verb for every other power is `points at`."""

_LATENT_SAID = {"hero": "a Hero", "descendant": "a Wolf Descendant"}


def table_said(table: DealtTable, names: Mapping[int, str]) -> Iterator[str]:
    """Yield the facts known before the first night, except the roles."""
    for seat, identity in table.latent.items():
        yield f"{names[seat]} is {_LATENT_SAID[identity]}, and does not know it."
    for item, seat in table.items.items():
        yield f"{names[seat]} has the {role_title(item)}."
    shipped = asdict(Switches())
    for switch, value in asdict(table.switches).items():
        if value != shipped[switch]:
            yield f"House rule: {switch} is {'true' if value else 'false'}."


def in_call_order(actions: Sequence[NightAction]) -> list[NightAction]:
    """Return the actions in the order of the calls. In a Mystic's turn the powers of other roles come first."""
    calls = [call.id for call in CALLS]

    def moment(action: NightAction) -> tuple[int, int]:
        if action.during is not None:
            return calls.index(action.during), WINDOW_POWERS.index(action.power)
        return calls.index(call_of(action.power)), len(WINDOW_POWERS)

    return sorted(actions, key=moment)


def choice_said(action: NightAction, names: Mapping[int, str]) -> str:
    """Return a sentence about what a seat did with a power."""
    if action.during is not None:
        eyes = f"opens the eyes in the turn of {the_role(action.during)}"
        aim = f" and {_CHOICES_SAID[action.power]} {places_said(action.targets)}" if action.targets else ""
        return f"{names[action.seat]} {eyes}{aim}"
    if not action.targets:
        return f"{names[action.seat]} chooses nobody"
    turned = " as a Werewolf" if action.power == "peasant" else ""
    return f"{names[action.seat]} {_CHOICES_SAID.get(action.power, 'points at')} {places_said(action.targets)}{turned}"


def votes_said(what: str, sheet: VoteSheet) -> Iterator[str]:
    """Yield the votes as people gave them, before any power changed them."""
    if sheet.hands:
        hands = ", ".join(f"P{place + 1} {number}" for place, number in sorted(sheet.hands.items()))
        yield f"Hands in the {what}: {hands}"
    if sheet.votes:
        votes = ", ".join(f"P{seat + 1} for {places_said(places)}" for seat, places in sorted(sheet.votes.items()))
        yield f"Votes in the {what}: {votes}"
    for signal in sheet.signals:
        yield f"P{signal.seat + 1} signals {places_said(signal.targets)} as {the_role(signal.power)}"


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
"""The verbs for what some roles saw. The verb for every other role is `meets`."""


def sight_said(entry: ToldEntry, nth: int, *, own: bool, first: bool) -> str:
    """Return a sentence about a fact that a seat learned in a turn. `nth` counts the facts from 0. `own` says whether
    the turn belongs to the seat's role. `first` says whether the night is the first."""
    if entry.target is not None:
        yes, no = ASKED[entry.power]
        return f"learns: P{entry.target + 1} {yes if entry.answer else no}"
    if isinstance(entry.answer, bool):
        return f"learns: {_YES_OR_NO[entry.power, entry.answer]}"
    if isinstance(entry.answer, int):
        return f"learns: {entry.answer} Criminal{'s are' if entry.answer != 1 else ' is'} in play"
    return f"{_verb_of_sight(entry, nth, own=own, first=first)} {_what_was_seen(entry)}"


def _verb_of_sight(entry: ToldEntry, nth: int, *, own: bool, first: bool) -> str:
    """Return the verb for what a seat saw. In the first night the Thief meets the Criminals, and wolves identify the
    Traitor after they have met."""
    if not own:
        return f"meets {the_role(entry.power)}:"
    if nth and ROLE_TABLE[entry.power].strength:
        return "identifies as the Traitor:"
    return "meets" if first and entry.power == "thief" else _SIGHTS_SAID.get(entry.power, "meets")


def _what_was_seen(entry: ToldEntry) -> str:
    answer = entry.answer if isinstance(entry.answer, tuple) else ()
    seats = [part for part in answer if isinstance(part, int)]
    roles = [role_title(part) for part in answer if isinstance(part, str)]
    return ", ".join(roles) if roles else places_said(seats) if seats else "nobody"
