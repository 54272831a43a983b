"""The verdict, as it is heard and shown."""

from device.games.one_night.referee.verdict import Judgement
from device.games.one_night.referee.winners import Result
from device.games.one_night.rules.roles import Team
from device.kernel.ids import LineId, screen_line, seat_line
from device.show.facts import Fact, Word, seats_joined
from device.show.stages import LONE_WON, VILLAGE_WON, WOLVES_WON, Verdict


def winners_stage(winners: tuple[int, ...], players: int) -> Verdict:
    """The verdict as the people tell it, who need no referee."""
    facts = (_seats_fact("verdict.winners", winners, "verdict.nobody"),)
    return Verdict((), _points(winners, players), facts, tuple(_numbers("verdict.winners", winners, "verdict.nobody")))


def verdict_stage(judgement: Judgement, players: int) -> Verdict:
    """The stage that shows and says it. Seats count from 1."""
    dead = tuple(sorted(seat + 1 for seat in judgement.dead or ()))
    result = judgement.result
    winners = tuple(seat + 1 for seat in result.winners) if result else ()
    reasons = tuple(dict.fromkeys(f"reason.{reason.rule.id}" for reason in result.reasons)) if result else ()
    facts: list[Fact] = [_seats_fact("verdict.dead", dead, "verdict.alive")]
    facts += map(Word, reasons)
    facts.append(_seats_fact("verdict.winners", winners, "verdict.nobody"))
    lines = [*_numbers("verdict.dead", dead, "verdict.alive")]
    lines += map(screen_line, reasons)
    lines += _numbers("verdict.winners", winners, "verdict.nobody")
    return Verdict(dead, _points(winners, players), tuple(facts), tuple(lines), sting=_sting(result))


def _points(winners: tuple[int, ...], players: int) -> tuple[int, ...]:
    """The points of all seats: one to each that won."""
    return tuple(int(seat in winners) for seat in range(1, players + 1))


def _sting(result: Result | None) -> str:
    """The sting of the team that has won: a Tanner who has won stands alone, whoever wins beside."""
    won = {reason.team for reason in result.reasons if reason.rule.won} if result else set()
    return next((sting for team, sting in _STINGS if team in won), "")


_STINGS = ((Team.TANNER, LONE_WON), (Team.VILLAGE, VILLAGE_WON), (Team.WEREWOLF, WOLVES_WON))


def _seats_fact(key: str, seats: tuple[int, ...], none: str) -> Fact:
    return Word(key, {"seats": seats_joined(seats)}) if seats else Word(none)


def _numbers(line: str, seats: tuple[int, ...], none: str) -> list[LineId]:
    """A line and the numbers of the seats after it; or the line that there are none."""
    if not seats:
        return [LineId(none)]
    return [LineId(line), *map(seat_line, seats)]
