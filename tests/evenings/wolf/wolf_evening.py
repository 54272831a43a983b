"""Plays an evening of Wherewolf whose plan names cards by their roles, with or without a moderator."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Self, TypeAlias

from nightcrier.box.games.wherewolf.options import WHEREWOLF_CHOICES
from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.games.wherewolf.table.day import UntilSunset
from nightcrier.box.games.wherewolf.table.village import WolfStep, WolfVillage
from nightcrier.box.show.facts import Fact, Word
from nightcrier.box.show.setup import OptionValue
from nightcrier.box.show.stages import Ask, Stage
from nightcrier.box.table.core.state import Table
from tests.evenings.rehearsed import Row, told_text
from tests.evenings.wolf.script_writer import ScriptWriter

Who: TypeAlias = str | int
"""A role (`peasant 2` is the second Peasant), or a seat counted from 1."""


_DEFAULTS = {choice.id: choice.default for choice in WHEREWOLF_CHOICES}


class WolfEvening(ScriptWriter):
    """Shares what evenings with and without a moderator have in common."""

    def __init__(self, where: Path, title: str) -> None:
        super().__init__(where, title)
        self.cards: Mapping[str, int] = {}
        """The seats, counted from 1, of cards that were dealt by hand."""

    @property
    def play(self) -> WherewolfPlay:
        play = self.session.play
        assert isinstance(play, WherewolfPlay)
        return play

    @property
    def village(self) -> WolfVillage:
        return self.play.state

    @property
    def steps(self) -> tuple[WolfStep, ...]:
        """Return the steps still to do. On a timed day its own steps come first."""
        first, *rest = self.play.steps
        return (*first.steps, *rest) if isinstance(first, UntilSunset) else self.play.steps

    def set_up(
        self,
        scenario: str,
        players: int,
        *,
        language: str = "en",
        deck: Collection[str] = (),
        options: Mapping[str, OptionValue] = {},
    ) -> Self:
        """Set everything up in the menus, and press START."""
        self.to_game("wherewolf")
        self.do("dial press")
        self.choose("screen.scenario", lambda table: table.choices.setup.scenario == scenario)
        self.choose("screen.players", lambda table: table.choices.setup.players == players)
        if deck:
            self._choose_deck(deck)
        for name, value in options.items():
            self.choose(f"screen.{name}", lambda table, name=name, value=value: _is(table, name, value))
        self.choose("screen.language", lambda table: table.choices.language == language)
        self.leave_menus()
        self.start_game()
        return self

    def seat(self, who: Who) -> int:
        """Return the seat of this role or number, counted from 0."""
        if isinstance(who, int):
            return who - 1
        role, _, which = who.partition(" ")
        seats = [seat for seat, held in enumerate(self.roles()) if held.partition(" ")[0] == role]
        return seats[int(which or 1) - 1]

    def roles(self) -> tuple[str, ...]:
        """Return the role of each seat, in order."""
        return tuple(sorted(self.cards, key=lambda card: self.cards[card])) or self.village.known.table.roles

    def owner(self, item: str) -> int:
        """Return the seat, counted from 1, that has this item."""
        return self.village.known.items[item].owner + 1

    def ends_game(self) -> None:
        """Break off the game before its end."""
        self.note("The table breaks off.")
        self.do("back hold")
        self.do("start hold")

    def is_told(self, rows: list[Row], *texts: str) -> None:
        """Check that these texts were told. The plan, not the box, knows what must be told."""
        told = " / ".join(told_text(row) for row in rows if "secret" in row)
        for text in texts:
            assert text in told, f"{text!r} is not told, but {told!r}"

    def _choose_deck(self, deck: Collection[str]) -> None:
        game = self.house.games["wherewolf"]
        for role, _ in game.cards():
            wanted = sum(card.partition(" ")[0] == role for card in deck)
            have = game.deck(self.table.choices.setup).count(role)
            if have != wanted:
                self.reach(f"screen.wherewolf.{role}")
            for _ in range(abs(wanted - have)):
                self.do("dial press" if wanted > have else "dial hold", 0.3)


def question(stage: Stage) -> str:
    """Return the name of the question, or an empty string if the stage asks none."""
    return _key(stage.question) if isinstance(stage, Ask) else ""


def asked_role(stage: Stage) -> str:
    """Return the role that a question is about, or an empty string."""
    fact = stage.question if isinstance(stage, Ask) else None
    role = fact.fillings.get("role") if isinstance(fact, Word) else None
    return _key(role) if role else ""


def choices(stage: Stage) -> tuple[str, ...]:
    """Return the values that may be picked."""
    return tuple(choice.value for choice in stage.choices) if isinstance(stage, Ask) else ()


def _key(fact: Fact) -> str:
    return fact.key.removeprefix("wherewolf.").removeprefix("house.") if isinstance(fact, Word) else ""


def card_names(roles: Collection[str]) -> list[str]:
    """Return card names in the form used by the question for the roles in play."""
    return [role if " " in role else f"{role} 1" for role in roles]


def _is(table: Table, name: str, value: OptionValue) -> bool:
    return table.choices.setup.options.get(name, _DEFAULTS[name]) == value
