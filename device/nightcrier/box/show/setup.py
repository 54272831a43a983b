"""Contains the choices that a game offers, the setup it begins with, and why a deck is refused."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from nightcrier.box.show.facts import Fact, Number, Word
from nightcrier.kernel.errors import BadFile, WrongUse, full_sentence
from nightcrier.kernel.people import SeatedPerson

OptionValue: TypeAlias = str | int | bool


class DeckOrigin(StrEnum):
    """The origins of a deck. A deck that is not the scenario's has its own name on the screen."""

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
    practice: bool = False  # a night with open eyes, of which nothing counts
    ledger: tuple[int, ...] = ()  # the points each seat, then each beside, has from this game this evening, if known
    seated: tuple[SeatedPerson, ...] = ()  # who sits where, if the table knows; of the evening of that number
    beside: tuple[SeatedPerson, ...] = ()  # who is here and does not play: a game may speak of them as the next seats
    evening: int = 0
    heard: bool = False  # whether this game was played to its end this evening already
    told: bool = False  # whether its aim was explained since the box was switched on
    before: "tuple[Setup, ...]" = ()  # whose cards may lie there: one; several (or NO_CARDS) if laying out was given up
    named: bool = False  # whether its cards are named before: some are new to people who want to be told
    games_before: int = 0  # how many this box had begun: it decides which lines are said in their second phrasing
    origin: DeckOrigin = DeckOrigin.SCENARIO  # of the cards in `deck`

    @property
    def deck_id(self) -> str:
        """The name under which the box stores this deck with a game that was played."""
        return self.scenario if self.origin is DeckOrigin.SCENARIO else self.origin

    @property
    def lays_cards(self) -> bool:
        """True unless the setup is `NO_CARDS`, for which nothing was laid out."""
        return self != NO_CARDS

    def with_deck(self, deck: tuple[str, ...], origin: DeckOrigin) -> "Setup":
        """Return the setup with these cards, or with the scenario's if there are none."""
        return replace(self, deck=deck, origin=origin if deck else DeckOrigin.SCENARIO)


NO_CARDS = Setup("", 0)
"""The value in `before` for a table on which no cards lay."""


class Scenario(Struct, frozen=True):
    """A named deck as the menu shows it. `names` has a name by language; a missing one falls back to `en`. `say` spells
    a name for the voice where it would read the name wrong."""

    id: str
    names: Mapping[str, str]
    players: tuple[int, ...]
    level: int = 1
    say: Mapping[str, str] = {}


class Choice(Struct, frozen=True):
    """An option of a game in the menu. Its screen words are `<id>` and `value.<id>.<value>`."""

    id: str
    values: tuple[OptionValue, ...]
    default: OptionValue


DeckName = Annotated[str, Meta(min_length=1, max_length=80)]
"""A name of a deck, as read or as spelt for a voice. The limit is four rows of the glass, since all names of all decks
go to a companion at once."""


class DeckFinding(Word, frozen=True, tag="word", kw_only=True):
    """A problem or a warning about a deck: the word for the screen, and an English `sentence` for commands and files.
    The sentence says what to do, and has no full stop."""

    sentence: str


def deck_finding(key: str, sentence: str, role: Fact | None = None, **numbers: int) -> DeckFinding:
    fillings: dict[str, Fact] = {name: Number(value) for name, value in numbers.items()}
    return DeckFinding(key, fillings if role is None else {"role": role, **fillings}, sentence=sentence)


def advice_rows(sentences: Iterable[str]) -> list[str]:
    """Return the rows of a sheet that tell what to know before a game; none without sentences."""
    rows = [f"  - {sentence}" for sentence in sentences]
    return ["", "Before you play", *rows] if rows else []


def scenario_problems(scenarios: Sequence[Scenario], name: str, players: int) -> tuple[DeckFinding, ...]:
    """Return the problem of a scenario that is gone or made for another number of players."""
    made_for = next((each.players for each in scenarios if each.id == name), ())
    if players in made_for:
        return ()
    if not made_for:
        gone = "This scenario is not on the box any more: choose another"
        return (deck_finding("problem.unknown-scenario", gone),)
    least, most = made_for[0], made_for[-1]
    other = f"This scenario is for {least} to {most} players, and there are {players}: choose another scenario"
    return (deck_finding("problem.scenario-players", f"{other} or number", least=least, most=most),)


def refuse_deck(problems: Sequence[DeckFinding]) -> None:
    """Raise WrongUse with the first problem, if there is one."""
    if problems:
        raise WrongUse(full_sentence(problems[0].sentence))


class DeckFile(Struct, frozen=True, kw_only=True):
    """The file of a scenario, with the fields that all games share. `say` spells names for the voice."""

    level: Annotated[int, Meta(ge=1, le=5)]  # 1 for beginners to 5 for experts
    names: Mapping[str, DeckName]
    say: Mapping[str, DeckName] = {}

    def scenario(self, file: str, name: str, fewest: int, more: int) -> Scenario:
        """Return the scenario, for the fewest players and up to `more` players on top. Raises BadFile."""
        if "en" not in self.names:
            raise BadFile(file, "names", "needs at least a name in English (en)")
        return Scenario(name, self.names, tuple(range(fewest, fewest + more + 1)), self.level, self.say)


def check_decks(
    file: str, scenario: Scenario, first: str, joining: str, problems: Callable[[int], Sequence[DeckFinding]]
) -> None:
    """Check the deck for each number of players. Raises BadFile with one of two keys of the file: `first` for the
    smallest deck, `joining` for the players added to it."""
    for players in scenario.players:
        for found in problems(players)[:1]:
            key, wrong = (first if players == scenario.players[0] else joining), found.sentence
            raise BadFile(file, key, f"for {players} players, {wrong[0].lower()}{wrong[1:]}")
