"""The sentences of `nightcrier judge` for people: why who has won, and what was judged all the same."""

from collections.abc import Sequence

from device.games.wherewolf.decks.role_findings import deal_warnings
from device.games.wherewolf.referee.records import Remark
from device.games.wherewolf.referee.victory import VictoryReason
from device.games.wherewolf.referee.whole_game import GameRecord
from device.games.wherewolf.rules.refusal import role_title, the_role

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
_NAMES = {"village": "The Village", "city": "The City", "criminals": "The Criminals", "wolves": "The Wolves"}

_REMARKS = {
    "duty-not-done": "Round {number}, seat {seat}: {power} must choose and did not: judged as not done.",
    "no-vote": "Round {number}, seat {seat}: a vote is missing, and counts for nobody.",
    "window-target-ignored": "Round {number}, seat {seat}: the Mystic is in play, so {power}'s target is ignored.",
    "window-no-target": "Round {number}, seat {seat}: the Mystic is not in play and {power} named no target:"
    " the power is spent for nothing.",
}


def places_said(seats: Sequence[int]) -> str:
    """The seats in a sentence: `P1, P2 and P4`."""
    names = [f"P{seat + 1}" for seat in seats]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def reason_said(reason: VictoryReason) -> str:
    """The sentence why a faction, or a role that wins alone, has won or lost."""
    who = reason.who
    name = _NAMES.get(who, f"The {role_title(who)}" if who != "lover" else "Love")
    several = who in ("criminals", "wolves")
    verb = ("win" if several else "wins") if reason.won else ("lose" if several else "loses")
    why = _REASONS.get((who, reason.how)) or _together(reason) or _ENDS[reason.how]
    return f"{name} ({places_said(reason.seats)}) {verb}: {why}."


def _together(reason: VictoryReason) -> str | None:
    won = reason.won and reason.how == "together"
    return "the two who are left are stuck, and their factions win together" if won else None


def warnings_said(record: GameRecord) -> list[str]:
    """The sentences for a deal that leaves the rules of the set-up, and for what was left out of the rounds."""
    return [*table_warnings_said(record), *(_remark_said(remark) for remark in record.state.remarks)]


def table_warnings_said(record: GameRecord) -> list[str]:
    """The sentences for a deal that leaves the rules of the set-up."""
    table = record.state.table
    return [f"{line}." for line in deal_warnings(table.roles, table.switches)]


def remarks_said(record: GameRecord, number: int) -> list[str]:
    """The sentences for what was left out of one round."""
    return [_remark_said(remark) for remark in record.state.remarks if remark.number == number]


def _remark_said(remark: Remark) -> str:
    """A line of `warnings`."""
    return _REMARKS[remark.key].format(number=remark.number, seat=remark.seat + 1, power=the_role(remark.power))
