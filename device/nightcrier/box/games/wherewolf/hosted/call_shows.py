"""Makes the shows of a call at night, and the questions and facts for the moderator while its bed sounds.

The shows are alike whether or not anybody has the role."""

from collections.abc import Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.wherewolf.rulebook import ITEMS, MYSTICS, RAISES_HAND, ROLE_TABLE
from nightcrier.box.games.wherewolf.table.phrases import BESIDE, call_title, wolf_line
from nightcrier.box.games.wherewolf.table.village import ASKED, CallTime, WolfResult, WolfRules, WolfVillage
from nightcrier.box.show.agenda import StageStep, StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.cues import CHOSEN, Bed, Call, Gap, Show, Window, say_lines
from nightcrier.box.show.facts import Fact, Joined
from nightcrier.box.show.stages import HOST, Ask, Perform, Stage, Tell
from nightcrier.kernel.chance import SeededChance, derive_seed
from nightcrier.kernel.ids import LineId, Seconds

_SHADOW = frozenset({"wolves", "vampire"})
_LEARN = frozenset({"seer", "mage", "medium", "monk", "vampire-hunter", "priest"})
_PROTECT = frozenset({"witch", "healer", *ITEMS})


def call_foley(call: str) -> str:
    """Name the sound of a call: paws for creatures of the Shadow, a chime for a role that learns. Coins are for a role
    that protects and for items, and steps for all others."""
    if call in _SHADOW:
        return "paws"
    if call in _LEARN:
        return "chime"
    return "coins" if call in _PROTECT else "steps"


NIGHT_BED = Bed(CHOSEN)
BREATH = Gap(4.0)
"""The pause after a Mystic's name, in which Assassin, Guild Master and Thief may act."""
_SETTLE = Gap(1.5)  # from the end of a call to the next name
_SHORTER = {
    *("seer.act", "mage.act", "medium.act", "witch.act"),
    *("guards.wake", "monk.wake", "vampire-hunter.wake", "juliet.wake", "guardian-angel.wake"),
    *("amulet.wake", "sword.wake", "wolves.wake", "vampire.wake", "ghoul.wake"),
}
"""The lines with a short form. All other lines have nothing that could be left out."""


def wake_cues(rules: WolfRules, call: str, number: int) -> Show:
    """Return the words with which a call begins."""
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
    """Return the cues that begin every show of a call: its title on the glass, and the bed. The bed is repeated,
    because a power cut or a pause may have ended it."""
    return (Call(call_title(call), foley), NIGHT_BED)


def _line_in_wording(rules: WolfRules, line: str) -> LineId:
    """Return a line in full, or its short form if the line has one and the table wants short wording."""
    short = rules.options.wording == "short" and line in _SHORTER
    return wolf_line(f"{line}.short" if short else line)


def wait_cues(call: str, seconds: Seconds) -> Show:
    """Return the wait that stands in a call for a role that nobody has."""
    return (*_call_head(call), Window("call", seconds))


def close_cues(rules: WolfRules, call: str, number: int) -> Show:
    """Return the words that close the eyes. In the first night a hand that may be raised is taken down before."""
    raised = number == 1 and RAISES_HAND.get(call) in rules.possible
    hand = (wolf_line("hands-down"),) if raised else ()
    return (*_call_head(call), *say_lines(*hand, wolf_line(f"{_sleepers(rules, call)}.close")), _SETTLE)


def _may_open_eyes(rules: WolfRules) -> bool:
    """Say whether any possible role may open its eyes in a Mystic's turn."""
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
    """Name the role that opens and closes its eyes in a call. A possible Ghoul does so with the Vampire."""
    return "ghoul" if call == "vampire" and "ghoul" in rules.possible else call


def _further_lines(call: str, possible: Collection[str]) -> tuple[LineId, ...]:
    """Return the lines about a raised hand, and about the Courtesan for the Priest, if these roles are possible."""
    parts = (RAISES_HAND.get(call), "courtesan" if call == "priest" else None)
    return tuple(wolf_line(f"{call}.{role}") for role in parts if role in possible)


EYES_OPENED = "eyes"
"""The answer that is given when the moderator holds the dial: somebody has opened their eyes in a Mystic's turn."""


def ask_host(
    rules: WolfRules, what: str, question: Fact, options: Sequence[Option], *, night: bool = True, held: str = ""
) -> Ask:
    """Ask the moderator, starting at an answer drawn by lot, so that the turns of the dial tell nobody anything."""
    start = SeededChance(derive_seed(rules.seed, what)).below(len(options))
    bed = NIGHT_BED if night else None
    return Ask(HOST, question, tuple(options), start, night=bed, timed=True, held=held)


def take_time(village: WolfVillage, picks: Picks, kind: str = ASKED) -> tuple[WolfVillage, Picks]:
    """Note how long an answer took, and return the village with that time, and the answer without it."""
    *values, seconds = picks
    return replace(village, times=(*village.times, CallTime(kind, float(seconds)))), tuple(values)


class HostTell(Struct, frozen=True):
    """One or several facts shown together to the moderator, by night unless `bed` is None, until he presses START. His
    time is noted under `kind`, if there is one."""

    facts: tuple[Fact, ...]
    kind: str = ""
    bed: Bed | None = NIGHT_BED

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        return Tell(HOST, (Joined(self.facts, BESIDE),), night=self.bed, timed=True)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return StepResult(take_time(village, picks, self.kind)[0] if self.kind else village)


def host_show(show: Show, page: str = "night", *, still: bool = False) -> StageStep:
    """Perform a show from which BACK returns to the last entry, if that can still be taken back."""
    return StageStep(Perform(show, page, back=True, still=still))
