"""Tests evenings drawn at random: the referee allows every choice, and finds what the drawn evening tells."""

import json
import tomllib
from collections import Counter
from copy import deepcopy
from random import Random

import pytest

from nightcrier.box.game_files import read_game_file
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.referee.drawn import draw_night
from nightcrier.box.games.engine.referee.standing import begin_standing, lay_table
from nightcrier.box.games.engine.sheets.drawn_sheet import drawn_game, played_rows
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.cli import main
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.folders import share
from tests.box.games.engine.random_games import as_toml, random_file
from tests.box.games.engine.second_led import led as judged_again
from tests.box.games.engine.second_referee import Second, Sheet
from tests.box.games.engine.small import ADDED, MANY, SMALL, read
from tests.box.games.engine.test_second_format import SECOND, game_of
from tests.box.games.engine.test_second_referee import differences
from tests.sampling import so_many


def test_each_evening_is_legal_and_a_second_referee_finds_what_is_told():
    """The random files include every verb, every vote and every kind of death."""
    lengths = set[int]()
    for seed in range(so_many(600, 40)):
        text = as_toml(random_file(Random(seed)))
        game = read(text, "drawn")
        sheet = json.loads(json.dumps(drawn_game(game, deck_of(game, 4 + seed % 5), {"s0": seed % 2 == 0}, seed)))
        sheet["rounds"] = [{"dawn": [], **each} for each in sheet["rounds"]]
        first, *days, last = played_rows(game, sheet, seed)
        assert list(first) == ["play", "seed", "players", "dealt"]
        verdict = Second(tomllib.loads(text), sheet, Sheet(sheet)).play(len(sheet["rounds"]))
        assert (last["end"], last["winners"]) == (verdict["end"], verdict["winners"])
        for row in days:
            found = verdict["nights" if "night" in row else "days"][row.get("night", row.get("day")) - 1]
            found = {"out": found.get("killed"), **found}
            assert [key for key in row if key not in ("night", "day", "entries") and row[key] != found[key]] == []
        lengths.add(len(days))
    assert lengths > {1, 2 * 60}, "a game without an end stops after the most rounds"


@pytest.mark.parametrize(
    ("do", "ways"),
    [
        # what the hen does at a table with four foxes, in how many ways
        ("{ verb = 'mark', mark = 'bitten', count = [0, 2] }", 1 + 4 + 6),
        ("{ verb = 'mark', mark = 'bitten', of = 'fox', together = 'all' }", 4),
        ("{ verb = 'mark', mark = 'bitten', of = 'dead' }", 1),
        ("{ verb = 'swap', count = [0, 2] }", 1 + 6),
        ("{ verb = 'guess', mark = 'bitten', count = [0, 1] }", 1 + 4 * 2),
        ("{ verb = 'shift', count = [0, 1] }", 3),
        ("{ verb = 'shift' }", 2),
    ],
)
def test_each_allowed_choice_is_drawn_about_as_often(do, ways):
    game = read(MANY + f"[[call]]\nid = 'more'\nwho = 'hen'\ndo = {do}\n")
    before, chance = begin_standing(lay_table(game, ["hen", *["fox"] * 4])), SeededChance(1)
    nights = [draw_night(before, chance) for _ in range(300 * ways)]
    found = Counter(tuple((*sorted(each.targets), each.role, each.direction) for each in night) for night in nights)
    assert len(found) == ways
    assert all(220 < times < 380 for times in found.values())


def test_those_who_choose_together_propose_the_same_as_far_as_they_may():
    do = "do = { verb = 'mark', mark = 'bitten', together = 'most' }"
    game = read(MANY + f"[[call]]\nid = 'more'\nwho = 'fox'\n{do}\n")
    before, chance = begin_standing(lay_table(game, ["hen", "fox", "fox", "hen", "hen"])), SeededChance(1)
    nights = [{each.seat: each.targets[0] for each in draw_night(before, chance)} for _ in range(60)]
    assert {len({*night.values()}) for night in nights} == {1}
    assert {(*night,) for night in nights} == {(2, 3), (2,), (3,)}, "nobody proposes itself"


@pytest.mark.parametrize("name", ["mafia", "full-moon"])
def test_a_shipped_game_is_played_to_its_end(name, call):
    game = read_game_file(file := share("config") / "games" / f"{name}.game.toml")
    sheets = [drawn_game(game, deck_of(game, 9), {}, seed) for seed in range(20)]
    ends = {[*played_rows(game, sheet, 0)][-1]["end"]["how"] for sheet in sheets}
    assert len(ends) > 1
    assert None not in ends
    words = ("games", "play", file, "--players", "9", "--seed")
    told = [call(0, *words, seed).out for seed in ("3", "3", "4")]
    assert told[0] == told[1] != told[2]
    assert call(0, *words, "3", "--explain").out.startswith(f"Seed 3.\n{name}, 9 players: P1 (")


def test_a_seed_that_is_drawn_is_told_and_plays_the_evening_again(call):
    words = ("games", "play", "mafia", "--option", "parity=off", "--with", "godfather")
    drawn = call(0, *words).out
    first, *_, last = map(json.loads, drawn.splitlines())
    assert call(0, *words, "--seed", str(first["seed"])).out == drawn
    assert (last["game"]["house_rules"], "godfather" in last["game"]["players"]) == ({"parity": False}, True)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["small.game.toml"], 1, "small.game.toml: no end to play to.\n"),
        (["added.game.toml"], 1, "added.game.toml: no end to play to.\n"),
        (["mafia", "--seed", "-1"], 2, "--seed is a number from 0 to 2147483647.\n"),
        (["mafia", "--seed", str(2**31)], 2, "--seed is a number from 0 to 2147483647.\n"),
        (["mafia", "--players", "0"], 2, "mafia is for 6 to 30 players.\n"),
        (["mafia", "--option", "x=on"], 2, "mafia has no option 'x=on'.\n"),
    ],
)
def test_what_cannot_be_played_is_told(words, status, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in (("small", SMALL), ("added", ADDED)):
        (tmp_path / f"{name}.game.toml").write_text(text, "utf-8")
    assert main(["games", "play", *words]) == status
    assert capsys.readouterr().err.endswith(said)


@pytest.mark.parametrize("name", ["badge", "club-mafia", "jinro", "village-captain"])
def test_a_led_day_is_drawn_as_the_referee_allows_it(name):
    """The days have repeated votes, hands for all, a seat that decides ties, and elections."""
    game, kinds = game_of(name), set[str]()
    tables = tomllib.loads((SECOND / f"{name}.game.toml").read_text("utf-8"))
    for seed in range(so_many(2500, 60)):
        sheet = drawn_game(game, deck_of(game, game.players[seed % 2]), {}, seed)
        sheet = json.loads(json.dumps(sheet))
        *_, last = rows = [*played_rows(game, sheet, seed)]
        found = FileReferee(game).judge_game(json.dumps(sheet).encode())
        expected = judged_again(tables, deepcopy(sheet))
        assert differences({key: found[key] for key in expected}, expected) == []
        kinds |= {row["pyre"] for row in rows if "day" in row} | {"elected" for row in rows if row.get("elected")}
        kinds |= {key for each in sheet["rounds"] for key in each.get("day", {})}
        assert last["end"]["how"]
    led = {"badge": {"again", "elected"}, "club-mafia": {"again", "lift", "lifted", "nominations", "direct"}}
    assert kinds >= {"jinro": {"again"}, "village-captain": {"tie_by", "elected"}, **led}[name]
