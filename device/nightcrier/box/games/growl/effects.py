"""Leads through the effect of each card: one row of stages for each card, including the Final Nights, in which
everybody points.

People do what a card says, and the box records only what is needed later. The result of a vote is one answer, or one
answer for each seat if people want that. The Unwanted are the seats that both neighbors point at. The Unsaved is the
seat whose hand stays up last."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.games.growl.cards import SECRETS, growl_card
from nightcrier.box.games.growl.ending import Fallen
from nightcrier.box.games.growl.phrases import (
    NOBODY_MORE,
    count_in,
    growl_line,
    growl_lines,
    neighbors_fact,
    seats_first,
)
from nightcrier.box.games.growl.village import GrowlResult, GrowlRules, GrowlVillage
from nightcrier.box.show.agenda import RowStep, StepResult
from nightcrier.box.show.answers import Option, one_value, seats_to_choose
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.facts import Fact, PrintedName, SeatMark, Word, seats_word
from nightcrier.box.show.stages import TABLE, Ask, Marks, Perform, Tell
from nightcrier.kernel.ids import LineId, role_line, seat_first, seat_line

NOBODY, SEVERAL, BY_SEAT = "nobody", "several", "by-seat"
LEFT, RIGHT = "left", "right"
_MOST_UNWANTED = 2
_BY_SEAT = Option(BY_SEAT, Word("growl.by-seat"))
_TRUST = "trusted"
_AT_ONCE = ("unwanted", "purge")


def _ask_votes(card: str, village: GrowlVillage) -> AskingRow[int]:
    """Ask who dies by a vote, or for the votes one by one. If people do not point all at once, the narrator calls each
    seat. The active player decides a tie. If the vote is for the most trusted player, this player says who dies."""
    told = one_value((yield Ask(0, Word("growl.ask.dies"), (*seats_to_choose(village.living), _BY_SEAT))))
    if told != BY_SEAT:
        return int(told)
    votes, aloud = tuple[int, ...](), card not in _AT_ONCE
    for seat in village.from_left(village.active) if aloud else village.living:
        targets = seats_to_choose(other for other in village.living if other != seat or card == _TRUST)
        said = (growl_line("points"), seat_line(seat)) if aloud else seat_first(seat, LineId("ask.vote"))
        votes += (int(one_value((yield Ask(0, Word("ask.vote", {"n": SeatMark(seat)}), targets, lines=said)))),)
    chosen, *others = most_voted(votes)
    if others:
        chosen = yield from _ask_seat("tie", "tie", village.active, (chosen, *others))
    return (yield from _ask_seat("victim", "trusted.decides", chosen, village.living)) if card == _TRUST else chosen


def _ask_seat(key: str, line: str, seat: int, seats: tuple[int, ...]) -> AskingRow[int]:
    question, said = Word(f"growl.ask.{key}", {"n": SeatMark(seat)}), seat_first(seat, growl_line(line))
    return int(one_value((yield Ask(0, question, seats_to_choose(seats), lines=said))))


def most_voted(votes: tuple[int, ...]) -> tuple[int, ...]:
    counts = Counter(votes)
    most = max(counts.values())
    return tuple(sorted(seat for seat, count in counts.items() if count == most))


def _ask_unsaved(village: GrowlVillage) -> AskingRow[int]:
    """Ask whose hand is the last one up. If people want that, ask one seat after another which player it saves."""
    saver, raised = village.active, tuple(seat for seat in village.living if seat != village.active)
    told = one_value((yield Ask(0, Word("growl.ask.dies"), (*seats_to_choose(raised), _BY_SEAT))))
    if told != BY_SEAT:
        return int(told)
    while len(raised) > 1:
        saver = yield from _ask_seat("saves", "saves", saver, raised)
        raised = tuple(seat for seat in raised if seat != saver)
    return raised[0]


def _ask_unwanted(among: tuple[int, ...]) -> AskingRow[tuple[int, ...]]:
    """Ask which of these seats both neighbors point at. If more than two would die, people point again."""
    both = yield from _ask_pointed_out(among)
    if not both:
        yield Tell(TABLE, (Word("growl.all-live"),), growl_lines("all-live"))
    if len(both) <= _MOST_UNWANTED:
        return both
    yield Perform(count_in(*seats_first(both, growl_line("unwanted.again"))), "vote")
    return (yield from _ask_unwanted(both))


def _ask_pointed_out(among: tuple[int, ...]) -> AskingRow[tuple[int, ...]]:
    """Ask which seats were pointed out, if any. If people want that, ask each seat for the side at which it points."""
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
        said = seat_first(seat, growl_line("side"))
        pointed += (one_value((yield Ask(0, Word("growl.ask.side", {"n": SeatMark(seat)}), sides, lines=said))),)
    return find_unwanted(among, pointed)


def find_unwanted(among: tuple[int, ...], pointed: tuple[str, ...]) -> tuple[int, ...]:
    """Return the seats that both neighbors point at. The left neighbor of a seat is the next seat in `among`."""
    count = len(among)
    return tuple(
        seat for at, seat in enumerate(among) if pointed[at - 1] == LEFT and pointed[(at + 1) % count] == RIGHT
    )


def most_unwanted(among: tuple[int, ...]) -> int:
    """Return the highest possible number of seats that both neighbors point at. The number is half of all seats, so
    each round has fewer seats than the one before."""
    return len(among) // 2


CardRow: TypeAlias = AskingRow[GrowlResult]


class CardEffect(RowStep[GrowlRules, GrowlVillage], frozen=True):
    """The step that leads through the effect of the revealed card."""

    card: str

    def row(self, rules: GrowlRules, village: GrowlVillage) -> CardRow:
        return _EFFECTS.get(self.card, _tell)(self.card, village)


def _tell(card: str, village: GrowlVillage) -> CardRow:
    """Explain what people have to do. START continues when all have done it. Most cards need nothing else."""
    yield _read(card, (*(growl_lines("hush") if card in SECRETS else ()), growl_line("done")))
    return StepResult(village)


def _read(card: str, more: tuple[LineId, ...] = ()) -> Tell:
    return Tell(TABLE, (Word(growl_line(card)),), (*_lines_of(card), *more), title=growl_card(card).name)


def _lines_of(card: str) -> tuple[LineId, ...]:
    return (role_line(card), *growl_card(card).lines)


def _ask(card: str, question: Fact, seats: Iterable[int], lines: tuple[LineId, ...]) -> AskingRow[int]:
    return int(one_value((yield Ask(0, question, seats_to_choose(seats), lines=lines, foot=Word(growl_line(card))))))


def _target_question(card: str) -> Fact:
    return Word("growl.ask.target", {"card": PrintedName(card)})


def _lay_card(card: str, village: GrowlVillage) -> CardRow:
    """Ask at which seat a card is laid. The card is the cage, the Silver Bullet or the Séance."""
    seats = village.all_seats if card == "seance" else village.living
    seat = yield from _ask(card, _target_question(card), seats, _lines_of(card))
    match card:
        case "caged":
            return StepResult(replace(village, caged=seat))
        case "silver-bullet":
            return StepResult(replace(village, bullet=seat))
    if seat in village.dead:
        yield Tell(TABLE, (seats_word("verdict.dead", (seat,), ()),), growl_lines("seance.speaks"))
    return StepResult(replace(village, seance=seat))


def _swap_seats(card: str, village: GrowlVillage) -> CardRow:
    first = yield from _ask(card, _target_question(card), village.living, _lines_of(card)[:2])
    others = (seat for seat in village.living if seat != first)
    second = yield from _ask(card, Word("growl.ask.second"), others, growl_lines("second"))
    swap = {"one": SeatMark(first), "two": SeatMark(second)}
    yield Tell(TABLE, (Word("growl.swapped", swap),), growl_lines("sleepwalkers.more", "done"))
    return StepResult(replace(village, sleepwalkers=(first, second)))


def _give_from_dead(card: str, village: GrowlVillage) -> CardRow:
    """Ask which dead player gives a card to the nearest living player on each side."""
    if village.dead:
        ghost = yield from _ask(card, Word("growl.ask.ghost"), village.dead, _lines_of(card)[:2])
        yield Tell(TABLE, (neighbors_fact(village, ghost),), growl_lines("all-hallows-eve.more", "done"))
    else:
        said = (role_line(card), growl_line("no-dead"))
        yield Tell(TABLE, (Word("growl.no-dead"),), said, title=growl_card(card).name)
    return StepResult(village)


def _vote(card: str, village: GrowlVillage) -> CardRow:
    """Let everybody point, all at once or one after another, and ask who dies because of that."""
    yield _read(card)
    if card in _AT_ONCE:
        yield Perform(count_in(), "vote")
    match card:
        case "unwanted":
            dead = yield from _ask_unwanted(village.living)
        case "unsaved":
            dead = ((yield from _ask_unsaved(village)),)
        case _:
            dead = ((yield from _ask_votes(card, village)),)
    return StepResult(village, (Fallen(dead),))


_EFFECTS: Mapping[str, Callable[[str, GrowlVillage], CardRow]] = {
    "caged": _lay_card,
    "silver-bullet": _lay_card,
    "seance": _lay_card,
    "sleepwalkers": _swap_seats,
    "all-hallows-eve": _give_from_dead,
    **dict.fromkeys(("unwanted", "accused", "unsaved", "trusted", "purge"), _vote),
}
