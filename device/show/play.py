"""A game under way, and what it can do beside being played."""

from typing import Protocol, runtime_checkable

from device.show.answers import Answer
from device.show.facts import Fact
from device.show.stages import Stage


class Play(Protocol):
    """A game under way: a value, rebuilt from setup, seed and answers."""

    def stage(self) -> Stage | None:
        """Return the stage of the game: what the table is to do now; None when the game is over."""
        ...

    def answer(self, value: Answer) -> "Play":
        """Return the game after this answer to its stage."""
        ...

    @property
    def keeps_secrets(self) -> bool:
        """Whether what is written of the game from now on nobody may read."""
        ...


@runtime_checkable
class CallsInOrder(Protocol):
    """A game under way that knows whom it calls tonight: where nights differ."""

    def call_order(self) -> tuple[Fact, ...]: ...


@runtime_checkable
class Recalling(Protocol):
    """A game under way that can tell whether it begins too much like the one before: then another is dealt."""

    def repeats(self, before: Play) -> bool: ...


@runtime_checkable
class SheetKeeper(Protocol):
    """A game under way with a sheet for its `HOST`, one fact a row: what only who leads the game may know of it."""

    def sheet(self) -> tuple[Fact, ...]: ...
