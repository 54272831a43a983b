"""Calls every player in play to the box for a secret turn, which sounds the same for all roles.
In each turn a player holds the dial and reads, and presses as often as every other player. The others hear only the
dial and the presses. All lists are equally long and begin at a random option, so detents and presses show nothing.
Before the last press, everybody reads what the choices led to."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.cues import CHOSEN, SILENCE, Bed, Call, Cue, Gap, Show, Window, say_whole
from nightcrier.box.show.facts import EMPTY_ENTRY, OWN_CHOICE, Fact, Joined, SeatName, Word
from nightcrier.box.show.stages import LONGEST_LOOK, Perform, Prompt, Stage
from nightcrier.kernel.chance import SeededChance, derive_seed
from nightcrier.kernel.ids import LineId, Seconds, seat_first

_Rules = TypeVar("_Rules")
_Rules_contra = TypeVar("_Rules_contra", contravariant=True)
_State = TypeVar("_State")

_HAS_READ = "read"
"""The value of the last press of a turn in which the player has something to read."""


class DialList(Struct, frozen=True):
    """The options of one choice on the dial, and the number of the option that the first detent shows. `named` says
    what is chosen, if the seat has several choices."""

    options: tuple[Option, ...]
    start: int
    named: Fact | None = None

    @property
    def own(self) -> tuple[Option, ...]:
        """Return the options that the seat can really choose, without blanks and marked entries."""
        return tuple(option for option in self.options if option.value[:1] != "-")


class SeatTurn(Struct, frozen=True):
    """The secret turn of one `seat`, counted from 0. For each value of the first choice, `answers` has the facts that
    the player reads next; after any other choice the player reads what was chosen. With `reads`, a press after reading
    ends the turn, or leads to the pages in `more`. With `until_read`, the turn is repeated until somebody has looked.
    In a `final` turn, BACK does not undo a choice. A finished turn shows nothing to the next player. While the dial is
    held, it shows a page for `look` seconds, which is the same for all."""

    seat: int
    lists: tuple[DialList, ...] = ()
    seen: tuple[Fact, ...] = ()
    answers: Mapping[str, tuple[Fact, ...]] = {}
    reads: bool = True
    until_read: bool = False
    final: bool = False
    more: tuple[tuple[Fact, ...], ...] = ()
    look: Seconds = LONGEST_LOOK

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat + 1,)

    def prompt(self, row: Picks) -> Prompt:
        if self._over(row):
            return Prompt()
        if (page := len(row) - len(self.lists)) >= 0:
            seen = (self._outcome(row), *self.more)[page]
            return Prompt(seen=seen, confirm=_HAS_READ, final=self.final, look=self.look)
        dial = self.lists[len(row)]
        return Prompt(dial.options, self.seen, start=dial.start, final=self.final, look=self.look)

    def _outcome(self, row: Picks) -> tuple[Fact, ...]:
        """Return what a seat reads after its last choice: an answer, or the choice itself, about equally long."""
        if not self.lists:
            return self.seen
        labels = [
            option.label
            for value, dial in zip(row, self.lists, strict=False)
            for option in dial.options
            if option.value == value
        ]
        if answer := self.answers.get(row[0]):
            return (Joined((*answer, *labels[1:])),)
        return (Word("turn.chosen", {"what": Joined(tuple(labels))}),)

    def hint(self, row: Picks, looked: bool) -> Fact:
        """Return a hint that is equal for every role. It says how far along the turn is, but not what was chosen."""
        if self._over(row):
            return Word("house.has-chosen" if self.lists else "house.has-read")
        if self.seen and not looked:
            return Word("turn.hold")
        return Word("turn.choose" if len(row) < len(self.lists) else "turn.press")

    def may_pass(self, row: Picks, looked: bool) -> bool:
        return looked or bool(row) or not self.until_read

    def _over(self, row: Picks) -> bool:
        return len(row) == len(self.lists) + self.reads + len(self.more)


def dial_list(options: Sequence[Option], length: int, lot: int) -> DialList:
    """Fill a list with blanks to a `length` that is the same for all seats. The seed `lot` decides where it starts. If
    options were repeated instead, a player would find one sooner, and a short use of the dial would show that a seat
    has few options."""
    blanks = tuple(Option(f"-{number:02}", EMPTY_ENTRY) for number in range(length - len(options)))
    order = SeededChance(derive_seed(lot, "order")).shuffle((*options, *blanks)) if blanks else tuple(options)
    return DialList(order, SeededChance(derive_seed(lot, "start")).below(length))


def marked_list(entries: Sequence[Option], options: Sequence[Option], lot: int, length: int = 0) -> DialList:
    """Return a list of these entries in their order, with blanks at its end up to its `length`, so that people know
    where to find an entry. Entries that are not among the `options` of a seat are marked and have no effect."""
    own = {option.value: option for option in options}
    shown = [own.get(each.value) or Option(f"-{at:02}", not_yours(each.label)) for at, each in enumerate(entries)]
    shown += [Option(f"-{at:02}", EMPTY_ENTRY) for at in range(len(entries), length)]
    return dial_list(shown, len(shown), lot)


def not_yours(label: Fact) -> Fact:
    return Joined((label, EMPTY_ENTRY), " ")


def given_option(offered: Sequence[Option], lot: int) -> Sequence[Option]:
    """Return the entry that a player without a choice has to dial, drawn among those `offered`."""
    return (SeededChance(derive_seed(lot, "given")).pick(offered),)


def named_list(dial: DialList, name: Fact, plain: str) -> DialList:
    """Return a list in which every entry of the seat's own, except the `plain` one, says what is chosen with it."""
    own = {
        each.value: replace(each, label=Word("deal.trail", {"role": name, "places": each.label}))
        for each in dial.own
        if each.value != plain
    }
    return replace(dial, options=tuple(own.get(each.value, each) for each in dial.options), named=name)


