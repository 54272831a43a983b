"""The menus of the game itself: what it offers to choose, of which the table knows nothing by name, and how many of
each card. The deck may be wrong while it is being changed; START refuses it then."""

from collections import Counter

from msgspec.structs import replace

from device.kernel.ids import number_line
from device.show.plug import DeckFace, Game, card_name, chosen_value, deck_of, problems_of
from device.show.setup import DeckOrigin, Setup
from device.table.house import House
from device.table.menus.items import Item, Value, setting
from device.table.menus.main import with_setup
from device.table.pages.names import fact_lines, fact_text, is_foreign, number
from device.table.state import Table


def options_items(house: House, table: Table) -> tuple[Item, ...]:
    choices, setup = table.choices, table.choices.setup
    rows = []
    for choice in house.games[choices.game].choices():
        changes = [
            (value, with_setup(choices, replace(setup, options={**setup.options, choice.id: value})))
            for value in choice.values
        ]
        rows.append(setting(house, table, choice.id, chosen_value(choice, setup.options), changes))
    return tuple(rows)


def roles_items(house: House, table: Table) -> tuple[Item, ...]:
    """Every card of the game with its count; what is in the deck stands first."""
    game = house.games[table.choices.game]
    cards = game.cards() if isinstance(game, DeckFace) else ()
    order = tuple(role for role, _ in cards)
    return tuple(_role(house, table, role, limit, order) for role, limit in cards)


def roles_footer(house: House, table: Table) -> str:
    """How many cards are chosen of how many needed, or what is wrong, in one line."""
    game, setup = house.games[table.choices.game], table.choices.setup
    words, language = house.words, table.choices.language
    problems = problems_of(game, setup)
    if problems:
        return fact_text(words, language, problems[0])
    return words.screen(language, "deck.right", n=number(words, language, str(len(deck_of(game, setup)))))


def _role(house: House, table: Table, role: str, limit: int, order: tuple[str, ...]) -> Item:
    choices, language, game = table.choices, table.choices.language, house.games[table.choices.game]
    deck = deck_of(game, choices.setup)
    values = tuple(
        Value(
            number(house.words, language, str(count)),
            (number_line(count),),
            with_setup(choices, _with_count(game, choices.setup, role, count, order)),
        )
        for count in range(limit + 1)
    )
    fact = card_name(game, role)
    printed = fact_text(house.words, language, fact) if is_foreign(fact, language) else ""
    (name,) = fact_lines(fact)
    return Item(name, values, min(deck.count(role), limit), printed=printed)


def _with_count(game: Game, setup: Setup, role: str, count: int, order: tuple[str, ...]) -> Setup:
    """So many of this card. Whoever comes back to the cards of the scenario has its deck again."""
    now = deck_of(game, setup)
    if now.count(role) == count:
        return setup
    deck = _with(now, role, count, order)
    own = deck_of(game, setup.with_deck((), DeckOrigin.SCENARIO))
    return setup.with_deck(() if Counter(deck) == Counter(own) else deck, DeckOrigin.CHOSEN)


def _with(deck: tuple[str, ...], role: str, count: int, order: tuple[str, ...]) -> tuple[str, ...]:
    """The deck with so many of this card, the others as they were, all as they stand in this menu."""
    counts = Counter(deck)
    counts[role] = count
    return tuple(sorted(counts.elements(), key=lambda card: order.index(card) if card in order else len(order)))
