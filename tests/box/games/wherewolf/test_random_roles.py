"""Possible roles by lot may always be played, and are nothing that the box would warn of."""

import pytest

from nightcrier.box.games.wherewolf.decks.role_checks import Variants, random_roles, role_advice, role_faults
from nightcrier.box.games.wherewolf.decks.role_draw import MANDATORY
from nightcrier.box.games.wherewolf.game import Wherewolf
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.show.setup import Setup
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
    assert role_faults(random_roles(players, Variants(), SeededChance(players)), players) == ()


def test_other_seeds_draw_other_roles() -> None:
    assert len({random_roles(12, Variants(), SeededChance(seed)) for seed in range(50)}) == 50


@pytest.mark.parametrize("met", [0, 10, 16, 25])
def test_few_of_them_are_new_to_a_table_that_knows_enough(met: int) -> None:
    """Eight players have twelve possible roles, those that are always in among them."""
    known = [*MANDATORY, *(role for role in ROLE_TABLE if role not in MANDATORY)][:met]
    for seed in range(30):
        roles = Wherewolf(()).random_deck(Setup("", 8, fresh=tuple(ROLE_TABLE.keys() - known)), seed)
        assert role_faults(roles, 8) == ()
        if met >= 16:
            assert len(set(roles).difference(known)) <= 2
