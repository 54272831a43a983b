"""A row of stages for each card: people do what it says, and the box notes what it has to know of it."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from device.games.growl.cards import GROWL_CARDS, SECRETS
from device.games.growl.ending import Fallen
from device.games.growl.phrases import count_in, dead_seats, growl_line, growl_lines, seats_to_choose, sides
from device.games.growl.pointing import ask_unsaved, ask_unwanted, ask_votes
from device.games.growl.village import GrowlResult, Rules, Village
from device.kernel.ids import LineId, role_line
from device.show.agenda import StepResult
from device.show.answers import one_value
from device.show.asking_rows import AskingRow, RowStep
from device.show.facts import Fact, PrintedName, SeatMark, Word
from device.show.stages import TABLE, Ask, Perform, Tell

CardRow: TypeAlias = AskingRow[GrowlResult]


class CardEffect(RowStep[Rules, Village], frozen=True):
    """A card that has just come up."""

    card: str

    def row(self, rules: Rules, village: Village) -> CardRow:
        return _EFFECTS.get(self.card, _tell)(self.card, village)


def _tell(card: str, village: Village) -> CardRow:
    """Tell people what to do; START goes on when it is done. Most cards are only told."""
    yield _read(card, (*(growl_lines("hush") if card in SECRETS else ()), growl_line("done")))
    return StepResult(village)


def _read(card: str, more: tuple[LineId, ...] = ()) -> Tell:
    return Tell(TABLE, (_short(card),), (*_lines_of(card), *more), title=GROWL_CARDS[card].name)


def _short(card: str) -> Fact:
    """The effect of a card, as the screen tells it."""
    return Word(f"growl.{card}")


def _lines_of(card: str) -> tuple[LineId, ...]:
    return (role_line(card), *GROWL_CARDS[card].lines)


def _ask(card: str, question: Fact, seats: Iterable[int], lines: tuple[LineId, ...]) -> AskingRow[int]:
    return int(one_value((yield Ask(0, question, seats_to_choose(seats), lines=lines, foot=_short(card)))))


def _target(card: str) -> Fact:
    return Word("growl.ask.target", {"card": PrintedName(card)})


def _lay(card: str, village: Village) -> CardRow:
    """A card is laid before somebody: the cage, the bullet, the Séance."""
    seats = village.all_seats if card == "seance" else village.living
    seat = yield from _ask(card, _target(card), seats, _lines_of(card))
    match card:
        case "caged":
            return StepResult(replace(village, caged=seat))
        case "silver-bullet":
            return StepResult(replace(village, bullet=seat))
    if seat in village.dead:
        yield Tell(TABLE, (dead_seats((seat,)),), growl_lines("seance.speaks"))
    return StepResult(replace(village, seance=seat))


def _swap_seats(card: str, village: Village) -> CardRow:
    """Ask which two of the living change seats, one after the other."""
    first = yield from _ask(card, _target(card), village.living, _lines_of(card)[:2])
    others = (seat for seat in village.living if seat != first)
    second = yield from _ask(card, Word("growl.ask.second"), others, growl_lines("second"))
    swap = {"one": SeatMark(first), "two": SeatMark(second)}
    yield Tell(TABLE, (Word("growl.swapped", swap),), growl_lines("sleepwalkers.more", "done"))
    return StepResult(replace(village, sleepwalkers=(first, second)))


def _give_from_dead(card: str, village: Village) -> CardRow:
    """Ask which of the dead gives a card to the nearest living on either side."""
    if village.dead:
        ghost = yield from _ask(card, Word("growl.ask.ghost"), village.dead, _lines_of(card)[:2])
        yield Tell(TABLE, (sides(village, ghost),), growl_lines("all-hallows-eve.more", "done"))
    else:
        said = (role_line(card), growl_line("no-dead"))
        yield Tell(TABLE, (Word("growl.no-dead"),), said, title=GROWL_CARDS[card].name)
    return StepResult(village)


def _vote_one_by_one(card: str, village: Village) -> CardRow:
    yield _read(card)
    dies = yield from ask_votes(card, village, village.from_left(village.active), aloud=True)
    return StepResult(village, (Fallen((dies,)),))


def _vote_at_once(card: str, village: Village) -> CardRow:
    yield _read(card)
    yield Perform(count_in(), "vote")
    dies = yield from ask_votes(card, village, village.living)
    return StepResult(village, (Fallen((dies,)),))


def _point_to_sides(card: str, village: Village) -> CardRow:
    yield _read(card)
    yield Perform(count_in(), "vote")
    dead = yield from ask_unwanted(village.living)
    return StepResult(village, (Fallen(dead),))


def _save(card: str, village: Village) -> CardRow:
    yield _read(card)
    dies = yield from ask_unsaved(village)
    return StepResult(village, (Fallen((dies,)),))


_EFFECTS: Mapping[str, Callable[[str, Village], CardRow]] = {
    "caged": _lay,
    "silver-bullet": _lay,
    "seance": _lay,
    "unwanted": _point_to_sides,
    "accused": _vote_one_by_one,
    "sleepwalkers": _swap_seats,
    "unsaved": _save,
    "all-hallows-eve": _give_from_dead,
    "trusted": _vote_one_by_one,
    "purge": _vote_at_once,
}
