"""Contains the choices that a game offers before START, and the setup with which a game begins."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from nightcrier.kernel.people import SeatedPerson
from nightcrier.kernel.phrasings import Bags

OptionValue: TypeAlias = str | int | bool


class DeckOrigin(StrEnum):
    """Says where a deck comes from. A deck that is not from the scenario has its own name on the screen."""

    SCENARIO = "scenario"
    DRAWN = "random-deck"
    CHOSEN = "own-deck"


class Setup(Struct, frozen=True):
    """The choices that people made before START. An empty deck means the scenario's deck for this number of players."""

    scenario: str
    players: int
    deck: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = {}
    fresh: tuple[str, ...] = ()  # roles never played at this table before
    repeats: int = 0  # how many games in a row this table has just begun with this deck, at most two
    languages: int = 1  # in which everything is said, one after the other
    taught: tuple[str, ...] = ()  # roles that are explained within their first call
    practice: bool = False  # a night with open eyes, of which nothing counts
    ledger: tuple[int, ...] = ()  # the points each seat, then each beside, has from this game this evening, if known
    seated: tuple[SeatedPerson, ...] = ()  # who sits where, if the table knows; of the evening of that number
    beside: tuple[SeatedPerson, ...] = ()  # who is here and does not play: a game may speak of them as the next seats
    evening: int = 0
    heard: bool = False  # whether this game was played to its end this evening already
    known: bool = False  # whether this table has played this game, on any evening, and does not want all explained
    told: bool = False  # whether its aim was explained since the box was switched on
    before: "tuple[Setup, ...]" = ()  # whose cards may lie there: one; several (or NO_CARDS) if laying out was given up
    named: bool = False  # whether its cards are named before: some are new to people who want to be told
    tip: str = ""  # the line that is said after it: one for each evening
    result: str = ""  # how the table wants to enter results this evening, once it has said so
    bags: Bags = Bags()  # from which the phrasings of this game are drawn
    origin: DeckOrigin = DeckOrigin.SCENARIO  # of the cards in `deck`
    file: str = ""  # what files of people say of this game, as they were when it began

    @property
    def deck_id(self) -> str:
        """The name of this deck in the scores of a finished game."""
        return self.scenario if self.origin is DeckOrigin.SCENARIO else self.origin

    @property
    def lays_cards(self) -> bool:
        """True unless the setup is `NO_CARDS`, which means that no cards are on the table."""
        return self != NO_CARDS

    def with_deck(self, deck: tuple[str, ...], origin: DeckOrigin) -> "Setup":
        """Return the setup with these cards. If `deck` is empty, the setup gets the cards of the scenario."""
        return replace(self, deck=deck, origin=origin if deck else DeckOrigin.SCENARIO)


NO_CARDS = Setup("", 0)
"""The value of `before` if no cards have been laid out on the table."""


class Scenario(Struct, frozen=True):
    """A named deck as the menu shows it. `names` holds one name for each language; if a name is missing, the one in
    `en` is used. `say` spells a name for the voice, if the voice would otherwise mispronounce it."""

    id: str
    names: Mapping[str, str]
    players: tuple[int, ...]
    level: int = 1
    say: Mapping[str, str] = {}


class Choice(Struct, frozen=True):
    """An option of a game. The keys of its screen words are `<id>`, or else `word`, and `value.<id>.<value>`. `menu`
    says where the option is: in the main menu, behind *More*, or among the rules that the sources dispute."""

    id: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    word: str = ""
    menu: Literal["main", "options", "rules"] = "options"


MAIN, RULES = Meta(extra={"menu": "main"}), Meta(extra={"menu": "rules"})
"""Marks that put an option into a menu, as part of the type of its field. Without a mark, it is under *More*."""
