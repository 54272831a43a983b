"""How the cards are laid out, by what is in the deck."""

import pytest

from device.games.one_night.game import OneNight
from device.show.stages import Setup
from device.words.catalogue import Words


@pytest.mark.parametrize(
    ("scenario", "players", "beside"),
    [
        ("first-game", 3, []),
        ("trust-no-one", 3, ["one-night.lay-center-wolf"]),
        ("total-chaos", 5, ["one-night.lay-center-wolf", "one-night.lay-artifacts"]),
        ("whole-village", 7, ["one-night.lay-shields", "one-night.lay-artifacts"]),
    ],
)
def test_what_lies_beside_the_cards_is_laid_out_between_deal_and_look(
    game: OneNight, scenario: str, players: int, beside: list[str]
) -> None:
    told = [line for topic in game.laying_out(Setup(scenario, players)) for line in topic.lines]
    first = ["one-night.lay.cards", "one-night.lay.deal", "one-night.places"]
    assert told == [*first, *beside, "one-night.lay.look"]


def test_one_shield_is_for_the_sentinel_alone(game: OneNight) -> None:
    deck = ("sentinel", "werewolf", "werewolf", "seer", "robber", "villager")
    told = [line for topic in game.laying_out(Setup("first-game", 3, deck)) for line in topic.lines]
    assert "one-night.lay-shield" in told


def test_every_step_is_written(game: OneNight, english: Words, english_lines: frozenset[str]) -> None:
    for scenario in game.scenarios():
        for topic in game.laying_out(Setup(scenario.id, scenario.players[0])):
            assert set(topic.lines) <= english_lines
