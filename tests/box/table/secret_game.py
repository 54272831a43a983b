"""Provides a game with secret turns for tests, and the gestures of the people who play it."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from nightcrier.box.show.answers import Answer, Option, Picks
from nightcrier.box.show.cues import Call, Gap, Say, Show, Window
from nightcrier.box.show.facts import Fact, RoleName, SeatName, Word
from nightcrier.box.show.stages import LONGEST_LOOK, Count, Peek, Perform, Prompt, Stage
from nightcrier.box.table.core.effects import Effect, Entry, Record
from nightcrier.box.table.drawing.view import View
from nightcrier.box.table.look import look
from nightcrier.kernel.ids import LineId, Seconds
from tests.box.table.asking import after_cut
from tests.box.table.evening import Evening

SHOW: Show = (
    *(Call(SeatName(1)), Say(LineId("turn")), Window("seat-1", 12.0)),
    *(Call(RoleName("seer")), Say(LineId("seer.wake")), Window("seer", 12.0), Gap(1.0)),
    *(Call(RoleName("robber")), Window("robber", 12.0)),
)
CARD: tuple[Fact, ...] = (RoleName("seer"),)
PLACES = tuple(Option(place, SeatName(int(place))) for place in "123")


class Card(Struct, frozen=True):
    """Simulates a turn in which a seat must look at one card."""

    seats: tuple[int, ...] = (1,)
    look: Seconds = LONGEST_LOOK

    def prompt(self, row: Picks) -> Prompt:
        return Prompt() if row else Prompt(seen=CARD, confirm="seen", look=self.look)

    def hint(self, row: Picks, looked: bool) -> Fact:
        return Word("deal.looked" if looked else "turn.hold")

    def may_pass(self, row: Picks, looked: bool) -> bool:
        return looked


class Two(Struct, frozen=True):
    """Simulates a turn with two choices. A card is shown after the second one, and nobody can skip a choice."""

    seats: tuple[int, ...] = (2,)
    start: int = 0

    def prompt(self, row: Picks) -> Prompt:
        if not self.seats:
            return Prompt()
        left = tuple(option for option in PLACES if option.value not in row) if len(row) < 2 else ()
        return Prompt(left, CARD if len(row) == 2 else (), start=self.start)

    def hint(self, row: Picks, looked: bool) -> Fact:
        return Word("deal.act")

    def may_pass(self, row: Picks, looked: bool) -> bool:
        return True


class One(Struct, frozen=True):
    """Simulates a turn with one choice that reveals nothing, like a vote, or a `final` choice at dusk."""

    seats: tuple[int, ...] = (2,)
    final: bool = False

    def prompt(self, row: Picks) -> Prompt:
        return Prompt((() if row else PLACES), final=self.final)

    def hint(self, row: Picks, looked: bool) -> Fact:
        return Word("deal.act")

    def may_pass(self, row: Picks, looked: bool) -> bool:
        return True


TURNS: tuple[tuple[str, Any], ...] = (("seat-1", Card()), ("seer", Two()), ("robber", Two(())))
TALK = Count(90.0, facts=(Word("won"),), peeks=(Peek(3, SeatName(3), CARD),))


class PlayedSecret(Struct, frozen=True):
    answers: tuple[Answer, ...] = ()

    def stage(self) -> Stage | None:
        done = len(self.answers)
        if done <= len(TURNS):
            return Perform(SHOW, PAGE["now"], dict(TURNS[done : done + 1]))
        return TALK if done == len(TURNS) + 1 else None

    def answer(self, value: Answer) -> "PlayedSecret":
        return PlayedSecret((*self.answers, value))

    @property
    def keeps_secrets(self) -> bool:
        return True

    def repeats(self, before: object) -> bool:
        return before == self and REPEATS["all"]


REPEATS = {"all": False}
PAGE = {"now": "deal"}


def view(evening: Evening) -> View:
    return look(evening.house, evening.table)


def written(effects: Iterable[Effect]) -> list[Record]:
    return [effect for effect in effects if isinstance(effect, Record)]


def cut(evening: Evening) -> Evening:
    """Cut the power at this moment, and switch it on again at once."""
    again = after_cut(evening)
    again.at = evening.at
    return again


def entries(evening: Evening) -> list[tuple[Entry, bool]]:
    return [(effect.entry, effect.sealed) for effect in evening.effects if isinstance(effect, Record)]
