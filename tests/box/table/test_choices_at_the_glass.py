"""Tests how many choices the menus offer, by turning and pressing the dial as deep as it leads."""

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import LANGUAGES
from tests.box.table.asking import shown
from tests.box.table.evening import Evening

MOST = 28  # in the menu as it opens, without what is behind *More*
ONE_CHOICE = frozenset({"roles", "people", "speakers"})  # lists, not choices of the box: the row that opens one counts
OF_BEFORE = {"one-night": 70, "growl": 58, "wherewolf": 70, "full-moon": 59, "mafia": 56, "spies": 54}
"""The choices by game before some moved behind *More*, without those of the deck. All of them must still be there."""


def choices_met(evening: Evening, page: ListingPage, *, more: bool) -> Iterator[str]:
    """Yield the rows of the open menu and of all menus behind it, without the rows that only open a menu."""
    for at, item in enumerate(page.menu.items(evening.house, evening.table)):
        evening.table = replace(evening.table, page=page)
        evening.turn(at)
        opened = evening.after("press").table.page if item.opens in MENUS.values() else None
        if item.line == "screen.more" and not more:
            continue
        if isinstance(opened, ListingPage) and opened.menu.name not in ONE_CHOICE:
            yield from choices_met(evening, opened, more=more)
        else:
            yield item.line


@pytest.mark.parametrize("game", OF_BEFORE)
def test_few_choices_stand_in_the_menu_as_it_opens_and_all_behind_more(real: Evening, game: str) -> None:
    real.table = replace(real.table, choices=replace(real.table.choices, game=game))
    shown, met = ([*choices_met(real, ListingPage(MENUS["main"], None), more=more)] for more in (False, True))
    print(f"{game}: {len(shown)} of {len(met)} choices")
    assert len(met) == len(set(met))
    assert len(shown) <= MOST
    assert len(met) >= OF_BEFORE[game]


def test_two_cards_of_the_deck_are_changed_in_seven_gestures_and_eleven_detents(real: Evening) -> None:
    game = real.house.games["one-night"]
    before = Counter(game.deck(real.table.choices.setup))
    real.go("press", "2", "press", "-4", "press", "-5", "hold")
    deck = Counter(game.deck(real.table.choices.setup))
    assert (deck - before, before - deck) == (Counter(insomniac=1), Counter(villager=1))


@pytest.mark.parametrize("game", ["one-night", "growl", "wherewolf"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_card_of_a_right_and_a_wrong_deck_tells_the_hold(real: Evening, language: Language, game: str) -> None:
    choices, menu = replace(real.table.choices, game=game, languages=(language,)), MENUS["roles"]
    real.table = replace(real.table, choices=choices, page=ListingPage(menu, None))
    turns = ["1"] * (len(menu.items(real.house, real.table)) - 2)
    for gesture in ("0", *turns, "2", "hold", *turns):
        assert real.house.words.screen(language, "help.roles") in shown(real.after(gesture)), gesture
