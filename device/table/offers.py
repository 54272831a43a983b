"""What may be wished for at home, and how it is now: the people of the evening, the decks of all games, the values of
the menus, each by the text it has on the glass."""

from itertools import islice

from device.kernel.public_record import OfferedScenario, OfferedSetting, PublicPerson, TableOffers
from device.kernel.wishes import LONGEST_ID
from device.table.heeded import is_at_home
from device.table.house import House
from device.table.menus.items import Item, first_help
from device.table.offered_deck import offered_deck
from device.table.pages.home import scenario_title
from device.table.pages.listing import MENUS
from device.table.roster import evening_people
from device.table.state import Table
from device.table.wishes import WISHED_MENUS
from device.words.catalogue import UNHEARD

MOST_SCENARIOS = 500
"""All in one line of the record, of which a second program reads 256 KiB: more the dial alone finds."""
_ELSEWHERE = frozenset({"screen.scenario", "screen.about"})
"""Stands among the decks, or is nothing to be chosen."""


def table_offers(house: House, table: Table) -> TableOffers | None:
    """None while a game, or a hand at the menus, has the table."""
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
    """Those that a wish can name: a deck whose file has a longer name the dial alone finds."""
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
    return tuple(_offered(house, table, menu, item) for menu, item in listed if _is_offered(item))


def _is_offered(item: Item) -> bool:
    return len(item.values) > 1 and item.line not in _ELSEWHERE


def _offered(house: House, table: Table, menu: str, item: Item) -> OfferedSetting:
    """The texts as they come, marks of where a row may break and all: a wish names them so."""
    label, *told = (
        _plain(house.words.title(table.choices.language, line)) for line in (item.line, *first_help(house, item.line))
    )
    values = tuple(value.text for value in item.values)
    return OfferedSetting(menu, item.line, label, values, item.index, "".join(told))


def _plain(text: str) -> str:
    return text.translate(UNHEARD)
