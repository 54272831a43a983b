"""Defines what a game is to the box. A game keeps the default for everything that it does not define, and no code asks
which game it is.

The box looks for the `GamePlug` named `PLUG` in the module `plug` of the game's package. The plug imports the rest of
the game when needed. `Game` is what the table offers, and `Play` is one game under way."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol, Self, TypeAlias, get_args, get_type_hints, runtime_checkable

import msgspec
from msgspec import Raw, Struct

from nightcrier.box.show.answers import Answer
from nightcrier.box.show.deck_checks import scenario_problems
from nightcrier.box.show.facts import Fact, RoleName, Word
from nightcrier.box.show.setup import Choice, OptionValue, Scenario, Setup
from nightcrier.box.show.stages import Stage
from nightcrier.box.show.teaching import Topic
from nightcrier.kernel.ids import Language, LineId, Seconds


class Play(Protocol):
    """A game under way. It is a value that can be built again from setup, seed and answers."""

    def stage(self) -> Stage | None:
        """Return the stage that the table performs now. Return None when the game is over."""
        ...

    def answer(self, value: Answer) -> "Play":
        """Return the game after this answer to its stage."""
        ...

    @property
    def keeps_secrets(self) -> bool:
        """True if nobody may be able to read the journal of this game from now on."""
        ...


@runtime_checkable
class Recalling(Protocol):
    """A game under way that can compare its beginning with the last game's. If they are too alike, cards are dealt
    again."""

    def repeats(self, before: Play) -> bool: ...


@runtime_checkable
class SheetKeeper(Protocol):
    """A game under way that has a sheet for its `HOST`. Each row is one fact, and may be secret to all others."""

    def sheet(self) -> tuple[Fact, ...]: ...


NameOf: TypeAlias = Callable[[str], str]
"""A function that returns the name of a role or card in the reader's language."""

LengthOf: TypeAlias = Callable[[LineId], Seconds]
"""A function that returns how long it takes to say a line."""


class Game(ABC):
    """A game as the table knows it, before it begins."""

    id: str

    @abstractmethod
    def scenarios(self) -> tuple[Scenario, ...]: ...

    @abstractmethod
    def choices(self) -> tuple[Choice, ...]: ...

    @abstractmethod
    def begin(self, setup: Setup, seed: int) -> Play: ...

    def is_at_home(self, languages: Collection[Language]) -> bool:
        """Say whether the dial offers this game to a table with these languages, before anybody has begun it."""
        return True

    def shown_in(self, language: Language) -> Collection[Language]:
        """Return the languages in which a table of one language may read the words of this game."""
        return (language,)

    def file_text(self, setup: Setup) -> str:
        """Return what people's files say about this game. The journal of a game keeps this, so that the game goes on as
        it is, whatever becomes of the files."""
        return ""

    def pieces(self) -> tuple[str, ...]:
        """Return the modules that are imported only when this game is played. In this order, each module imports only a
        little more, so that they can be imported one by one while nobody uses the box."""
        return ()

    def cards(self) -> tuple[tuple[str, int], ...]:
        """Return every card that people may choose, in the order of the menu. Each card comes with the number of copies
        in the game's package."""
        return ()

    def on_shelf(self, setup: Setup) -> Collection[str]:
        """Return which of the cards are in the boxes on the shelf."""
        return tuple(card for card, _ in self.cards())

    def hand_cards(self) -> tuple[tuple[str, int], ...]:
        """Return the other cards of the game's package that players hold in secret, with the number of copies."""
        return ()

    def deck(self, setup: Setup) -> tuple[str, ...]:
        """Return the cards in play, including those in the center, in the order in which people would name them."""
        return ()

    def random_deck(self, setup: Setup, seed: int) -> tuple[str, ...]:
        """Draw a legal deck at random, for the number of players in this setup. The setup's `fresh` roles must be all
        roles that this table has never played."""
        return ()

    def boxes_to_ask(self, setup: Setup, *, draws: bool) -> Choice | None:
        """Return the choice of the boxes on the shelf, with the values of START, BACK and a press of the dial. Return
        None if people have made it, or if neither this deck nor a random one (if the box `draws`) depends on it."""
        return None

    def problems(self, setup: Setup) -> tuple[Word, ...]:
        """Return the reasons why this deck cannot be played, the most important first, or nothing if it can be."""
        return ()

    def warnings(self, setup: Setup) -> tuple[Word, ...]:
        """Return what people must know or lay out before this deck is played."""
        return ()

    def deal_odds(self, setup: Setup) -> Mapping[str, float]:
        """Return the odds of a legal deck, from 0 to 1. The keys are the words of the page in the home's network."""
        return {}

    def deck_sheet(self, setup: Setup, name: NameOf, length: LengthOf) -> list[str]:
        """Return the rows that this game adds to `nightcrier decks show`. The setup must be one that can be played."""
        return []

    def card_fact(self, card: str) -> Fact:
        """Return the name of a card as a fact. The name belongs to this game, or to a role that all games share."""
        return RoleName(card)

    def card_side(self, card: str) -> Fact | None:
        """Return the side to which a card belongs. Return None if it has none, or if only the game shows which."""
        return None

    def names_to_change(self) -> Mapping[str, Fact]:
        """Return the names that people may replace by those on their own cards, by keys such as `roles.seer`."""
        return {}

    def card_lines(self, card: str) -> tuple[LineId, ...]:
        """Return the lines that explain a card that is not a role."""
        return ()

    def topics(self, setup: Setup) -> tuple[Topic, ...]:
        """Return the topics to explain besides the aim and the cards."""
        return ()

    def taught_in_calls(self, setup: Setup) -> tuple[str, ...]:
        """Return the cards that can be explained within their first call, instead of before the game."""
        return ()

    def layout_topics(self, setup: Setup) -> tuple[Topic, ...]:
        """Return the steps of laying out the cards before the game. Return nothing if no cards are needed."""
        return ()

    def opening(self, setup: Setup) -> tuple[LineId, ...]:
        """Return the first lines after START, as far as known. They are loaded early, to start without delay."""
        return ()

    def usual_calls(self, setup: Setup) -> tuple[Fact, ...]:
        """Return the calls of a night in their order, as far as they are known before the game begins."""
        return ()

    def eyes_shut(self, setup: Setup, length: LengthOf) -> Seconds | None:
        """Return how long people keep their eyes shut. Return None if that is unknown before the game."""
        return None

    def dealt_night(self, setup: Setup) -> Seconds | None:
        """Return roughly how long a night takes if the box deals with this setup. Return None if it does not deal."""
        return None

    def is_led(self, setup: Setup) -> bool:
        """Say whether one of the people leads the game with this setup, and does not play."""
        return False

    def setup_for_deal(self, setup: Setup) -> Setup | None:
        """Return a setup in which the box deals, without cards, or None if the box cannot deal this game."""
        return None

    def with_cards(self) -> "Game":
        """Return this game as it is explained to people with cards, even if the box would otherwise deal it."""
        return self


