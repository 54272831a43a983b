"""Plays planned evenings of GROWL, and counts what hands had to do."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Self

from msgspec import Struct

from nightcrier.box.games.growl.village import GrowlGame
from nightcrier.box.show.facts import Word
from nightcrier.box.show.setup import OptionValue
from nightcrier.box.show.stages import Ask, Perform, Tell
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.evening.scenario import scenario_now
from tests.evenings.wolf.script_writer import ScriptWriter

PRESS = re.compile(r"[\d.]+ (start|dial|back) (press|hold)")
DETENTS = re.compile(r"[\d.]+ dial [+-](\d+)")


class PlannedNight(Struct, frozen=True):
    """Plans a night: its card, the answers while it is played, and who dies: in the day before it, by the card, for
    lack of two cards to pass, and by passed cards."""

    card: str
    answers: tuple[object, ...] = ()  # after the last one whatever stands on the screen
    by_day: tuple[int, ...] = ()
    by_card: tuple[int, ...] = ()
    cannot: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    turns: int | None = None  # of its day; without a number, about a third of the pile
    active: int = 0  # whose turn the table says it was; 0 for the one shown
    power_cut: bool = False  # while cards are passed


class PlannedGame(Struct, frozen=True):
    """Plans one game, up to its verdict."""

    nights: tuple[PlannedNight, ...]
    gold: tuple[object, ...]
    stands: str = "yes"
    more: str = "yes"
    start: int = 0  # 0 for the seat that the screen proposes
    skips: bool = True


class GrowlTable(ScriptWriter):
    """Plays GROWL on the real box, like a table of people."""

    def __init__(self, where: Path, title: str) -> None:
        super().__init__(where, title, "growl_writer")

    @property
    def presses(self) -> int:
        return sum(bool(PRESS.fullmatch(line)) for line in self.lines)

    @property
    def detents(self) -> int:
        return sum(int(found[1]) for line in self.lines if (found := DETENTS.fullmatch(line)))

    @property
    def asked(self) -> str:
        """Return the key of the question, or an empty string if none is asked."""
        stage = self.table.session.stage if self.table.session else None
        question = stage.question if isinstance(stage, Ask) else None
        return question.key if isinstance(question, Word) else ""

    def set_up(self, players: int, **options: OptionValue) -> Self:
        """Set up GROWL in the menus for this many players, from home and back."""
        self.to_game("growl")
        self.do("dial press")
        self.choose("screen.scenario", lambda table: players in scenario_now(self.house, table.choices).players)
        self.choose("screen.players", lambda table: table.choices.setup.players == players)
        for name, value in options.items():
            self.choose(f"screen.{name}", _has(name, value))
        self.leave_menus()
        return self

    def play(self, game: PlannedGame) -> Self:
        """Play a game, from home and back."""
        self.start_game()
        if game.skips:
            self.do("start hold", 2)
        self.play_on(game)
        return self

    def play_on(self, game: PlannedGame) -> None:
        """Play a game that has begun to its end."""
        self.to_question()
        self._pick(game.start or "")
        self.play_from_day(game)

    def play_from_day(self, game: PlannedGame) -> None:
        """Play a game whose first day has begun to its end."""
        self.to_verdict(game)
        self.listen()
        self.do("dial +20", 2)
        self.do("start press")

    def to_verdict(self, game: PlannedGame) -> None:
        """Play a game whose first day has begun, until it is judged."""
        for night in game.nights:
            self._day(night)
            self._night(night)
        self._end(game)

    def take_back(self, asked: str) -> Self:
        """Press BACK until this question is asked again."""
        self.do("back press")
        while self.asked != asked:
            self.do("back press")
        return self

    def to_question(self, *, power_cut: bool = False) -> str:
        """Go on to the next question, past everything that is told or performed, and return its key."""
        while isinstance(stage := self.stage, Perform | Tell):
            if isinstance(stage, Tell):
                self.do("start press", 1)
            elif power_cut and stage.page == "night":
                power_cut = False
                self.listen()
                self.do("wait", 5)
                self.power_cut()
            else:
                self.go_on()
        return self.asked

    def _day(self, night: PlannedNight) -> None:
        self.to_question()
        if night.by_day:
            self.pick("dead")
            self._die(night.by_day)
            self.to_question()
        for _ in range(self._third if night.turns is None else night.turns):
            if self._shown == "next":
                self.do("start press", 3)
        self._pick("night")

    def _night(self, night: PlannedNight) -> None:
        """Play all of a night, or until the game is over."""
        answers = iter(night.answers)
        if self.asked == "growl.ask.active":
            self._pick(night.active or "")
        while (asked := self.to_question()) not in {"growl.ask.cannot", "growl.ask.humans"}:
            match asked:
                case "growl.ask.card":
                    self._pick(night.card)
                case "growl.ask.dead":
                    self._die(night.by_card)
                case _:
                    self._answer(next(answers, ""))
        if asked == "growl.ask.cannot":
            self._die(night.cannot)
        if self.to_question(power_cut=night.power_cut) == "growl.ask.dead":
            self._die(night.after)

    def _end(self, game: PlannedGame) -> None:
        self.to_question()
        self._pick(game.stands)
        for gold in game.gold:
            self.to_question()
            self._pick(gold)
        self.to_question()
        if self.asked == "growl.ask.more":
            self._pick(game.more)

    def _die(self, seats: Iterable[int]) -> None:
        for seat in seats:
            self._pick(seat)
        self._pick("none")

    def _answer(self, value: object) -> None:
        """Give the planned answer. `back` takes back the answer before."""
        if value == "back":
            self.do("back press")
        else:
            self._pick(value)

    def _pick(self, value: object) -> None:
        """Answer with this value, or with the choice already shown if it is empty."""
        if value == "":
            self.do("start press")
        else:
            self.pick(str(value), 0.5)

    @property
    def _third(self) -> int:
        play = self.table.session.play if self.table.session else None
        assert isinstance(play, GrowlGame)
        return play.rules.supplies.third

    @property
    def _shown(self) -> str:
        stage = self.stage
        return stage.choices[stage.start].value if isinstance(stage, Ask) else ""


def _has(name: str, value: OptionValue) -> Callable[[Table], bool]:
    return lambda table: table.choices.setup.options.get(name) == value
