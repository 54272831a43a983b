"""The measure of equal work plays real games, and sees what seats do in them."""

from bench.equal_work import CHOOSING, DAWN, DUSK, DUSKS, MOST_ODDS, READING, play_games, surest_case


def test_at_dusk_everybody_holds_and_presses_equally_often_and_is_done_in_time() -> None:
    (game,) = play_games("First Moon", 1)
    assert len(game.rounds[DUSK]) == len(game.rounds[DAWN]) == len(game.nights) == DUSKS
    for turns in game.rounds[DUSK]:
        assert {turn.holds for turn in turns.values()} == {2}
        assert len({turn.presses for turn in turns.values()}) == 1
        assert all(turn.done for turn in turns.values())
    assert len({round(turn.seconds, 3) for turn in game.rounds[DAWN][0].values()}) == 1


def test_in_a_file_everybody_presses_equally_often_and_holds_until_the_glass_goes_dark() -> None:
    (game,) = play_games("all of Full Moon", 1)
    assert len(game.rounds[READING]) == len(game.nights) == DUSKS
    for turns in (each for kind in CHOOSING for each in game.rounds[kind]):
        assert len({turn.presses for turn in turns.values()}) == 1
        assert min(turn.held for turn in turns.values()) > 5


def test_a_role_that_is_told_in_one_case_of_forty_is_told_although_the_mean_says_nothing() -> None:
    held = [seat % 12 == 0 for seat in range(4800)]
    rare = [[3.0 + (seat % 480 == 0)] for seat in range(4800)]
    assert surest_case(("seer", rare, held, ["presses"]))[0] > MOST_ODDS
    even = [[3.0 + (seat % 41 == 0)] for seat in range(4800)]
    assert surest_case(("seer", even, held, ["presses"]))[0] < MOST_ODDS
    other = [[3.0 + (seat % 12 != 0) * (seat % 3)] for seat in range(4800)]
    assert surest_case(("seer", other, held, ["presses"]))[0] > MOST_ODDS
