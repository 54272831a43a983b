"""How many choices a hand meets in the menus: a walk by the dial, as deep as a press leads."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from tests.box.table.evening import Evening

ONE_CHOICE = frozenset({"roles", "people", "speakers"})
"""Menus of cards, of people and of voices: what they list is no choice of the box, so the row that opens one counts."""
TODAY = {
    "one-night": 71,
    "growl": 60,
    "wherewolf": 71,
    "full-moon": 61,
    "mafia": 58,
    "round-table": 56,
    "spies": 56,
    "two-tracks": 56,
}
"""The choices of a box as it comes, by game: they only become fewer."""


def choices_met(evening: Evening) -> Iterator[str]:
    """Yield the rows of the open menu and of those behind it. A row that only opens other rows is none."""
    page = evening.table.page
    for at, item in enumerate(page.menu.items(evening.house, evening.table)):
        evening.table = replace(evening.table, page=page)
        evening.turn(at)
        opened = evening.after("press").table.page if item.opens in MENUS.values() else None
        if isinstance(opened, ListingPage) and opened.menu.name not in ONE_CHOICE:
            yield from choices_met(evening)
        else:
            yield item.line


@pytest.mark.parametrize("game", TODAY)
def test_the_menus_hold_no_more_choices_than_today(real, game):
    real.table = replace(real.table, choices=replace(real.table.choices, game=game))
    met = tuple(choices_met(real.after("press")))
    print(f"{game}: {len(met)} choices")
    assert len(met) == len(set(met))
    assert len(met) <= TODAY[game]
