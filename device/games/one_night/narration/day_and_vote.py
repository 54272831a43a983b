"""The talk, longer with more people and with warnings before its end; then the vote: three, two, one, and all point;
and the referee's judgement as the table tells it: who is dead, who won, and a sentence for each team."""

from device.games.one_night.narration.wording import (
    AFTER_VOTE,
    ONE_MINUTE,
    POINT,
    RING_VOTE,
    THIRTY_SECONDS,
    VOTE_COUNTDOWN,
    VOTE_OPEN,
)
from device.games.one_night.referee.verdict import Judgement
from device.games.one_night.rules.blocks import spoken_lines
from device.games.one_night.rules.decks import ONE_NIGHT_FEWEST, Deck
from device.games.one_night.rules.options import Options
from device.kernel.ids import LineId, Seconds, number_line, screen_line
from device.show.cues import Call, Cue, Gap, Say, Show, Signal
from device.show.facts import Fact, RoleName, Word, numbers_joined
from device.show.stages import Count, Verdict

SHORTEST_TALK = 180.0  # three players
PER_PLAYER = 15.0


def day_talk(players: int, options: Options) -> Count:
    """The talk. `auto` gives three players three minutes, and ten nearly five."""
    return Count(day_seconds(players, options), ((60.0, ONE_MINUTE), (30.0, THIRTY_SECONDS)), (RING_VOTE,))


def day_seconds(players: int, options: Options) -> Seconds:
    """How long people may talk."""
    if options.day_minutes == "auto":
        return SHORTEST_TALK + PER_PLAYER * (players - ONE_NIGHT_FEWEST)
    return 60.0 * options.day_minutes


CHOOSE_GAP = Gap(3.0)
VOTE_BEAT = Gap(0.7)  # the same after each number: the last word falls where everybody expects it
LOOK_GAP = Gap(1.5)


def vote_show(deck: Deck, options: Options) -> Show:
    """From the end of the talk to the cards that are turned."""
    ask = [Say(line) for line in spoken_lines(VOTE_OPEN, deck, options)]
    count: list[Cue] = [cue for line in spoken_lines(VOTE_COUNTDOWN, deck, options) for cue in (Say(line), VOTE_BEAT)]
    point = [Say(line) for line in spoken_lines(POINT, deck, options)]
    after = [Say(line) for line in spoken_lines(AFTER_VOTE, deck, options)]
    return (Call(RoleName("vote")), Signal("gong"), *ask, CHOOSE_GAP, *count, *point, LOOK_GAP, *after)


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
