"""Plugs a game in. What only some games have, the others leave as it is here; nobody asks which game it is.

`GamePlug` is what the box finds, `PLUG` in the module `plug` of a game's package; it opens the rest of the package when
it is asked for it. `Game` is what the table plays, `Play` a game under way."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, get_args, runtime_checkable

import msgspec
from msgspec import Raw, Struct

from nightcrier.box.show.answers import Answer
from nightcrier.box.show.facts import Fact, RoleName
from nightcrier.box.show.setup import Choice, DeckFinding, OptionValue, Scenario, Setup, scenario_problems
from nightcrier.box.show.stages import Stage
from nightcrier.box.show.teaching import Topic
from nightcrier.kernel.ids import LineId, Seconds


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


NameOf: TypeAlias = Callable[[str], str]
"""How a role or card is called, in the language of who reads."""

LengthOf: TypeAlias = Callable[[LineId], Seconds]
"""How long a line takes to say."""


class Game(ABC):
    """A game as the table meets it."""

    id: str

    @abstractmethod
    def scenarios(self) -> tuple[Scenario, ...]: ...

    @abstractmethod
    def choices(self) -> tuple[Choice, ...]: ...

    @abstractmethod
    def begin(self, setup: Setup, seed: int) -> Play: ...

    def pieces(self) -> tuple[str, ...]:
        """Return the modules that are imported only when it is played, in an order in which each brings little with
        it: so they may also come one by one while nobody is near."""
        return ()

    def cards(self) -> tuple[tuple[str, int], ...]:
        """Return every card that people may choose with how many the boxes hold, in the order of the menu."""
        return ()

    def deck(self, setup: Setup) -> tuple[str, ...]:
        """Return the cards in play, center included, in the order people would name them."""
        return ()

    def random_deck(self, setup: Setup, seed: int) -> tuple[str, ...]:
        """Draw a legal deck by lot for that many players."""
        return ()

    def problems(self, setup: Setup) -> tuple[DeckFinding, ...]:
        """Return what forbids these cards, the most telling first; empty if they may be played."""
        return ()

    def warnings(self, setup: Setup) -> tuple[DeckFinding, ...]:
        """Return what to know, or to lay out, before this deck is played."""
        return ()

    def deal_odds(self, setup: Setup) -> Mapping[str, float]:
        """Return odds from 0 to 1, for a deck that may be played; by the words that the page in the home's network has
        for them."""
        return {}

    def deck_sheet(self, setup: Setup, name: NameOf, length: LengthOf) -> list[str]:
        """Return the rows of its own sheet for `nightcrier decks show`, of a setup that may be played."""
        return []

    def card_fact(self, card: str) -> Fact:
        """Return the name of a card, to be read or said: of its own, or of a role that all games share."""
        return RoleName(card)

    def card_lines(self, card: str) -> tuple[LineId, ...]:
        """Return the lines that say what a card does that is no role."""
        return ()

    def topics(self, setup: Setup) -> tuple[Topic, ...]:
        """Return what there is to explain beside the aim and the cards."""
        return ()

    def layout_topics(self, setup: Setup) -> tuple[Topic, ...]:
        """Return how the cards are laid out before the game, step by step; nothing if no cards are needed."""
        return ()

    def opening(self, setup: Setup) -> tuple[LineId, ...]:
        """Return the first words after START, as far as they are known beforehand, so that they start at once."""
        return ()

    def usual_calls(self, setup: Setup) -> tuple[Fact, ...]:
        """Return the calls in their order, as far as it is known beforehand."""
        return ()

    def eyes_shut(self, setup: Setup, length: LengthOf) -> Seconds | None:
        """Return how long eyes stay shut, where that is known beforehand."""
        return None

    def setup_for_deal(self, setup: Setup) -> Setup | None:
        """Return the setup as dealt by the box, if it can deal this game, so that nobody needs cards."""
        return None


class PractisedGame(Game):
    """A game whose night can be practised with open eyes."""

    @abstractmethod
    def practise(self, setup: Setup, seed: int) -> Play:
        """Return a practice night. It has no verdict, so nothing of it counts."""


class GamePlug(Struct, frozen=True):
    """The plug in the package of a game. Games are offered in the order of their `rank`."""

    id: str
    rank: int
    folder: str
    """The folder of its scenarios among all."""
    shown_only: tuple[str, ...] = ()
    """The beginnings of the keys of screen words that nobody says: a voice need not learn them."""
    beside_seats: tuple[LineId, ...] = ()
    """The words for all that is offered beside seats, where one is to be chosen: nobody may be called so."""

    def scenario_kind(self) -> type[Any] | None:
        """Return the kind of its scenarios, if they can be kept as they were read and found right."""
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
        """Return the verdict for a game on paper. Raises RefusedGame, as does the story."""

    @abstractmethod
    def tell_game(self, content: Raw) -> list[str]:
        """Tell a game on paper as a story, line by line."""


def problems_of(game: Game, setup: Setup) -> tuple[DeckFinding, ...]:
    """Return what forbids this setup. Its scenario is not asked where people chose the cards themselves."""
    astray = () if setup.deck else scenario_problems(game.scenarios(), setup.scenario, setup.players)
    return astray or game.problems(setup)


def choices_of(options: type[Struct]) -> tuple[Choice, ...]:
    """The fields of a game's options, as the menu offers them: one of some values each, or a switch."""
    fields = msgspec.structs.fields(options)
    return tuple(Choice(field.name, get_args(field.type) or (False, True), field.default) for field in fields)


def is_allowed(choice: Choice, value: OptionValue) -> bool:
    """Whether an option may have this value. True == 1 in Python: a switch takes only a switch, a number a number."""
    return any(type(value) is type(allowed) and value == allowed for allowed in choice.values)


def legal_options(choices: Sequence[Choice], remembered: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the remembered options that this game allows."""
    known = {choice.id: choice for choice in choices}
    return {key: value for key, value in remembered.items() if key in known and is_allowed(known[key], value)}


def option_value(choice: Choice, remembered: Mapping[str, OptionValue]) -> OptionValue:
    """The value of one of them, as it is played."""
    return legal_options((choice,), remembered).get(choice.id, choice.default)
