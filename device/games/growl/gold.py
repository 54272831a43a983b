"""The gold of the winners, asked seat by seat, and the verdict with what everybody owns now.

Only what can be is offered: no more Gold than the box holds, no winner too many or too few for the team that won. So
the last ones may have to be winners: who has won is summed up before it is kept."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import TypeAlias

from device.games.growl.phrases import growl_line, growl_lines, seat_lines
from device.games.growl.village import GrowlResult, Rules, Village
from device.kernel.ids import LineId
from device.show.agenda import StepResult
from device.show.answers import Option, one_value
from device.show.asking_rows import AskingRow, RowStep
from device.show.facts import Fact, Joined, Number, RoleName, SeatMark, Word, seats_joined
from device.show.stages import TABLE, Ask, Tell, Verdict

_LOST_VALUE = "lost"
GoldFound: TypeAlias = tuple[int | None, ...]
"""The Gold of each winner so far; None is a player of the other team."""


def team_won(humans_won: bool) -> str:
    """The word and line of the team that has won."""
    return "humans-win" if humans_won else "wolves-win"


class Reward(RowStep[Rules, Village], frozen=True):
    """The gold, who has won, whether the evening goes on, and the verdict. Who is king, the end of the evening
    decides."""

    humans_won: bool

    def row(self, rules: Rules, village: Village) -> AskingRow[GrowlResult]:
        yield Tell(TABLE, (Word(f"growl.{team_won(self.humans_won)}"),), growl_lines("team", "reward"))
        found: GoldFound = ()
        told = False  # whether somebody could have lost before: no number stands there first
        for seat in range(1, village.seats + 1):
            may_lose = self.allows(None, found, rules, village)
            first = growl_lines("gold.first") if may_lose and not told else ()
            told = told or may_lose
            said = (*first, growl_line("gold"), *seat_lines((seat,)))
            choices = tuple(self._choices(found, rules, village))
            asked = Ask(0, Word("growl.ask.gold", {"n": SeatMark(seat)}), choices, lines=said, says_start=True)
            answer = one_value((yield asked))
            found = (*found, None if answer == _LOST_VALUE else int(answer))
        winners = tuple(seat for seat, gold in enumerate(found, 1) if gold is not None)
        said = (LineId("verdict.winners"), *seat_lines(winners))
        yield Tell(TABLE, (_seats_word("verdict.winners", winners),), said, foot=Word("growl.gold-right"))
        answers = tuple(Option(value, Word(f"growl.more.{value}")) for value in ("yes", "no"))
        more = yield Ask(0, Word("growl.ask.more"), answers, lines=growl_lines("ask.more"))
        yield self._verdict(rules, village, found, "king" if one_value(more) == "no" else "richest")
        return StepResult(village)

    def _choices(self, found: GoldFound, rules: Rules, village: Village) -> Iterator[Option]:
        left = rules.options.gold - sum(gold or 0 for gold in found)
        if self.allows(None, found, rules, village):
            yield Option(_LOST_VALUE, Word("growl.lost"))
        if self.allows(0, found, rules, village):
            yield from (Option(str(gold), Joined((RoleName("gold"), Number(gold)), " ")) for gold in range(left + 1))

    def allows(self, gold: int | None, before: GoldFound, rules: Rules, village: Village) -> bool:
        """Whether the rest can still come right. Every Wolf Zero is a wolf to the end; if humans won, one lives."""
        found = (*before, gold)
        winners = sum(each is not None for each in found)
        alive = [each for seat, each in enumerate(found, 1) if seat in village.living]
        open_seats, open_living = village.seats - len(found), len(village.living) - len(alive)
        zeros = rules.supplies.bites
        if not self.humans_won:
            return None not in alive and winners + open_seats >= zeros
        lacks = not any(each is not None for each in alive)
        return open_living >= lacks and len(found) - winners + open_seats - lacks >= zeros

    def _verdict(self, rules: Rules, village: Village, found: GoldFound, most: str) -> Verdict:
        """The verdict: who won, and who has `most` gold, in the order in which it is said; then what it earned, and who
        is dead."""
        points = tuple(0 if gold is None else 1 + gold for gold in found)
        winners = tuple(seat for seat, gold in enumerate(points, 1) if gold)
        totals = _totals(rules, points)
        kings = tuple(seat for seat, gold in enumerate(totals, 1) if gold == max(totals))
        facts = (
            _seats_word("verdict.winners", winners),
            _seats_word(f"growl.{most}", kings),
            *_gold_facts(points, totals),
            Word(f"growl.{team_won(self.humans_won)}"),
            _seats_word("verdict.dead", village.dead) if village.dead else Word("verdict.alive"),
        )
        said = (LineId("verdict.winners"), *seat_lines(winners), growl_line(most), *seat_lines(kings))
        return Verdict(village.dead, points, facts, said)


def _seats_word(key: str, seats: tuple[int, ...]) -> Word:
    return Word(key, {"seats": seats_joined(seats)})


def _totals(rules: Rules, points: tuple[int, ...]) -> tuple[int, ...]:
    """The gold that everybody here owns now, also those who do not play this game."""
    return tuple(map(sum, zip_longest(rules.ledger, points, fillvalue=0)))


def _gold_facts(points: tuple[int, ...], totals: tuple[int, ...]) -> Iterator[Fact]:
    """Tell the gold of each winner, from this game and in all."""
    for seat, (gold, total) in enumerate(zip(points, totals, strict=False), 1):
        if gold:
            yield Word("growl.earned", {"n": SeatMark(seat), "gold": Number(gold), "total": Number(total)})
