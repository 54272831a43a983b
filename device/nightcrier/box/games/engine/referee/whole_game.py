"""Judges a whole game: each night with its morning, each day with its vote, and the end."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.calls import is_night
from nightcrier.box.games.engine.model import MOST_NIGHTS
from nightcrier.box.games.engine.referee.deaths import DAY, NIGHT, Causes, drop_marks, dying_at_dawn, is_spared, let_die
from nightcrier.box.games.engine.referee.elections import NextElection, check_held, hold_elections
from nightcrier.box.games.engine.referee.leaving import go_by_day
from nightcrier.box.games.engine.referee.night import play_calls
from nightcrier.box.games.engine.referee.records import DayChoices, News, Pyre, RoundChoices
from nightcrier.box.games.engine.referee.standing import FileTable, Standing, begin_standing
from nightcrier.box.games.engine.referee.victory import VOTED_OUT, try_to_end
from nightcrier.box.games.engine.referee.votes import count_day, list_of
from nightcrier.kernel.errors import RefusedGame


class JudgedRound(Struct, frozen=True):
    """A judged round: what people chose, and what followed from its night and from its day, if it has one."""

    choices: RoundChoices
    night: News
    day: News | None


class JudgedGame(Struct, frozen=True):
    """A judged game, and its state after the last round."""

    rounds: Sequence[JudgedRound]
    state: Standing


def judge_rounds(table: FileTable, rounds: Sequence[RoundChoices]) -> JudgedGame:
    most = MOST_NIGHTS if table.game.many_nights else 1
    if len(rounds) > most:
        raise RefusedGame(f"the most rounds of this game: {most}; here are {len(rounds)}")
    state, judged = begin_standing(table), list[JudgedRound]()
    for choices in rounds:
        state.check_goes_on([each.day for each in judged])
        state, night, _ = play_night(state, choices)
        day = None
        if choices.day is not None:
            state.check_day()
            state, day = play_day(state, choices.day)
        judged.append(JudgedRound(choices, night, day))
    return JudgedGame(judged, state)


def play_night(before: Standing, choices: RoundChoices) -> tuple[Standing, News, Sequence[NextElection]]:
    """Judge a night and its morning. Also return the elections in which nobody has voted yet. Raises RefusedGame."""
    night, due, elections = play_calls(before, choices.night), list[NextElection](), choices.elections
    state = night.state
    causes, marked = dying_at_dawn(state)
    elected = hold_elections(state, "before", elections, due)
    after = let_die(state, causes, NIGHT, choices.dawn)
    announced = _announced(state)
    news = replace(
        after,
        told=night.told,
        notified=sorted(night.notified),
        saved=[seat for seat in marked if seat not in state.out],
        turned={**night.turned, **after.turned},
        shown={**after.shown, **night.shown},
    )
    drop_marks(state, NIGHT)
    try_to_end(state)
    elected |= {} if state.end else hold_elections(state, "after", elections, due)
    check_held(state, elected, elections)
    return state, replace(news, announced={**announced, **_announced(state)}, elected=elected), due


def election_due(before: Standing, choices: RoundChoices, moment: str) -> NextElection | None:
    """Return the next election that is due at a moment, or None."""
    rows = (row for row in before.table.game.elections if row.moment == moment and is_night(row, before.number + 1))
    due = play_night(before, choices)[2] if any(rows) else ()
    return next((each for each in due if each.row.moment == moment), None)


def _announced(state: Standing) -> dict[str, list[int]]:
    """Return the seats in play that have each announced mark. A mark that nobody has is left out."""
    marks = [mark.id for mark in state.table.game.marks.values() if mark.announced]
    holders = {mark: [seat for seat in state.in_play if mark in state.marks[seat]] for mark in marks}
    return {mark: seats for mark, seats in holders.items() if seats}


def play_day(before: Standing, choices: DayChoices) -> tuple[Standing, News]:
    """Judge the vote of a day, and what follows from it. Raises RefusedGame."""
    state, day = before.twin(), before.table.game.day
    listed = list_of(state, choices.nominations) if day.vote == "listed" else ()
    gone, over = go_by_day(state, choices.leaves)
    left = [seat for seat in state.in_play if seat in choices.left]
    voting = state.twin()  # as if those who have left were not there
    voting.in_play = [seat for seat in state.in_play if seat not in left]
    pyre = _no_vote(state, choices, listed) if over else count_day(voting, choices)
    spared = [seat for seat in pyre.out if is_spared(state, day.spares, day.spares_once, seat, DAY)]
    burned = [seat for seat in pyre.out if seat not in spared]
    causes: Causes = {seat: [] for seat in left} | {seat: [VOTED_OUT] for seat in burned}
    how = "spared" if spared and not burned else pyre.how
    for seat in spared if day.spared else ():
        state.marks[seat] |= {day.spared}
    news = let_die(state, causes, DAY, choices.dusk)
    if not state.end:
        try_to_end(state)
    drop_marks(state, DAY)
    news = _together([*gone, news])
    seats = [each.seat for each in choices.leaves]
    pyre = replace(pyre, how=how, out=burned)
    return state, replace(news, saved=spared, pyre=pyre, left=seats, announced=_announced(state))


def _no_vote(state: Standing, choices: DayChoices, listed: Sequence[int]) -> Pyre:
    """Return the result of a day that ends before its vote. Raises RefusedGame if anybody votes."""
    if choices.votes or choices.again or choices.run_off or choices.lift or choices.tie_by:
        raise state.wrong(None, "the day is over without a vote, because somebody went")
    return Pyre("over", listed=listed)


def _together(each: Sequence[News]) -> News:
    """Join the news of several deaths, in their order, into one."""
    first, *others = each
    for news in others:
        first = News(
            {**first.causes, **news.causes},
            {**first.turned, **news.turned},
            [*first.open, *news.open],
            [*first.effects, *news.effects],
            shown={**first.shown, **news.shown},
        )
    return first
