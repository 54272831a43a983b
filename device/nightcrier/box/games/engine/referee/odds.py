"""Plays many random evenings, and counts how often each side wins: with random votes, or with the votes of a table that
believes its seer."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from nightcrier.box.games.engine.calls import meant_roles
from nightcrier.box.games.engine.model import GameFile, Selection
from nightcrier.box.games.engine.referee.drawn import DrawDay, draw_evening
from nightcrier.box.games.engine.referee.records import DayChoices, Learnt, News
from nightcrier.box.games.engine.referee.standing import Standing, lay_table
from nightcrier.kernel.chance import Chance


def odds_row(game: GameFile, deck: Sequence[str], votes: str, games: int, chance: Chance) -> dict[str, Any]:
    """Return how these games with this deck ended. `votes` is `lot` (random) or `told` (people believe their seer)."""
    wins, ends, rounds = Counter[str](), Counter[str | None](), 0
    for _ in range(games):
        _, state = draw_evening(lay_table(game, chance.shuffle(deck)), chance, VOTES[votes])
        seats = {seat for each in state.won for seat in each.seats}
        wins.update({game.roles[state.table.roles[seat - 1]].side for seat in seats})
        ends[state.end] += 1
        rounds += state.number
    return {
        "players": len(deck),
        "votes": votes,
        "games": games,
        "wins": {side: round(wins[side] / games, 3) for side in game.sides},
        "ends": {end.id: round(ends[end.id] / games, 3) for end in game.ends if end.stops},
        "open": round(ends[None] / games, 3),
        "rounds": round(rounds / games, 3),
    }


def _by_lot(state: Standing, nights: Sequence[News], chance: Chance) -> DayChoices:
    return DayChoices(out=(chance.pick(state.in_play),))


def _as_told(state: Standing, nights: Sequence[News], chance: Chance) -> DayChoices:
    """Draw the seat that is voted out: one that was found to be of another side than the first side or, if there is
    none, one that was not found to be of the first side."""
    found = _found(state, (learnt for news in nights for learnt in news.told))
    suspects = [seat for seat in state.in_play if found.get(seat)]
    open_ = [seat for seat in state.in_play if found.get(seat) is not False]
    return DayChoices(out=(chance.pick(suspects or open_ or state.in_play),))


VOTES: dict[str, DrawDay] = {"lot": _by_lot, "told": _as_told}


def _found(state: Standing, told: Iterable[Learnt]) -> dict[int, bool]:
    """Return, for each seat about whose side something was learned, whether it is on another side than the first."""
    game, found = state.table.game, dict[int, bool]()
    first = next(iter(game.sides))
    for each in told:
        asks = each.call.do.verb == "ask" and isinstance(each.target, int) and each.answer is not None
        believed = game.roles[state.cards[each.seat]].side == first and each.seat not in state.powerless
        if asks and believed and isinstance(each.target, int):
            of_other = _is_other(game, first, each)
            found |= {} if of_other is None else {each.target: of_other}
    return found


def _is_other(game: GameFile, first: str, learnt: Learnt) -> bool | None:
    """Say whether an answer means another side than the first. Return None if it may mean either."""
    learns, answer = learnt.call.do.learns, learnt.answer
    if isinstance(learns, Selection):
        own = [role.id for role in game.roles.values() if role.side == first]
        return None if meant_roles(game, learns, own) else bool(answer)
    return (answer if learns == "side" else game.roles[str(answer)].seen) != first


def spread(share: float, games: int) -> float:
    """Return the margin of error, in either direction, of a share of this many games, with 95 % confidence."""
    return float(1.96 * (share * (1 - share) / games) ** 0.5)
