"""Scenarios: named decks, one file each. It names the cards for the fewest players and who joins with each one more.

game = "one-night"
level = 1                                  # 1 for beginners to 5 for experts
printed = true                             # a rulebook prints these cards, so the box says nothing against them
cards = ["werewolf", "werewolf", "seer", "robber", "troublemaker", "villager"]
fillers = ["villager", "villager"]         # in this order, one for each further player

[names]
en = "First game"
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from device.games.one_night.rules.deck_rules import deck_problems, finding_sentence
from device.games.one_night.rules.decks import CENTER_CARDS, Deck, in_order
from device.games.one_night.rules.roles import ROLES
from device.kernel.errors import BadFile
from device.kernel.reading import parse_toml
from device.show.setup import DeckName, Scenario

_DeckLevel = Annotated[int, Meta(ge=1, le=5)]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    game: Literal["one-night"]
    level: _DeckLevel
    names: Mapping[str, DeckName]
    cards: tuple[str, ...]
    fillers: tuple[str, ...] = ()
    printed: bool = False
    say: Mapping[str, DeckName] = {}


class NamedDeck(Struct, frozen=True):
    """A scenario with its cards: those of the smallest game, and the fillers that join one by one."""

    scenario: Scenario
    cards: Deck
    fillers: Deck = ()
    printed: bool = False

    def deck(self, players: int) -> Deck:
        """The cards for so many players; none where the scenario is not made for that many."""
        if players not in self.scenario.players:
            return ()
        more = players + CENTER_CARDS - len(self.cards)
        return in_order((*self.cards, *self.fillers[:more]))


def deck_scenario(data: bytes, name: str) -> NamedDeck:
    """A scenario file, checked; its id is the file's name. Raises BadFile with file, key and what is wanted."""
    file = f"{name}.toml"
    read = parse_toml(data, _File, file)
    if "en" not in read.names:
        raise BadFile(file, "names", "needs at least a name in English (en)")
    fewest = len(read.cards) - CENTER_CARDS
    players = tuple(range(fewest, fewest + len(read.fillers) + 1))
    named = NamedDeck(Scenario(name, read.names, players, read.level, read.say), read.cards, read.fillers, read.printed)
    _check(named, file)
    return named


def _check(named: NamedDeck, file: str) -> None:
    """Check that every deck of the file is legal."""
    for key, roles in (("cards", named.cards), ("fillers", named.fillers)):
        unknown = next((role for role in roles if role not in ROLES), None)
        if unknown is not None:
            raise BadFile(file, key, f"expected a role, got {unknown!r}; the roles are {', '.join(ROLES)}")
    for players in named.scenario.players:
        found = deck_problems(named.deck(players), players)
        if found:
            key = "cards" if players == named.scenario.players[0] else "fillers"
            wrong = finding_sentence(found[0], lambda role: role).rstrip(".")
            raise BadFile(file, key, f"for {players} players, {wrong[0].lower()}{wrong[1:]}")
