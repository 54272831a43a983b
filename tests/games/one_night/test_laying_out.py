"""How the cards are laid out, by what is in the deck."""

import pytest
from msgspec.structs import replace

from device.games.one_night.game import OneNight
from device.show.facts import Word
from device.show.stages import Perform, Setup, Tell
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


@pytest.mark.parametrize("wording", ["full", "short"])
@pytest.mark.parametrize(
    ("again", "line", "title"), [(False, "one-night.deal", "lay.dealt"), (True, "one-night.again", "lay.anew")]
)
def test_no_night_with_cards_begins_before_they_are_dealt(
    game: OneNight, wording: str, *, again: bool, line: str, title: str
) -> None:
    """Of a first game, and of every other, in every wording; START says that they are."""
    setup = Setup("first-game", 3, options={"wording": wording}, again=again)
    play = game.begin(setup, 1)
    told = play.stage()
    assert isinstance(told, Tell)
    assert (told.lines, told.facts, told.foot) == ((line,), (Word(title),), Word("lay.begin"))
    assert game.opening(setup) == told.lines
    assert isinstance(play.answer("").stage(), Perform)
    assert isinstance(game.begin(replace(setup, options={"deal": True}), 1).stage(), Perform)


def test_one_shield_is_for_the_sentinel_alone(game: OneNight) -> None:
    deck = ("sentinel", "werewolf", "werewolf", "seer", "robber", "villager")
    told = [line for topic in game.laying_out(Setup("first-game", 3, deck)) for line in topic.lines]
    assert "one-night.lay-shield" in told


def test_every_step_is_written(game: OneNight, english: Words, english_lines: frozenset[str]) -> None:
    for scenario in game.scenarios():
        for topic in game.laying_out(Setup(scenario.id, scenario.players[0])):
            assert set(topic.lines) <= english_lines
