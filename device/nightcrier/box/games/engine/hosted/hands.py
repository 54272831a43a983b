"""Count raised hands seat by seat. A moderator counts them, or a table with open eyes."""

from nightcrier.box.games.engine.hosted.host_steps import host_line, host_word
from nightcrier.box.show.answers import Option
from nightcrier.box.show.cues import Call, say_lines
from nightcrier.box.show.facts import Number, SeatMark, SeatName
from nightcrier.box.show.stages import Ask, Perform
from nightcrier.kernel.ids import seat_line


def seat_call(number: int) -> Perform:
    """Return the show that says a seat. It ends before the box asks for the number of hands."""
    said = say_lines(host_line("seat"), seat_line(number))
    return Perform((Call(SeatName(number)), *said), "vote", back=True, still=True)


def ask_hands(who: int, number: int, most: int, held: str = "") -> Ask:
    """Return the question how many hands are raised for a seat."""
    numbers = tuple(Option(str(count), Number(count)) for count in range(most + 1))
    return Ask(who, host_word("ask.hands", n=SeatMark(number)), numbers, held=held)
