"""Tests how the box comes to know the roles, or plays without knowing them."""

from collections.abc import Mapping
from itertools import pairwise

import pytest

from nightcrier.box.games.engine.hosted.host_steps import NIGHT_BED
from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.games.wherewolf.table.phrases import wolf_line
from nightcrier.box.show.answers import NONE_OF_THEM, Answer
from nightcrier.box.show.cues import Bed, Say
from nightcrier.box.show.stages import HOST, Ask, Count, Perform, Stage, Tell, Verdict
from nightcrier.kernel.chance import SeededChance
from tests.box.games.wherewolf.table.host import play_through, random_host
from tests.box.games.wherewolf.table.led_evening import LedEvening, by_call, call_of, noted
from tests.box.games.wherewolf.table.led_games import random_led_game

CALLED = {"seer", "mage", "assassin", "guild-master", "thief", "spy", "corrupt-guard", "guard", "other-guard", "monk"}
CALLED |= {"vampire-hunter", "priest", "juliet", "guardian-angel", "pack-leader", "pack-wolf", "young-wolf"}
CALLED |= {"traitor", "vampire", "ghoul"}
"""Roles that are called in the first night, and the Traitor, who raises a hand."""
SEEDS = range(12)


def entered_as(dealt: WherewolfPlay, seed: int) -> LedEvening:
    """Enter the cards of a dealt game as if people had dealt them. Return the evening at the talk of its first day."""
    seats, latent = dealt.state.placed, dealt.state.known.table.latent
    evening = LedEvening(random_led_game(len(seats), seed, dealing="entered", latent="chosen"))
    for _ in range(400):
        if isinstance(evening.now, Count):
            return evening
        evening.answer(dialled(evening.now, evening.play, seats, latent))
    raise LookupError("no assembly")


def dialled(stage: Stage, play: WherewolfPlay, seats: Mapping[int, str], latent: Mapping[int, str]) -> Answer:
    if not isinstance(stage, Ask):
        return ""
    asked = noted(stage)
    subject = asked.partition("=")[2]
    if asked.startswith("ask.actual"):
        return stage.marks.first if stage.marks else ""
    if asked.startswith("ask.seat"):
        taken = play.state.placed
        return next(str(seat) for seat, role in seats.items() if role == subject and seat not in taken)
    if asked.startswith("ask.role"):
        return seats[int(subject) - 1]
    if asked.startswith("ask.latent"):
        return latent.get(int(subject) - 1, "plain")
    return "so" if asked.startswith(("ask.quarter", "ask.without")) else stage.choices[0].value


def stacked(seed: int) -> WherewolfPlay:
    """Return a game after its first night, in which everybody has chosen the first seat."""
    return after_night_of(seed).play


def after_night_of(seed: int) -> LedEvening:
    evening = LedEvening(random_led_game(12, seed, dealing="stacked", latent="chosen"))
    for _ in range(400):
        if isinstance(evening.now, Count):
            break
        evening.answer(dialled(evening.now, evening.play, {}, {}))
    return evening


def latent_beds(evening: LedEvening) -> set[Bed | None]:
    asked = (stage for stage in evening.stages if isinstance(stage, Ask) and noted(stage).startswith("ask.latent"))
    return {stage.night for stage in asked}


def test_the_bed_of_the_night_lies_under_what_is_asked_at_night_alone():
    assert latent_beds(after_night_of(3)) == {None}
    assert latent_beds(entered_as(stacked(3), 3)) == {NIGHT_BED}


@pytest.mark.parametrize("seed", SEEDS)
def test_roles_dialled_in_as_they_answer_are_the_same_game_as_a_stacked_pack(seed):
    dealt = stacked(seed)
    entered = entered_as(dealt, seed).play
    assert entered.state.known == dealt.state.known
    assert entered.state.night == dealt.state.night
    assert dict(sorted(entered.state.placed.items())) == dict(dealt.state.placed)


@pytest.mark.parametrize("seed", SEEDS)
def test_only_silent_roles_are_asked_after_the_calls(seed):
    evening = entered_as(stacked(seed), seed)
    asked = [stage for stage in evening.stages if noted(stage).startswith("ask.seat")]
    dialled_in = {noted(stage).partition("=")[2] for stage in asked}
    assert dialled_in <= CALLED | {"sinner"}, "who raises a hand where there is a Priest"
    last = max(at for at, stage in enumerate(evening.stages) if isinstance(stage, Perform) and stage.page == "night")
    for stage in evening.stages[last:]:
        if noted(stage).startswith("ask.role"):
            assert not CALLED & {option.value for option in stage.choices}  # type: ignore[union-attr]


def test_the_role_of_whom_the_seer_points_at_is_asked_before_she_is_answered():
    read = by_call(entered_as(stacked(3), 3).stages)["seer"]
    assert [question.split()[0] for question in read] == ["ask.seat", "ask.whom", "ask.role", read[-1]]
    assert read[-1] in ("yes", "no")


