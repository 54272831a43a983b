"""Questions and facts for the moderator on the glass that faces him, at night under the bed; and the time he takes."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.hosted.call_shows import NIGHT_BED
from device.games.wherewolf.table.phrases import BESIDE
from device.games.wherewolf.table.village import ASKED, CallTime, WolfResult, WolfRules, WolfVillage
from device.kernel.chance import SeededChance, derived
from device.show.agenda import StageStep, StepResult
from device.show.answers import Option, Picks
from device.show.cues import Bed, Show
from device.show.facts import Fact, Joined
from device.show.stages import HOST, Ask, Perform, Stage, Tell

EYES_OPENED = "eyes"
"""The answer that somebody opened the eyes in a Mystic's turn: the dial was held."""


def ask_host(
    rules: WolfRules, what: str, question: Fact, options: Sequence[Option], *, night: bool = True, held: str = ""
) -> Ask:
    """A question. Its first answer is drawn: how far the dial is turned tells nothing to who hears it."""
    start = SeededChance(derived(rules.seed, what)).below(len(options))
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
