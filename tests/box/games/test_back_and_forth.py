"""Tests BACK at every question of GROWL and Wherewolf, one step and all the way to the first, and forward again: the
same answers lead to the same stages. Only the passing of cards is not repeated."""

import pytest

from nightcrier.box.games.growl.course import Passing
from nightcrier.box.games.growl.game import Growl
from nightcrier.box.show.answers import Answer
from nightcrier.kernel.chance import SeededChance
from tests.box.games.back_and_forth import AnyGame, check_every_question
from tests.box.games.growl.random_games import random_game
from tests.box.games.wherewolf.table.host import random_host
from tests.box.games.wherewolf.table.led_games import random_led_game

GAMES, STAGES = 6, 260


def growl_course(seed: int) -> list[tuple[AnyGame, Answer]]:
    return [(play, answer) for play, _, answer in random_game(Growl(()), seed, skips=False)][-STAGES:]


def wherewolf_course(seed: int) -> list[tuple[AnyGame, Answer]]:
    play, host = random_led_game(8 + seed, seed), random_host(SeededChance(seed))
    course = list[tuple[AnyGame, Answer]]()
    while (stage := play.stage()) is not None and len(course) < STAGES:
        course.append((play, host(stage)))
        play = play.answer(course[-1][1])
    return course


def is_passing(game: AnyGame) -> bool:
    return isinstance(game.steps[0], Passing)


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("course_of", [growl_course, wherewolf_course])
def test_back_and_the_same_answers_lead_to_the_same_stages(course_of, seed):
    longest, many = check_every_question(course_of(seed), is_passing)
    assert longest > 3
    assert many > 5
