"""Tests that 200,000 deals are fair, and that 20,000 random games without cards end as the judge says."""

import json
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from nightcrier.box.games.one_night.dealt.game import deal_table, same_roles
from nightcrier.box.games.one_night.referee.verdict import judge_round
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.sheets.judge_report import report_judgement
from nightcrier.box.games.one_night.sheets.judge_sheet import read_one_night_sheet, to_round
from nightcrier.box.show.facts import Fact
from tests.box.games.facts import filling, key_of
from tests.box.games.one_night.dealt.playing import Played, random_game
from tests.sampling import sampled, so_many

DEALS = so_many(200_000, 40_000)
DECK = ("alpha-wolf", "werewolf", "seer", "robber", "drunk", "villager")
SEATS = 3


@pytest.fixture(scope="module")
def dealt():
    return [deal_table(DECK, Options(), seed).printed for seed in range(DEALS)]


def surprise(found: Counter[object], cells: int) -> float:
    """Return by how many standard deviations the chi-square against an even spread exceeds its expected value."""
    expected = found.total() / cells
    square = sum((found[cell] - expected) ** 2 / expected for cell in found) + expected * (cells - len(found))
    freedom = cells - 1
    return (square - freedom) / (2 * freedom) ** 0.5


@pytest.mark.untraced
def test_every_order_of_deck_and_center_is_equally_likely(dealt):
    assert surprise(Counter(one[: len(DECK)] for one in dealt), 720) < 4


def test_every_card_is_as_likely_in_every_place(dealt):
    for place in range(len(DECK)):
        assert surprise(Counter(one[place] for one in dealt), len(DECK)) < 4


def test_the_center_is_any_three_cards(dealt):
    assert surprise(Counter(frozenset(one[SEATS : len(DECK)]) for one in dealt), 20) < 4


def test_the_alpha_wolfs_card_is_any_wolf_that_was_left_over(dealt):
    wolves = Counter[object](one[-1] for one in dealt)
    assert set(wolves) == {"werewolf", "mystic-wolf", "dream-wolf"}
    assert surprise(wolves, 3) < 4


def test_two_werewolves_left_over_are_twice_as_likely():
    deck = ("alpha-wolf", "dream-wolf", "seer", "robber", "drunk", "villager")
    wolves = Counter(deal_table(deck, Options(), seed).printed[-1] for seed in range(30_000))
    assert set(wolves) == {"werewolf", "mystic-wolf"}
    assert abs(wolves["werewolf"] - 20_000) < 4 * 82


def test_without_an_alpha_wolf_there_is_no_extra_card():
    assert Counter(deal_table(("drunk", *DECK[1:]), Options(), 1).printed) == Counter(("drunk", *DECK[1:]))


def test_a_deal_repeats_another_when_one_seat_holds_the_same_role():
    assert same_roles(("seer", "robber"), ("drunk", "robber"))
    assert not same_roles(("seer", "robber"), ("robber", "seer"))
    assert not same_roles(("seer", "robber"), ("seer", "drunk", "villager"))


GAMES = 20_000
PARTS = 20


@pytest.mark.untraced
@pytest.mark.parametrize("part", sampled(range(PARTS)))
def test_the_verdict_is_the_judges(part):
    rng = Random(part)
    for _ in range(GAMES // PARTS):
        game = random_game(rng)
        judged = report_judgement(judge_round(to_round(read_one_night_sheet(json.dumps(game.sheet).encode()))))
        _agree(game, judged)


def _agree(game: Played, judged: Mapping[str, Any]) -> None:
    verdict = game.evening.stage()
    assert [f"P{seat}" for seat in verdict.dead] == judged["dead"]
    assert [f"P{seat}" for seat in verdict.winners] == judged["winners"]
    cards = game.evening.state.cards
    assert [cards.face(seat) for seat in range(cards.seats)] == [
        player["card"] for player in judged["players"].values()
    ]
    assert "warnings" not in judged  # whoever had to act did, or the box did it; no shield was run against
    for seat, facts in game.shown.items():
        told = [(look["place"], look["card"]) for look in judged["told"].get(seat, []) if "card" in look]
        shown = [_sighting(seat, fact) for fact in facts if key_of(fact) != "deal.become"]
        copied = game.sheet["players"][int(seat[1:]) - 1] == "doppelganger"
        assert set(shown) <= set(told) if copied else shown == told


def _sighting(seat: str, fact: Fact) -> tuple[str, str]:
    n = filling(fact, "n") if "n" in fact.fillings else ""
    places = {"deal.seat-card": f"P{n}", "deal.center-card": f"C{n}", "deal.extra-card": "CW", "deal.own-card": seat}
    return places[key_of(fact)], str(filling(fact, "role"))
