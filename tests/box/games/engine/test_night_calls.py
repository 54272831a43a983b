"""Tests the calls of one night: what each verb does, who learns what, who acts in vain, and what is refused."""

from collections.abc import Sequence
from typing import Any

import pytest

from nightcrier.box.games.engine.referee.deeds import CalledNight
from nightcrier.box.games.engine.referee.night import play_calls, turn_of
from nightcrier.box.games.engine.referee.records import CallChoice
from nightcrier.box.games.engine.referee.standing import Standing, begin_standing, lay_table
from nightcrier.kernel.errors import RefusedGame
from tests.box.games.engine.small import read

HEAD = """
format = 1
players = [5, 5]
nights = "many"
[side.town]
[side.foxes]
[role.hen]
side = "town"
fills = true
[role.owl]
side = "town"
[role.cock]
side = "town"
[role.fox]
side = "foxes"
[role.cub]
side = "foxes"
seen = "town"
tags = ["small"]
[mark.bitten]
[mark.hit]
felt = true
[words.en]
name = "Small"
roles = { hen = "Hen", owl = "Owl", cock = "Cock", fox = "Fox", cub = "Cub" }
"""
DEALT = ("owl", "cock", "fox", "cub", "hen")


def standing(*calls: str, roles: Sequence[str] = DEALT, deck: Sequence[str] | None = None) -> Standing:
    """Return a table before its first night. Each call is given without its id; the ids are a, b and c."""
    rows = "".join(f'[[call]]\nid = "{name}"\n{row}\n' for name, row in zip("abc", calls, strict=False))
    names = "".join(f'{name} = "{name}"\n"{name}.of" = "{name}"\n' for name in "abc"[: len(calls)])
    return begin_standing(lay_table(read(f"{HEAD}[words.en.calls]\n{names}{rows}"), roles, deck))


def choose(seat: int, call: str, *targets: int, **more: Any) -> CallChoice:
    return CallChoice(seat, call, targets, **more)


def told(night: CalledNight, seat: int) -> list[tuple[Any, ...]]:
    """Return what a seat learned, as call, target and answer."""
    return [(each.call.id, each.target, each.answer) for each in night.told if each.seat == seat]


def does(verb: str, **keys: str) -> str:
    more = "".join(f", {key} = {value}" for key, value in keys.items())
    return f'do = {{ verb = "{verb}"{more} }}'


OWL, COCK = 'who = "owl"\n', 'who = "cock"\n'


@pytest.mark.parametrize(
    ("row", "choice", "expected"),
    [
        (does("view", count="[1, 2]"), choose(1, "a", 3, 4), [("a", 3, "fox"), ("a", 4, "cub")]),
        (does("take"), choose(1, "a", 3), [("a", 3, "fox")]),
        (does("trade"), choose(1, "a", 3), []),
        (does("swap"), choose(1, "a", 3, 4), []),
        (does("copy"), choose(1, "a", 4), [("a", 4, "cub")]),
        (does("turn"), choose(1, "a", 4), []),
        (does("ask", learns='"role"'), choose(1, "a", 4), [("a", 4, "cub")]),
        (does("ask", learns='"side"'), choose(1, "a", 4), [("a", 4, "town")]),
        (does("ask", learns='["foxes"]'), choose(1, "a", 4), [("a", 4, False)]),
        (does("ask", learns='["town", "-small"]'), choose(1, "a", 4), [("a", 4, False)]),
        (does("compare"), choose(1, "a", 4, 5), [("a", (4, 5), True)]),
        (does("guess", mark='"hit"'), choose(1, "a", 4, role="cub"), [("a", 4, True)]),
        (does("guess", mark='"hit"'), choose(1, "a", 4, role="fox"), [("a", 4, False)]),
        (does("convert", into='"hen"'), choose(1, "a", 4), []),
        (does("block"), choose(1, "a", 4), []),
    ],
)
def test_the_chooser_learns_what_its_verb_tells(row, choice, expected):
    assert told(play_calls(standing(OWL + row), [choice]), 1) == expected


def test_cards_move_at_once_and_each_look_finds_what_lies_there():
    state = standing(
        OWL + does("shift"), COCK + does("take"), f"who = 'fox'\nmeets = {{ how = 'eyes' }}\n{does('peek')}"
    )
    night = play_calls(state, [choose(1, "a", direction="left"), choose(2, "b", 3)])
    assert night.state.cards == {1: "owl", 2: "cock", 3: "hen", 4: "fox", 5: "cub"}
    assert told(night, 2) == [("b", 3, "cock")]
    assert told(night, 3) == [("c", None, []), ("c", None, "hen")]
    right = play_calls(state, [choose(1, "a", direction="right")])
    assert right.state.cards == {1: "owl", 2: "fox", 3: "cub", 4: "hen", 5: "cock"}


