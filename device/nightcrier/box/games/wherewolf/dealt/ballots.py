"""Collects the secret vote: the lists that every player dials, the sheet that the referee counts, and the ballots that
a Spy reads.

Every player comes to the box and dials, even a player without a vote, because nobody may see who has a vote. Every
player also dials the lists that only some powers need. A mark by a player without the power has no effect, and nobody
learns about it. If a Spy is possible, every player comes a second time. The Spy then reads all ballots, and every other
player reads their own ballot."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.host_steps import house_line
from nightcrier.box.games.engine.secret_turns import SeatTurn, SecretRound, dial_list, under_bed
from nightcrier.box.games.wherewolf.dealt.deal import WolfRound, players_called
from nightcrier.box.games.wherewolf.referee.game_state import GameState, holder
from nightcrier.box.games.wherewolf.referee.records import VoteSheet, VoteSignal
from nightcrier.box.games.wherewolf.rulebook import CITY_ROLES
from nightcrier.box.games.wherewolf.table.phrases import seat_number, seat_options, wolf_line, wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.cues import SILENCE, Call, Show, say_lines
from nightcrier.box.show.facts import Fact, Joined
from nightcrier.kernel.chance import SeededChance, derive_seed
from nightcrier.kernel.ids import LineId

NO_MORE, HAND, CARD = "no-more", "hand", "card"
_VOTE, SHOWN = "vote", "shown"
_MORE = ("more-1", "more-2")
"""The two further choices of a ballot. The Merchant can vote for up to three seats, and the Orator can protect two."""
MOST_PICKS = 3
"""The maximum number of presses in one turn of a vote. With more, a ballot of twelve players takes over 75 seconds."""


class MarkedBallot(Struct, frozen=True):
    """The ballot of one seat: the seats that it names, its vote first, and whether the seat raises its card."""

    named: tuple[int, ...]
    card: bool


def ballot_picks(rules: WolfRules, open_to: Sequence[int], *, run_off: bool) -> tuple[str, ...]:
    """Return the purpose of each press of a vote. It depends only on the possible roles and on who can get votes."""
    cards = {"mayor", "orator"} if run_off else {"pettifogger"}
    several = {"merchant", "orator"} if run_off else {"merchant"}
    shown = (SHOWN,) if cards.intersection(rules.possible) else ()
    more = _MORE[: len(open_to) - 1] if several.intersection(rules.possible) else ()
    return (_VOTE, *more[: MOST_PICKS - 1 - len(shown)], *shown)


def _sheet(state: GameState, accused: Sequence[int], ballots: Mapping[int, MarkedBallot]) -> VoteSheet:
    """Turn the ballots into a sheet, which is legal for all possible ballots. An Accused may vote in the run-off only
    with a City role."""
    found = (_signal(state, accused, seat, ballot) for seat, ballot in ballots.items())
    signals, merchant = tuple(filter(None, found)), holder(state, "merchant")
    raised = {signal.seat for signal in signals}
    votes = {
        seat: ballot.named if seat == merchant else ballot.named[:1]
        for seat, ballot in ballots.items()
        if seat not in raised and (seat not in accused or state.players[seat].holds in CITY_ROLES)
    }
    return VoteSheet(votes, signals=signals)


def _signal(state: GameState, accused: Sequence[int], seat: int, ballot: MarkedBallot) -> VoteSignal | None:
    """Return the signal of a raised card if its power counts in this vote. For any other raised card, which counts only
    as a hand, return None."""
    role = state.players[seat].holds
    if accused:
        counts = role == "mayor" or (role == "orator" and seat not in accused)
    else:
        used = state.switches.pettifogger_once and role in state.spent
        counts = role == "pettifogger" and ballot.named[0] != seat and not used
    named = ballot.named if role == "orator" else ballot.named[:1]
    return VoteSignal(seat, role, named) if ballot.card and counts else None


_READING = 8.0
_ROWS, _IN_A_ROW = 5, 6
"""The number of ballot rows that the glass shows at once, and the number of seat numbers that fit well in one row."""


class SpyRound(WolfRound, frozen=True):
    """The secret round after the accusation. A Spy who voted for herself reads all ballots in this round."""

    page: ClassVar[str] = "vote"

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        opening = (Call(wolf_word("moment.accusation")), *say_lines(house_line("box.spies")))
        return (*opening, *under_bed(players_called(rules, village, _READING)))

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        ballots = _ballots(village.accusation or VoteSheet())
        spies = seat == holder(village.known, "spy") and ballots[seat] == MarkedBallot((seat,), card=False)
        return SeatTurn(seat, seen=_all_ballots(ballots) if spies else (_ballot(seat, ballots[seat]),))


def _ballots(sheet: VoteSheet) -> Mapping[int, MarkedBallot]:
    """Return the ballot of each seat: its vote, or its signal if it raised its card."""
    votes = {seat: MarkedBallot(places, card=False) for seat, places in (sheet.votes or {}).items()}
    return votes | {signal.seat: MarkedBallot(signal.targets, card=True) for signal in sheet.signals}


def _ballot(seat: int, ballot: MarkedBallot) -> Fact:
    named: Fact = Joined(tuple(map(seat_number, ballot.named)), "+")
    if ballot.card:
        named = Joined((named, wolf_word("raised")), " ")
    return Joined((seat_number(seat), named), "→")


def _all_ballots(ballots: Mapping[int, MarkedBallot]) -> tuple[Fact, ...]:
    """Return rows with all ballots. Each row has as few numbers as the glass allows."""
    numbers = {seat: 1 + len(each.named) + each.card for seat, each in ballots.items()}
    most = max(_IN_A_ROW, -(-sum(numbers.values()) // _ROWS) + 1)
    rows: list[list[int]] = [[]]
    for seat in sorted(ballots):
        if sum(numbers[other] for other in rows[-1]) + numbers[seat] > most:
            rows.append([])
        rows[-1].append(seat)
    return tuple(Joined(tuple(_ballot(seat, ballots[seat]) for seat in row), " ") for row in rows)


_LEAST, _FIRST_PICK, _FURTHER_PICK = 4.0, 18.0, 6.0


class BallotRound(WolfRound, frozen=True):
    """The secret round in which every player votes: the accusation, or the run-off between the `accused`."""

    accused: tuple[int, ...]
    page: ClassVar[str] = "vote"

    def _open_to(self, village: WolfVillage) -> Sequence[int]:
        return self.accused or village.known.in_play

    def _picks(self, rules: WolfRules, village: WolfVillage) -> tuple[str, ...]:
        return ballot_picks(rules, self._open_to(village), run_off=bool(self.accused))

    def _lot(self, rules: WolfRules, village: WolfVillage, seat: int) -> int:
        return derive_seed(rules.seed, f"{'run-off' if self.accused else 'accusation'} {village.number} {seat}")

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        time = _FIRST_PICK + _FURTHER_PICK * (len(self._picks(rules, village)) - 1)
        moment, line = ("run-off", "box.run-off") if self.accused else ("accusation", "box.ballot")
        opening = (Call(wolf_word(f"moment.{moment}")), SILENCE, *say_lines(wolf_line(line)))
        return (*opening, *under_bed(players_called(rules, village, time, _LEAST, LineId("deal.come.vote"))))

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        lot, seats = self._lot(rules, village, seat), seat_options(self._open_to(village))
        more = (*seats, Option(NO_MORE, wolf_word("one-is-enough")))
        lists = {_VOTE: seats, SHOWN: (Option(HAND, wolf_word("hand")), Option(CARD, wolf_word("card")))}
        offered = ((pick, lists.get(pick, more)) for pick in self._picks(rules, village))
        dials = (dial_list(options, len(options), derive_seed(lot, pick)) for pick, options in offered)
        return SeatTurn(seat, tuple(dials), reads=False)

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        seats = zip(village.known.in_play, rows, strict=True)
        sheet = _sheet(
            village.known, self.accused, {seat: self._mark(rules, village, seat, row) for seat, row in seats}
        )
        return StepResult(replace(village, **{"run_off" if self.accused else "accusation": sheet}))

    def _mark(self, rules: WolfRules, village: WolfVillage, seat: int, row: Picks) -> MarkedBallot:
        """Return the ballot of a seat. If the seat ran out of time, its vote is random."""
        chosen: Mapping[str, str] = dict(zip(self._picks(rules, village), row, strict=False))
        drawn = SeededChance(derive_seed(self._lot(rules, village, seat), "drawn")).pick(self._open_to(village))
        further = [chosen[pick] for pick in _MORE if chosen.get(pick, NO_MORE) != NO_MORE]
        named = dict.fromkeys(map(int, (chosen.get(_VOTE, drawn), *further)))
        return MarkedBallot(tuple(named), chosen.get(SHOWN) == CARD)


def ballot(rules: WolfRules, accused: tuple[int, ...] = ()) -> tuple[WolfStep, ...]:
    """Return the steps of a vote without a moderator. They write a legal sheet to `accusation` or `run_off`."""
    spied = not accused and "spy" in rules.possible
    return (SecretRound(BallotRound(accused)), *((SecretRound(SpyRound()),) if spied else ()))
