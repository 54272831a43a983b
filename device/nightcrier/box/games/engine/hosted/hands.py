"""Count raised hands seat by seat. A moderator counts them, or a table with open eyes."""

from nightcrier.box.games.engine.hosted.host_steps import NIGHT_BED, host_line, host_word
from nightcrier.box.show.answers import Option
from nightcrier.box.show.cues import Call, say_lines
from nightcrier.box.show.facts import Number, SeatMark, SeatName
from nightcrier.box.show.stages import Ask, Perform
from nightcrier.kernel.ids import seat_line


def seat_call(number: int, *, is_secret: bool = False) -> Perform:
    """Return the show that says a seat, under the sound of the night while eyes are shut. It ends before the box asks
    for the number of hands."""
    said = say_lines(host_line("seat"), seat_line(number))
    bed = (NIGHT_BED,) if is_secret else ()
    return Perform((Call(SeatName(number)), *bed, *said), "vote", back=True, still=True)


def ask_hands(who: int, number: int, most: int, start: int = 0, held: str = "") -> Ask:
    """Return the question how many hands are raised for a seat. A vote in secret begins at a drawn number, because all
    hear the detents from there."""
    numbers = tuple(Option(str(count), Number(count)) for count in range(most + 1))
    return Ask(who, host_word("ask.hands", n=SeatMark(number)), numbers, start, held=held)
