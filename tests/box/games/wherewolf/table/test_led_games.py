"""Tests whole random games with a moderator, to the verdict: they end as the judge says for the same entries."""

from itertools import pairwise

import pytest

from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage, deal_by_box
from nightcrier.box.show.answers import BACK, Answer
from nightcrier.box.show.stages import Ask, Count, Stage, Tell, Verdict
from nightcrier.kernel.chance import SeededChance
from tests.box.games.wherewolf.paper import verdict_of
from tests.box.games.wherewolf.table.host import Asked, play_through, random_host
from tests.box.games.wherewolf.table.led_evening import WAVERLEY
from tests.box.games.wherewolf.table.led_games import paper_of, place, random_led_game
from tests.sampling import sampled

GAMES = 150
ENDED_APART = (4, 10, 14, 20)
"""Games of eight, which end early."""
SIZES = (8, 12, 16, 18, 8, 12, 16, 24, 30, 36)


def players_of(seed: int) -> int:
    return SIZES[seed % len(SIZES)]


def played(seed: int) -> tuple[WherewolfPlay, list[Asked]]:
    return play_through(random_led_game(players_of(seed), seed), random_host(SeededChance(seed)))


def check_as_judged(seed: int) -> None:
    """Check the verdict, deaths and end of a game against the judge's."""
    play, asked = played(seed)
    last = asked[-1].stage
    assert isinstance(last, Verdict)
    verdict = verdict_of(paper_of(play.state))
    assert [place(seat - 1) for seat in last.winners] == verdict["winners"]
    assert [place(seat - 1) for seat in last.dead] == [who for who, one in verdict["players"].items() if one["out"]]
    known = play.state.known
    assert known.end
    assert (known.end, known.number) == (verdict["end"]["how"], verdict["end"]["round"])
    eliminated = [[place(seat) for seat in one.night.morning.eliminated] for one in play.state.rounds]
    assert eliminated == [day["eliminated"] for day in verdict["days"]]
    burned = [place(one.day.burned) if one.day and one.day.burned is not None else None for one in play.state.rounds]
    assert burned == [day["burned"] for day in verdict["days"]]


@pytest.mark.parametrize("seed", sampled(range(GAMES), 12))
@pytest.mark.untraced
def test_a_game_ends_as_the_judge_says_for_the_same_entries(seed):
    check_as_judged(seed)


@pytest.mark.untraced
def test_games_by_lot_try_every_dealing_and_variant_and_several_ends():
    options = [random_led_game(players_of(seed), seed).rules.options for seed in range(60)]
    for name in ("timed_day", "role_reveal", "open_vote", "amulet_sword", "dealing"):
        assert len({getattr(option, name) for option in options}) == 2, name
    assert {option.latent for option in options} == {"off", "drawn", "chosen"}
    assert {"humans", "shadow"} <= {end for seed in ENDED_APART if (end := played(seed)[0].state.known.end)}


def random_answers(play: WherewolfPlay, seed: int, stages: int) -> list[WherewolfPlay]:
    """Return the game after each of its first stages, answered at random."""
    host, course = random_host(SeededChance(seed)), [play]
    while len(course) < stages and not isinstance(course[-1].stage(), Verdict):
        now = course[-1].stage()
        assert now
        course.append(course[-1].answer(host(now)))
    return course


def may_go_back(stage: Stage | None) -> bool:
    return bool(getattr(stage, "back", False))


@pytest.mark.parametrize("seed", sampled(range(20), 7))
def test_back_leads_entry_by_entry_to_the_first_one_of_this_night_or_day(seed):
    course = random_answers(random_led_game(players_of(seed), seed), seed, 150)
    entries = [play for play in course if isinstance(play.stage(), Ask | Tell) and may_go_back(play.stage())]
    play = max(entries, key=lambda one: len(steps_back(one)))
    back = steps_back(play)
    assert len(back) > 3
    assert not may_go_back(back[-1].stage())
    assert all(any(one == before for before in course) for one in back)
    assert all(one.state.number == play.state.number for one in back)


def steps_back(play: WherewolfPlay) -> list[WherewolfPlay]:
    """Return the game after each step back, as far as BACK leads."""
    found = []
    while may_go_back(play.stage()):
        play = play.answer(BACK)
        assert isinstance(play.stage(), Ask | Tell)
        found.append(play)
    return found


def test_nothing_is_taken_back_beyond_dawn_or_nightfall():
    course = random_answers(random_led_game(12, 3, timed_day=False), 3, 400)
    days = [(before, after) for before, after in pairwise(course) if begins(before, after)]
    assert len(days) > 3
    assert not [after for _, after in days if may_go_back(after.stage()) or after.before]


def begins(before: WherewolfPlay, after: WherewolfPlay) -> bool:
    """Say whether a night or a day began between two states of a game."""
    woke = before.state.outcome is None and after.state.outcome is not None
    return woke or before.state.number != after.state.number


@pytest.mark.parametrize("seed", sampled(range(20), 7))
def test_after_back_and_other_entries_the_end_is_as_if_only_these_had_been_made(seed):
    chance, host = SeededChance(seed), random_host(SeededChance(seed))
    play = first = random_led_game(players_of(seed), seed)
    kept: list[tuple[WherewolfPlay, Answer]] = []
    while not isinstance(stage := play.stage(), Verdict):
        assert stage
        if may_go_back(stage) and chance.below(6) == 0:
            play = play.answer(BACK)
            while kept and kept[-1][0] != play:
                kept.pop()
            kept.pop()
            continue
        answer = host(stage)
        kept.append((play, answer))
        play = play.answer(answer)
    again = first
    for _, answer in kept:
        again = again.answer(answer)
    assert again == play


def test_the_clock_of_the_talk_is_no_entry():
    course = random_answers(random_led_game(8, 1), 1, 400)
    assert not [play for play in course if isinstance(play.stage(), Count) and may_go_back(play.stage())]


def owners(seed: int) -> tuple[int, int]:
    roles = tuple(WAVERLEY.split())
    rules = WolfRules(roles, len(roles), WherewolfOptions(amulet_sword=True), seed)
    items = deal_by_box(rules, WolfVillage(led=False, actual=roles)).known.table.items
    return items["amulet"], items["sword"]


def test_two_different_seats_find_amulet_and_sword_and_every_seat_may():
    found = [owners(seed) for seed in range(200)]
    assert not [seats for seats in found if seats[0] == seats[1]]
    assert {amulet for amulet, _ in found} == {sword for _, sword in found} == set(range(8))
