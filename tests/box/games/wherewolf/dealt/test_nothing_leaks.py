"""Tests that everything people can see and hear at the box is the same whoever has which role, over random games."""

from random import Random

import pytest

from nightcrier.box.games.engine.secret_turns import SeatTurn
from nightcrier.box.games.wherewolf.dealt.dusk import DuskRound, dusk_picks
from nightcrier.box.games.wherewolf.referee.records import DealtTable
from nightcrier.box.games.wherewolf.referee.whole_game import judge_game
from nightcrier.box.games.wherewolf.table.village import at_nightfall, in_the_morning
from nightcrier.box.show.answers import Picks
from nightcrier.kernel.chance import SeededChance
from tests.box.games.wherewolf.dealt.playing import PlayedSteps, by_lot, night, night_falls, rules_of, whole_day
from tests.box.games.wherewolf.test_simulated_games import random_table

NIGHTS = 12
ROWS = 4
"""The most facts for which the screen has room."""


def public_course(turn: SeatTurn) -> list[tuple[object, ...]]:
    """Return what others can see of a turn at each press: the length of the list, whether a seat reads, and hints."""
    row: Picks = ()
    found = list[tuple[object, ...]]()
    while True:
        prompt = turn.prompt(row)
        hints = [str(turn.hint(row, looked)) for looked in (False, True)]
        found.append((len(prompt.options), prompt.confirm, bool(prompt.seen), *hints))
        if not (prompt.options or prompt.confirm):
            return found
        row += (prompt.options[prompt.start].value if prompt.options else prompt.confirm,)


def rounds_of(played: PlayedSteps, seats: int) -> list[tuple[SeatTurn, ...]]:
    return [played.turns[at : at + seats] for at in range(0, len(played.turns), seats)]


def agree(played: PlayedSteps, seats: int) -> None:
    """Check that everybody came once a round, in the same order, and that their turns looked the same to others."""
    for turns in rounds_of(played, seats):
        assert [turn.seat for turn in turns] == sorted({turn.seat for turn in turns})
        assert len(turns) == seats
        assert all(public_course(turn) == public_course(turns[0]) for turn in turns)
        assert all(turn.may_pass((), looked=False) for turn in turns)


@pytest.mark.parametrize("seed", range(40))
def test_a_random_game_is_legal_to_the_end_and_tells_nobody_who_has_a_role(seed):
    rng, table = Random(seed), random_table(seed)
    rules = rules_of(table, seed, full_windows=seed % 2 == 0)
    village = night_falls(table)
    hurry = 0.2 * (seed % 3)
    for _ in range(NIGHTS):
        seats = len(village.known.in_play)
        played = night(rules, village, by_lot(rng, hurry), by_lot(rng, hurry))
        agree(played, seats)
        assert all(len(turn.seen) <= ROWS for turn in played.turns)
        assert all(len(turn.lists) == len(dusk_picks(rules, village)) for turn in played.turns[:seats])
        village = in_the_morning(played.village)
        if village.known.end is not None:
            break
        seats = len(village.known.in_play)
        village, votes = whole_day(rules, village, by_lot(rng, hurry))
        for ballots in votes:
            agree(ballots, seats)
        village = at_nightfall(village)
    judged = judge_game(table, [record.acts for record in village.rounds])
    assert [record.night for record in judged.rounds] == [record.night for record in village.rounds]
    assert not [said for _, said in judged.state.warnings if "must choose" in said or "a vote is missing" in said]


def shuffled(table: DealtTable, seed: int) -> DealtTable:
    """Return a table with the same cards dealt to other seats."""
    return DealtTable(SeededChance(seed).shuffle(table.roles), table.possible)


def with_roles(seed: int) -> DealtTable:
    """Return a random table without items and identities, so that its cards can change hands."""
    drawn = random_table(seed)
    return DealtTable(drawn.roles, drawn.possible)


@pytest.mark.parametrize("seed", range(10))
def test_other_cards_under_the_same_hands_begin_the_lists_at_the_same_place(seed):
    one = with_roles(seed)
    other = shuffled(one, seed + 1)
    rules = rules_of(one, seed)
    first, second = (night(rules, night_falls(table), by_lot(Random(seed))) for table in (one, other))
    assert first.shows == second.shows
    assert [starts(turn) for turn in first.turns] == [starts(turn) for turn in second.turns]
    assert [public_course(turn) for turn in first.turns] == [public_course(turn) for turn in second.turns]


def starts(turn: SeatTurn) -> list[tuple[int, int]]:
    return [(len(dial.options), dial.start) for dial in turn.lists]


def test_a_list_begins_elsewhere_for_each_seat_night_and_game():
    table = with_roles(3)
    village = night_falls(table)
    later = at_nightfall(village)
    drawn = [
        DuskRound().turn(rules_of(table, seed), when, seat, ()).lists[0].start
        for seed in range(12)
        for when in (village, later)
        for seat in village.known.in_play
    ]
    length = len(village.known.in_play) + 1
    often = [drawn.count(start) / len(drawn) * length for start in range(length)]
    assert all(0.4 < share < 2 for share in often)
