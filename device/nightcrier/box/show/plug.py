"""Defines the interface between a game and the box. A game keeps the default of everything that it does not define, and
no other code depends on which game it is.

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
    """A game under way. It is a value that can be rebuilt from setup, seed and answers."""

    def stage(self) -> Stage | None:
        """Return the stage that the table performs now, or None if the game is over."""
        ...

    def answer(self, value: Answer) -> "Play":
        """Return the game after this answer to its stage."""
        ...

    @property
    def keeps_secrets(self) -> bool:
        """True if the journal of this game must be unreadable for everybody from now on."""
        ...


@runtime_checkable
class Recalling(Protocol):
    """A game under way that can compare its beginning with that of the last game. If they are too similar, the cards
    are dealt again."""

    def repeats(self, before: Play) -> bool: ...


@runtime_checkable
class SheetKeeper(Protocol):
    """A game under way that has a sheet for its `HOST`. Each row is one fact, which may be secret from all others."""

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
        """Say whether the home page offers this game to a table with these languages, even before it was played."""
        return True

    def shown_in(self, language: Language) -> Collection[Language]:
        """Return the languages in which a table of this language may read the texts of this game."""
        return (language,)

    def file_text(self, setup: Setup) -> str:
        """Return the text of people's files about this game. It is saved in the journal, so that an interrupted game
        continues unchanged even if the files change."""
        return ""

    def pieces(self) -> tuple[str, ...]:
        """Return the modules that are imported only when this game is played. They are ordered so that each one imports
        only a little more, because they are imported one by one while nobody uses the box."""
        return ()

    def cards(self) -> tuple[tuple[str, int], ...]:
        """Return every card that people may choose, in the order of the menu. Each card comes with the number of copies
        in the game's package."""
        return ()

    def on_shelf(self, setup: Setup) -> Collection[str]:
        """Return those of the cards that are in the boxes on the people's shelf."""
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
        """Return the choice of the boxes on people's shelf, with the values of START, BACK and a press of the dial.
        Return None if it was made already, or if neither this deck nor a random one (if the box `draws`) depends on
        it."""
        return None

    def problems(self, setup: Setup) -> tuple[Word, ...]:
        """Return the reasons why this deck cannot be played, most important first, or nothing if it can be."""
        return ()

    def warnings(self, setup: Setup) -> tuple[Word, ...]:
        """Return what people must know or lay out before this deck is played."""
        return ()

    def deal_odds(self, setup: Setup) -> Mapping[str, float]:
        """Return the odds of a legal deck, from 0 to 1. The keys are words of the page in the home network."""
        return {}

    def deck_sheet(self, setup: Setup, name: NameOf, length: LengthOf) -> list[str]:
        """Return the rows that this game adds to `nightcrier decks show`. The setup must be playable."""
        return []

    def card_fact(self, card: str) -> Fact:
        """Return the name of a card as a fact. It is the game's own name, or that of a role that all games share."""
        return RoleName(card)

    def card_side(self, card: str) -> Fact | None:
        """Return the side to which a card belongs, or None if it has none, or if only the game reveals which."""
        return None

    def names_to_change(self) -> Mapping[str, Fact]:
        """Return the names that people may replace by the names on their own cards, by keys such as `roles.seer`."""
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
        """Return the calls of a night in order, as far as they are known before the game begins."""
        return ()

    def eyes_shut(self, setup: Setup, length: LengthOf) -> Seconds | None:
        """Return how long people keep their eyes shut, or None if that is unknown before the game."""
        return None

    def dealt_night(self, setup: Setup) -> Seconds | None:
        """Return roughly how long a night takes if the box deals with this setup, or None if it does not deal."""
        return None

    def is_led(self, setup: Setup) -> bool:
        """Say whether somebody leads the game with this setup instead of playing."""
        return False

    def setup_for_deal(self, setup: Setup) -> Setup | None:
        """Return a setup in which the box deals, without cards, or None if the box cannot deal this game."""
        return None

    def with_cards(self) -> "Game":
        """Return this game as it is explained to people with cards, even if the box would otherwise deal."""
        return self


class PractisedGame(Game):
    """A game whose night can be practiced with open eyes."""

    @abstractmethod
    def practise(self, setup: Setup, seed: int) -> Play:
        """Return a practice night, which has no verdict and counts no points."""


class GamePlug(Struct, frozen=True):
    """The plug in the package of a game. The box offers games in the order of their `rank`."""

    id: str
    rank: int
    folder: str
    """The name of the folder with the game's scenarios."""
    shown_only: tuple[str, ...] = ()
    """The key prefixes of screen words that are never spoken, so that no voice has to record them."""
    beside_seats: tuple[LineId, ...] = ()
    """The answers that are offered besides seats in a question. No person may have one of these words as a name."""

    def scenario_kind(self) -> type[Any] | None:
        """Return the type of the game's scenarios if copies of read and checked scenarios can be saved, or otherwise
        None."""
        return None

    def extended_by(self, files: Sequence[Any]) -> Self:
        """Return the plug of the game with everything that these files add to it, the nearest file first."""
        return self

    def as_played(self, file: Any) -> Any:
        """Return a file that extends the game, with its calls in the form that this game uses."""
        return file

    def roles_of_files(self) -> Collection[str]:
        return ()

    def words_of_files(self, house: Mapping[Any, Any]) -> Mapping[LineId, Mapping[Any, Any]]:
        """Return the words of the files, by line and language. `house` has the built-in lines for games in files."""
        return {}

    @abstractmethod
    def read_scenario(self, data: bytes, name: str) -> Any:
        """Read and check the file of a scenario. Raises BadFile."""

    @abstractmethod
    def table_game(self, scenarios: Sequence[Any]) -> Game: ...


class JudgePlug(GamePlug, frozen=True):
    """The plug of a game that `nightcrier judge` can judge from a written record."""

    @abstractmethod
    def judge_game(self, content: Raw) -> Struct | Mapping[str, object]:
        """Return the verdict for a written record of a game. Raises RefusedGame."""

    @abstractmethod
    def tell_game(self, content: Raw) -> list[str]:
        """Read the record of a game, and return the lines of a story about it. Raises RefusedGame."""


def problems_of(game: Game, setup: Setup) -> tuple[Word, ...]:
    """Return the reasons why this setup cannot be played. The scenario is checked only if people have not chosen the
    cards themselves."""
    astray = () if setup.deck else scenario_problems(game.scenarios(), setup.scenario, setup.players)
    return astray or game.problems(setup)


def choices_of(options: type[Struct]) -> tuple[Choice, ...]:
    """Return the fields of a game's options as choices in the menu. A choice has several values, or is a switch."""
    types, choices = get_type_hints(options), list[Choice]()
    for field in msgspec.structs.fields(options):
        menu = {key: name for note in getattr(field.type, "__metadata__", ()) for key, name in note.extra.items()}
        choices.append(Choice(field.name, get_args(types[field.name]) or (False, True), field.default, **menu))
    return tuple(choices)


def is_allowed(choice: Choice, value: OptionValue) -> bool:
    """Say whether an option may have this value. Types are compared, too, because True == 1 in Python."""
    return any(type(value) is type(allowed) and value == allowed for allowed in choice.values)


def legal_options(choices: Sequence[Choice], remembered: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    known = {choice.id: choice for choice in choices}
    return {key: value for key, value in remembered.items() if key in known and is_allowed(known[key], value)}


def option_value(choice: Choice, remembered: Mapping[str, OptionValue]) -> OptionValue:
    """Return the remembered value of a choice, or its default if that value is not allowed."""
    return legal_options((choice,), remembered).get(choice.id, choice.default)
