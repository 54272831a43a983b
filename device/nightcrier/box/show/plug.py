"""Plugs a game in: a small core and a game under way, and faces beside both.

A game has the faces it has; nobody asks which game it is. `GamePlug` is what the box finds, `PLUG` in the module
`plug` of a game's package; it opens the rest of the package when it is asked for it. `Game` is what the table
plays, `Play` a game under way."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, get_args, runtime_checkable

import msgspec
from msgspec import Raw, Struct

from nightcrier.box.show.answers import Answer
from nightcrier.box.show.facts import Fact, RoleName
from nightcrier.box.show.setup import Choice, DeckFinding, OptionValue, Scenario, Setup, scenario_problems
from nightcrier.box.show.stages import Stage
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


class ScenarioShelf(Protocol):
    """The scenarios of a game, to be looked at."""

    @property
    def id(self) -> str: ...

    def scenarios(self) -> tuple[Scenario, ...]: ...

    def choices(self) -> tuple[Choice, ...]: ...


class Game(ScenarioShelf, Protocol):
    """A game as the table meets it."""

    def begin(self, setup: Setup, seed: int) -> Play: ...


@runtime_checkable
class CardsFace(Protocol):
    """A game whose scenarios name cards."""

    def cards(self) -> tuple[tuple[str, int], ...]:
        """Return every card of the game with how many the boxes hold, in the order of the menu."""
        ...

    def deck(self, setup: Setup) -> tuple[str, ...]:
        """The cards in play, center included, in the order people would name them."""
        ...


@runtime_checkable
class CardNameFace(Protocol):
    """A game whose cards have names of their own, beside the roles that all games share."""

    def card_fact(self, card: str) -> Fact:
        """Return the name of a card."""
        ...


@runtime_checkable
class DeckFace(CardsFace, Protocol):
    """A game whose cards people choose before START."""

    def random_deck(self, setup: Setup, seed: int) -> tuple[str, ...]:
        """A legal deck drawn by lot for that many players."""
        ...

    def problems(self, setup: Setup) -> tuple[DeckFinding, ...]:
        """Return what forbids these cards, the most telling first; empty if they may be played."""
        ...

    def warnings(self, setup: Setup) -> tuple[DeckFinding, ...]:
        """Return what to know, or to lay out, before this deck is played."""
        ...


@runtime_checkable
class OddsFace(Protocol):
    """A game that knows the odds of its deal."""

    def deal_odds(self, setup: Setup) -> Mapping[str, float]:
        """Return odds from 0 to 1, for a deck that may be played; by the words that the page in the home's network has
        for them."""
        ...


@runtime_checkable
class CallFace(Protocol):
    """A game that calls its roles in an order known beforehand."""

    def usual_calls(self, setup: Setup) -> tuple[Fact, ...]: ...


@runtime_checkable
class OpeningFace(Protocol):
    """A game whose first words after START are known beforehand."""

    def opening(self, setup: Setup) -> tuple[LineId, ...]: ...


@runtime_checkable
class DealFace(Protocol):
    """A game that the box can deal, so that nobody needs cards."""

    def setup_for_deal(self, setup: Setup) -> Setup:
        """Return the setup as dealt by the box."""
        ...


@runtime_checkable
class DeckSheetFace(Protocol):
    """A game with a sheet of its own for `nightcrier decks show`."""

    def deck_sheet(self, setup: Setup, name: NameOf, length: LengthOf) -> list[str]:
        """Return the rows of the sheet, of a setup that may be played."""
        ...


@runtime_checkable
class EyesShutFace(Protocol):
    """A game of which it is known beforehand how long eyes stay shut."""

    def eyes_shut(self, setup: Setup, length: LengthOf) -> Seconds: ...


@runtime_checkable
class PiecesFace(Protocol):
    """A game that reads in what plays it only when it is played."""

    def pieces(self) -> tuple[str, ...]:
        """Return the modules that are imported when the game is played, ordered so that each import loads few
        others."""
        ...


class GamePlug(Protocol):
    """The plug in the package of a game. Games are offered in the order of their `rank`."""

    @property
    def id(self) -> str: ...

    @property
    def rank(self) -> int: ...


@runtime_checkable
class TablePlug(Protocol):
    """A game that is played at the table, where there are scenarios for it."""

    @property
    def folder(self) -> str:
        """The folder of its scenarios among all."""
        ...

    def read_scenario(self, data: bytes, name: str) -> Any:
        """A file, checked. Raises BadFile."""
        ...

    def table_game(self, scenarios: Sequence[Any]) -> Game: ...


@runtime_checkable
class KeptPlug(Protocol):
    """A game whose scenarios, once read and found right, can be kept as they were read."""

    def scenario_kind(self) -> type[Any]: ...


@runtime_checkable
class JudgePlug(Protocol):
    """A game that `nightcrier judge` can judge."""

    def judge_game(self, content: Raw) -> Struct:
        """The verdict for a game on paper. Raises RefusedGame, as does the story."""
        ...

    def tell_game(self, content: Raw) -> list[str]:
        """Tell a game on paper as a story, line by line."""
        ...


@runtime_checkable
class WordsPlug(Protocol):
    """A game with screen words that nobody says: a voice need not learn them."""

    @property
    def shown_only(self) -> tuple[str, ...]:
        """The beginnings of the keys of these words."""
        ...


@runtime_checkable
class AnswersPlug(Protocol):
    """A game that offers more than seats where one is to be chosen: nobody may be called so."""

    @property
    def beside_seats(self) -> tuple[LineId, ...]:
        """The words for all that is offered beside seats."""
        ...


def deck_of(game: ScenarioShelf, setup: Setup) -> tuple[str, ...]:
    """The cards in play; none where a game has no deck."""
    return game.deck(setup) if isinstance(game, CardsFace) else ()


def card_name(game: ScenarioShelf, card: str) -> Fact:
    """Return the name of a card, to be read or said."""
    return game.card_fact(card) if isinstance(game, CardNameFace) else RoleName(card)


def problems_of(game: ScenarioShelf, setup: Setup) -> tuple[DeckFinding, ...]:
    """Return what forbids this setup. Its scenario is not asked where people chose the cards themselves."""
    astray = () if setup.deck else scenario_problems(game.scenarios(), setup.scenario, setup.players)
    return astray or (game.problems(setup) if isinstance(game, DeckFace) else ())


def warnings_of(game: ScenarioShelf, setup: Setup) -> tuple[DeckFinding, ...]:
    return game.warnings(setup) if isinstance(game, DeckFace) else ()


def odds_of(game: ScenarioShelf, setup: Setup) -> Mapping[str, float]:
    return game.deal_odds(setup) if isinstance(game, OddsFace) else {}


def calls_of(game: Game, setup: Setup) -> tuple[Fact, ...]:
    return game.usual_calls(setup) if isinstance(game, CallFace) else ()


def opening_of(game: Game, setup: Setup) -> tuple[LineId, ...]:
    return game.opening(setup) if isinstance(game, OpeningFace) else ()


def pieces_of(game: Game) -> tuple[str, ...]:
    return game.pieces() if isinstance(game, PiecesFace) else ()


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
