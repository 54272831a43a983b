"""Makes the shows of a call at night.

The shows are the same whether or not anybody has the role."""

from collections.abc import Collection

from nightcrier.box.games.engine.hosted.host_steps import NIGHT_BED, wait_window
from nightcrier.box.games.wherewolf.rulebook import ITEMS, MYSTICS, RAISES_HAND
from nightcrier.box.games.wherewolf.table.phrases import wolf_line, wolf_title
from nightcrier.box.games.wherewolf.table.village import FIRST_ATTACKS, WolfRules
from nightcrier.box.show.cues import Call, Gap, Show, say_lines
from nightcrier.kernel.ids import LineId, Seconds

FOLEY = {
    **dict.fromkeys(("wolves", "vampire"), "paws"),
    **dict.fromkeys(("seer", "mage", "medium", "monk", "vampire-hunter", "priest"), "chime"),
    **dict.fromkeys(("witch", "healer", *ITEMS), "coins"),
    **dict.fromkeys(("criminals", "guards", "juliet", "guardian-angel"), "steps"),
}
"""The sound effect of each call. Creatures of the Shadow have paws, and roles that learn something have a chime. Items
and roles that protect have coins, and all other roles have steps."""
BREATH = Gap(4.0)
"""The pause after a Mystic's name. Assassin, Guild Master and Thief may act in this pause."""
_SETTLE = Gap(1.25)  # from the end of a call to the next name, for which the bed falls
_SHORTER = {
    *("seer.act", "mage.act", "medium.act", "witch.act"),
    *("guards.wake", "monk.wake", "vampire-hunter.wake", "juliet.wake", "guardian-angel.wake"),
    *("amulet.wake", "sword.wake", "wolves.wake", "vampire.wake", "ghoul.wake"),
}
"""The lines that have a short form. All other lines have nothing to leave out."""


def wake_cues(rules: WolfRules, call: str, number: int) -> Show:
    head = _call_head(call, FOLEY[call])
    whole = number == 1 and call in ("seer", "mage")  # nobody else may act in it yet
    if call in MYSTICS and not (whole and not rules.says_little(number, call)):
        breath = (BREATH,) if rules.has_windows and not whole else ()
        return (
            *head,
            *say_lines(wolf_line(f"{call}.open")),
            *breath,
            *say_lines(_line_in_wording(rules, f"{call}.act", call, number), *_told_once(rules, call, number)),
        )
    return (*head, *say_lines(*_wake_lines(rules, call, number), *_told_once(rules, call, number)))


def _told_once(rules: WolfRules, call: str, number: int) -> tuple[LineId, ...]:
    """Return the lines about a rule of a call that are said only once in a game, the first time the rule matters. Short
    wording leaves them out."""
    if rules.says_little(number, call):
        return ()
    if call == "healer":
        return rules.said_of_healing(number)
    return (wolf_line("vampire.touched"),) if (call, number) == ("vampire", FIRST_ATTACKS) else ()


def _call_head(call: str, foley: str = "") -> Show:
    """Return the cues that begin every show of a call: its title on the glass, and the bed. The bed is started each
    time, because a power cut or a pause may have stopped it."""
    return (Call(wolf_title(call), foley), NIGHT_BED)


def _line_in_wording(rules: WolfRules, line: str, call: str, number: int) -> LineId:
    """Return a line in full, or its short form if it has one and the call leaves out its rules."""
    short = rules.says_little(number, call) and line in _SHORTER
    return wolf_line(f"{line}.short" if short else line)


def wait_cues(call: str, seconds: Seconds) -> Show:
    """Return the wait inside a call whose role nobody has."""
    return (*_call_head(call), wait_window(seconds))


def close_cues(rules: WolfRules, call: str, number: int) -> Show:
    """Return the words after which everybody closes their eyes. In the first night the words first ask players to lower
    a raised hand, if a hand may be raised."""
    raised = number == 1 and RAISES_HAND.get(call) in rules.possible
    hand = (wolf_line("hands-down"),) if raised else ()
    return (*_call_head(call), *say_lines(*hand, wolf_line(f"{_sleepers(rules, call)}.close")), _SETTLE)


def _wake_lines(rules: WolfRules, call: str, number: int) -> tuple[LineId, ...]:
    if number > 1:
        return (_line_in_wording(rules, f"{_sleepers(rules, call)}.wake", call, number),)
    if call == "vampire":
        return (wolf_line("vampire.meet" if "ghoul" in rules.possible else "vampire.known"),)
    if call in ITEMS:
        return (wolf_line(f"{call}.first"),)
    first = _line_in_wording(rules, "wolves.meet" if call == "wolves" else f"{call}.wake", call, number)
    return (first, *_further_lines(call, rules.possible))


def _sleepers(rules: WolfRules, call: str) -> str:
    """Return the name of the role that opens and closes its eyes in a call. If the Ghoul is possible, the Vampire's
    call names both roles."""
    return "ghoul" if call == "vampire" and "ghoul" in rules.possible else call


def _further_lines(call: str, possible: Collection[str]) -> tuple[LineId, ...]:
    """Return the lines about raised hands, and about the Courtesan in the Priest's call, if those are possible."""
    parts = (RAISES_HAND.get(call), "courtesan" if call == "priest" else None)
    return tuple(wolf_line(f"{call}.{role}") for role in parts if role in possible)


EYES_OPENED = "eyes"
"""The answer that the moderator gives by holding the dial: somebody has opened their eyes in a Mystic's turn."""
