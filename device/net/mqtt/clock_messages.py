"""What a hall and its tables say to each other about their clocks, and of the dusk: topics in the tree of the hall, and
their messages."""

from typing import Annotated

from msgspec import Meta, Struct

_Moment = Annotated[float, Meta(ge=0, le=1e9)]
_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
_Run = Annotated[str, Meta(min_length=1, max_length=32)]


class ClockTopics(Struct, frozen=True):
    """Below `nightcrier-hall/<hall>/clock`. A table listens to two of them, and to no wildcard."""

    hall: str
    table: str = "+"

    @property
    def asked(self) -> str:
        """A table asks."""
        return f"{self._root}/asked/{self.table}"

    @property
    def told(self) -> str:
        """The hall answers it."""
        return f"{self._root}/told/{self.table}"

    @property
    def waits(self) -> str:
        """Whether a table waits for the dusk; kept at the broker."""
        return f"{self._root}/waits/{self.table}"

    @property
    def dusk(self) -> str:
        """The hall says when it is, to all."""
        return f"{self._root}/dusk"

    @property
    def heard(self) -> tuple[str, ...]:
        """What a table listens to."""
        return self.told, self.dusk

    def table_of(self, topic: str) -> str:
        """Which table said something there; none where it was none."""
        parts = topic.split("/")
        return parts[4] if len(parts) == 5 and topic.startswith(f"{self._root}/") else ""

    @property
    def _root(self) -> str:
        return f"nightcrier-hall/{self.hall}/clock"


class ClockAsked(Struct, frozen=True):
    """The number of a question: a table's own, and new for each."""

    number: _Count


class ClockAnswer(Struct, frozen=True):
    """By the clock of the hall, which began with its `run`: another run, another clock."""

    number: _Count
    run: _Run
    heard: _Moment
    told: _Moment


class DuskMoment(Struct, frozen=True):
    """The moment by the clock of the hall; None where it was called off."""

    run: _Run
    at: _Moment | None
