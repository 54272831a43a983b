"""Tells what may be wished for at home, and how it is now: the people of the evening, the decks of all games, the
values of the menus, each by the text it has on the glass; and the cards of the next game, with the odds of the deal."""

from collections.abc import Iterator
from itertools import islice

from device.kernel.public_deck import OfferedCard, OfferedDeck
from device.kernel.public_record import OfferedScenario, OfferedSetting, PublicPerson, TableOffers
from device.kernel.wishes import LONGEST_ID
from device.show.facts import Word
from device.show.plug import DeckFace, Game, card_name, deck_of, odds_of, problems_of, warnings_of
from device.table.chosen_number import deck_line, scenario_title
from device.table.heeded import is_at_home
from device.table.house import House
from device.table.menus.every import MENUS
from device.table.menus.game import roles_footer
from device.table.menus.items import Item, first_help
from device.table.pages.names import fact_text, is_foreign
from device.table.roster import evening_people
from device.table.state import Table
from device.table.tonight import tonight_setup
from device.table.wishes import WISHED_MENUS
from device.words.catalogue import UNHEARD

MOST_SCENARIOS = 500
"""All in one line of the record, of which a second program reads 256 KiB: more the dial alone finds."""
_ELSEWHERE = frozenset({"screen.scenario", "screen.about"})
"""Stands among the decks, or is nothing to be chosen."""


def table_offers(house: House, table: Table) -> TableOffers | None:
    """Return what may be wished for; None while a game, or a hand at the menus, has the table."""
    if not is_at_home(table):
        return None
    people = evening_people(table)
    return TableOffers(
        game=table.choices.game,
        scenario=table.choices.setup.scenario,
        people=tuple(PublicPerson(n, each.name, each.presence, each.out) for n, each in enumerate(people, 1)),
        scenarios=_scenarios(house, table),
        settings=_settings(house, table),
        deck=offered_deck(house, table),
    )


def _scenarios(house: House, table: Table) -> tuple[OfferedScenario, ...]:
    """Return the scenarios that a wish can name: a deck whose file has a longer name is found by the dial alone."""
    language = table.choices.language
    every = (
        OfferedScenario(game.id, scenario.id, _plain(house.words.title(language, scenario_title(game.id, scenario.id))))
        for game in house.games.values()
        for scenario in game.scenarios()
        if len(scenario.id) <= LONGEST_ID
    )
    return tuple(islice(every, MOST_SCENARIOS))


def _settings(house: House, table: Table) -> tuple[OfferedSetting, ...]:
    listed = ((menu, item) for menu in WISHED_MENUS for item in MENUS[menu](house, table))
    return tuple(
        _offered(house, table, menu, item)
        for menu, item in listed
        if len(item.values) > 1 and item.line not in _ELSEWHERE
    )


def _offered(house: House, table: Table, menu: str, item: Item) -> OfferedSetting:
    """Offer a row with its texts as they come, marks of where a row may break and all: a wish names them so."""
    label, *told = (
        _plain(house.words.title(table.choices.language, line)) for line in (item.line, *first_help(house, item.line))
    )
    values = tuple(value.text for value in item.values)
    return OfferedSetting(menu, item.line, label, values, item.index, "".join(told))


def _plain(text: str) -> str:
    return text.translate(UNHEARD)


def offered_deck(house: House, table: Table) -> OfferedDeck | None:
    """Return the deck as people may change it; None if the cards of a game are not for people to choose."""
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
    """Return a share in percent: 0 is kept for what cannot be, 100 for what is certain."""
    return min(99, max(1, round(100 * share))) if 0 < share < 1 else round(100 * share)


def _name(house: House, table: Table, game: Game, card: str) -> str:
    """Return what is printed on a card, and what it is called here, if that is another language."""
    words, language, fact = house.words, table.choices.language, card_name(game, card)
    printed = fact_text(words, language, fact)
    name = f"{printed} ({words.role(language, fact.id)})" if is_foreign(fact, language) else printed
    return name.translate(UNHEARD)


def _told(house: House, table: Table, problems: tuple[Word, ...]) -> Iterator[str]:
    """Tell what forbids the deck, else that it is ready; then what START would say first."""
    if not problems:
        yield roles_footer(house, table)
    game = house.games[table.choices.game]
    for word in problems or warnings_of(game, tonight_setup(house, table)):
        yield fact_text(house.words, table.choices.language, word)
