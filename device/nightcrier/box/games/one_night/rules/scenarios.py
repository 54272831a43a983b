"""Read the scenarios of One Night: named decks, one file each.

A scenario has the cards for the fewest players, and one card more for each further player:

    game = "one-night"
    level = 1                                  # 1 for beginners to 5 for experts
    printed = true                             # a rulebook prints these cards, so the box says nothing against them
    cards = ["werewolf", "werewolf", "seer", "robber", "troublemaker", "villager"]
    fillers = ["villager", "villager"]         # in this order, one for each further player

    [names]
    en = "First game"
"""

from typing import Literal

from msgspec import Struct

from nightcrier.box.games.one_night.rules.deal import CENTER_CARDS, Deck, in_order
from nightcrier.box.games.one_night.rules.deck_findings import deck_problems
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.deck_checks import DeckFile, check_decks
from nightcrier.box.show.setup import Scenario
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.reading import parse_toml


class _File(DeckFile, frozen=True, forbid_unknown_fields=True):
    game: Literal["one-night"]
    cards: tuple[str, ...]
    fillers: tuple[str, ...] = ()
    printed: bool = False


class NamedDeck(Struct, frozen=True):
    """A scenario with its cards: `cards` for the smallest game, and one card of `fillers` for each further player."""

    scenario: Scenario
    cards: Deck
    fillers: Deck = ()
    printed: bool = False

    def deck(self, players: int) -> Deck:
        """Return the cards for this number of players. Return no cards if the scenario does not fit the number."""
        if players not in self.scenario.players:
            return ()
        more = players + CENTER_CARDS - len(self.cards)
        return in_order((*self.cards, *self.fillers[:more]))


def deck_scenario(data: bytes, name: str) -> NamedDeck:
    """Read a scenario file and check its content. The id of the scenario is the name of the file. Raises BadFile."""
    file = f"{name}.toml"
    read = parse_toml(data, _File, file)
    scenario = read.scenario(file, name, len(read.cards) - CENTER_CARDS, len(read.fillers))
    for key, roles in (("cards", read.cards), ("fillers", read.fillers)):
        unknown = next((role for role in roles if role not in ROLES), None)
        if unknown is not None:
            raise BadFile(file, key, f"expected a role, got {unknown!r}; the roles are {', '.join(ROLES)}")
    named = NamedDeck(scenario, read.cards, read.fillers, read.printed)
    check_decks(file, scenario, "cards", "fillers", lambda players: deck_problems(named.deck(players), players))
    return named
