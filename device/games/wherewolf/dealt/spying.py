"""After an accusation with a possible Spy: everybody comes once more and reads a ballot, or all of them."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from device.games.wherewolf.dealt.seat_turn import SeatTurn
from device.games.wherewolf.dealt.secret_round import seats_called, under_bed
from device.games.wherewolf.referee.acts import VoteSheet
from device.games.wherewolf.referee.game_state import holder
from device.games.wherewolf.table.phrases import seat_number, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from device.show.agenda import StepResult
from device.show.answers import Picks
from device.show.cues import Call, Show, say_lines
from device.show.facts import Fact, Joined

_WHOLE, _LEAST = 16.0, 3.0
_ROWS, _IN_A_ROW = 5, 6
"""Of ballots on the glass, and the numbers that one of them holds with ease."""


class SpyRound(Struct, frozen=True):
    """The Spy sees all ballots where she has voted for herself."""

    page: str = "vote"

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        opening = (Call(wolf_word("moment.accusation")), *say_lines(wolf_line("box.spies")))
        return (*opening, *under_bed(seats_called(village, rules.options, _WHOLE, _LEAST)))

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        ballots = _ballots(village.accusation or VoteSheet())
        spies = seat == holder(village.known, "spy") and ballots[seat] == ((seat,), False)
        return SeatTurn(seat, seen=_all_ballots(ballots) if spies else (_ballot(seat, *ballots[seat]),))

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        return StepResult(village)


def _ballots(sheet: VoteSheet) -> Mapping[int, tuple[tuple[int, ...], bool]]:
    """The ballots by seat: whom it named, and whether with its card."""
    votes = {seat: (places, False) for seat, places in (sheet.votes or {}).items()}
    return votes | {signal.seat: (signal.targets, True) for signal in sheet.signals}


def _ballot(seat: int, places: Sequence[int], card: bool) -> Fact:
    named: Fact = Joined(tuple(map(seat_number, places)), "+")
    if card:
        named = Joined((named, wolf_word("raised")), " ")
    return Joined((seat_number(seat), named), "→")


def _all_ballots(ballots: Mapping[int, tuple[tuple[int, ...], bool]]) -> tuple[Fact, ...]:
    """The rows with all ballots, as few numbers in a row as the glass allows."""
    numbers = {seat: 1 + len(places) + card for seat, (places, card) in ballots.items()}
    most = max(_IN_A_ROW, -(-sum(numbers.values()) // _ROWS) + 1)
    rows: list[list[int]] = [[]]
    for seat in sorted(ballots):
        if sum(numbers[other] for other in rows[-1]) + numbers[seat] > most:
            rows.append([])
        rows[-1].append(seat)
    return tuple(Joined(tuple(_ballot(seat, *ballots[seat]) for seat in row), " ") for row in rows)
