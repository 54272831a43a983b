"""The deck of the next game, for whoever looks on from outside: the cards as the menu has them, what the glass says of
them, and the odds of the deal where the game knows them."""

from collections.abc import Iterator

from device.kernel.public_deck import OfferedCard, OfferedDeck
from device.show.facts import Word
from device.show.plug import DeckFace, Game, card_name, deck_of, odds_of, problems_of, warnings_of
from device.table.house import House
from device.table.menus.game import roles_footer
from device.table.pages.home import deck_line
from device.table.pages.names import fact_text, is_foreign
from device.table.state import Table
from device.table.tonight import tonight_setup
from device.words.catalogue import UNHEARD


def offered_deck(house: House, table: Table) -> OfferedDeck | None:
    """None where the cards of a game are not for people to choose."""
    game, setup = house.games[table.choices.game], table.choices.setup
    if not isinstance(game, DeckFace):
        return None
    deck, problems = deck_of(game, setup), problems_of(game, setup)
    cards = (OfferedCard(card, _name(house, table, game, card), deck.count(card), n) for card, n in game.cards())
    told = (text.translate(UNHEARD) for text in _told(house, table, problems))
    title = house.words.title(table.choices.language, deck_line(table.choices)).translate(UNHEARD)
    odds = {} if problems else {what: _percent(share) for what, share in odds_of(game, setup).items()}
    return OfferedDeck(title, setup.players, tuple(cards), tuple(told), odds)


def _percent(share: float) -> int:
    """Only what cannot be is 0, only what is certain is 100."""
    return min(99, max(1, round(100 * share))) if 0 < share < 1 else round(100 * share)


def _name(house: House, table: Table, game: Game, card: str) -> str:
    """What is printed on it; and what it is called here, where that is another language."""
    words, language, fact = house.words, table.choices.language, card_name(game, card)
    printed = fact_text(words, language, fact)
    name = f"{printed} ({words.role(language, fact.id)})" if is_foreign(fact, language) else printed
    return name.translate(UNHEARD)


def _told(house: House, table: Table, problems: tuple[Word, ...]) -> Iterator[str]:
    """What forbids it, else that it is ready; then what START would say first."""
    if not problems:
        yield roles_footer(house, table)
    game = house.games[table.choices.game]
    for word in problems or warnings_of(game, tonight_setup(house, table)):
        yield fact_text(house.words, table.choices.language, word)
