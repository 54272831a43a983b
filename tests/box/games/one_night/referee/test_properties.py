"""Tests what holds in every game, and that two independently written referees agree."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrier.box.games.one_night.referee.card_state import CardState
from nightcrier.box.games.one_night.referee.deeds import do_action
from nightcrier.box.games.one_night.referee.night_choices import (
    DIRECTIONS,
    RoleAction,
    free_artifacts,
    may_stop,
    next_choices,
)
from nightcrier.box.games.one_night.referee.verdict import judge_round
from nightcrier.box.games.one_night.referee.whole_night import awake_seats, copied_role_done_at_once, resolve_night
from nightcrier.box.games.one_night.rules.calls import calls_of_cards
from nightcrier.box.games.one_night.rules.role_blocks import Deed
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.games.one_night.sheets.judge_sheet import OneNightSheet, read_one_night_sheet, to_round
from nightcrier.kernel.errors import RefusedGame
from tests.sampling import sampled

SEEDS = st.integers(0, 2**32)
OFTEN = settings(max_examples=300, deadline=None)


@pytest.fixture(scope="session")
def random_game(beside):
    make = beside("random_games").random_game
    return lambda seed: make(Random(seed))


@given(seed=SEEDS)
@OFTEN
def test_cards_are_conserved(seed, random_game, verdict):
    game = random_game(seed)
    found = verdict(**game)
    dealt = game["players"] + game["center"] + ([game["center_wolf"]] if game["center_wolf"] else [])
    assert Counter([*found.cards.split(), *found["center"].values()]) == Counter(dealt)


@given(seed=SEEDS)
@OFTEN
def test_the_same_game_has_the_same_verdict_in_whatever_order_the_choices_are_written(seed, random_game, verdict):
    game = random_game(seed)
    again = game | {"night": Random(seed).sample(game["night"], len(game["night"]))}
    assert verdict(**game) == verdict(**game) == verdict(**again)


@given(seed=SEEDS)
@OFTEN
def test_swapping_cards_nobody_touches_changes_nothing_for_the_players(seed, random_game, verdict):
    game = random_game(seed)
    touched = {place for entry in game["night"] for place in entry.get("targets", [])} | set(game["acts_as"])
    center, untouched = list(game["center"]), [n for n in range(3) if f"C{n + 1}" not in touched]
    for here, there in pairwise(untouched):
        center[here], center[there] = center[there], center[here]
    first, second = verdict(**game), verdict(**game | {"center": center})
    assert first.pop("center").keys() == second.pop("center").keys()
    assert first == second


@given(seed=SEEDS, shuffle=SEEDS)
@OFTEN
def test_the_calls_are_the_same_wherever_the_cards_lie(seed, shuffle, random_game):
    game = random_game(seed)
    cards = game["players"] + game["center"]
    assert calls_of_cards(cards) == calls_of_cards(Random(shuffle).sample(cards, len(cards)))


@given(seed=SEEDS)
@OFTEN
def test_looking_moves_nothing(seed, random_game, verdict):
    game = random_game(seed)
    looks = {"werewolf", "mystic-wolf", "seer", "apprentice-seer", "insomniac"}
    blind = [entry for entry in game["night"] if entry["as"] not in looks]
    first, second = verdict(**game), verdict(**game | {"night": blind})
    for verdicts in (first, second):
        del verdicts["told"]
        verdicts.pop("warnings", None)
    assert first == second


@given(seed=SEEDS)
@OFTEN
def test_every_seat_stands_in_one_reason_and_the_winners_are_those_of_the_rules_that_win(seed, random_game):
    sheet = msgspec.convert(random_game(seed), type=OneNightSheet)
    result = judge_round(to_round(sheet)).result
    if result is not None:
        assert sorted(seat for reason in result.reasons for seat in reason.seats) == list(range(len(sheet.players)))
        assert set(result.winners) == {seat for reason in result.reasons if reason.rule.won for seat in reason.seats}


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 5),
    st.sampled_from(["P1", "P9", "C1", "CW", "left", "seer", "drunk", "doppelganger", "mask-of-muting", "", "\n", "é"]),
    st.just([]),
    st.just({}),
)


@given(seed=SEEDS, where=SEEDS, junk=JUNK)
@settings(max_examples=1500, deadline=None)
def test_a_game_spoilt_anywhere_is_judged_or_refused_in_one_line(seed, where, junk, random_game):
    game = random_game(seed)
    spoil(game, Random(where), junk)
    complaint = complaint_about(msgspec.json.encode(game))
    assert len(complaint.splitlines()) <= 1
    assert complaint.isascii()


def complaint_about(content: bytes) -> str:
    """Return why the game is refused, or an empty string."""
    try:
        judge_round(to_round(read_one_night_sheet(content)))
    except RefusedGame as refused:
        return str(refused)
    return ""


def spoil(thing: Any, rng: Random, junk: Any) -> None:
    """Replace one value with junk at a random depth."""
    keys = list(thing) if isinstance(thing, dict) else list(range(len(thing)))
    if not keys:
        return
    key = rng.choice(keys)
    if isinstance(thing[key], dict | list) and rng.random() < 0.8:
        spoil(thing[key], rng, junk)
    else:
        thing[key] = junk


@given(seed=SEEDS)
@OFTEN
def test_a_night_acted_step_by_step_is_the_night_run_from_its_list(seed, random_game):
    rng, game = Random(seed), random_game(seed)
    dealt = to_round(msgspec.convert(game | {"night": [], "acts_as": {}}, OneNightSheet)).dealt
    walk = Walk(dealt, rng)
    for step in calls_of_cards([*game["players"], *game["center"]], curator_first=rng.random() < 0.5):
        for seat in awake_seats(walk.state, step):
            walk.turn(seat, step.role)
            copied = copied_role_done_at_once(walk.state, seat) if step.role == "doppelganger" else None
            if copied is not None:
                walk.turn(seat, copied)
    night = resolve_night(dealt, rng.sample(walk.actions, len(walk.actions)))
    assert night.state == walk.state
    assert not [turn for turn in night.turns if turn.skipped]
    assert not night.idle


class Walk:
    """Lets people act one after another, choosing at random from what is legal at that moment."""

    def __init__(self, state: CardState, rng: Random) -> None:
        self.state, self.rng = state, rng
        self.actions: list[RoleAction] = []

    def turn(self, seat: int, role: str) -> None:
        chosen: tuple[int, ...] = ()
        while offered := next_choices(self.state, seat, role, chosen):
            if may_stop(self.state, seat, role, chosen) and self.rng.random() < 0.2:
                break
            chosen = (*chosen, self.rng.choice(offered))
        direction = self.rng.choice(DIRECTIONS) if role == "village-idiot" else None
        artifact = self.rng.choice(free_artifacts(self.state)) if role == "curator" and chosen else None
        if chosen or direction:
            self.actions.append(RoleAction(seat, role, chosen, direction, artifact))
            self.state = do_action(self.state, self.actions[-1]).state


def test_every_block_has_a_role_that_uses_it():
    assert {role.power.deed for role in ROLES.values() if role.power} == set(Deed)


PARTS, GAMES = 40, 2_500


@pytest.mark.untraced
@pytest.mark.parametrize("part", sampled(range(PARTS)))
def test_a_second_referee_agrees_on_every_random_legal_game(part, beside, verdict):
    second_opinion, random_game = beside("second_referee").second_opinion, beside("random_games").random_game
    rng = Random(part)
    for _ in range(GAMES):
        game = random_game(rng)
        first = verdict(**game)
        first.pop("reasons", None)
        if "warnings" in first:
            first["warnings"].sort()
        assert first == second_opinion(game), game


def test_the_random_games_visit_the_rare_places(beside, verdict):
    random_game, rng = beside("random_games").random_game, Random("rare places")
    met = set()
    for _ in range(2_000):
        game = random_game(rng)
        outcome = verdict(**game)
        met |= {"acts as"} if game["acts_as"] else set()
        met |= {"beyond the box"} if any("boxes" in line for line in outcome.get("warnings", [])) else set()
        met |= {"stopped by a shield"} if any("shield" in line for line in outcome.get("warnings", [])) else set()
        met |= {"more than ten"} if len(game["players"]) > 10 else set()
        met |= {"nobody pointed at"} if None in game.get("votes", []) else set()
        met |= {"protected"} if outcome.get("protected") else set()
        met |= {f"copied {e['as']}" for e in game["night"] if game["players"][e["seat"] - 1] == "doppelganger"}
        met |= {str(player["artifact"]) for player in outcome["players"].values()}
        met |= {"face up"} if any(player["face_up"] for player in outcome["players"].values()) else set()
    copied = "alpha-wolf mystic-wolf sentinel seer apprentice-seer paranormal-investigator robber witch troublemaker"
    copied += " village-idiot drunk insomniac curator revealer"
    assert met >= {f"copied {role}" for role in copied.split()}
    assert met >= {"acts as", "beyond the box", "stopped by a shield", "more than ten", "nobody pointed at"}
    assert met >= {"protected", "face up", "claw-of-the-werewolf", "brand-of-the-villager", "cudgel-of-the-tanner"}
