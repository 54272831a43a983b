"""The end of a game whose roles the box was not told: the moderator says that it is over, and who has won."""

from msgspec import Struct

from device.games.wherewolf.table.phrases import (
    said_cues,
    seats_named,
    seats_or_nobody,
    seats_said,
    wolf_line,
    wolf_word,
)
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from device.show.agenda import StageStep, StepResult
from device.show.answers import Option, Picks
from device.show.cues import Call
from device.show.facts import Word
from device.show.stages import HOST, TABLE, Ask, Marks, Perform, Stage, Verdict


class IsItOver(Struct, frozen=True):
    """The moderator knows; on the first day nobody asks."""

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage | None:
        options = (Option("on", wolf_word("goes-on")), Option("over", wolf_word("is-over")))
        return Ask(HOST, wolf_word("ask.over"), options) if village.number > 1 else None

    def done(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if picks == ("over",):
            return StepResult(village, (WhoWon(),), ends=True)
        talk = (Call(wolf_word("moment.dawn")), *said_cues(wolf_line("assembly")))
        return StepResult(village, (StageStep(Perform(talk, "dawn")),))


class WhoWon(Struct, frozen=True):
    """The seats that have won, for the scores."""

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        seats = range(rules.players)
        return Ask(TABLE, wolf_word("ask.won"), seats_or_nobody(seats), marks=Marks(0, rules.players))

    def done(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return StepResult(village, (StageStep(_told_end(rules, village, tuple(map(int, picks)))),))


def _told_end(rules: WolfRules, village: WolfVillage, won: tuple[int, ...]) -> Verdict:
    """What the moderator said of the end."""
    winners = (wolf_line("winners"), *seats_said(won)) if won else (wolf_line("no-winners"),)
    named = Word("verdict.winners", {"seats": seats_named(won)}) if won else Word("verdict.nobody")
    return Verdict(
        dead=tuple(sorted(seat + 1 for seat in village.gone)),
        points=tuple(int(seat in won) for seat in range(rules.players)),
        facts=(named,),
        lines=(wolf_line("end"), *winners),
    )
