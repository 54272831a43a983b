"""Provides what the tests of GROWL share: the shipped game, the English words, and people who answer it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from nightcrier.box.games.growl.game import Growl
from nightcrier.box.games.growl.options import growl_scenario
from nightcrier.box.games.growl.village import GrowlGame
from nightcrier.box.show.answers import BACK, SKIP
from nightcrier.box.show.setup import OptionValue, Setup
from nightcrier.box.show.stages import Ask, Perform, Stage, Tell, Verdict
from nightcrier.words.catalogue import LAST_RESORT, Words
from nightcrier.words.shelf import read_book
from tests.box.games.facts import filling, key_of, keys_of

HOUSE = Path(__file__).parents[4]


@pytest.fixture(scope="session")
def game():
    files = sorted((HOUSE / "config" / "scenarios" / "growl").glob("*.toml"))
    return Growl([growl_scenario(file.read_bytes(), file.stem) for file in files])


@pytest.fixture(scope="session")
def english():
    return Words({LAST_RESORT: read_book(HOUSE / "assets" / "words" / "en.toml")})


class Table:
    """Answers a game like people would. Shows are skipped, and START passes other stages without a question."""

    def __init__(self, play: GrowlGame) -> None:
        self.play = self.first_play = play
        self.given: list[str] = []
        self.heard: list[str] = []
        self.read: list[str] = []
        self._note()

    @property
    def stage(self) -> Stage | None:
        return self.play.stage()

    @property
    def asked(self) -> str:
        stage = self.stage
        return key_of(stage.question) if isinstance(stage, Ask) else ""

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(choice.value for choice in self.stage.choices)

    @property
    def turn(self) -> object:
        """Return the seat whose turn the screen shows."""
        return filling(self.stage.question, "seat")

    @property
    def first(self) -> str:
        """Return the answer that the screen shows before anybody turns the dial."""
        return self.stage.choices[self.stage.start].value

    @property
    def verdict(self) -> Verdict:
        assert isinstance(self.stage, Verdict), self.stage
        return self.stage

    def answer(self, value: str) -> "Table":
        stage = self.stage
        if isinstance(stage, Ask):
            assert value in self.values or (value == BACK and stage.back), (value, stage)
        self.given.append(value)
        self.play = self.play.answer(value)
        self._note()
        return self

    def go(self, *values: object) -> "Table":
        """Answer the next questions with these values. Pages without a question are passed."""
        for value in values:
            self.to_question()
            self.answer(str(value))
        self.to_question()
        return self

    def mark(self, *values: str) -> "Table":
        """Answer a question that allows several marked answers."""
        assert self.stage.marks
        assert set(values) <= set(self.values)
        self.play = self.play.answer(values)
        self._note()
        self.to_question()
        return self

    def to_question(self) -> "Table":
        while isinstance(self.stage, Perform | Tell):
            self.answer("")
        return self

    def night(self, active: int, card: str = "") -> "Table":
        """Start a night in the turn of this seat, with this card if one is asked for."""
        self.go("night")
        self.go(*([active] if self.asked == "growl.ask.active" else []), *([card] if card else []))
        return self

    def pass_night(self, cannot: tuple[int, ...] = (), dead: tuple[int, ...] = ()) -> "Table":
        """Pass cards after a card that kills nobody. `cannot` cannot pass, and `dead` are entered in the morning."""
        self.to_question()
        died = ["none"] if self.asked == "growl.ask.dead" else []
        return self.go(*died, *cannot, "none", *dead, "none")

    def to_final(self, active: int, card: str) -> "Table":
        for quiet in ("insomnia", "hypnosis"):
            self.night(self.play.state.turn, quiet).pass_night()
        return self.night(active, card)

    def gold(self, *values: object) -> Verdict:
        """Enter `lost` or the gold in each hand, seat by seat, and return the verdict."""
        self.go(*values)
        if self.asked == "growl.ask.more":
            self.go("yes")
        return self.verdict

    def _note(self) -> None:
        stage = self.stage
        match stage:
            case Ask(lines=lines):
                self.heard += lines
            case Tell(lines=lines, facts=facts):
                self.heard += lines
                self.read += keys_of(facts)
            case Perform(show):
                self.heard += [line for cue in show if hasattr(cue, "line") for line in cue.lines]


@pytest.fixture
def seated(game):
    """Return a function that seats this many people for the first turn, beginning with seat 1."""

    def sit(players=5, seed=0, deck=(), ledger=(), *, heard=False, known=False, **options):
        chosen: Mapping[str, OptionValue] = options
        setup = Setup("growl-classic", players, deck, chosen, ledger=ledger, heard=heard, known=known)
        table = Table(game.begin(setup, seed))
        table.answer(SKIP)
        return table.go(1)

    return sit


@pytest.fixture
def laid_out(game):
    """Return a function that seats people before the cards are laid out."""

    def lay(players=5, seed=0, ledger=(), *, heard=False, known=False, **options):
        setup = Setup("growl-classic", players, (), options, ledger=ledger, heard=heard, known=known)
        return Table(game.begin(setup, seed))

    return lay
