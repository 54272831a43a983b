"""Plays Owls at the table: two owls are called, one question is asked, and somebody wins."""

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.answers import Answer, Option
from nightcrier.box.show.cues import Call, Say, Window
from nightcrier.box.show.facts import Fact, Number, RoleName, SeatName, Word
from nightcrier.box.show.plug import Game, LengthOf, NameOf, Play
from nightcrier.box.show.setup import Choice, Scenario, Setup
from nightcrier.box.show.stages import Ask, Perform, Stage, Tell, Verdict
from nightcrier.kernel.ids import LineId

OWLS = ("eldest-owl", "youngest-owl")
NIGHT = tuple(cue for owl in OWLS for cue in (Call(RoleName(owl)), Say(LineId(f"owls.{owl}")), Window(owl, 5.0)))


MOON = Word("owls.moon", {"n": Number(1)})


class OwlNight(Struct, frozen=True):
    seats: int
    answers: tuple[Answer, ...] = ()
    keeps_secrets: bool = False

    def stage(self) -> Stage | None:
        seats = tuple(Option(str(seat), SeatName(seat)) for seat in range(1, self.seats + 1))
        who = self.answers[-1] if self.answers else ""
        stages: tuple[Stage, ...] = (
            Perform(NIGHT),
            Tell(0, (Word("owls.moon", {"n": Number(self.seats)}),)),
            Ask(0, Word("owls.who"), seats),
            Verdict((), tuple(int(str(seat) == who) for seat in range(1, self.seats + 1)), (MOON,)),
        )
        return stages[len(self.answers)] if len(self.answers) < len(stages) else None

    def answer(self, value: Answer) -> "OwlNight":
        return replace(self, answers=(*self.answers, value))


class Owls(Game):
    id: str = "owls"

    def __init__(self, shelf: tuple[Scenario, ...]) -> None:
        self.shelf = shelf

    def scenarios(self) -> tuple[Scenario, ...]:
        return self.shelf

    def choices(self) -> tuple[Choice, ...]:
        return ()

    def begin(self, setup: Setup, seed: int) -> Play:
        return OwlNight(setup.players)

    def usual_calls(self, setup: Setup) -> tuple[Fact, ...]:
        return tuple(map(RoleName, reversed(OWLS)))

    def deck_sheet(self, setup: Setup, name: NameOf, length: LengthOf) -> list[str]:
        return [f"Owls for {setup.players}: {name('eldest-owl')} hoots first"]
