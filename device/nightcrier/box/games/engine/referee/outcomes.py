"""Ends a game of one night by the outcome that people report from the board."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from nightcrier.box.games.engine.calls import names_for
from nightcrier.box.games.engine.model import EndRow, GameFile, OutcomeRow
from nightcrier.box.games.engine.referee.standing import Standing, Winning, is_meant
from nightcrier.kernel.errors import RefusedGame, near_word, quote_word


def outcomes_asked(game: GameFile, deck: Collection[str]) -> Mapping[str, OutcomeRow]:
    """Return the outcomes that people may report with this deck, with a guess if somebody in it may guess."""
    there = frozenset[str]().union(*(names_for(game, game.roles[role]) for role in deck))
    known = [row for row in game.outcomes if there.issuperset(row.in_deck.names)]
    return {row.id: row if row.guess and row.guess.by in deck else replace(row, guess=None) for row in known}


def outcome_after(game: GameFile, row: OutcomeRow, *, right: bool) -> OutcomeRow:
    """Return the outcome that counts after a right or wrong guess."""
    return next((each for each in game.outcomes if right and row.guess and each.id == row.guess.right), row)


def end_by_outcome(state: Standing, named: str, guess: int | bool | None) -> bool | None:
    """End a game by the outcome that people report. `guess` is the seat that was guessed, None for no seat, and False
    if people report no guess. Return whether the guess was right, or None if nobody guesses. Raises RefusedGame."""
    known = outcomes_asked(state.table.game, state.table.deck)
    if named not in known:
        raise RefusedGame(f"there is no outcome {quote_word(named)}{near_word(named, known)}")
    row, asked = known[named], known[named].guess
    if bool(asked) is (guess is False):
        raise RefusedGame(f"{named} {'needs a guess, a place or null' if asked else 'has no guess; leave it out'}")
    if guess and guess not in state.marks:
        raise RefusedGame("a guess names a seat at the table")
    right = bool(guess and is_meant(state, asked.of, guess)) if asked else None
    counts = outcome_after(state.table.game, row, right=bool(right))
    seats = [seat for seat in sorted(state.marks) if is_meant(state, counts.wins, seat)]
    state.end, state.won = counts.id, (Winning(EndRow(counts.id, 1, counts.wins), seats),)
    return right
