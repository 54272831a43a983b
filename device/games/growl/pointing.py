"""The Final Nights on which all point: what came of it is asked in one answer, and seat by seat only where people want
it so. Each is a row of questions, and ends with the seats that die.

The Unwanted are those at whom both neighbors point, the Unsaved is whose hand is the last."""

from collections import Counter

from device.games.growl.phrases import NOBODY_MORE, count_in, growl_line, growl_lines, seat_lines, seats_to_choose
from device.games.growl.village import Village
from device.show.answers import Option, one_value
from device.show.asking_rows import AskingRow
from device.show.facts import SeatMark, Word
from device.show.stages import TABLE, Ask, Marks, Perform, Tell

NOBODY, SEVERAL, BY_SEAT = "nobody", "several", "by-seat"
LEFT, RIGHT = "left", "right"
_MOST_UNWANTED = 2
_BY_SEAT = Option(BY_SEAT, Word("growl.by-seat"))
_TRUST = "trusted"


def ask_votes(card: str, village: Village, voters: tuple[int, ...], *, aloud: bool = False) -> AskingRow[int]:
    """Ask who dies by a vote; `aloud` calls each seat, where one points after the other."""
    told = one_value((yield Ask(0, Word("growl.ask.dies"), (*seats_to_choose(village.living), _BY_SEAT))))
    return int(told) if told != BY_SEAT else (yield from _ask_each_vote(card, village, voters, aloud=aloud))


def _ask_each_vote(card: str, village: Village, voters: tuple[int, ...], *, aloud: bool) -> AskingRow[int]:
    """Ask for one vote after the other. The active player breaks a tie, and the most trusted says who dies."""
    votes: tuple[int, ...] = ()
    for seat in voters:
        targets = seats_to_choose(other for other in village.living if other != seat or card == _TRUST)
        said = (growl_line("points" if aloud else "points-at"), *seat_lines((seat,)))
        votes += (int(one_value((yield Ask(0, Word("ask.vote", {"n": SeatMark(seat)}), targets, lines=said)))),)
    chosen, *others = leaders(votes)
    if others:
        chosen = yield from _ask_seat("tie", "tie", village.active, (chosen, *others))
    return (yield from _ask_seat("victim", "trusted.decides", chosen, village.living)) if card == _TRUST else chosen


def _ask_seat(key: str, line: str, seat: int, seats: tuple[int, ...]) -> AskingRow[int]:
    """Ask this seat for one of those seats."""
    question, said = Word(f"growl.ask.{key}", {"n": SeatMark(seat)}), (growl_line(line), *seat_lines((seat,)))
    return int(one_value((yield Ask(0, question, seats_to_choose(seats), lines=said))))


def leaders(votes: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the most votes, by seat."""
    counts = Counter(votes)
    most = max(counts.values())
    return tuple(sorted(seat for seat, count in counts.items() if count == most))


def ask_unsaved(village: Village) -> AskingRow[int]:
    """Ask whose hand is the last; where it is asked seat by seat, whom each saves of those whose hands are still up."""
    saver, raised = village.active, tuple(seat for seat in village.living if seat != village.active)
    told = one_value((yield Ask(0, Word("growl.ask.dies"), (*seats_to_choose(raised), _BY_SEAT))))
    if told != BY_SEAT:
        return int(told)
    while len(raised) > 1:
        saver = yield from _ask_seat("saves", "saves", saver, raised)
        raised = tuple(seat for seat in raised if seat != saver)
    return raised[0]


def ask_unwanted(among: tuple[int, ...]) -> AskingRow[tuple[int, ...]]:
    """Ask at whom of these both neighbors point. No more than two die at once: more point again among themselves."""
    both = yield from _ask_pointed_out(among)
    if not both:
        yield Tell(TABLE, (Word("growl.all-live"),), growl_lines("all-live"))
    if len(both) <= _MOST_UNWANTED:
        return both
    yield Perform(count_in(growl_line("unwanted.again"), *seat_lines(both)), "vote")
    return (yield from ask_unwanted(both))


def _ask_pointed_out(among: tuple[int, ...]) -> AskingRow[tuple[int, ...]]:
    """Ask for nobody, one, several, or the side to which each points."""
    most, seats = most_unwanted(among), seats_to_choose(among)
    several = (Option(SEVERAL, Word("ask.dead.several")),) if most > 1 else ()
    answers = (Option(NOBODY, NOBODY_MORE), *seats, *several, _BY_SEAT)
    told = one_value((yield Ask(0, Word("growl.ask.dies"), answers)))
    if told == SEVERAL:
        return tuple(sorted(map(int, (yield Ask(0, Word("growl.ask.dies"), seats, marks=Marks(2, most))))))
    if told != BY_SEAT:
        return () if told == NOBODY else (int(told),)
    sides = tuple(Option(side, Word(f"growl.{side}")) for side in (LEFT, RIGHT))
    pointed: tuple[str, ...] = ()
    for seat in among:
        said = (growl_line("side"), *seat_lines((seat,)))
        pointed += (one_value((yield Ask(0, Word("growl.ask.side", {"n": SeatMark(seat)}), sides, lines=said))),)
    return find_unwanted(among, pointed)


def find_unwanted(among: tuple[int, ...], pointed: tuple[str, ...]) -> tuple[int, ...]:
    """The seats at which both neighbors point. The left neighbor of a seat is the next in the row."""
    count = len(among)
    return tuple(
        seat for at, seat in enumerate(among) if pointed[at - 1] == LEFT and pointed[(at + 1) % count] == RIGHT
    )


def most_unwanted(among: tuple[int, ...]) -> int:
    """The most seats that can be pointed at from both sides: half of all. So the rounds are few, and end by
    themselves."""
    return len(among) // 2