class PractisedGame(Game):
    """A game whose night can be practiced with open eyes."""

    @abstractmethod
    def practise(self, setup: Setup, seed: int) -> Play:
        """Return a practice night. It has no verdict, and counts no points."""


class GamePlug(Struct, frozen=True):
    """The plug in the package of a game. The box offers games in the order of their `rank`."""

    id: str
    rank: int
    folder: str
    """The name of the folder with the game's scenarios."""
    shown_only: tuple[str, ...] = ()
    """The prefixes of the keys of screen words that are never spoken, so that no voice has to record them."""
    beside_seats: tuple[LineId, ...] = ()
    """The answers that are offered besides seats in a question. No person may have one of these words as a name."""

    def scenario_kind(self) -> type[Any] | None:
        """Return the type of the game's scenarios, if scenarios can be stored after they were read and checked.
        Otherwise return None."""
        return None

    def extended_by(self, files: Sequence[Any]) -> Self:
        """Return the plug of the game with what these files add to it, the nearest file first."""
        return self

    def as_played(self, file: Any) -> Any:
        """Return a file that extends the game, with its calls in the form that the game gives them."""
        return file

    def roles_of_files(self) -> Collection[str]:
        return ()

    def words_of_files(self, house: Mapping[Any, Any]) -> Mapping[LineId, Mapping[Any, Any]]:
        """Return the words of the files, by line and language. `house` has the house's lines for games in files."""
        return {}

    @abstractmethod
    def read_scenario(self, data: bytes, name: str) -> Any:
        """Read and check the file of a scenario. Raises BadFile."""

    @abstractmethod
    def table_game(self, scenarios: Sequence[Any]) -> Game: ...


class JudgePlug(GamePlug, frozen=True):
    """The plug of a game whose written games `nightcrier judge` can judge."""

    @abstractmethod
    def judge_game(self, content: Raw) -> Struct | Mapping[str, object]:
        """Return the verdict for a game that was written down. Raises RefusedGame."""

    @abstractmethod
    def tell_game(self, content: Raw) -> list[str]:
        """Read the record of a game, and return the lines of a story about that game. Raises RefusedGame."""


def problems_of(game: Game, setup: Setup) -> tuple[Word, ...]:
    """Return the reasons why this setup cannot be played. The scenario is checked only if people have not chosen the
    cards themselves."""
    astray = () if setup.deck else scenario_problems(game.scenarios(), setup.scenario, setup.players)
    return astray or game.problems(setup)


def choices_of(options: type[Struct]) -> tuple[Choice, ...]:
    """Return the fields of a game's options as choices of the menu. A choice has several values, or is a switch."""
    types, choices = get_type_hints(options), list[Choice]()
    for field in msgspec.structs.fields(options):
        menu = {key: name for note in getattr(field.type, "__metadata__", ()) for key, name in note.extra.items()}
        choices.append(Choice(field.name, get_args(types[field.name]) or (False, True), field.default, **menu))
    return tuple(choices)


def is_allowed(choice: Choice, value: OptionValue) -> bool:
    """Say whether an option may have this value. The types are compared, too, because True == 1 in Python."""
    return any(type(value) is type(allowed) and value == allowed for allowed in choice.values)


def legal_options(choices: Sequence[Choice], remembered: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    known = {choice.id: choice for choice in choices}
    return {key: value for key, value in remembered.items() if key in known and is_allowed(known[key], value)}


def option_value(choice: Choice, remembered: Mapping[str, OptionValue]) -> OptionValue:
    """Return the remembered value of a choice, or its default if that value is not allowed."""
    return legal_options((choice,), remembered).get(choice.id, choice.default)