def test_a_shield_keeps_a_card_from_being_looked_at_moved_and_turned():
    shield = OWL + does("shield", of='"all"', count="[1, 2]")
    for verb, targets in (("take", (3,)), ("swap", (3, 4)), ("copy", (3,)), ("turn", (3,)), ("trade", (3,))):
        night = play_calls(standing(shield, COCK + does(verb)), [choose(1, "a", 3), choose(2, "b", *targets)])
        assert (told(night, 2), night.state.cards[3], night.shown) == ([], "fox", {}), verb
    own = play_calls(standing(shield, COCK + does("copy")), [choose(1, "a", 2), choose(2, "b", 3)])
    assert (told(own, 2), own.state.cards[2]) == ([], "cock")
    state = standing(shield, COCK + does("view", count="[2, 2]"), "who = 'fox'\n" + does("peek"))
    night = play_calls(state, [choose(1, "a", 3), choose(2, "b", 3, 4)])
    assert (told(night, 2), told(night, 3)) == ([("b", 4, "cub")], [])
    shifted = play_calls(standing(shield, COCK + does("shift")), [choose(1, "a", 3), choose(2, "b", direction="left")])
    assert shifted.state.cards == {1: "hen", 2: "cock", 3: "fox", 4: "owl", 5: "cub"}


def test_whoever_is_blocked_acts_in_vain_and_is_told_nothing_for_an_answer():
    block = OWL + does("block", count="[1, 2]")
    ask = COCK + 'meets = { how = "thumbs", of = "foxes" }\n' + does("ask", learns='"role"', of='["others", "-bitten"]')
    night = play_calls(standing(block, ask), [choose(1, "a", 2), choose(2, "b", 3)])
    assert told(night, 2) == [("b", None, [3, 4]), ("b", None, None), ("b", 3, None)]
    number = play_calls(standing(block, "who = 'fox'\n" + does("number", learns='"foxes"')), [choose(1, "a", 3)])
    assert told(number, 3) == [("b", None, None)]


def test_a_number_counts_sides_as_they_are_seen_and_a_trail_leaves_out_what_was_in_vain():
    night = play_calls(standing(OWL + does("number", learns='"foxes"', of='"others"')), [])
    assert told(night, 1) == [("a", None, 1)]
    view, trail = "who = 'small'\n" + does("view", count="[0, 2]"), OWL + does("trail")
    followed = play_calls(standing(view, trail), [choose(4, "a", 5, 2), choose(1, "b", 4)])
    assert told(followed, 1) == [("b", 4, [2, 5])]
    blocked = play_calls(
        standing("who = 'fox'\n" + does("block"), view, trail),
        [choose(3, "a", 4), choose(4, "b", 5), choose(1, "c", 4)],
    )
    assert told(blocked, 1) == [("c", 4, [])]


def test_a_mark_is_felt_counts_at_once_and_is_told_to_whoever_may_choose_by_it():
    state = standing(
        OWL + does("mark", mark='"hit"', count="[2, 2]", of='"all"'),
        'who = "hit"\nmeets = { how = "eyes" }',
        COCK + does("unmark", mark='"hit"', of='"hit"', count="[0, 1]"),
    )
    night = play_calls(state, [choose(1, "a", 5, 1), choose(2, "c", 5)])
    assert (set(night.notified), told(night, 1), told(night, 5)) == ({1, 5}, [("b", None, [5])], [("b", None, [1])])
    assert (told(night, 2), night.state.marks[5]) == ([("c", None, [1, 5])], frozenset())
    assert turn_of(state, [choose(1, "a", 5, 1)], "c").may_choose(2) == {1, 5}


def test_whoever_is_won_over_learns_it_and_acts_in_the_calls_of_its_role_at_dusk():
    convert = OWL + does("convert", into='"fox"', spares='"small"', count="[1, 2]")
    night = play_calls(standing(convert, "who = 'foxes'\nmeets = { how = 'eyes' }"), [choose(1, "a", 2, 4)])
    assert (told(night, 2), night.turned) == ([("a", None, "fox")], {2: "fox"})
    assert told(night, 3) == [("b", None, [4])]


@pytest.mark.parametrize(
    ("how", "targets", "agreed"),
    [("all", (5, 5), 5), ("all", (5, 1), 0), ("most", (5, 1), 0), ("first", (5, 1), 5), ("most", (5,), 5)],
)
def test_what_is_chosen_together_counts_by_its_rule(how, targets, agreed):
    state = standing("who = 'foxes'\n" + does("view", together=f'"{how}"', uses="1"))
    night = play_calls(state, [choose(seat, "a", target) for seat, target in zip((3, 4), targets, strict=False)])
    expected = [("a", agreed, DEALT[agreed - 1])] if agreed else []
    assert (told(night, 3), told(night, 4)) == (expected, expected)
    assert bool(night.state.uses) is bool(agreed)


