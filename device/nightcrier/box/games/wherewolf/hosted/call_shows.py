"""Makes the shows of a call at night, and the questions and facts for the moderator under its bed.

They are the same whether or not anybody has the role."""

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
    """The sound of a call: paws for creatures of the Shadow, a chime for who learns something, coins for who protects
    and for what lies on the table, steps for all others."""
    if call in _SHADOW:
        return "paws"
    if call in _LEARN:
        return "chime"
    return "coins" if call in _PROTECT else "steps"


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


EYES_OPENED = "eyes"
"""The answer that somebody opened the eyes in a Mystic's turn: the dial was held."""


def ask_host(
    rules: WolfRules, what: str, question: Fact, options: Sequence[Option], *, night: bool = True, held: str = ""
) -> Ask:
    """A question. Its first answer is drawn: how far the dial is turned tells nothing to who hears it."""
    start = SeededChance(derive_seed(rules.seed, what)).below(len(options))
    bed = NIGHT_BED if night else None
    return Ask(HOST, question, tuple(options), start, night=bed, timed=True, held=held)


def take_time(village: WolfVillage, picks: Picks, kind: str = ASKED) -> tuple[WolfVillage, Picks]:
    """The village with the time that an answer took, and what was answered."""
    *values, seconds = picks
    return replace(village, times=(*village.times, CallTime(kind, float(seconds)))), tuple(values)


class HostTell(Struct, frozen=True):
    """A fact or several for the moderator, all at once, in the night unless told otherwise; START goes on. How long he
    takes is noted where it is of a `kind` that calls have."""

    facts: tuple[Fact, ...]
    kind: str = ""
    bed: Bed | None = NIGHT_BED

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        return Tell(HOST, (Joined(self.facts, BESIDE),), night=self.bed, timed=True)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return StepResult(take_time(village, picks, self.kind)[0] if self.kind else village)


def host_show(show: Show, page: str = "night", *, still: bool = False) -> StageStep:
    """A show that BACK leaves for the entry before, where there is one that can still be taken back."""
    return StageStep(Perform(show, page, back=True, still=still))
