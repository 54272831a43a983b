"""Defines what a game is to the box. What a game lacks keeps its default, and no code asks which game it is.

The box finds the `GamePlug` named `PLUG` in the module `plug` of a game's package, and the plug loads the rest when
needed. `Game` is what the table offers, and `Play` is one game under way."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, get_args, runtime_checkable

import msgspec
from msgspec import Raw, Struct

from nightcrier.box.show.answers import Answer
from nightcrier.box.show.deck_checks import DeckFinding, scenario_problems
from nightcrier.box.show.facts import Fact, RoleName
from nightcrier.box.show.setup import Choice, OptionValue, Scenario, Setup
from nightcrier.box.show.stages import Stage
from nightcrier.box.show.teaching import Topic
from nightcrier.kernel.ids import LineId, Seconds


class Play(Protocol):
    """A game under way: a value, rebuilt from setup, seed and answers."""

    def stage(self) -> Stage | None:
        """Return the stage that the table performs now, or None when the game is over."""
        ...

    def answer(self, value: Answer) -> "Play":
        """Return the game after this answer to its stage."""
        ...

    @property
    def keeps_secrets(self) -> bool:
        """True if nobody may read what is written of the game from now on."""
        ...


@runtime_checkable
class CallsInOrder(Protocol):
    """A game under way that knows the calls of this night, because its nights differ."""

    def call_order(self) -> tuple[Fact, ...]: ...


@runtime_checkable
class Recalling(Protocol):
    """A game under way that can tell whether it begins too much like the previous game. Such a game is dealt again."""

    def repeats(self, before: Play) -> bool: ...


@runtime_checkable
class SheetKeeper(Protocol):
    """A game under way that has a sheet for its `HOST`, one fact a row, with what only the host may know."""

    def sheet(self) -> tuple[Fact, ...]: ...


NameOf: TypeAlias = Callable[[str], str]
"""A function that names a role or card in the reader's language."""

LengthOf: TypeAlias = Callable[[LineId], Seconds]
"""A function that returns how long a line takes to say."""


class Game(ABC):
    """A game as the table knows it."""

    id: str

    @abstractmethod
    def scenarios(self) -> tuple[Scenario, ...]: ...

    @abstractmethod
    def choices(self) -> tuple[Choice, ...]: ...

    @abstractmethod
    def begin(self, setup: Setup, seed: int) -> Play: ...

    def pieces(self) -> tuple[str, ...]:
        """Return the modules that are imported only when this game is played. Each brings little with it in this order,
        so that they can be imported one by one while nobody is near."""
        return ()

    def cards(self) -> tuple[tuple[str, int], ...]:
        """Return every card that people may choose, in the order of the menu, with the copies in the boxes."""
        return ()

    def deck(self, setup: Setup) -> tuple[str, ...]:
        """Return the cards in play with those in the center, in the order people would name them."""
        return ()

    def random_deck(self, setup: Setup, seed: int) -> tuple[str, ...]:
        """Draw a legal deck by chance for this setup's number of players."""
        return ()

    def problems(self, setup: Setup) -> tuple[DeckFinding, ...]:
        """Return what forbids this deck, the most important first. The result is empty if the deck may be played."""
        return ()

    def warnings(self, setup: Setup) -> tuple[DeckFinding, ...]:
        """Return what people must know or lay out before this deck is played."""
        return ()

    def deal_odds(self, setup: Setup) -> Mapping[str, float]:
        """Return the odds of a legal deck, from 0 to 1, by the words that the page in the home's network uses."""
        return {}

    def deck_sheet(self, setup: Setup, name: NameOf, length: LengthOf) -> list[str]:
        """Return the game's own rows for `nightcrier decks show`, for a setup that may be played."""
        return []

    def card_fact(self, card: str) -> Fact:
        """Return the name of a card as a fact: the card's own, or that of a role that all games share."""
        return RoleName(card)

    def card_lines(self, card: str) -> tuple[LineId, ...]:
        """Return the lines that explain a card that is not a role."""
        return ()

    def topics(self, setup: Setup) -> tuple[Topic, ...]:
        """Return the topics to explain besides the aim and the cards."""
        return ()

    def layout_topics(self, setup: Setup) -> tuple[Topic, ...]:
        """Return the steps of laying out the cards before the game, or nothing if no cards are needed."""
        return ()

    def opening(self, setup: Setup) -> tuple[LineId, ...]:
        """Return the first lines after START as far as they are known, so that they can start without delay."""
        return ()

    def usual_calls(self, setup: Setup) -> tuple[Fact, ...]:
        """Return the calls of a night in their order, as far as they are known before the game."""
        return ()

    def eyes_shut(self, setup: Setup, length: LengthOf) -> Seconds | None:
        """Return how long eyes stay shut, or None if that is unknown before the game."""
        return None

    def setup_for_deal(self, setup: Setup) -> Setup | None:
        """Return a setup that the box deals, so that nobody needs cards, or None if the box cannot deal this game."""
        return None


