"""Tests mornings, votes, deaths and ends of games in files, and what the referee refuses."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.kernel.errors import RefusedGame
from nightcrier.kernel.folders import share
from tests.box.games.engine.small import read
from tests.box.games.engine.test_examples import EXAMPLES, verdict_of

HEAD = """
format = 1
players = [4, 8]
nights = "many"
[side.town]
[side.foxes]
[role.hen]
side = "town"
fills = true
[role.owl]
side = "town"
votes = 3
[role.dog]
side = "town"
[role.fox]
side = "foxes"
[mark.bitten]
[mark.mute]
lasts = "day"
votes = 0
announced = true
[mark.badge]
lasts = "game"
votes = 2
[switch.off]
[[call]]
id = "bite"
who = "fox"
do = { verb = "mark", mark = "bitten", count = [0, 2] }
[[call]]
id = "gag"
who = "dog"
do = { verb = "mark", mark = "mute", count = [0, 2], of = "all" }
[words.en]
name = "Small"
roles = { hen = "Hen", owl = "Owl", dog = "Dog", fox = "Fox" }
"""
BITE = '[[dawn]]\ndies = "bitten"\n'
DEALT = ["fox", "dog", "owl", "hen", "hen", "hen"]


def sheet(*rounds: Any, **more: Any) -> bytes:
    return json.dumps({"game": "small", "players": DEALT, "rounds": rounds, **more}).encode()


def judge(rows: str, *rounds: Any, **more: Any) -> Any:
    return FileReferee(read(HEAD + rows)).judge_game(sheet(*rounds, **more))


def story(rows: str, *rounds: Any) -> list[str]:
    return FileReferee(read(HEAD + rows)).tell_game(sheet(*rounds))


def refusal(rows: str, *rounds: Any, **more: Any) -> str:
    with pytest.raises(RefusedGame) as refused:
        judge(rows, *rounds, **more)
    return str(refused.value)


def night(*bitten: str, gagged: tuple[str, ...] = (), day: Any = None, **more: Any) -> Any:
    entries = [{"seat": 1, "as": "bite", "targets": bitten}, {"seat": 2, "as": "gag", "targets": gagged}]
    return {"night": entries, **more, **({} if day is None else {"day": day})}


def votes(**by: str) -> dict[str, dict[str, list[str]]]:
    """Return votes as a game file has them. `P1="P2"` means that seat 1 votes for seat 2."""
    return {"votes": {place[1:]: [target] for place, target in by.items()}}


def day_of(rows: str, day: Mapping[str, Any], **more: Any) -> Any:
    return judge(f"[day]\n{rows}\n", night(day=day, **more))["days"][0]


@pytest.mark.parametrize(
    ("rule", "by", "counts", "pyre", "burned"),
    [
        ("", {}, {}, "none", []),
        ("", {"P3": "P1", "P4": "P2", "P5": "P2"}, {"P1": 3, "P2": 2}, "burned", ["P1"]),
        ("", {"P4": "P1", "P5": "P2"}, {"P1": 1, "P2": 1}, "tie", []),
        ('tie = "all"', {"P4": "P1", "P5": "P2"}, {"P1": 1, "P2": 1}, "burned", ["P1", "P2"]),
        ('need = "half"', {"P3": "P1"}, {"P1": 3}, "none", []),
        ('need = "half"', {"P3": "P1", "P4": "P1"}, {"P1": 4}, "burned", ["P1"]),
        ('spares = "fox"', {"P3": "P1"}, {"P1": 3}, "spared", []),
        ('tie = "all"\nspares = "fox"', {"P4": "P1", "P5": "P2"}, {"P1": 1, "P2": 1}, "burned", ["P2"]),
    ],
)
def test_the_majority_decides(rule, by, counts, pyre, burned):
    day = day_of(f'vote = "majority"\n{rule}', votes(**by))
    assert (day["counts"], day["pyre"], day["burned"], day["out"]) == (counts, pyre, burned, burned)


def test_all_who_lead_on_three_are_out_if_they_have_two_votes():
    alone = day_of('vote = "three"', votes(P4="P1", P5="P2"))
    assert (alone["pyre"], alone["out"]) == ("none", [])
    tied = day_of('vote = "three"', votes(P4="P1", P5="P1", P6="P2", P1="P2"))
    assert (tied["pyre"], tied["out"]) == ("burned", ["P1", "P2"])


RUN_OFF = 'vote = "run-off"'


@pytest.mark.parametrize(
    ("accusation", "run_off", "accused", "pyre", "burned"),
    [
        (votes(), None, [], "none", []),
        (votes(P3="P1", P4="P1"), None, ["P1"], "direct", ["P1"]),
        (votes(P3="P1", P4="P2", P5="P4"), votes(P3="P2"), ["P1", "P2", "P4"], "burned", ["P2"]),
        (votes(P4="P1", P5="P2"), votes(P4="P1", P5="P2"), ["P1", "P2"], "tie", []),
        (votes(P4="P1", P5="P2"), votes(), ["P1", "P2"], "none", []),
    ],
)
def test_a_run_off_is_among_those_who_lead_and_those_next(accusation, run_off, accused, pyre, burned):
    day = day_of(RUN_OFF, {"accusation": accusation} | ({} if run_off is None else {"run_off": run_off}))
    assert (day["accused"], day["pyre"], day["burned"]) == (accused, pyre, burned)
    assert list(day["run_off"]) == (accused if run_off else [])


def test_the_highest_nomination_with_more_than_half_of_all_hands_is_out():
    rows = [{"by": 4, "of": "P1", "hands": [3, 4]}, {"by": 1, "of": "P4", "hands": [3, 1, 5]}]
    day = day_of('vote = "nomination"', {"nominations": rows})
    assert (day["counts"], day["accused"], day["burned"]) == ({"P1": 4, "P4": 5}, ["P1", "P4"], ["P4"])
    few = day_of('vote = "nomination"', {"nominations": [{"by": 4, "of": "P1", "hands": [3]}]})
    assert (few["counts"], few["accused"], few["pyre"]) == ({"P1": 3}, [], "none")


def test_a_mark_gives_a_vote_its_weight_for_a_day_and_nought_counts_for_more_than_a_badge():
    rows = '[day]\nvote = "majority"\n[[death]]\nid = "heir"\nof = "dog"\nchooses = "others"\nmark = "badge"\n'
    first = votes(P1="P2", P3="P2") | {"dusk": [{"seat": 2, "as": "heir", "target": "P4"}]}
    verdict = judge(rows, night(gagged=("P3",), day=first), {"night": [], "day": votes(P4="P1", P3="P5")})
    assert verdict["nights"][0]["announced"] == {"mute": ["P3"]}
    assert [day["counts"] for day in verdict["days"]] == [{"P2": 1}, {"P1": 2, "P5": 3}]
    assert verdict["players"]["P4"]["marks"] == ["badge"]


def test_who_is_spared_once_is_spared_once_at_night_and_once_by_day():
    rows = f'{BITE}spares_once = "hen"\n[day]\nvote = "majority"\nspares_once = "hen"\nshow = "role"\n'
    verdict = judge(rows, night("P4", "P5", day=votes(P1="P4")), night("P4", day=votes(P1="P5")))
    assert [each["saved"] for each in verdict["nights"]] == [["P4", "P5"], []]
    assert [each["shown"] for each in verdict["nights"]] == [{}, {"P4": "hen"}]
    assert [(day["pyre"], day["spared"]) for day in verdict["days"]] == [("spared", ["P4"]), ("spared", ["P5"])]


def test_deaths_follow_from_deaths_wave_by_wave_and_row_by_row():
    rows = BITE + (
        '[[death]]\nid = "row"\nof = "owl"\ntakes = ["neighbours", "-fox"]\n'
        '[[death]]\nid = "heir"\nof = "dog"\nbecomes = { who = "hen", into = "dog" }\n'
        '[[death]]\nid = "curse"\nof = "hen"\ncause = ["row"]\npowerless = "all"\n'
        '[[death]]\nid = "never"\nof = "all"\ntakes = "all"\nswitch = "off"\n'
    )
    first, second = judge(rows, night("P3", day={}), {"night": [{"seat": 1, "as": "bite", "target": "P5"}]})["nights"]
    assert first["causes"] == {"P2": ["row"], "P3": ["bitten"], "P4": ["row"]}
    assert first["turned"] == {"P5": "dog", "P6": "dog"}
    assert second["killed"] == []


SHOT = '[[death]]\nid = "shot"\nof = ["owl", "dog"]\nchooses = "others"\n'


def dawn(*choices: str) -> list[Any]:
    """Return the choices of the dead as a game has them, each given like `P3 shot P1`."""
    return [{"seat": int(seat[1:]), "as": row, "target": place} for seat, row, place in map(str.split, choices)]


def test_two_who_die_at_once_may_choose_the_same_and_it_dies_once():
    verdict = judge(BITE + SHOT, night("P2", "P3") | {"dawn": dawn("P2 shot P5", "P3 shot P5")})
    assert verdict["nights"][0]["causes"] == {"P2": ["bitten"], "P3": ["bitten"], "P5": ["shot"]}


def test_who_is_about_to_die_may_still_be_chosen_and_dies_of_both():
    row = '[[death]]\nid = "row"\nof = "owl"\ntakes = "hen"\n'
    verdict = judge(BITE + row + SHOT, night("P3") | {"dawn": dawn("P3 shot P5")})
    assert verdict["nights"][0]["causes"] == {"P3": ["bitten"], "P4": ["row"], "P5": ["row", "shot"], "P6": ["row"]}


def test_who_dies_in_one_wave_may_choose_none_of_it():
    row = '[[death]]\nid = "row"\nof = "hen"\ntakes = ["owl", "dog"]\n'
    assert "may not choose P3 now" in refusal(BITE + row + SHOT, night("P4") | {"dawn": dawn("P2 shot P3")})


def test_a_badge_is_handed_on_by_who_lost_its_powers_and_on_again_by_who_is_about_to_die():
    rows = BITE + (
        '[[death]]\nid = "curse"\nof = "owl"\npowerless = "all"\n'
        '[[death]]\nid = "row"\nof = "owl"\ntakes = "dog"\n'
        '[[death]]\nid = "heir"\nof = ["owl", "dog"]\nchooses = "others"\nmark = "badge"\n'
    )
    verdict = judge(rows + SHOT, night("P3") | {"dawn": dawn("P3 heir P2", "P2 heir P6", "P2 shot P5")})
    assert {seat for seat, each in verdict["players"].items() if "badge" in each["marks"]} == {"P2", "P6"}
    assert verdict["nights"][0]["causes"] == {"P3": ["bitten"], "P2": ["row"]}


VILLAGE = ["seer", "witch", "hunter", "cupid", "elder", "villager", "villager", "wolf", "wolf"]


@pytest.mark.parametrize("turned", range(len(VILLAGE)))
@pytest.mark.parametrize(
    ("bitten", "died"),
    [(0, {0: "wolves", 4: "potion", 2: "grief"}), (2, {2: "wolves", 4: "potion", 0: "grief", 7: "shot"})],
    ids=["the Hunter dies for love: in vain", "the Hunter is bitten: the shot counts"],
)
@pytest.mark.parametrize("file", ["loups", "full-moon"])
def test_who_shoots_in_vain_hangs_on_no_seat(file, bitten, died, turned):
    """The Hunter loves the Seer, and the Elder is poisoned in the same night."""
    seats = [(at + turned) % len(VILLAGE) + 1 for at in range(len(VILLAGE))]
    players = [VILLAGE[at - turned] for at in range(len(VILLAGE))]
    acts = {"witch-poisons": (1, [4]), "cupid": (3, [2, 0])}
    entries = [
        {"seat": seats[by], "as": call, "targets": [f"P{seats[of]}" for of in chosen]}
        for call, (by, chosen) in acts.items()
    ]
    entries += [{"seat": seats[wolf], "as": "wolves", "target": f"P{seats[bitten]}"} for wolf in (7, 8)]
    shot = {"seat": seats[2], "as": "shot", "target": f"P{seats[7]}"}
    folder = EXAMPLES if file == "loups" else share("config") / "games"
    verdict = verdict_of({"game": file, "players": players, "rounds": [{"night": entries, "dawn": [shot]}]}, folder)
    assert verdict["nights"][0]["causes"] == {f"P{seats[who]}": [cause] for who, cause in died.items()}


ENDS = BITE + (
    '[day]\nvote = "majority"\n'
    '[[end]]\nid = "early"\nif = "killed(all) >= 1 and night == 1"\nwins = "owl"\nstops = false\n'
    '[[end]]\nid = "town"\nif = "alive(fox) == 0"\nwins = "town"\nliving = true\n'
    '[[end]]\nid = "foxes"\nif = "not (alive(town) > dealt(town) - 4 or burned(town) == 0)"\nwins = "foxes"\n'
)


def test_what_was_remembered_wins_beside_the_end_that_came():
    verdict = judge(ENDS, night("P3", day=votes(P4="P1")))
    assert (verdict["end"], verdict["winners"]) == ({"how": "town", "round": 1}, ["P2", "P3", "P4", "P5", "P6"])
    assert verdict["reasons"] == [
        "P3 wins: early was remembered, and it is for owl.",
        "P2, P4, P5 and P6 win: town ended the game, and it is for town in play.",
        "P1 of foxes loses: no end that came is for them.",
    ]
    assert verdict["players"]["P3"]["out"] == {"round": 1, "when": "night", "cause": ["bitten"]}
    other = judge(ENDS, night("P3", day=votes(P1="P4")), night("P2", "P5"))
    assert (other["end"], other["winners"]) == ({"how": "foxes", "round": 2}, ["P1", "P3"])


def test_the_dead_may_be_asked_about_and_a_story_tells_what_was_learnt():
    rows = BITE + '[[call]]\nid = "ask"\nwho = "owl"\ndo = { verb = "ask", learns = ["fox"], of = ["dead", "fox"] }\n'
    asked = {"night": [{"seat": 3, "as": "ask", "target": "P4"}]}
    end = '[[end]]\nid = "late"\nif = "players == 6 and night * 2 > 2"\nwins = []\n'
    told = story(rows + end, night("P4", day={}), asked)
    assert told[told.index("Night 2") :] == [
        "Night 2",
        "  P3, as ask, chooses P4.",
        "  P3 (owl) learns in the call ask about P4: no.",
        "Note: Round 1, seat 3: ask must choose and did not: judged as not done.",
        "The game ends in round 2: late.",
        "Nobody wins: late ended the game, and it is for nobody.",
        "P2, P3, P4, P5 and P6 of town lose: no end that came is for them.",
        "P1 of foxes loses: no end that came is for them.",
    ]


def test_a_card_that_was_turned_up_stays_and_marks_of_the_day_count_to_its_end():
    rows = BITE + (
        '[day]\nshow = "side"\n[[call]]\nid = "turn"\nwho = "owl"\ndo = "turn"\n'
        '[[end]]\nid = "hush"\nif = "alive(mute) == 1 and dead(fox) == 0 and dead(hen) == 2"\nwins = "mute"\n'
    )
    turned = {"seat": 3, "as": "turn", "target": "P4"}
    bitten = {"night": [*night("P4", "P5")["night"], turned]}
    assert judge(rows, bitten)["nights"][0]["shown"] == {"P4": "hen", "P5": "town"}
    late = '[[death]]\nid = "last"\nof = "hen"\ntakes = ["hen", "-mute"]\ncause = ["vote"]\n'
    voted = judge(
        late + rows.replace("[day]", '[day]\nvote = "majority"'),
        night(gagged=("P4",), day=votes(P1="P5")),
    )
    assert (voted["end"]["how"], voted["winners"], voted["players"]["P4"]["marks"]) == ("hush", ["P4"], [])


ENDED = night(day=votes(P4="P1"))
FREE = '[day]\nvote = "majority"\n' + '[[death]]\nid = "shot"\nof = "hen"\nchooses = "others"\n' + BITE
DUEL = f"[day]\n{RUN_OFF}\n"
TIED = {"accusation": votes(P4="P1", P5="P2")}


@pytest.mark.parametrize(
    ("rows", "rounds", "rule"),
    [
        (FREE, [night(day=votes(P9="P1"))], "round 1, seat 9: only who is in play votes"),
        (FREE, [night("P4", day=votes(P4="P1"))], "round 1, seat 4: only who is in play votes"),
        (FREE, [night("P4", day=votes(P1="P4"))], "round 1, seat 1: nobody may vote for P4 now"),
        (FREE, [night(day=votes(P1="P1"))], "round 1, seat 1: nobody votes for itself"),
        (FREE, [night(day={"votes": {"1": ["P2", "P3"]}})], "round 1, seat 1: each seat has one vote"),
        (FREE, [night(), night()], "round 1: a round in the middle of a game needs its day"),
        (FREE, [night(dawn=[{"seat": 4, "as": "shot", "target": "P1"}])], "seat 4: nothing is chosen as 'shot' here"),
        (FREE, [night("P4", dawn=[{"seat": 4, "as": "shot", "target": "P4"}])], "shot may not choose P4 now"),
        (FREE, [night("P4", dawn=[{"seat": 4, "as": "shot", "targets": ["P1", "P2"]}])], "shot chooses one place"),
        (FREE, [night("P4", dawn=[{"seat": 4, "as": "shot", "target": "P1"}] * 2)], "who dies chooses once"),
        (FREE, [night("P4", day={"votes": {}}), night("P4")], "round 2, seat 1: bite may not choose P4 now"),
        (FREE, [night("P2", day={"votes": {}}), night()], "round 2, seat 2: this seat is out, and does not act"),
        (FREE, [night(day={"accusation": {}})], "a day of small has votes, not accusation"),
        (ENDS, [ENDED, night()], "round 2: the game ended in round 1"),
        (ENDS.replace("night == 1", "night == 2"), [{"day": votes(P4="P1")}, {}], "round 2: the game ended in round 1"),
        (
            '[[end]]\nid = "a"\nif = "night == 1"\nwins = []\n',
            [night(day={})],
            "ended in the morning, so there is no day",
        ),
        (DUEL, [night(day={"run_off": {}})], "no run-off where nobody or one is accused"),
        (DUEL, [night(day=TIED)], "there has to be a run-off"),
        (DUEL, [night(day=TIED | {"run_off": votes(P1="P2")})], "seat 1: who is accused does not vote in the run-off"),
        (DUEL, [night(day=TIED | {"run_off": votes(P4="P3")})], "seat 4: nobody may vote for P3 now"),
    ],
)
def test_a_game_that_breaks_a_rule_is_refused_with_the_rule(rows, rounds, rule):
    assert rule in refusal(rows, *rounds)


@pytest.mark.parametrize(
    ("nominations", "rule"),
    [
        ([{"by": 4, "of": "P4"}], "nobody nominates itself"),
        ([{"by": 4, "of": "P9"}], "P9 is not in play"),
        ([{"by": 4, "of": "P1", "hands": [3, 3]}], "a hand is counted once"),
        ([{"by": 4, "of": "P1", "hands": [9]}], "seat 9: only who is in play votes"),
        ([{"by": 4, "of": "P1"}, {"by": 4, "of": "P2"}], "each seat nominates once a day"),
        ([{"by": 4, "of": "P1"}, {"by": 5, "of": "P1"}], "each seat nominates once a day, and is nominated once"),
    ],
)
def test_a_nomination_that_breaks_a_rule_is_refused(nominations, rule):
    assert rule in refusal('[day]\nvote = "nomination"\n', night(day={"nominations": nominations}))


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"players": ["fox"]}, "small is for 4 to 8 players, not 1"),
        ({"players": ["fox"] * 3 + ["cat"]}, "seat 4: there is no role 'cat'"),
        ({"deck": ["ox"]}, "there is no role 'ox'"),
        ({"house_rules": {"on": True}}, "there is no switch 'on'"),
        ({"house_rules": {"off": 1}}, "house_rules"),
        ({"night": []}, "there is no key night here"),
        ({"rounds": [{}] * 61}, "the most rounds of this game: 60; here are 61"),
        ({"rounds": [{"night": [{"seat": 1, "as": "bite", "target": "4"}]}]}, "target: must be a place, such as P4"),
        ({"rounds": [{"night": [{"seat": 1, "as": "bite", "target": "P2", "targets": ["P2"]}]}]}, "not both"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_refused_with_what_is_wrong(more, rule):
    assert rule in refusal("", **more)


def test_a_file_whose_cards_lie_in_the_center_is_not_judged():
    text = HEAD.replace('nights = "many"', "center = 1").replace('who = "fox"\ndo', 'who = "fox"\ndo')
    one_night = text[: text.index("[mark.bitten]")] + text[text.index("[words.en]") :]
    with pytest.raises(RefusedGame, match="small has cards in the center"):
        FileReferee(read(one_night)).judge_game(sheet())


def test_a_story_tells_whom_the_dead_chose_and_that_no_end_is_written():
    rows = BITE + '[day]\nvote = "majority"\n[[death]]\nid = "shot"\nof = "town"\nchooses = "others"\n'
    dusk = {"dusk": [{"seat": 4, "as": "shot", "target": "P5"}]}
    evening = night("P2", day=votes(P1="P4") | dusk) | {"dawn": [{"seat": 2, "as": "shot", "target": "P3"}]}
    told = story(rows, evening)
    shots = [line for line in told if "as shot" in line]
    assert (shots, told[-1]) == (["  P2, as shot, chooses P3.", "  P4, as shot, chooses P5."], "No end is written.")
    assert story(ENDS, night("P3"))[-1] == "The game goes on."


def test_a_story_tells_the_role_of_a_guess_and_the_direction_of_a_shift():
    guess = '[[call]]\nid = "guess"\nwho = "owl"\ndo = { verb = "guess", mark = "mute" }\n'
    shift = '[[call]]\nid = "turn-on"\nwho = "dog"\ndo = "shift"\n'
    chosen = [
        {"seat": 3, "as": "guess", "target": "P4", "role": "fox"},
        {"seat": 2, "as": "turn-on", "direction": "left"},
    ]
    told = story(guess + shift, {"night": chosen})
    assert {"  P3, as guess, chooses P4 and fox.", "  P2, as turn-on, chooses left."} <= {*told}


def test_a_story_tells_choices_what_was_learnt_deaths_votes_and_the_end():
    evening = night("P3", day=votes(P4="P1"))
    assert story(ENDS, evening)[1:] == [
        "Night 1",
        "  P1, as bite, chooses P3.",
        "  P2, as gag, does nothing.",
        "  P3 (owl) dies: bitten.",
        "Day 1",
        "  Counts: P1 1.",
        "  Pyre: burned.",
        "  P1 (fox) burns.",
        "  P1 (fox) dies: vote.",
        "The game ends in round 1: town.",
        *judge(ENDS, evening)["reasons"],
    ]
