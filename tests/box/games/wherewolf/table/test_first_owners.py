"""Amulet and Sword are drawn to two people."""

from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage, deal_by_box
from tests.box.games.wherewolf.table.led_evening import WAVERLEY


def owners(seed: int) -> tuple[int, int]:
    roles = tuple(WAVERLEY.split())
    rules = WolfRules(roles, len(roles), WherewolfOptions(amulet_sword=True), seed)
    items = deal_by_box(rules, WolfVillage(led=False, actual=roles)).known.table.items
    return items["amulet"], items["sword"]


def test_two_different_seats_find_amulet_and_sword_and_every_seat_may() -> None:
    found = [owners(seed) for seed in range(200)]
    assert not [seats for seats in found if seats[0] == seats[1]]
    assert {amulet for amulet, _ in found} == {sword for _, sword in found} == set(range(8))
