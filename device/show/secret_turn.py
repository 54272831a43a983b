"""A secret turn: what one seat may choose and see, and nobody else."""

from typing import Protocol

from msgspec import Struct

from device.show.answers import Option, Picks
from device.show.facts import Fact


class Prompt(Struct, frozen=True):
    """The choices of a seat now, and what it may see while it holds the dial.

    `confirm` is chosen by a press once the seat has looked, where there is nothing to choose from. Where it is `final`,
    BACK takes back nothing of what was chosen before: who may not think again could be told from who may. `again` is
    put behind what stays chosen when the call is said again, for a game that then asks all for as many presses.
    The first detent, to whichever side, brings up the option number `start`. Others may hear the dial click: a game
    draws where to start, so that the number of clicks tells nothing."""

    options: tuple[Option, ...] = ()
    seen: tuple[Fact, ...] = ()
    confirm: str = ""
    start: int = 0
    final: bool = False
    again: str = ""


class Secret(Protocol):
    """The turn of a seat, or of several that lean in together, while a window of a show is open. No seat at all is
    nobody's turn, which nobody can tell.

    Its length is the window's. Whatever is seen or chosen in it, nothing else may depend on it."""

    @property
    def seats(self) -> tuple[int, ...]: ...

    def prompt(self, row: Picks) -> Prompt:
        """Return the prompt that follows from what was chosen so far."""
        ...

    def hint(self, row: Picks, looked: bool) -> Fact:
        """Return what everybody may read below the name of the turn."""
        ...

    def may_pass(self, row: Picks, looked: bool) -> bool:
        """Whether the turn may pass; otherwise it comes again."""
        ...
