"""Tests the language of `if`: what conditions mean, and which ones are refused."""

import pytest

from nightcrier.box.games.engine.conditions import read_condition
from nightcrier.box.games.engine.model import Formula, SeatCount, Selection

WOLVES = SeatCount("alive", Selection(("wolf",), ("hidden",)))
ONE = Formula("==", ("night", 1))


def read(text: str) -> object:
    return read_condition(text, {"wolf", "hidden", "and"}, {"bitten"})


def test_sums_and_products():
    sums = Formula("+", (Formula("-", (Formula("*", (WOLVES, 2)), "night")), Formula("*", (2, 3))))
    expected = Formula(">=", (sums, Formula("*", ("players", 3))))
    assert read("alive(wolf, -hidden) * 2 - night + 2 * 3 >= players * 3") == expected


def test_and_binds_more_than_or_and_not_more_than_both():
    assert read("night == 1 or not night == 1 and night==1") == Formula(
        "or", (ONE, Formula("and", (Formula("not", (ONE,)), ONE)))
    )
    assert read("(night == 1 or night == 1) and (night == 1)") == Formula("and", (Formula("or", (ONE, ONE)), ONE))


@pytest.mark.parametrize(
    "text",
    [
        "alive(all) == 0 and dead(bitten) != 1 or burned(wolf) < 1 or killed(all) <= 999",
        "alive(and) > 0",
        "alive (wolf,-hidden) == 1",
        " and ".join(["night == 1"] * 15),
        "not " * 8 + "night == 1",
        "(" * 8 + "night == 1" + ")" * 8,
    ],
)
def test_right_at_an_edge(text):
    assert read(text)


@pytest.mark.parametrize(
    "text",
    [
        "night",
        "night = 1",
        "night == 1000",
        "night == 1 night",
        "night == 1 and",
        "night == -1",
        "night-1 == 1",
        "(night + 1) == 2",
        "(night == 1",
        "night * players == 1",
        "nights == 1",
        "alive() == 1",
        "alive(-wolf) == 1",
        "alive(cat) == 1",
        "alive(others) == 1",
        "dealt(bitten) == 1",
        "alive == 1",
        "1 == 1; 1",
        "not " * 9 + "night == 1",
        "(" * 9 + "night == 1" + ")" * 9,
        " and ".join(["night == 1"] * 15) + " and 1",
        "",
    ],
)
def test_wrong_ones_are_refused(text):
    with pytest.raises(ValueError, match="must"):
        read(text)
