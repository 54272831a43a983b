"""Lets seats leave by day without a vote, as the file says: because of fouls, or because they reveal what they are."""

from collections.abc import Sequence

from msgspec.structs import replace

from nightcrier.box.games.engine.calls import is_switched
from nightcrier.box.games.engine.model import LeaveRow
from nightcrier.box.games.engine.referee.deaths import DAY, let_die
from nightcrier.box.games.engine.referee.records import LeaveChoice, News
from nightcrier.box.games.engine.referee.standing import Standing, is_meant
from nightcrier.box.games.engine.referee.victory import try_to_end
from nightcrier.kernel.errors import near_word, quote_word


def go_by_day(state: Standing, leaves: Sequence[LeaveChoice]) -> tuple[list[News], bool]:
    """Let seats leave one after the other, each at its own moment. Return what follows from each, and whether the day
    is over without a vote. Raises RefusedGame for a seat that may not leave."""
    found, over = list[News](), False
    for each in leaves:
        if state.end:
            raise state.wrong(each.seat, "nobody goes after the end of the game")
        row = _row_of(state, each)
        news = let_die(state, {each.seat: [row.id]}, DAY, each.dusk)
        found.append(replace(news, shown={**news.shown, each.seat: state.cards[each.seat]}) if row.shows else news)
        try_to_end(state)
        over = over or row.ends_day or bool(state.end)
    return found, over


def _row_of(state: Standing, choice: LeaveChoice) -> LeaveRow:
    known = {row.id: row for row in state.table.game.leaves if is_switched(row.switch, state.table.switches)}
    if choice.call not in known:
        raise state.wrong(choice.seat, f"nobody goes as {quote_word(choice.call)}{near_word(choice.call, known)}")
    row = known[choice.call]
    if choice.seat not in state.in_play:
        raise state.wrong(choice.seat, "only who is in play goes")
    if not is_meant(state, row.of, choice.seat):
        why = f"this seat may not go as {row.id}"
        if not choice.trusted:
            raise state.wrong(choice.seat, why)
        state.warn(choice.seat, f"{why}: people said that it does.")
    return row
