"""Tests how often each side wins: with random votes, as known for Mafia, and with a table that believes its seer."""

import json

import pytest

from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.referee.odds import odds_row, spread
from nightcrier.cli import main
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.folders import share
from tests.box.games.engine.small import SMALL, read
from tests.sampling import so_many

MAFIA = (share("config") / "games" / "mafia.game.toml").read_text("utf-8")
GAMES = so_many(4000, 400)


@pytest.mark.parametrize(("players", "town"), [(6, 0.45), (8, 0.23), (12, 0.16), (17, 0.08)])
def test_without_powers_the_town_of_mafia_wins_by_lot_as_often_as_the_contract_says(players, town):
    plain = read(MAFIA.replace('side = "town"\ncount = 1', 'side = "town"'), "mafia")
    row = odds_row(plain, deck_of(plain, players), "lot", GAMES, SeededChance(1))
    assert abs(row["wins"]["town"] - town) < 0.03 + spread(town, GAMES)
    assert sum(row["ends"].values()) + row["open"] == pytest.approx(1, abs=0.002)


SEER = SMALL.replace("format = 1", 'format = 1\nnights = "many"').replace("[5, 8]", "[3, 8]")
SEER += """[day]
vote = "majority"
[[end]]
id = "caught"
if = "alive(fox) == 0"
wins = ["town"]
[[end]]
id = "eaten"
if = "alive(all) == 1"
wins = ["foxes"]
[[call]]
id = "hens"
who = "hen"
do = { verb = "ask", learns = %s, of = %s }
"""


@pytest.mark.parametrize(
    ("learns", "of", "wins"),
    [
        # what the hens ask about whom, and how often they win at three, where two days without knowing win 2 of 3
        ('"role"', '"fox"', 1.0),
        ('"side"', '"fox"', 1.0),
        ('["fox"]', '"fox"', 1.0),
        ('["fox"]', '["others", "-fox"]', 1.0),
        ('["fox", "hen"]', '"fox"', 2 / 3),
    ],
)
def test_a_table_that_is_told_votes_for_whom_the_first_side_found(learns, of, wins):
    game = read(SEER % (learns, of))
    lot, told = (
        odds_row(game, deck_of(game, 3), votes, 300, SeededChance(1))["wins"]["town"] for votes in ("lot", "told")
    )
    assert told == pytest.approx(wins, abs=0.08 * (wins < 1))
    assert lot == pytest.approx(2 / 3, abs=0.08)


def test_the_command_prints_two_rows_a_number_and_the_same_again(call):
    words = ("games", "odds", "mafia", "--players", "6-7", "--games", "100")
    told = call(0, *words, "--json").out
    rows = [json.loads(line) for line in told.splitlines()]
    assert [(row["players"], row["votes"]) for row in rows] == [(6, "lot"), (6, "told"), (7, "lot"), (7, "told")]
    assert list(rows[0]) == ["players", "votes", "games", "wins", "ends", "open", "rounds"]
    assert call(0, *words, "--json").out == told != call(0, *words, "--json", "--seed", "1").out
    assert call(0, *words).out.startswith(f"6 players, votes by lot: town {rows[0]['wins']['town']:.1%} ± ")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["small.game.toml"], 1, "small.game.toml: no end to play to.\n"),
        (["mafia", "--players", "8-6"], 2, "--players is a number, or two as in 8-12.\n"),
        (["mafia", "--players", "six"], 2, "--players is a number, or two as in 8-12.\n"),
        (["mafia", "--players", "6-31"], 2, "mafia is for 6 to 30 players.\n"),
        (["mafia", "--games", "99"], 2, "--games is a number from 100 to 100000.\n"),
    ],
)
def test_what_has_no_odds_is_told(words, status, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.game.toml").write_text(SMALL, "utf-8")
    assert main(["games", "odds", *words]) == status
    assert capsys.readouterr().err.endswith(said)
