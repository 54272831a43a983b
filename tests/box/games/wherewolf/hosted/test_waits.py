"""Tests that neither words nor waits tell the table which of the possible roles are in play."""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache

import pytest

from nightcrier.box.games.engine.hosted.host_steps import (
    ASKED,
    MEETS,
    NIGHT_BED,
    TOLD,
    USUAL,
    CallTime,
    LedState,
    draw_led,
    draw_wait,
)
from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.referee.records import DealtTable
from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE, calls_made
from nightcrier.box.games.wherewolf.table.course import Round, WherewolfPlay
from nightcrier.box.games.wherewolf.table.village import (
    WolfRules,
    WolfVillage,
    with_table,
)
from nightcrier.box.show.agenda import at_first_stage
from nightcrier.box.show.answers import NONE_OF_THEM, Answer
from nightcrier.box.show.cues import Call, Cue, Window
from nightcrier.box.show.stages import Ask, Perform, Stage, Tell, Verdict, answer_with_time
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import Seconds
from tests.box.games.wherewolf.table.host import random_host
from tests.box.games.wherewolf.table.led_evening import LedEvening, call_of
from tests.box.games.wherewolf.table.led_games import random_led_game
from tests.sampling import so_many

NIGHTS = {"stacked": 1000, "entered": so_many(1000, 250)}
MEDIANS = {ASKED: 5.0, TOLD: 2.5, MEETS: 5.5}
"""The median seconds of each kind of answer for an unusual moderator, whose times are lognormal."""
SIGMA = 0.35
ONE_PERCENT = 1.63
"""The value that the Kolmogorov-Smirnov statistic exceeds in one case of a hundred if there is no difference."""
FIRST_MEETINGS = ("criminals", "guards", "monk", "vampire-hunter", "priest", "wolves", "vampire")


