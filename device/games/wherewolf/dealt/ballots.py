"""The secret vote: everybody comes to the box and dials, also who has no vote, for nobody may see who has one. Where
there may be a Spy, everybody comes once more: she reads all ballots, and everybody else the own one."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.dealt.ballot_lists import ballot_lists, ballot_picks, mark_ballot, paper_of
from device.games.wherewolf.dealt.ballot_sheet import vote_sheet
from device.games.wherewolf.dealt.seat_turn import SeatTurn
from device.games.wherewolf.dealt.secret_round import SecretRound, seats_called, under_bed
from device.games.wherewolf.dealt.spying import SpyRound
from device.games.wherewolf.table.phrases import wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage
from device.show.agenda import StepResult
from device.show.answers import Picks
from device.show.cues import SILENCE, Call, Show, say_lines

_LEAST, _FIRST_PICK, _FURTHER_PICK = 4.0, 18.0, 6.0


class BallotRound(Struct, frozen=True):
    """The accusation, or between the `accused` the run-off."""

    accused: tuple[int, ...] | None
    page: str = "vote"

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        picks = ballot_picks(rules, paper_of(village, self.accused))
        time = _FIRST_PICK + _FURTHER_PICK * (len(picks) - 1)
        moment, line = ("accusation", "box.ballot") if self.accused is None else ("run-off", "box.run-off")
        opening = (Call(wolf_word(f"moment.{moment}")), SILENCE, *say_lines(wolf_line(line)))
        return (*opening, *under_bed(seats_called(village, rules.options, time, _LEAST)))

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        lists = ballot_lists(rules, village, paper_of(village, self.accused), seat)
        return SeatTurn(seat, lists, reads=False)

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        state, paper = village.known, paper_of(village, self.accused)
        seats = zip(state.in_play, rows, strict=True)
        sheet = vote_sheet(state, paper, {seat: mark_ballot(rules, village, paper, seat, row) for seat, row in seats})
        return StepResult(replace(village, **{"run_off" if paper.run_off else "accusation": sheet}))


def ballot(rules: WolfRules, village: WolfVillage, accused: tuple[int, ...] | None) -> tuple[WolfStep, ...]:
    """A vote without a moderator. After it `accusation`, or `run_off`, holds a sheet that the referee accepts."""
    spied = accused is None and "spy" in rules.possible
    return (SecretRound(BallotRound(accused)), *((SecretRound(SpyRound()),) if spied else ()))
