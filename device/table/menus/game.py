"""The menus of the game itself: what it offers to choose, of which the table knows nothing by name, and how many of
each card. The deck may be wrong while it is being changed; START refuses it then."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from device.show.plug import DeckFace, card_name, chosen_value, deck_of, problems_of
from device.show.setup import DeckOrigin, Setup
from device.table.house import House
from device.table.menus.items import Item, setting
from device.table.pages.names import fact_lines, fact_text, is_foreign, number
from device.table.state import Table


def options_items(house: House, table: Table) -> tuple[Item, ...]:
    choices, setup = table.choices, table.choices.setup
    rows = []
    for choice in house.games[choices.game].choices():
        changes = [
            (value, choices.with_setup(replace(setup, options={**setup.options, choice.id: value})))
            for value in choice.values
        ]
        rows.append(setting(house, table, choice.id, chosen_value(choice, setup.options), changes))
    return tuple(rows)


class _ChosenDeck(Struct, frozen=True):
    """The deck as it is now, that of the scenario, and where each card stands in the menu."""

    setup: Setup
    deck: tuple[str, ...]
    own: Counter[str]
    places: Mapping[str, int]

    def with_count(self, role: str, count: int) -> Setup:
        """Put so many of this card into the deck, all cards in the order of the menu. Whoever comes back to the cards
        of the scenario has its deck again."""
        counts = Counter(self.deck)
        if counts[role] == count:
            return self.setup
        counts[role] = count
        if counts == self.own:
            return self.setup.with_deck((), DeckOrigin.CHOSEN)
        last = len(self.places)
        deck = sorted(counts.elements(), key=lambda card: self.places.get(card, last))
        return self.setup.with_deck(tuple(deck), DeckOrigin.CHOSEN)


def roles_items(house: House, table: Table) -> tuple[Item, ...]:
    """Make a row for every card of the game with its count; what is in the deck stands first."""
    game, setup = house.games[table.choices.game], table.choices.setup
    cards = game.cards() if isinstance(game, DeckFace) else ()
    own = deck_of(game, setup.with_deck((), DeckOrigin.SCENARIO))
    places = {role: place for place, (role, _) in enumerate(cards)}
    chosen = _ChosenDeck(setup, deck_of(game, setup), Counter(own), places)
    return tuple(_role(house, table, role, limit, chosen) for role, limit in cards)


def roles_footer(house: House, table: Table) -> str:
    """Return in one line how many cards are chosen of how many needed, or what is wrong."""
    game, setup = house.games[table.choices.game], table.choices.setup
    words, language = house.words, table.choices.language
    problems = problems_of(game, setup)
    if problems:
        return fact_text(words, language, problems[0])
    return words.screen(language, "deck.right", n=number(words, language, str(len(deck_of(game, setup)))))


def _role(house: House, table: Table, role: str, limit: int, chosen: _ChosenDeck) -> Item:
    choices, language = table.choices, table.choices.language
    changes = [(count, choices.with_setup(chosen.with_count(role, count))) for count in range(limit + 1)]
    counts = setting(house, table, role, min(chosen.deck.count(role), limit), changes)
    fact = card_name(house.games[choices.game], role)
    printed = fact_text(house.words, language, fact) if is_foreign(fact, language) else ""
    (name,) = fact_lines(fact)
    return replace(counts, line=name, printed=printed)
