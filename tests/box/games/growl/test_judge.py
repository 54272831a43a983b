"""Tests the referee of GROWL on written games: each card's answers in their documented order, and what is refused."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrier.box.games.growl.cards import GROWL_CARDS
from nightcrier.box.games.growl.sheets.judge_report import judge_growl, story_of_growl
from nightcrier.kernel.errors import RefusedGame

EXAMPLES = json.loads(Path(__file__).with_name("judge_examples.json").read_text("utf-8"))
QUIET = [{"active": 1, "card": "insomnia"}, {"active": 2, "card": "hypnosis"}]


def judged(game: object) -> Mapping[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(judge_growl(json.dumps(game).encode())))


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["title"] for example in EXAMPLES])
def test_every_example_is_judged_as_it_says(example):
    verdict = judged(example["game"])
    assert {key: verdict[key] for key in example["expect"]} == example["expect"]


@pytest.mark.parametrize("card", GROWL_CARDS)
def test_every_card_has_an_example_and_its_row_in_the_documentation(card):
    assert any(night["card"] == card for example in EXAMPLES for night in example["game"]["nights"])
    assert re.search(rf"^\| .*`{card}`.*\|.*\|$", documentation(), re.MULTILINE)


def documentation() -> str:
    page = (Path(__file__).parents[4] / "device/nightcrier/box/games/judge.md").read_text("utf-8")
    return page.split("\n## GROWL\n")[1].split("\n## ")[0]


def test_the_game_of_the_documentation_is_told_night_by_night():
    found = re.search(r"```json\n(.*?)```", documentation(), re.DOTALL)
    assert story_of_growl(found[1].encode()) == [
        "GROWL, 6 players; seat 1 begins.",
        "  Dealt first: Bite 2, Gold 4. In the pile: 26 cards.",
        "Night 1: Caged, in the turn of seat 1",
        "  Answers: 2.",
        "  Cards pass to the left, and back to the right: 1 to 3, 3 to 4, 4 to 5, 5 to 6, 6 to 1.",
        "Day 2",
        "  Dead: 4.",
        "Night 2: Hypnosis, in the turn of seat 5",
        "  Cards pass to the left, and back to the right: 1 to 2, 2 to 3, 3 to 5, 5 to 6, 6 to 1.",
        "Night 3: Purge, in the turn of seat 3",
        "  Answers: 2, 1, 2, 3, 2.",
        "  Dead of the card: 2.",
        "  Cards pass to the left, and back to the right: 1 to 3, 3 to 5, 5 to 6, 6 to 1.",
        "  Dead of what was passed: 6.",
        "The game is over: the Final Night is over.",
        "The humans win: a living human stood at the growl.",
        "Seat 2: 2.",
        "Seat 3: 3.",
        "Seat 5: 1.",
    ]


def game(players: int = 5, *nights: Mapping[str, object], **more: object) -> Mapping[str, object]:
    return {"game": "growl", "players": players, "nights": list(nights), **more}


def night(card: str, *answers: object, active: int = 1, **more: object) -> Mapping[str, object]:
    return {"active": active, "card": card, "answers": list(map(str, answers)), **more}


def final(card: str, *answers: object, **more: object) -> Mapping[str, object]:
    return game(5, *QUIET, night(card, *answers, **more))


def test_a_story_tells_each_kind_of_death_and_what_is_missing():
    ended = game(5, night("caged", 2, cannot_pass=[3], night_deaths=[4]), day_deaths=[5])
    assert story_of_growl(json.dumps(ended).encode())[2:] == [
        "Night 1: Caged, in the turn of seat 1",
        "  Answers: 2.",
        "  Dead for want of two cards: 3.",
        "  Cards pass to the left, and back to the right: 1 to 4, 4 to 5, 5 to 1.",
        "  Dead of what was passed: 4.",
        "Day 2",
        "  Dead: 5.",
        "The game is over: two or fewer players live.",
        "The game is over, and humans_stand is missing: nobody can say who has won.",
    ]


def test_the_eleventh_gold_of_fifteen_players_counts():
    ended = {"gold_cards": 10, "day_deaths": [*range(3, 16)], "humans_stand": False}
    hands: list[int | None] = [11, *[0] * 3, *[None] * 11]
    verdict = judged(game(15, **ended, gold_in_hand=hands))
    assert (verdict["supplies"]["starter_gold"], verdict["supplies"]["pile"]) == (11, 27)
    assert verdict["points"][0] == 12
    with pytest.raises(RefusedGame, match="there are 11 of them in all"):
        judged(game(15, **ended, gold_in_hand=[12, *hands[1:]]))


OVER = {"day_deaths": [1, 2, 3], "humans_stand": True}


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (game(3), "players: GROWL is for 4 to 15 players, not 3"),
        (game(10**300), "players: expected int <= 999999"),
        (game(5, night("gift", night_deaths=[-(10**30)])), "night 1, night_deaths 1: "),
        (game(5, start=6), "start: the first turn is that of a seat from 1 to 5, not 6"),
        (game(5, gold_cards=11), "gold_cards: a set has 10 or 12 Gold cards, not 11"),
        (game(5, gold_in_hand=[1]), "gold_in_hand: there is a number or null for each of the 5 seats, not 1"),
        (game(5, {"active": 1}), "night 1: card is missing"),
        (game(5, night("caged", 2, dead=[])), "night 1: there is no key dead here; take it out, or mend its name"),
        (game(5, {"active": 1, "card": "caged", "answers": [2]}), "night 1, answers 1: must be a text in quotes, not "),
        (game(5, night("cagedd")), "night 1: there is no card 'cagedd'; did you mean 'caged'?"),
        (game(5, night("purge")), "night 1: Purge is a Final Night card, for the third night"),
        (final("gift"), "night 3: Gift is no Final Night card"),
        (game(5, night("caged", 2), night("caged", 3)), "night 2: Caged came up before, and there is one of it"),
        (game(5, *QUIET, night("purge"), night("accused")), "a game has 3 nights at most, not 4"),
        (game(5, night("gift", active=2, day_deaths=[2])), "night 1, seat 2: the seat whose turn it is is one of the "),
        (game(5, night("caged", 6)), "night 1: answer 1 of Caged is one of 1, 2, 3, 4, 5, not '6'"),
        (game(5, night("caged", "left")), "night 1: answer 1 of Caged is one of 1, 2, 3, 4, 5, not 'left'"),
        (game(5, night("caged")), "night 1: Caged lacks answer 1"),
        (game(5, night("caged", 2, 3)), "night 1: answer 2 of Caged is one too many"),
        (game(5, night("gift", 2, 3)), "night 1: answer 1 of Gift is one too many"),
        (
            game(5, night("caged", 2, cannot_pass=[2])),
            "night 1, seat 2: the caged player passes no cards and gets none",
        ),
        (game(5, night("gift", cannot_pass=[0])), "night 1: a seat that dies is one of 1, 2, 3, 4, 5, not '0'"),
        (game(5, night("gift", card_deaths=[2])), "night 1: of Gift dies nobody, and card_deaths says something else"),
        (game(5, night("gift", night_deaths=[2, 2])), "night 1: a seat that dies is one of 1, 3, 4, 5, not '2'"),
        (game(5, night("gift", cannot_pass=[2], night_deaths=[2])), "night 1, seat 2: a seat that dies is one of the "),
        (final("purge", 1), "night 3: answer 1 of Purge is one of 2, 3, 4, 5, not '1'"),
        (final("purge", 2, 1, 2, 2, 2, 2), "night 3: answer 6 of Purge is one too many"),
        (
            final("purge", 2, 1, 2, 2, 2, card_deaths=[3]),
            "night 3: of Purge dies 2, and card_deaths says something else",
        ),
        (final("unwanted", "up"), "night 3: answer 1 of Unwanted is one of left, right, not 'up'"),
        (
            game(5, *QUIET, night("purge", 2, 1, 2, 2, 2), day_deaths=[1]),
            "day_deaths, seat 1: the game was over before",
        ),
        (game(4, night("gift", day_deaths=[1, 2])), "night 1: the game ended before this night"),
        (game(4, night("gift", cannot_pass=[1, 2], night_deaths=[3])), "night 1, seat 3: the game was over before"),
        (game(4, day_deaths=[1, 2, 3, 4], humans_stand=True), "humans_stand: nobody lives, so no human stands"),
        (game(5, **OVER, gold_in_hand=[0, 0, 0, 13, None]), "gold_in_hand, seat 4: 13 is no number of Gold cards here"),
        (game(5, **OVER, gold_in_hand=[-1, 0, 0, 1, None]), "gold_in_hand, seat 1: -1 is no number of Gold cards here"),
        (game(5, **OVER, gold_in_hand=[0] * 5), "gold_in_hand, seat 5: every Wolf Zero has lost: this seat too"),
        (
            game(5, **OVER, gold_in_hand=[0, 0, 0, None, None]),
            "gold_in_hand, seat 5: one of the living has won as a hu",
        ),
        (
            game(5, **OVER | {"humans_stand": False}, gold_in_hand=[0, None, None, None, 0]),
            "gold_in_hand, seat 4: all who live have won with the wolves, and so has every Wolf Zero: this seat too",
        ),
    ],
)
def test_an_impossible_game_is_refused_with_its_place_and_one_sentence(broken, sentence):
    with pytest.raises(RefusedGame) as refused:
        judged(broken)
    assert str(refused.value).startswith(sentence)
    assert len(str(refused.value)) < 160


SEATS = st.lists(st.integers(0, 6), max_size=3)
NIGHT = st.fixed_dictionaries(
    {"active": st.integers(1, 5), "card": st.sampled_from(list(GROWL_CARDS))},
    optional={
        "answers": st.lists(st.sampled_from(["left", "right", *"123456"]), max_size=8),
        **dict.fromkeys(("card_deaths", "cannot_pass", "night_deaths", "day_deaths"), SEATS),
    },
)
GOLD = st.none() | st.lists(st.none() | st.integers(-1, 13), min_size=5, max_size=5)


@given(nights=st.lists(NIGHT, max_size=3), by_day=SEATS, stand=st.none() | st.booleans(), gold=GOLD)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_whatever_is_written_is_judged_or_refused(nights, by_day, stand, gold):
    try:
        verdict = judged(game(5, *nights, day_deaths=by_day, humans_stand=stand, gold_in_hand=gold))
    except RefusedGame:
        return
    assert sorted((*verdict["living"], *verdict["dead"])) == [1, 2, 3, 4, 5]
    assert verdict["over"] is (verdict["turn"] is None)
