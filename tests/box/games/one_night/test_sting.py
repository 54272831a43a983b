"""The sting of a verdict tells who has won, as the words after it do, and nothing else."""

import pytest

from nightcrier.box.games.one_night.after_vote import verdict_stage, winners_stage
from nightcrier.box.games.one_night.referee.card_state import lay_cards
from nightcrier.box.games.one_night.referee.verdict import PlayedRound, judge_round
from nightcrier.box.show.stages import LONE_WON, VILLAGE_WON, WOLVES_WON

CARDS = ("werewolf", "villager", "tanner")


@pytest.mark.parametrize(
    ("dead", "sting"), [({0}, VILLAGE_WON), ({1}, WOLVES_WON), ({2}, LONE_WON), ({0, 2}, LONE_WON)]
)
def test_a_verdict_has_the_sting_of_who_has_won(dead: set[int], sting: str) -> None:
    laid = lay_cards(CARDS, ("villager", "seer", "robber"))
    told = verdict_stage(judge_round(PlayedRound(laid, dead=frozenset(dead))), len(CARDS))
    assert told.sting == sting


def test_where_people_only_say_who_won_no_team_is_known() -> None:
    assert winners_stage((1,), 3).sting == ""
