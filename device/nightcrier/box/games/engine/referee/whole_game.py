"""Judges a whole game: each night with its morning, each day with its vote, and the end."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.model import MOST_NIGHTS
from nightcrier.box.games.engine.referee.deaths import (
    DAY,
    NIGHT,
    Causes,
    drop_marks,
    dying_at_dawn,
    is_spared,
    let_die,
)
from nightcrier.box.games.engine.referee.night import play_calls
from nightcrier.box.games.engine.referee.records import CallChoice, DayChoices, News, RoundChoices
from nightcrier.box.games.engine.referee.standing import FileTable, Standing, begin_standing
from nightcrier.box.games.engine.referee.victory import VOTED_OUT, try_to_end
from nightcrier.box.games.engine.referee.votes import count_day
from nightcrier.kernel.errors import RefusedGame


class JudgedRound(Struct, frozen=True):
    """A round that was judged: what people chose, and what came of its night and its day, if it has one."""

    choices: RoundChoices
    night: News
    day: News | None


class JudgedGame(Struct, frozen=True):
    """A game that was judged, and how it stands after its last round."""

    rounds: Sequence[JudgedRound]
    state: Standing


def judge_rounds(table: FileTable, rounds: Sequence[RoundChoices]) -> JudgedGame:
    """Judge the rounds of a game. Raises RefusedGame if the game breaks a rule."""
    most = MOST_NIGHTS if table.game.many_nights else 1
    if len(rounds) > most:
        raise RefusedGame(f"the most rounds of this game: {most}; here are {len(rounds)}")
    state, judged = begin_standing(table), list[JudgedRound]()
    for choices in rounds:
        state.check_goes_on([each.day for each in judged])
        state, night = play_night(state, choices.night, choices.dawn)
        day = None
        if choices.day is not None:
            state.check_day()
            state, day = play_day(state, choices.day)
        judged.append(JudgedRound(choices, night, day))
    return JudgedGame(judged, state)


def play_night(
    before: Standing, choices: Sequence[CallChoice], dawn: Sequence[CallChoice] = ()
) -> tuple[Standing, News]:
    """Judge a night and its morning. `dawn` is what those choose who die. Raises RefusedGame."""
    night = play_calls(before, choices)
    state = night.state
    causes, marked = dying_at_dawn(state)
    after = let_die(state, causes, NIGHT, dawn)
    announced = {
        mark.id: seats
        for mark in state.table.game.marks.values()
        if mark.announced and (seats := [seat for seat in state.in_play if mark.id in state.marks[seat]])
    }
    news = replace(
        after,
        told=night.told,
        notified=sorted(night.notified),
        saved=[seat for seat in marked if seat not in state.out],
        turned={**night.turned, **after.turned},
        announced=announced,
        shown={**after.shown, **night.shown},
    )
    drop_marks(state, NIGHT)
    try_to_end(state)
    return state, news


def play_day(before: Standing, choices: DayChoices) -> tuple[Standing, News]:
    """Judge the vote of a day, and what follows from it. Raises RefusedGame."""
    state, day = before.twin(), before.table.game.day
    left = [seat for seat in state.in_play if seat in choices.left]
    state.in_play = [seat for seat in before.in_play if seat not in left]
    pyre = count_day(state, choices)
    state.in_play = before.in_play.copy()
    spared = [seat for seat in pyre.out if is_spared(state, day.spares, day.spares_once, seat, DAY)]
    burned = [seat for seat in pyre.out if seat not in spared]
    causes: Causes = {seat: [] for seat in left} | {seat: [VOTED_OUT] for seat in burned}
    how = "spared" if spared and not burned else pyre.how
    news = replace(let_die(state, causes, DAY, choices.dusk), saved=spared, pyre=replace(pyre, how=how, out=burned))
    try_to_end(state)
    drop_marks(state, DAY)
    return state, news
