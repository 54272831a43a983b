"""Checks decks: reads the file of a scenario, and finds what makes a deck unplayable or must be known before the game.
Chooses the roles from which a random deck is drawn."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from nightcrier.box.show.facts import Fact, Number, PrintedName, RoleName, Word
from nightcrier.box.show.setup import Scenario
from nightcrier.kernel.chance import Chance
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.ids import LineId, number_line, role_line, screen_line
from nightcrier.kernel.people import MOST_PEOPLE, is_all_visible

DeckName = Annotated[str, Meta(min_length=1, max_length=80)]
"""The name of a deck, as people read it, or as it is spelled for a voice. It fills at most four rows of the glass,
because companion programs get the names of all decks at once."""


Mend = Literal["", "missing", "over"]
"""How a deck can be fixed: by adding cards that are missing, or by removing cards that are too many."""


def deck_finding(
    key: str,
    role: Fact | None = None,
    *,
    said: tuple[LineId, ...] = (),
    mend: Mend = "",
    count: int = 0,
    **numbers: int,
) -> Word:
    """Return a problem or warning about a deck. If cards are `missing` or `over`, it says their `count` or the role."""
    fillings: dict[str, Fact] = {name: Number(value) for name, value in numbers.items()}
    said = (LineId(f"deck.{mend}"), *_cards_said(role, count)) if mend else said
    return Word(key, fillings if role is None else {"role": role, **fillings}, said)


def players_said(least: int, most: int) -> tuple[LineId, ...]:
    """Return the lines that say for how many players a deck is made."""
    return LineId("deck.players"), *_count_said(least), *_count_said(most)


def dealt_finding(most: int) -> Word:
    """Return the problem that there are more players than the box can deal for."""
    said = LineId("deck.take-cards"), *_count_said(most)
    return deck_finding("problem.too-many-dealt", said=said, most=most)


def _count_said(count: int) -> tuple[LineId, ...]:
    return (number_line(count),) if count <= MOST_PEOPLE else ()  # every voice counts as far as there can be people


def _cards_said(role: Fact | None, count: int) -> tuple[LineId, ...]:
    match role:
        case RoleName(name) | PrintedName(name):
            return (role_line(name),)
        case Word(key):
            return (screen_line(key),)
    return _count_said(count)


def scenario_problems(scenarios: Sequence[Scenario], name: str, players: int) -> tuple[Word, ...]:
    """Return the problem of a scenario that no longer exists or does not allow this number of players, if any."""
    made_for = next((each.players for each in scenarios if each.id == name), ())
    if players in made_for:
        return ()
    if not made_for:
        return (deck_finding("problem.unknown-scenario"),)
    least, most = made_for[0], made_for[-1]
    said = players_said(least, most)
    return (deck_finding("problem.scenario-players", said=said, least=least, most=most),)


NEW_AT_ONCE = 2
"""The most new roles that a random deck may contain, because more are hard to learn in one game."""


def roles_to_draw(cards: Sequence[str], fresh: Collection[str], chance: Chance) -> frozenset[str]:
    """Return the roles of a random deck: those that this table knows, and one or two random `fresh` ones. If no role is
    fresh, these are all roles of `cards`."""
    new = frozenset(cards).intersection(fresh)
    few = chance.shuffle(sorted(new))[: 1 + chance.below(NEW_AT_ONCE)] if new else ()
    return frozenset(cards).difference(new).union(few)


def shuffle_known_first(cards: Sequence[str], fresh: Collection[str], chance: Chance) -> tuple[str, ...]:
    """Return the cards in random order, but those of `roles_to_draw` before all others."""
    shuffled, known = chance.shuffle(cards), roles_to_draw(cards, fresh, chance)
    return tuple(sorted(shuffled, key=lambda role: role not in known))


def refuse_deck(problems: Sequence[Word]) -> None:
    """Raise WrongUse with the first problem, if there is one."""
    if problems:
        raise WrongUse(f"This deck cannot be played: {problems[0].key}.")


class DeckFile(Struct, frozen=True, kw_only=True):
    """The contents of a scenario file: the fields that all games share. `say` spells the names for the voice."""

    level: Annotated[int, Meta(ge=1, le=5)]  # 1 for beginners to 5 for experts
    names: Mapping[str, DeckName]
    say: Mapping[str, DeckName] = {}

    def scenario(self, file: str, name: str, fewest: int, more: int) -> Scenario:
        """Return the scenario for the fewest players, and for up to `more` additional players. Raises BadFile."""
        if "en" not in self.names:
            raise BadFile(file, "names", "needs at least a name in English (en)")
        for key, names in (("names", self.names), ("say", self.say)):
            if unseen := next((language for language, title in names.items() if not is_all_visible(title)), None):
                raise BadFile(file, f"{key}.{unseen}", "has a sign that nobody sees; type it anew, without that sign")
        return Scenario(name, self.names, tuple(range(fewest, fewest + more + 1)), self.level, self.say)


class BadDeck(BadFile):
    """Raised when the deck in a file is wrong for this number of players. Contains the problem, for callers that have
    the words to describe it."""

    def __init__(self, file: str, key: str, players: int, problem: Word) -> None:
        super().__init__(file, key, f"for {players} players: {problem.key}")
        self.players, self.problem = players, problem


def check_decks(
    file: str, scenario: Scenario, first: str, joining: str, problems: Callable[[int], Sequence[Word]]
) -> None:
    """Check the deck for each number of players. Raises BadDeck with the key `first` if the smallest deck is wrong, or
    with `joining` if additional players make the deck wrong."""
    for players in scenario.players:
        for found in problems(players)[:1]:
            raise BadDeck(file, first if players == scenario.players[0] else joining, players, found)