def distance(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the Kolmogorov-Smirnov statistic of two samples, scaled by their sizes."""
    ones, others = sorted(first), sorted(second)
    i = j = 0
    most = 0.0
    while i < len(ones) and j < len(others):
        step = min(ones[i], others[j])
        while i < len(ones) and ones[i] <= step:
            i += 1
        while j < len(others) and others[j] <= step:
            j += 1
        most = max(most, abs(i / len(ones) - j / len(others)))
    return most * math.sqrt(len(ones) * len(others) / (len(ones) + len(others)))


def kind_of(stage: Stage, number: int) -> str:
    if isinstance(stage, Ask):
        return ASKED
    text = str(stage)
    return MEETS if number == 1 and "house.awake" in text else TOLD


class HeardCall:
    """Records one call of a night: whether anybody was there, and the seconds between its words and its close."""

    def __init__(self, call: str, number: int) -> None:
        self.call = call
        self.number = number
        self.there = True
        self.seconds: Seconds = 0.0


def heard_calls(seed: int, dealing: str) -> list[HeardCall]:
    """Return the calls of a whole game in which nobody opens the eyes in another's turn."""
    drawn, host = random.Random(seed), random_host(SeededChance(seed))
    play = random_led_game((8, 12, 16)[seed % 3], seed, dealing=dealing, amulet_sword=seed % 2 == 0)
    calls: list[HeardCall] = []
    while not isinstance(stage := play.stage(), Verdict):
        assert stage
        title = call_of(stage).removeprefix("call.")
        if title in play.rules.calls(max(1, play.state.number)):
            calls.append(HeardCall(title, play.state.number))
        elif title:
            calls.append(HeardCall("", 0))
        seconds = drawn.lognormvariate(math.log(MEDIANS[kind_of(stage, play.state.number)]), SIGMA)
        if calls and isinstance(stage, Ask | Tell):
            calls[-1].seconds += seconds
        if calls and isinstance(stage, Perform) and isinstance(wait := stage.show[-1], Window):
            calls[-1].there = calls[-1].seconds > 0
            calls[-1].seconds += wait.seconds
        play = play.answer(taken(host, stage, seconds))
    return [call for call in calls if call.call]


def taken(host: Callable[[Stage], Answer], stage: Stage, seconds: Seconds) -> Answer:
    if isinstance(stage, Perform):
        return ""
    answer = host(stage)
    if not isinstance(stage, Ask | Tell) or not stage.timed:
        return answer
    first = answer[:-1] if isinstance(answer, tuple) else ()
    return answer_with_time(stage, NONE_OF_THEM if first == ("eyes",) else first, seconds)


@cache
def thousand_nights(dealing: str) -> tuple[HeardCall, ...]:
    found: list[HeardCall] = []
    nights, seed = 0, 0
    while nights < NIGHTS[dealing]:
        calls = heard_calls(seed, dealing)
        nights += max(call.number for call in calls)
        found += calls
        seed += 1
    return tuple(found)


def told_apart(calls: Iterable[HeardCall]) -> float:
    """Return how much the times of present and absent roles differ, counting each call equally often for both."""
    by_call: dict[tuple[bool, str], tuple[list[float], list[float]]] = {}
    for heard in calls:
        by_call.setdefault((heard.number == 1, heard.call), ([], []))[not heard.there].append(heard.seconds)
    there, absent = list[float](), list[float]()
    for ones, others in by_call.values():
        both = min(len(ones), len(others))
        there += ones[:both]
        absent += others[:both]
    return distance(there, absent)


def pointing(heard: HeardCall) -> bool:
    return heard.number > 1 or heard.call not in FIRST_MEETINGS


@pytest.mark.untraced
@pytest.mark.parametrize("dealing", NIGHTS)
def test_over_a_thousand_nights_the_waits_of_present_and_absent_roles_cannot_be_told_apart(dealing):
    calls = thousand_nights(dealing)
    assert told_apart(calls) < ONE_PERCENT
    assert told_apart(heard for heard in calls if pointing(heard)) < ONE_PERCENT
    assert told_apart(heard for heard in calls if not pointing(heard)) < ONE_PERCENT


@pytest.mark.untraced
@pytest.mark.parametrize("call", calls_made(2, (*ROLE_TABLE, *ITEMS)))
def test_nor_can_those_of_any_one_call_of_later_nights(call):
    heard = [one for one in thousand_nights("stacked") if one.number > 1 and one.call == call]
    assert told_apart(heard) < ONE_PERCENT


def test_the_statistic_tells_a_wait_that_is_half_a_second_longer():
    drawn = random.Random(1)
    times = [drawn.lognormvariate(math.log(5), SIGMA) for _ in range(2000)]
    assert distance(times[:1000], times[1000:]) < ONE_PERCENT
    assert distance(times[:1000], [time + 0.5 for time in times[1000:]]) > ONE_PERCENT


def test_before_any_own_time_a_wait_is_what_is_usual():
    assert abs(draw_wait((), ASKED, SeededChance(1)) - USUAL[ASKED]) < 1


def test_a_moderator_who_is_slow_at_one_kind_is_taken_to_be_slow_at_another():
    assert abs(draw_wait((CallTime(ASKED, 4 * USUAL[ASKED]),), MEETS, SeededChance(1)) - 4 * USUAL[MEETS]) < 2


def test_a_wait_is_one_of_his_own_times_of_that_kind():
    own = (CallTime(TOLD, 2.0), CallTime(TOLD, 8.0), CallTime(ASKED, 30.0))
    assert {round(draw_wait(own, TOLD, SeededChance(seed))) for seed in range(50)} == {2, 8}


def test_what_is_drawn_is_another_draw_after_each_night_answer_and_choice_and_for_each_seed():
    answered, chosen = LedState(times=(CallTime(ASKED, 1.0),)), LedState(night=("seer",))
    nights = (LedState(), LedState(number=1), answered, chosen)
    drawn = [draw_led(1, night, "seer").below(1_000_000) for night in nights]
    more = [draw_led(seed, nights[0], what).below(1_000_000) for seed, what in ((2, "seer"), (1, "mage"))]
    assert len({*drawn, *more}) == 6


POSSIBLE = (
    *("seer", "pack-leader", "mage", "medium", "witch", "healer", "thief", "assassin", "guard", "monk", "bard"),
    *("priest", "sinner", "innkeeper", "young-wolf", "hermit", "vampire", "vampire-hunter"),
)


def night_heard(seed: int) -> tuple[tuple[Cue, ...], tuple[Cue, ...]]:
    """Return the first and second nights of one deal of the possible roles. Seat 3 burns in between."""
    roles, rules = deal(seed), WolfRules(POSSIBLE, 12, WherewolfOptions(), seed)
    known = with_table(
        WolfVillage(led=True, actual=roles, placed=dict(enumerate(roles))), DealtTable(roles, rules.possible)
    )
    evening = LedEvening(at_first_stage(WherewolfPlay(rules, known, (Round(),), keeps_secrets=True)))
    first, day = len(evening.after_night().stages), len(evening.after_day("3=9").stages)
    evening.night("pack-leader nobody; vampire nobody")
    return cues_of(evening.stages[:first]), cues_of(evening.stages[day:])


def deal(seed: int) -> tuple[str, ...]:
    """Return twelve of the possible roles, with a Pack Leader who is not seat 3."""
    drawn = random.Random(seed)
    others = drawn.sample([role for role in POSSIBLE if role != "pack-leader"], 11)
    at = drawn.choice([0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    return (*others[:at], "pack-leader", *others[at:])


def cues_of(stages: Sequence[Stage]) -> tuple[Cue, ...]:
    heard = [cue for stage in stages if isinstance(stage, Perform) for cue in stage.show]
    return tuple(cue for cue in heard if not isinstance(cue, Window | Call) and cue != NIGHT_BED)


def test_whole_nights_sound_the_same_whatever_was_dealt_of_the_same_possible_roles():
    heard = [night_heard(seed) for seed in range(40)]
    assert len({deal(seed) for seed in range(40)}) == 40
    assert all(first == heard[0][0] for first, _ in heard)
    assert all(without_tavern(second) == without_tavern(heard[0][1]) for _, second in heard)


def without_tavern(cues: tuple[Cue, ...]) -> list[Cue]:
    """Leave out the tavern's cues. They differ between deals, since everybody hears if the Seer found an aura."""
    return [cue for cue in cues if "wherewolf.tavern" not in str(cue)]
