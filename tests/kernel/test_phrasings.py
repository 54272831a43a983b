"""Tests bags of phrasings: what was drawn does not come again too soon."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from nightcrier.kernel.ids import LineId
from nightcrier.kernel.phrasings import CALL, Bags, moment_of, other_phrasings

OPEN = "day.open"


def drawn(bags, line, count, draws):
    """Return the phrasings of one line that are drawn at one stage after another."""
    phrasings = [line, *other_phrasings(line)][:count]
    heard = []
    for _ in range(draws):
        heard.append(bags.draw(line, phrasings))
        bags = bags.after([line])
    return heard


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("seed", range(1, 13))
def test_no_phrasing_comes_again_before_all_others_of_its_bag(seed, count):
    heard = drawn(Bags(seed), OPEN, count, 40 * count)
    bags = [heard[at : at + count] for at in range(0, len(heard), count)]
    assert {frozenset(bag) for bag in bags} == {frozenset(heard)}
    assert len(set(heard)) == count
    assert count == 1 or all(one != other for one, other in pairwise(heard))
    assert heard[0] == OPEN


def test_bags_are_shuffled_by_seed_and_by_moment():
    rows = {(seed, line): tuple(drawn(Bags(seed), line, 6, 12)) for seed in (1, 2) for line in (OPEN, "vote.open")}
    assert len({tuple(each.removeprefix(line) for each in row) for (_, line), row in rows.items()}) == len(rows)


def test_a_wording_and_all_calls_of_a_night_have_one_bag():
    assert moment_of("day.open.short") == moment_of("day.open") == "day.open"
    calls = ["one-night.seer.wake", "one-night.seer.wake.short", "one-night.mason.close", "file.mafia.doctor.wake.many"]
    assert {moment_of(line) for line in calls} == {"call"}
    named = ["file.close.open", "file.wake.dawn", "file.mafia.wake"]  # a game in a file, and a role of one
    assert [moment_of(line) for line in named] == named
    once = Bags(1).after({CALL})
    assert once.drawn == {"call": 1}
    forms = {once.draw(line, [line, next(other_phrasings(line))]).removeprefix(line) for line in calls}
    assert forms == {".other"}


def test_of_a_call_the_last_two_forms_are_drawn():
    line = LineId("one-night.seer.wake.short")
    forms = [line, *other_phrasings(line)][:3]
    assert [Bags(1, {CALL: drawn}).draw(line, forms) for drawn in range(4)] == forms[1:] * 2


def test_a_moment_counts_once_a_stage():
    assert Bags(1).after({OPEN, "vote.open"}).after({OPEN}).drawn == {OPEN: 2, "vote.open": 1}


def test_a_game_that_the_power_took_counts_as_one_draw_from_each_bag():
    kept = replace(Bags(7).after([OPEN]), games=1)
    assert kept.at_start(9, 1) == kept
    lost = kept.at_start(9, 2)
    assert (lost.seed, lost.games, lost.lost) == (7, 2, 1)
    assert drawn(lost, OPEN, 5, 3) == drawn(Bags(7), OPEN, 5, 5)[2:]
    assert drawn(lost, "vote.open", 5, 3) == drawn(Bags(7), "vote.open", 5, 4)[1:]


def test_a_new_box_takes_the_seed_that_it_is_given():
    assert Bags().at_start(9, 0) == Bags(9)


def test_ids_of_phrasings():
    assert [*other_phrasings(OPEN)] == ["day.open.other", *(f"day.open.other.{number}" for number in range(3, 9))]
