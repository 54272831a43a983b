"""Count raised hands seat by seat. A moderator counts them, or a table with open eyes."""

from functools import cache

from nightcrier.box.games.engine.hosted.host_steps import host_word
from nightcrier.box.show.answers import Option
from nightcrier.box.show.facts import Number, SeatMark
from nightcrier.box.show.stages import Ask
from nightcrier.kernel.ids import LineId


def ask_hands(who: int, number: int, most: int, start: int = 0, held: str = "", lines: tuple[LineId, ...] = ()) -> Ask:
    """Return the question how many hands are raised for a seat. A vote in secret begins at a drawn number, because all
    hear the detents from there. With `lines` it is said while it can be answered, so nobody waits for it."""
    return Ask(who, host_word("ask.hands", n=SeatMark(number)), _numbers(most), start, lines, held=held)


@cache
def _numbers(most: int) -> tuple[Option, ...]:
    return tuple(Option(str(count), Number(count)) for count in range(most + 1))
