"""A day without known roles: the box calls and keeps the time; the moderator counts, and says who is Accused, and who
burns."""

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.hosted.asking import host_show
from device.games.wherewolf.table.phrases import (
    NOBODY,
    said_cues,
    seat_options,
    seats_or_nobody,
    seats_said,
    wolf_line,
    wolf_word,
)
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from device.games.wherewolf.table.vote_giving import accused_cues, called_to_speak, vote_open
from device.games.wherewolf.table.votes import DEFENCE, MINUTE_LEFT
from device.show.agenda import StageStep, StepResult
from device.show.answers import Option, Picks
from device.show.cues import Call, Show
from device.show.facts import Number, SeatMark
from device.show.stages import HOST, Ask, Count, Marks, Stage

_SECOND_VOTE = 2
"""With fewer Accused there is nothing to choose between."""
_LAST_TWO = 2
"""They have one vote only."""
_SPEAKS = StageStep(Count(DEFENCE, foot="day.next"))
"""One of the Accused."""


def seats_left(rules: WolfRules, village: WolfVillage) -> tuple[int, ...]:
    """Who has not died."""
    return tuple(seat for seat in range(rules.players) if seat not in village.gone)


class ScriptDay(Struct, frozen=True):
    """The assembly."""

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        seconds = rules.options.talk
        warnings = ((MINUTE_LEFT, wolf_line("minute")),) if seconds else ()
        facts = (wolf_word("in-play", n=Number(len(seats_left(rules, village)))),)
        return Count(seconds, warnings, (wolf_line("explain"),), facts=facts)

    def done(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        seats = seats_left(rules, village)
        order = seats if village.number % 2 else seats[::-1]
        calls = tuple(_seat_called(seat) for seat in order)
        return StepResult(village, (vote_open(rules, ()), *calls, WhoIsAccused()))


def _seat_called(seat: int) -> StageStep:
    """The hands for one seat: the moderator counts them for himself."""
    options, said = (Option("", wolf_word("script")),), (wolf_line("seat"), *seats_said([seat]))
    return StageStep(Ask(HOST, wolf_word("seat-called", n=SeatMark(seat + 1)), options, lines=said))


class WhoIsAccused(Struct, frozen=True):
    """By the moderator's count."""

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        seats = seats_left(rules, village)
        return Ask(HOST, wolf_word("ask.accused"), seats_or_nobody(seats), marks=Marks(0, len(seats)))

    def done(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        accused = tuple(map(int, picks))
        told = host_show(accused_cues(rules, accused, led=True), "vote")
        if len(accused) < _SECOND_VOTE or len(seats_left(rules, village)) == _LAST_TWO:
            return StepResult(village, (told, WhoBurns(accused)))
        speaking = tuple(step for seat in accused for step in (called_to_speak(seat), _SPEAKS))
        calls = tuple(_seat_called(seat) for seat in accused)
        return StepResult(village, (told, *speaking, vote_open(rules, accused), *calls, WhoBurns(accused)))


class WhoBurns(Struct, frozen=True):
    """One of the Accused, or nobody."""

    accused: tuple[int, ...]

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        options = (Option(NOBODY, wolf_word(NOBODY)), *seat_options(self.accused))
        return Ask(HOST, wolf_word("ask.burns"), options)

    def done(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if picks == (NOBODY,):
            show: Show = (Call(wolf_word("no-burned")), *said_cues(wolf_line("no-burned")))
            return StepResult(village, (host_show(show, "vote"),))
        seat = int(picks[0])
        show = (Call(wolf_word("burned", n=SeatMark(seat + 1))), *said_cues(wolf_line("burned"), *seats_said([seat])))
        return StepResult(replace(village, gone=(*village.gone, seat)), (host_show(show, "vote"),))
