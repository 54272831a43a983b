"""Possible roles by lot may always be played, and are nothing that the box would warn of."""

import pytest

from nightcrier.box.games.wherewolf.decks.role_checks import Variants, random_roles, role_advice, role_faults
from nightcrier.kernel.chance import SeededChance

ALL_VARIANTS = [Variants(reveal, open_vote) for reveal in (False, True) for open_vote in (False, True)]


@pytest.mark.parametrize("variants", ALL_VARIANTS, ids=str)
@pytest.mark.parametrize("players", range(8, 25))
def test_they_may_be_played_in_every_variant(players: int, variants: Variants) -> None:
    for seed in range(20):
        roles = random_roles(players, variants, SeededChance(seed))
        assert role_faults(roles, players, variants) == ()
        assert role_advice(roles, players) == ()


@pytest.mark.parametrize("players", range(25, 37))
def test_as_many_as_the_box_has_cards_for(players: int) -> None:
    roles = random_roles(players, Variants(), SeededChance(players))
    assert role_faults(roles, players) == ()


def test_other_seeds_draw_other_roles() -> None:
    assert len({random_roles(12, Variants(), SeededChance(seed)) for seed in range(50)}) == 50
