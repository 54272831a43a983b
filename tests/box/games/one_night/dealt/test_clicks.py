"""Tests that counting the clicks of the dial reveals nothing about a choice, because its start is random."""

from collections import Counter

import pytest

from nightcrier.box.games.one_night.dealt.game import role_turn_of
from nightcrier.box.games.one_night.dealt.seat_turns import ballot_turn
from nightcrier.box.games.one_night.referee.card_state import CardState, HouseRules, lay_cards
from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import Prompt, Secret
from nightcrier.kernel.chance import derive_seed
from tests import sampling
from tests.box.games.one_night.dealt.test_dealing import surprise

SEEDS = 20_000 if sampling.whole else 5_000
CARDS: CardState = lay_cards(
    ("seer", "robber", "troublemaker", "minion"), ("villager", "tanner", "drunk"), None, HouseRules()
)
TURNS = ("seer", "robber", "troublemaker", "vote")


def turn(name: str, seed: int) -> Secret:
    """Return the turn of a role, or of a vote, with this seed."""
    if name == "vote":
        return ballot_turn(2, 5, derive_seed(seed, "vote 2"))
    return role_turn_of(CARDS, name, seed)


def clicks(prompt: Prompt, place: int) -> int:
    """Return the clicks of the shorter way from rest to this option: positive to the right, negative to the left."""
    count = len(prompt.options)
    right, left = (place - prompt.start) % count + 1, (prompt.start - place) % count + 1
    return right if right <= left else -left


@pytest.mark.parametrize("name", TURNS)
def test_every_number_of_clicks_is_as_likely_for_every_choice(name):
    prompts = [turn(name, seed).prompt(()) for seed in range(SEEDS)]
    count = len(prompts[0].options)
    assert count > 1
    for place in range(count):
        heard = Counter(clicks(prompt, place) for prompt in prompts)
        assert len(heard) == count
        assert surprise(heard, count) < 4


@pytest.mark.parametrize(
    ("call", "lone_wolf", "hint"),
    [
        ("seer", False, "deal.act"),
        ("werewolf", False, "deal.look"),
        ("werewolf", True, "deal.act"),
        ("mason", False, "deal.look"),
        ("minion", True, "deal.look"),
        ("doppelganger-minion", False, "deal.look"),
        ("doppelganger-insomniac", False, "deal.act"),
    ],
)
def test_everybody_reads_to_turn_the_dial_only_where_the_call_is_for_choosing(call, lone_wolf, hint):
    """The hint depends neither on who holds the role nor on whether anybody does."""
    for cards in (("werewolf", "mason", "seer"), ("minion", "insomniac", "doppelganger")):
        table = lay_cards(cards, ("villager", "tanner", "drunk"), None, HouseRules(lone_wolf=lone_wolf))
        assert role_turn_of(table, call, 1).hint((), looked=False) == Word(hint)


def test_so_it_is_at_the_second_step_whatever_the_first_was():
    """After a first card or none, the Troublemaker's second list has the same length and starts at the same place."""
    starts = Counter[tuple[int, int]]()
    for seed in range(SEEDS):
        troublemaker = turn("troublemaker", seed)
        first = troublemaker.prompt(())
        seconds = [troublemaker.prompt((option.value,)) for option in first.options]
        assert len({(second.start, len(second.options)) for second in seconds}) == 1
        starts[first.start, seconds[0].start] += 1
    assert surprise(starts, len(first.options) * len(seconds[0].options)) < 4