def test_who_proposes_in_vain_is_told_nothing_for_an_answer_and_counts_for_nothing():
    state = standing(OWL + does("block"), "who = 'foxes'\n" + does("view", together='"all"'))
    night = play_calls(state, [choose(1, "a", 3), choose(3, "b", 1), choose(4, "b", 5)])
    assert (told(night, 3), told(night, 4)) == ([("b", 1, None)], [("b", 5, "hen")])
    silent = play_calls(state, [choose(1, "a", 3), choose(4, "b", 5)])
    assert (told(silent, 3), told(silent, 4)) == ([], [("b", 5, "hen")])


def test_cards_in_the_center_are_looked_at_and_exchanged():
    text = HEAD.replace('nights = "many"', "center = 2").replace("[mark.bitten]\n[mark.hit]\nfelt = true\n", "")
    view = does("view", of='["center", "others"]', count="[1, 2]")
    trade = does("trade", of='"center"')
    rows = f"[[call]]\n{OWL}{view}\n[[call]]\n{COCK}{trade}\n"
    game = begin_standing(lay_table(read(text + rows), DEALT, center=["hen", "fox"]))
    night = play_calls(game, [choose(1, "owl", -2, 3), choose(2, "cock", -1)])
    assert told(night, 1) == [("owl", -2, "fox"), ("owl", 3, "fox")]
    assert (night.state.cards[2], night.state.cards[-1]) == ("hen", "cock")


def test_a_role_that_is_not_in_the_deck_is_not_called():
    state = standing("who = 'foxes'\nmeets = { how = 'eyes' }", deck=["fox", "hen"])
    assert [(each.seat, each.answer) for each in play_calls(state, []).told] == [(3, [])]


@pytest.mark.parametrize(
    ("choices", "rule"),
    [
        ([choose(1, "d", 2)], "the call 'd' is none of this game"),
        ([choose(1, "c", 2)], "the call 'c' is not made in this night"),
        ([choose(1, "a", 2), choose(1, "a")], "a seat chooses once in the call a"),
        ([choose(2, "a", 3)], "this seat is not called by a"),
        ([choose(2, "b")], "nobody chooses anything in the call b"),
        ([choose(1, "a", 2)], "a chooses 2 to 3, not 1"),
        ([choose(1, "a", 2, 3, 4, 5)], "a chooses 2 to 3, not 4"),
        ([choose(1, "a", 2, 2)], "a place is named twice"),
        ([choose(1, "a", 1, 2)], "a may not choose P1 now"),
        ([choose(1, "a", 2, 3, role="fox")], "a role and a target stand together, in a guess alone"),
        ([choose(1, "a", 2, 3, direction="left")], "direction is for a shift, and a is none"),
    ],
)
def test_a_choice_that_breaks_a_rule_is_refused_with_the_rule(choices, rule):
    state = standing(OWL + does("view", count="[2, 3]"), COCK, 'who = "fox"\nwhen = { nights = 2 }')
    with pytest.raises(RefusedGame) as refused:
        play_calls(state, choices)
    assert refused.value.rule == rule
    assert str(refused.value).startswith("round 1, seat ")


def test_a_power_is_used_up_and_nobody_is_chosen_two_nights_one_after_another():
    state = standing(
        OWL + does("view", uses="2", not_twice="true"),
        COCK + does("shift"),
        'who = "fox"\n' + does("guess", mark='"hit"'),
    )
    first = play_calls(state, [choose(1, "a", 2)])
    assert [said.partition(":")[0] for _, said in first.state.warnings] == ["Round 1, seat 2", "Round 1, seat 3"]
    for again, rule in (
        (choose(1, "a", 2), "a may not choose P2 two nights one after another"),
        (choose(2, "b", 3), "b has no target, but a direction: left or right"),
        (choose(3, "c", 2), "a role and a target stand together, in a guess alone"),
        (choose(3, "c", 2, role="cat"), "there is no role 'cat'"),
    ):
        with pytest.raises(RefusedGame) as refused:
            play_calls(first.state, [again])
        assert refused.value.rule.startswith(rule)
    second = play_calls(play_calls(first.state, []).state, [choose(1, "a", 2)])
    with pytest.raises(RefusedGame, match="a is used up: it has 2 in a game"):
        play_calls(second.state, [choose(1, "a", 3)])