def test_a_stacked_pack_is_listed_seat_by_seat_and_nothing_is_entered():
    play = random_led_game(8, 5, dealing="stacked", latent="off")
    _, asked = play_through(play, random_host(SeededChance(5)))
    listed = next(noted(one.stage) for one in asked if noted(one.stage).startswith("prepare.stacked"))
    assert listed.count("seat-role n=") == 8
    assert not [one for one in asked if noted(one.stage).startswith(("ask.seat", "ask.role"))]


def test_the_moderator_may_change_the_roles_and_is_asked_back_where_they_are_odd():
    evening = LedEvening(random_led_game(8, 7, dealing="stacked", latent="off"))
    while not noted(evening.now).startswith("ask.actual"):
        evening.answer("")
    ask = evening.now
    assert ask.marks
    wanted = [option.value for option in ask.choices if option.value != "seer 1"][:8]
    assert noted(evening.answer(tuple(wanted)).now).startswith("ask.without role=seer")
    assert noted(evening.answer("change").now).startswith("ask.actual")
    evening.answer(tuple(wanted)).answer("so")
    assert sorted(evening.play.state.placed.values()) == sorted(card.split()[0] for card in wanted)


def unknown(seed: int, players: int = 12) -> list[tuple[Stage, Answer]]:
    play = random_led_game(players, seed, dealing="unknown", timed_day=False)
    _, asked = play_through(play, random_host(SeededChance(seed)))
    return [(one.stage, one.answer) for one in asked]


ANSWERS = {"yes", "no", "touch", "both-open", "opens", "fingers", "not-in-play", "awake", "dead-tonight", "role-seat"}
ANSWERS |= {"raises", "nothing"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_box_that_knows_no_roles_answers_nothing_and_asks_for_no_role(seed):
    played = unknown(seed)
    assert isinstance(played[-1][0], Verdict)
    for stage, _ in played:
        words = noted(stage).split()
        assert not ANSWERS & set(words)
        assert not words or not words[0].startswith(("ask.whom", "ask.seat", "ask.role", "ask.eyes"))


@pytest.mark.parametrize("seed", SEEDS)
def test_script_and_clock_call_everybody_who_may_be_there_every_night(seed):
    play = random_led_game(12, seed, dealing="unknown", timed_day=False)
    heard = [call_of(stage) for stage, _ in unknown(seed) if isinstance(stage, Perform)]
    nights = "|".join(heard).split("moment.nightfall")[1:]
    assert nights
    for number, night in enumerate(nights, 1):
        calls = [name.removeprefix("call.") for name in night.split("|") if name]
        wanted = list(play.rules.calls(number))
        assert calls[: len(wanted)] == wanted


@pytest.mark.parametrize("seed", SEEDS)
def test_script_and_clock_say_each_morning_that_the_village_meets(seed):
    stages = [stage for stage, _ in unknown(seed)]
    nights = [stage for stage in stages if call_of(stage) == "moment.nightfall"]
    shows = [
        before for before, talk in pairwise(stages) if isinstance(talk, Count) and call_of(before) == "moment.dawn"
    ]
    assert len(shows) == len(nights) - 1, "the last morning ends the game"
    assert all(isinstance(show, Perform) and show.show[-1] == Say(wolf_line("assembly")) for show in shows)


@pytest.mark.parametrize(
    ("title", "asked"),
    [("accused", "ask.accused"), ("no-accused", "ask.accused"), ("burned", "ask.burns"), ("no-burned", "ask.burns")],
)
def test_script_and_clock_take_back_who_is_accused_and_who_burns_while_it_is_told(title, asked):
    evening = LedEvening(random_led_game(8, 3, dealing="unknown", timed_day=False))
    accused: Answer = () if title == "no-accused" else ("3",)
    answers = {"ask.accused": accused, "ask.burns": "3" if title == "burned" else NONE_OF_THEM}
    while call_of(evening.now).partition(" ")[0] != title:
        evening.answer(answers.get(noted(evening.now), ""))
    assert isinstance(evening.now, Perform)
    assert evening.now.back
    assert noted(evening.back().now) == asked


def test_script_and_clock_name_the_dead_of_a_night_by_their_seats():
    evening = LedEvening(random_led_game(8, 3, dealing="unknown", timed_day=False))
    while not call_of(evening.now).startswith("dead"):
        evening.answer(("1", "4") if noted(evening.now) == "ask.died" else "")
    assert call_of(evening.now) == "dead seats=2, 5"


def test_what_the_moderator_reads_is_for_him_alone():
    for seed in SEEDS:
        _, asked = play_through(random_led_game(8, seed, open_vote=False), random_host(SeededChance(seed)))
        assert {one.stage.who for one in asked if isinstance(one.stage, Ask | Tell)} == {HOST}


@pytest.mark.parametrize("dealing", ["stacked", "entered"])
def test_the_moderator_makes_heroes_and_descendants_where_he_chooses_them(dealing):
    for seed in range(40):
        play, asked = play_through(
            random_led_game(8, seed, dealing=dealing, latent="chosen"), random_host(SeededChance(seed))
        )
        chosen = [one.answer[0] for one in asked if noted(one.stage).startswith("ask.latent")]
        peasants = [role for role in play.state.known.table.roles if role == "peasant"]
        assert len(chosen) == len(peasants)
        assert sorted(play.state.known.table.latent.values()) == sorted(set(chosen) - {"plain"})
