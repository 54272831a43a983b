"""The referee's judgement as the table tells it: who is dead, who won, and a sentence for each team."""

from device.games.one_night.referee.verdict import Judgement
from device.kernel.ids import LineId, number_line, screen_line
from device.show.facts import Fact, Word, numbers_joined
from device.show.stages import Verdict


def verdict_stage(judgement: Judgement, players: int) -> Verdict:
    """The stage that shows and says it. Seats count from 1."""
    dead = tuple(sorted(seat + 1 for seat in judgement.dead or ()))
    result = judgement.result
    winners = tuple(seat + 1 for seat in result.winners) if result else ()
    reasons = tuple(dict.fromkeys(f"reason.{reason.rule.id}" for reason in result.reasons)) if result else ()
    facts: list[Fact] = [_listed("verdict.dead", dead, "verdict.alive")]
    facts += map(Word, reasons)
    facts.append(_listed("verdict.winners", winners, "verdict.nobody"))
    lines = [*_counted("verdict.dead", dead, "verdict.alive")]
    lines += map(screen_line, reasons)
    lines += _counted("verdict.winners", winners, "verdict.nobody")
    points = tuple(int(seat in winners) for seat in range(1, players + 1))
    return Verdict(dead, points, tuple(facts), tuple(lines))


def _listed(key: str, seats: tuple[int, ...], none: str) -> Fact:
    return Word(key, {"seats": numbers_joined(seats)}) if seats else Word(none)


def _counted(line: str, seats: tuple[int, ...], none: str) -> list[LineId]:
    """A line and the numbers of the seats after it; or the line that there are none."""
    if not seats:
        return [LineId(none)]
    return [LineId(line), *map(number_line, seats)]
