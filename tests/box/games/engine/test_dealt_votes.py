"""Tests the vote of a game that the box deals: by each scheme, by hands that people count, and with BACK."""

import pytest

from nightcrier.box.show.stages import Ask
from tests.box.games.engine.dealt_nights import BITE, END, DealtNights


def weighed(scheme: str) -> str:
    return f'[mark.loved]\nvotes = 3\n{BITE}[day]\nvote = "{scheme}"\n{END}'


VOTES = [
    ("majority", ["2", "3", "", "3"], [3]),
    ("three", ["2", "3", "2", "3"], [2, 3]),
    ("run-off", ["2", "3", "", "3", "3", "3"], [3]),
    ("run-off", ["2", "1", "2", "2", "2", ""], [2]),
    ("run-off", ["", "", "", ""], []),
    ("nomination", ["3", "1", "1 2 4", "2", "4", "3", ""], [3]),
]


@pytest.mark.parametrize(("scheme", "said", "out"), VOTES)
def test_where_votes_may_weigh_more_each_is_asked_for(scheme, said, out, tmp_path):
    game = DealtNights(tmp_path, weighed(scheme), "wolf hen hen hen").rounds()
    game.told()
    game.answer("over").told()
    for value in said:
        game.told()
        if isinstance(game.stage, Ask):
            game.answer(*value.split())
    game.told()
    assert list(game.village.state.out) == out


PLAIN = [
    ('"majority"', ["3"], [3], ["Dead: 3"]),
    ('"majority"', [""], [], ["Nobody has died"]),
    ('"majority"\ntie = "all"', ["2 3"], [2, 3], ["Dead: 2, 3"]),
    ('"three"', ["2 3"], [2, 3], ["Dead: 2, 3"]),
    ('"nomination"', ["3"], [3], ["Dead: 3"]),
    ('"run-off"', ["3"], [3], ["Dead: 3"]),
    ('"run-off"', ["3 4", "4"], [4], ["Dead: 4"]),
    ('"majority"\nspares = ["hen"]', ["3"], [], ["Spared: 3", "Nobody has died"]),
]


@pytest.mark.parametrize(("vote", "said", "out", "told"), PLAIN)
def test_else_people_count_their_hands_and_say_who_is_out(vote, said, out, told, tmp_path):
    game = DealtNights(tmp_path, f"{BITE}[day]\nvote = {vote}\n{END}", "wolf hen hen hen").rounds()
    game.told()
    game.answer("over").told()
    for value in said:
        game.told()
        game.answer(*value.split())
    assert game.told() == told
    assert list(game.village.state.out) == out


def test_back_in_the_vote_leads_to_the_question_before(tmp_path):
    game = DealtNights(tmp_path, weighed("majority"), "wolf hen hen hen").rounds()
    game.told()
    game.answer("over").told()
    asked = game.stage
    game.answer("3")
    game.play = game.play.answer("back")
    assert game.texts([game.stage.question]) == game.texts([asked.question])
    for voted in ("2", "", "2", "2"):
        game.answer(voted)
    assert game.told() == ["Dead: 2"]
