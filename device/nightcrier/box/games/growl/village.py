"""Describes the table of GROWL as the box knows it: who lives, who sits where, whose turn it is, which cards lie face
up. The box never knows the cards in a hand.

Seats count clockwise from 1; the left neighbor of a seat is the next seat clockwise. A seat is a place: a player who
changes places gets another seat."""

from collections.abc import Collection
from typing import Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.growl.cards import FINAL_CARDS, NIGHT_CARDS, Supplies
from nightcrier.box.games.growl.options import GrowlOptions
from nightcrier.box.show.agenda import AgendaGame, AgendaStep, StepResult, at_first_stage
from nightcrier.box.show.answers import Answer


class GrowlRules(Struct, frozen=True):
    """The rules and facts that stay unchanged during a game. `ledger` is the gold from earlier games: first the gold of
    each seat, then that of people who do not play. `lot` is the random seed for a tie of gold."""

    supplies: Supplies
    options: GrowlOptions = GrowlOptions()
    says_little: bool = False  # this table has heard the rules
    lays_all: bool = True  # the whole layout is told: the cards come out of the box, or other ones are needed
    lying: tuple[Supplies, ...] = ()  # of games whose cards may lie there, where other ones are needed now
    again: bool = False  # those lie there that are needed now
    told: bool = False  # its aim was explained before it
    deck: tuple[str, ...] = (*NIGHT_CARDS, *FINAL_CARDS)
    drawn: tuple[str, ...] = ()  # the nights by order, where the box draws them
    ledger: tuple[int, ...] = ()
    lot: int = 0


class GrowlVillage(Struct, frozen=True):
    """The state of the table during a game. The value 0 for a seat means nobody."""

    seats: int
    living: tuple[int, ...]
    active: int = 1
    nights: int = 0  # how many have fallen
    passed: int = 0  # up to which night cards were passed
    taken: int = 0  # cards of the pile
    used: tuple[str, ...] = ()  # cards of the nights that have fallen
    caged: int = 0
    bullet: int = 0
    seance: int = 0
    sleepwalkers: tuple[int, ...] = ()

    @property
    def all_seats(self) -> range:
        return range(1, self.seats + 1)

    @property
    def dead(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.all_seats if seat not in self.living)

    @property
    def turn(self) -> int:
        """Return the seat whose turn it is. If its player is dead, the next living player has the turn."""
        return self.active if self.active in self.living else self.left(self.active, self.living)

    @property
    def passing(self) -> tuple[int, ...]:
        """Return the seats whose players pass cards tonight."""
        return tuple(seat for seat in self.living if seat != self.caged)

    def left(self, seat: int, among: Collection[int]) -> int:
        """Return the nearest seat of `among` to the left of `seat`, clockwise. If there is no other, return `seat`."""
        return min(among, key=lambda other: (other - seat - 1) % self.seats)

    def right(self, seat: int, among: Collection[int]) -> int:
        return min(among, key=lambda other: (seat - other - 1) % self.seats)

    def from_left(self, seat: int) -> tuple[int, ...]:
        """Return all living seats, beginning with the left neighbor of `seat`. The seat itself is last."""
        return tuple(sorted(self.living, key=lambda other: (other - seat - 1) % self.seats))

    def without(self, seats: Collection[int]) -> "GrowlVillage":
        """Return the village after the death of these seats."""
        return replace(self, living=tuple(seat for seat in self.living if seat not in seats))

    def home_of(self, seat: int) -> int:
        """Return the original seat of the player who now sits at this place."""
        return dict(zip(self.sleepwalkers, reversed(self.sleepwalkers), strict=True)).get(seat, seat)

    def at_home(self) -> "GrowlVillage":
        """Return the village after the sleepwalkers went back to their own seats. Face-up cards stay where they are."""
        return replace(self, living=tuple(sorted(map(self.home_of, self.living))), sleepwalkers=())


def village_of(seats: int) -> GrowlVillage:
    """Return a village in which everybody is alive."""
    return GrowlVillage(seats, tuple(range(1, seats + 1)))


GrowlStep: TypeAlias = AgendaStep[GrowlRules, GrowlVillage]
GrowlResult: TypeAlias = StepResult[GrowlVillage]


class GrowlGame(AgendaGame[GrowlRules, GrowlVillage], frozen=True):
    def answer(self, value: Answer) -> Self:
        """Return the game after an answer. BACK does not undo the passing of cards; the next stage knows about it."""
        answered = super().answer(value)
        if answered.state.passed >= self.state.passed:
            return answered
        kept = replace(answered, state=replace(answered.state, passed=self.state.passed))
        told = at_first_stage(kept)
        return kept if told.stage() == kept.stage() else told
