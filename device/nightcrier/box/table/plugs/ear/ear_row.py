"""Lets people choose the sound card of the private ear, in the menu *More sounds*."""

from msgspec.structs import replace

from nightcrier.box.events import EarCards
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Feature, Table, TableStep
from nightcrier.box.table.over.menu_items import Item, value_row
from nightcrier.box.table.plugs.feature_plug import FeaturePlug

_NO_EAR = "none"


class FoundEarCards(Feature, frozen=True):
    """The sound cards that people could choose when the menu was last opened."""

    cards: tuple[str, ...]


def take_cards(house: House, table: Table, news: EarCards, at: float) -> TableStep:
    return table.with_feature(FoundEarCards(news.cards)), ()


def ear_items(house: House, table: Table) -> tuple[Item, ...]:
    """Return the row of the private ear, if there is a sound card to choose. Its first value is the card in the
    settings."""
    choices, usual, found = table.choices, house.settings.sound.ear or _NO_EAR, table.of(FoundEarCards)
    known = dict.fromkeys((choices.ear, *(found.cards if found else ())))
    cards = [card for card in known if card not in ("", usual)]
    changes = [(usual, replace(choices, ear="")), *((card, replace(choices, ear=card)) for card in cards)]
    return (value_row(house, table, "ear", choices.ear or usual, changes),) if cards else ()


EAR = FeaturePlug(hears={EarCards: take_cards}, rows=(("sounds", ear_items),))