def dial_fact(lists: Sequence[DialList]) -> Fact:
    """Return the fact that says what a seat has to dial, list by list, with a mark or a name if the seat chooses."""
    named = [dial.named or (dial.own[0].label if len(dial.own) == 1 else OWN_CHOICE) for dial in lists]
    return Word("turn.dial", {"what": Joined(tuple(named))})


COME = LineId("deal.come")
_LEANS_BACK: Seconds = 0.15
"""The time for the player to lean back, in addition to the time in which the bed fades before the next call."""


class RoundKind(Protocol[_Rules_contra, _State]):
    """A kind of secret round: who takes part, its show, its turns and its result."""

    page: ClassVar[str]

    def seats(self, rules: _Rules_contra, state: _State, /) -> Sequence[int]: ...

    def show(self, rules: _Rules_contra, state: _State, /) -> Show:
        """Return the show of the round. It is the same for every turn and every role."""

    def turn(self, rules: _Rules_contra, state: _State, seat: int, rows: Sequence[Picks], /) -> SeatTurn:
        """Return the turn of a seat. `rows` are the choices of the seats before it."""

    def round_result(self, rules: _Rules_contra, state: _State, rows: Sequence[Picks], /) -> StepResult[_State]: ...


class SecretRound(Struct, Generic[_Rules, _State], frozen=True):
    """A secret round in progress, with the choices of the seats so far. Once somebody has read something in a turn,
    BACK cannot undo that turn."""

    kind: RoundKind[_Rules, _State]
    rows: tuple[Picks, ...] = ()

    def stage(self, rules: _Rules, state: _State) -> Stage:
        show, seats = self.kind.show(rules, state), self.kind.seats(rules, state)
        if len(self.rows) == len(seats):
            return Perform(show, self.kind.page)
        seat = seats[len(self.rows)]
        turn = self.kind.turn(rules, state, seat, self.rows)
        return Perform(show, self.kind.page, {box_window(seat): turn})

    def result(self, rules: _Rules, state: _State, picks: Picks) -> StepResult[_State]:
        if len(self.rows) < len(self.kind.seats(rules, state)):
            return StepResult(state, (replace(self, rows=(*self.rows, picks)),), settles=True)
        return replace(self.kind.round_result(rules, state, self.rows), settles=True)

    def without(self, rules: _Rules, state: _State, seat: int) -> Self:
        """Return the round after a seat, counted from 0, has left the game. Its choices are removed."""
        called = self.kind.seats(rules, state)
        kept = tuple(row for other, row in zip(called, self.rows, strict=False) if other != seat)
        return replace(self, rows=kept)


def box_window(seat: int) -> str:
    return f"seat-{seat + 1}"


def seats_called(seats: Sequence[int], whole: Seconds, least: Seconds | None, *lines: LineId) -> Show:
    """Return the show that calls each seat to the box, with these `lines` after its number. `whole` and `least` are the
    longest and the shortest time of a turn; the shortest adapts to the turns before. If `least` is None, every turn
    lasts the whole time, so that its length reveals nothing."""
    cues: list[Cue] = []
    for seat in seats:
        cues += [
            Call(SeatName(seat + 1)),
            say_whole(seat_first(seat + 1, *lines)),
            Window(box_window(seat), whole, least, follows=True),
            Gap(_LEANS_BACK),
        ]
    return tuple(cues)


def under_bed(called: Show) -> Show:
    """Return the show with a bed under it. The bed hides the clicks of the dial and the switch, even while people have
    their eyes open."""
    return (Bed(CHOSEN), *called, SILENCE)