class PractisedGame(Game):
    """A game whose night can be practised with open eyes."""

    @abstractmethod
    def practise(self, setup: Setup, seed: int) -> Play:
        """Return a practice night, which has no verdict and counts nothing."""


class GamePlug(Struct, frozen=True):
    """The plug in the package of a game. The box offers games in the order of their `rank`."""

    id: str
    rank: int
    folder: str
    """The name of the folder with the game's scenarios."""
    shown_only: tuple[str, ...] = ()
    """The beginnings of the keys of screen words that are never said, so that no voice must learn them."""
    beside_seats: tuple[LineId, ...] = ()
    """The words offered beside seats in a question. No person may have one as a name."""

    def scenario_kind(self) -> type[Any] | None:
        """Return the type of the game's scenarios, if they can be stored after they were read and checked."""
        return None

    @abstractmethod
    def read_scenario(self, data: bytes, name: str) -> Any:
        """Read and check a file. Raises BadFile."""

    @abstractmethod
    def table_game(self, scenarios: Sequence[Any]) -> Game: ...


class JudgePlug(GamePlug, frozen=True):
    """The plug of a game that `nightcrier judge` can judge."""

    @abstractmethod
    def judge_game(self, content: Raw) -> Struct:
        """Return the verdict for a game on paper. Raises RefusedGame."""

    @abstractmethod
    def tell_game(self, content: Raw) -> list[str]:
        """Return a game on paper as a story, line by line. Raises RefusedGame."""


def problems_of(game: Game, setup: Setup) -> tuple[DeckFinding, ...]:
    """Return what forbids this setup. The scenario is checked only if people have not chosen the cards themselves."""
    astray = () if setup.deck else scenario_problems(game.scenarios(), setup.scenario, setup.players)
    return astray or game.problems(setup)


def choices_of(options: type[Struct]) -> tuple[Choice, ...]:
    """Return the fields of a game's options as choices of the menu: some values each, or a switch."""
    fields = msgspec.structs.fields(options)
    return tuple(Choice(field.name, get_args(field.type) or (False, True), field.default) for field in fields)


def is_allowed(choice: Choice, value: OptionValue) -> bool:
    """Say whether an option may have this value. In Python True == 1, so the types are compared too."""
    return any(type(value) is type(allowed) and value == allowed for allowed in choice.values)


def legal_options(choices: Sequence[Choice], remembered: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the remembered options that this game allows."""
    known = {choice.id: choice for choice in choices}
    return {key: value for key, value in remembered.items() if key in known and is_allowed(known[key], value)}


def option_value(choice: Choice, remembered: Mapping[str, OptionValue]) -> OptionValue:
    """Return the remembered value of a choice, or its default if that value is not allowed."""
    return legal_options((choice,), remembered).get(choice.id, choice.default)
