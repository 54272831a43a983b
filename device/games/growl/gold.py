"""The gold of the winners, asked seat by seat, and the verdict with what everybody owns now.

Only what can be is offered: no more Gold than the box holds, no winner too many or too few for the team that won. So
the last ones may have to be winners: who has won is summed up before it is kept."""

from collections.abc import Iterator
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.phrases import growl_line, growl_lines, seat_lines
from device.games.growl.village import GrowlResult, Rules, Village
from device.kernel.ids import LineId
from device.show.agenda import PlainStep, StepResult
from device.show.answers import Option, Picks
from device.show.facts import Fact, Joined, Number, RoleName, SeatMark, Word, seats_joined
from device.show.stages import TABLE, Ask, Stage, Tell, Verdict

_LOST_VALUE = "lost"


class Gold(Struct, frozen=True):
    """How much Gold each winner holds so far; None is a player of the other team."""

    humans_won: bool
    found: tuple[int | None, ...] = ()

    def stage(self, rules: Rules, village: Village) -> Stage:
        seat = len(self.found) + 1
        said = (*self._first_loser(rules, village), growl_line("gold"), *seat_lines((seat,)))
        choices = tuple(self._choices(rules, village))
        return Ask(0, Word("growl.ask.gold", {"n": SeatMark(seat)}), choices, lines=said, says_start=True)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        known = replace(self, found=(*self.found, None if picks[0] == _LOST_VALUE else int(picks[0])))
        if len(known.found) < village.seats:
            return StepResult(village, (known,))
        return StepResult(village, (WinnersTold(self.humans_won, known.found),))

    def _first_loser(self, rules: Rules, village: Village) -> tuple[LineId, ...]:
        """Said at the first seat that may have lost: no number stands there first."""
        earlier = (replace(self, found=self.found[:at]) for at in range(len(self.found)))
        told = any(before.allows(None, rules, village) for before in earlier)
        return growl_lines("gold.first") if not told and self.allows(None, rules, village) else ()

    def _choices(self, rules: Rules, village: Village) -> Iterator[Option]:
        left = rules.options.gold - sum(gold or 0 for gold in self.found)
        if self.allows(None, rules, village):
            yield Option(_LOST_VALUE, Word("growl.lost"))
        if self.allows(0, rules, village):
            yield from (Option(str(gold), Joined((RoleName("gold"), Number(gold)), " ")) for gold in range(left + 1))

    def allows(self, gold: int | None, rules: Rules, village: Village) -> bool:
        """Whether the rest can still come right. Every Wolf Zero is a wolf to the end; if humans won, one lives."""
        found = (*self.found, gold)
        winners = sum(each is not None for each in found)
        alive = [each for seat, each in enumerate(found, 1) if seat in village.living]
        open_seats, open_living = village.seats - len(found), len(village.living) - len(alive)
        zeros = rules.supplies.bites
        if not self.humans_won:
            return None not in alive and winners + open_seats >= zeros
        lacks = not any(each is not None for each in alive)
        return open_living >= lacks and len(found) - winners + open_seats - lacks >= zeros


class WinnersTold(Struct, frozen=True):
    """Who has won, before it is kept: whoever pressed START through all questions made the last one the winner, and
    BACK leads to what was given."""

    humans_won: bool
    found: tuple[int | None, ...]

    def stage(self, rules: Rules, village: Village) -> Stage:
        winners = tuple(seat for seat, gold in enumerate(self.found, 1) if gold is not None)
        told = Word("verdict.winners", {"seats": seats_joined(winners)})
        return Tell(
            TABLE, (told,), lines=(LineId("verdict.winners"), *seat_lines(winners)), foot=Word("growl.gold-right")
        )

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        return StepResult(village, (MoreTonight(self.humans_won, self.found),))


class MoreTonight(Struct, frozen=True):
    """Whether the evening goes on: who is king, its end decides."""

    humans_won: bool
    found: tuple[int | None, ...]

    def stage(self, rules: Rules, village: Village) -> Stage:
        answers = tuple(Option(value, Word(f"growl.more.{value}")) for value in ("yes", "no"))
        return Ask(0, Word("growl.ask.more"), answers, lines=growl_lines("ask.more"))

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        return StepResult(village, (Judged(self.humans_won, self.found, crowns=picks[0] == "no"),))


class Judged(PlainStep, frozen=True):
    """The verdict: who won, who has most gold, and at the end of the evening a crown, in the order in which it is said;
    then what it earned, and who is dead."""

    humans_won: bool
    found: tuple[int | None, ...]
    crowns: bool = False

    def stage(self, rules: Rules, village: Village) -> Stage:
        points = tuple(0 if gold is None else 1 + gold for gold in self.found)
        winners = tuple(seat for seat, gold in enumerate(points, 1) if gold)
        dead = village.dead
        totals = _totals(rules, points)
        kings = tuple(seat for seat, gold in enumerate(totals, 1) if gold == max(totals))
        facts = (
            Word("verdict.winners", {"seats": seats_joined(winners)}),
            Word("growl.king" if self.crowns else "growl.richest", {"seats": seats_joined(kings)}),
            *_earned(points, totals),
            Word(f"growl.{'humans' if self.humans_won else 'wolves'}-win"),
            Word("verdict.dead", {"seats": seats_joined(dead)}) if dead else Word("verdict.alive"),
        )
        most = growl_line("king" if self.crowns else "richest")
        said = (LineId("verdict.winners"), *seat_lines(winners), most, *seat_lines(kings))
        return Verdict(dead, points, facts, said)


def _totals(rules: Rules, points: tuple[int, ...]) -> tuple[int, ...]:
    """What everybody here owns now: who does not play this game owns what it was before."""
    return tuple(map(sum, zip_longest(rules.ledger, points, fillvalue=0)))


def _earned(points: tuple[int, ...], totals: tuple[int, ...]) -> Iterator[Fact]:
    """What each winner has now."""
    for seat, (gold, total) in enumerate(zip(points, totals, strict=False), 1):
        if gold:
            yield Word("growl.earned", {"n": SeatMark(seat), "gold": Number(gold), "total": Number(total)})
