"""Asks who won a game of one night at its board, asks for a last guess if there is one, and announces the winner."""

from collections.abc import Collection

from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.host_steps import BESIDE, house_word
from nightcrier.box.games.engine.line_ids import file_line, word_of
from nightcrier.box.games.engine.model import GameFile, Guess
from nightcrier.box.games.engine.referee.outcomes import outcome_after, outcomes_asked
from nightcrier.box.games.engine.referee.standing import Standing, is_meant
from nightcrier.box.show.answers import Option, one_value, seats_to_mark
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.facts import Joined, RoleName, Word
from nightcrier.box.show.stages import TABLE, Ask, Marks, Verdict, winners_stage
from nightcrier.kernel.ids import LineId, screen_line

_GOES_ON = "on"


def ask_outcome(
    game: GameFile, deck: Collection[str], players: int, state: Standing | None = None
) -> AskingRow[Verdict | None]:
    """Ask who has won. Without a state, the box knows no cards and asks for seats. Return None if the game goes on."""
    rows, seats, won = outcomes_asked(game, deck), range(1, players + 1), Word("ask.won")
    names = {row.id: RoleName(word_of(game.id, "outcome", row.id)) for row in game.outcomes}
    named = (*(Option(row, names[row]) for row in rows), Option(_GOES_ON, house_word("not-finished")))
    told = one_value((yield Ask(TABLE, won, named)))
    if told == _GOES_ON:
        return None
    row = rows[told]
    if row.guess:
        line = file_line(game.id, f"outcome.{row.id}.guess")
        row = outcome_after(game, row, right=(yield from _guessed_right(line, row.guess, seats, state)))
    if state:
        marked = tuple(seat for seat in seats if is_meant(state, row.wins, seat))
    else:
        who = Joined((names[row.id], won), BESIDE)
        marked = tuple(map(int, (yield Ask(TABLE, who, seats_to_mark(seats, 0), marks=Marks(0, players)))))
    verdict = winners_stage(marked, players)
    return replace(verdict, facts=(names[row.id], *verdict.facts))


def _guessed_right(line: LineId, guess: Guess, seats: range, state: Standing | None) -> AskingRow[bool]:
    """Announce who may guess, and say whether the guess is right. If the box knows no cards, people judge the guess."""
    if state:
        seat = one_value((yield Ask(TABLE, Word(line), seats_to_mark(seats, 0), 1, lines=(line,))))
        return bool(seat) and is_meant(state, guess.of, int(seat))
    ways = Option("yes", Word("turn.yes")), Option("no", Word("turn.no"))
    asked = house_word("ask.right")
    return one_value((yield Ask(TABLE, asked, ways, lines=(line, screen_line(asked.key))))) == "yes"
