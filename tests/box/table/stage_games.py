"""Provides games for tests that consist of any stages in a row, and keep their answers."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Tick
from nightcrier.box.show.answers import BACK, Answer
from nightcrier.box.show.facts import Fact, Number
from nightcrier.box.show.stages import Stage
from tests.box.table.evening import Evening


class StagedPlay(Struct, frozen=True):
    """Plays `stages` one after the other. After `secret_from` answers, nobody may read what is recorded."""

    stages: tuple[Stage, ...]
    answers: tuple[Answer, ...] = ()
    secret_from: int = 1_000

    def stage(self) -> Stage | None:
        return self.stages[len(self.answers)] if len(self.answers) < len(self.stages) else None

    @property
    def keeps_secrets(self) -> bool:
        return len(self.answers) >= self.secret_from

    def answer(self, value: Answer) -> "StagedPlay":
        return replace(self, answers=(*self.answers, value))


class BackPlay(StagedPlay, frozen=True):
    """Plays stages, and on BACK returns to the one before."""

    def answer(self, value: Answer) -> "StagedPlay":
        return replace(self, answers=self.answers[:-1]) if value == BACK else super().answer(value)


class LeftPlay(BackPlay, frozen=True):
    """Plays stages, and on BACK at the first one leaves the game."""

    left: bool = False

    def stage(self) -> Stage | None:
        return None if self.left else super().stage()

    def answer(self, value: Answer) -> "LeftPlay":
        return replace(self, left=True) if value == BACK and not self.answers else super().answer(value)


class SheetPlay(StagedPlay, frozen=True):
    """Plays stages for a host with a sheet, which shows these rows and the number of answers."""

    rows: tuple[Fact, ...] = ()

    def sheet(self) -> tuple[Fact, ...]:
        return (*self.rows, Number(len(self.answers)))


StartStages = Callable[..., Evening]


def answers_of(evening: Evening) -> tuple[Answer, ...]:
    session = evening.table.session
    assert isinstance(session.play, StagedPlay)
    return session.play.answers


def pass_time(evening: Evening, seconds: float) -> Evening:
    """Let this many seconds pass, handling every wake-up."""
    end = evening.at + seconds
    while (moment := evening.due()) is not None and moment <= end:
        evening.at = max(evening.at, moment)
        evening.send(Tick(evening.at))
    evening.at = end
    return evening
