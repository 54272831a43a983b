"""The shows of a call of the night: who wakes and what they do, and that they close their eyes again. They are the same
whether or not anybody has the role."""

from collections.abc import Collection

from device.games.wherewolf.hosted.foley import call_foley
from device.games.wherewolf.rules.calls import RAISES_HAND
from device.games.wherewolf.rules.roles import ITEMS, MYSTICS, ROLE_TABLE
from device.games.wherewolf.table.phrases import call_title, wolf_line
from device.games.wherewolf.table.village import WolfRules
from device.kernel.ids import LineId, Seconds
from device.show.cues import CHOSEN, Bed, Call, Gap, Show, Window, say_lines

NIGHT_BED = Bed(CHOSEN)
BREATH = Gap(4.0)
"""The pause after a Mystic's name: the time of Assassin, Guild Master and Thief."""
_SETTLE = Gap(1.5)  # from the end of a call to the next name
_SHORTER = {
    *("seer.act", "mage.act", "medium.act", "witch.act"),
    *("guards.wake", "monk.wake", "vampire-hunter.wake", "juliet.wake", "guardian-angel.wake"),
    *("amulet.wake", "sword.wake", "wolves.wake", "vampire.wake", "ghoul.wake"),
}
"""Lines with a short form. The others have nothing in them that could be left out."""


def wake_cues(rules: WolfRules, call: str, number: int) -> Show:
    """The words with which it begins."""
    head = _call_head(call, call_foley(call))
    whole = number == 1 and call in ("seer", "mage")  # nobody else may act in it yet
    if call in MYSTICS and not (whole and rules.options.wording == "full"):
        breath = (BREATH,) if _may_open_eyes(rules) and not whole else ()
        return (
            *head,
            *say_lines(wolf_line(f"{call}.open")),
            *breath,
            *say_lines(_line_in_wording(rules, f"{call}.act")),
        )
    return (*head, *say_lines(*_wake_lines(rules, call, number)))


def _call_head(call: str, foley: str = "") -> Show:
    """The begin of every show of a call: what is called stands on the glass, and the bed lies there, also where a power
    cut or a pause took it away."""
    return (Call(call_title(call), foley), NIGHT_BED)


def _line_in_wording(rules: WolfRules, line: str) -> LineId:
    """A line in full, or short where the table wants that and there is a short form."""
    short = rules.options.wording == "short" and line in _SHORTER
    return wolf_line(f"{line}.short" if short else line)


def wait_cues(call: str, seconds: Seconds) -> Show:
    """A wait in which nobody does what he would do here."""
    return (*_call_head(call), Window("call", seconds))


def close_cues(rules: WolfRules, call: str, number: int) -> Show:
    """The words that close the eyes. A hand that was raised in the first night, where that may be, is taken down."""
    raised = number == 1 and RAISES_HAND.get(call) in rules.possible
    hand = (wolf_line("hands-down"),) if raised else ()
    return (*_call_head(call), *say_lines(*hand, wolf_line(f"{_sleepers(rules, call)}.close")), _SETTLE)


def _may_open_eyes(rules: WolfRules) -> bool:
    """Whether somebody may open the eyes in a Mystic's turn."""
    return any(ROLE_TABLE[role].window for role in rules.possible)


def _wake_lines(rules: WolfRules, call: str, number: int) -> tuple[LineId, ...]:
    if number > 1:
        return (_line_in_wording(rules, f"{_sleepers(rules, call)}.wake"),)
    if call == "vampire":
        return (wolf_line("vampire.meet" if "ghoul" in rules.possible else "vampire.known"),)
    if call in ITEMS:
        return (wolf_line(f"{call}.first"),)
    first = _line_in_wording(rules, "wolves.meet" if call == "wolves" else f"{call}.wake")
    return (first, *_further_lines(call, rules.possible))


def _sleepers(rules: WolfRules, call: str) -> str:
    """The name of who opens and closes the eyes in a call: the Ghoul does with the Vampire."""
    return "ghoul" if call == "vampire" and "ghoul" in rules.possible else call


def _further_lines(call: str, possible: Collection[str]) -> tuple[LineId, ...]:
    """The lines for a raised hand and for what the Priest is told, where these roles are possible."""
    parts = (RAISES_HAND.get(call), "courtesan" if call == "priest" else None)
    return tuple(wolf_line(f"{call}.{role}") for role in parts if role in possible)
