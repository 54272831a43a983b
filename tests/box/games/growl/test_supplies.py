"""How many cards each number of players needs: the rulebook's table, and the sums of the box."""

import pytest

from nightcrier.box.games.growl.cards import GROWL_FEWEST, GROWL_MOST, supplies_for

STARTER = {
    4: (1, 3), 5: (1, 4), 6: (2, 4), 7: (2, 5), 8: (2, 6), 9: (3, 6),
    10: (3, 7), 11: (3, 8), 12: (4, 8), 13: (4, 9), 14: (4, 10), 15: (4, 11),
}  # fmt: skip
PILE = {4: 26, 5: 22, 6: 26, 7: 22, 8: 18, 9: 22, 10: 18, 11: 20, 12: 22, 13: 24, 14: 26, 15: 28}
MAIN_DECK = {4: 42, 6: 50, 9: 58}


@pytest.mark.parametrize("players", range(GROWL_FEWEST, GROWL_MOST + 1))
def test_the_table_of_the_rulebook(players: int) -> None:
    supplies = supplies_for(players, 12)
    assert (supplies.bites, supplies.starter_gold) == STARTER[players]
    assert supplies.pile == PILE[players]
    assert supplies.extra == {11: 3, 12: 6, 13: 9, 14: 12, 15: 15}.get(players, 0)


@pytest.mark.parametrize("players", range(GROWL_FEWEST, 11))
def test_the_deal_and_the_pile_are_the_main_deck(players: int) -> None:
    wanted = MAIN_DECK[max(fewest for fewest in MAIN_DECK if fewest <= players)]
    assert supplies_for(players, 12).pile + 4 * players == wanted
    assert supplies_for(players, 10).pile + 4 * players == wanted - 2


@pytest.mark.parametrize(("players", "removed"), [(4, 16), (5, 16), (6, 8), (8, 8), (9, 0), (10, 0), (15, 0)])
def test_marked_cards_stay_out_where_few_play(players: int, removed: int) -> None:
    assert supplies_for(players, 12).removed == removed


def test_fifteen_with_ten_gold_take_the_eleventh_of_the_second_game() -> None:
    taken = {players: supplies_for(players, 10).extra_gold for players in range(GROWL_FEWEST, GROWL_MOST + 1)}
    assert {players for players, gold in taken.items() if gold} == {15}
    supplies = supplies_for(15, 10)
    assert (supplies.extra_gold, supplies.gold, supplies.starter_gold, supplies.pile) == (1, 11, 11, 27)
    assert supplies_for(15, 12).extra_gold == 0


def test_more_cards_make_the_pile_thicker_and_its_third_too() -> None:
    supplies = supplies_for(6, 12, 19)
    assert (supplies.pile, supplies.third) == (45, 15)
    assert (supplies.bites, supplies.starter_gold, supplies.removed) == (2, 4, 8)
