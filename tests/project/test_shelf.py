"""Tests the shelf: its page is made from its files, each game plays like a stranger's, and the odds on it are right."""

import json
import re
from pathlib import Path

import pytest

from nightcrier.box.game_files import read_game_file
from nightcrier.box.game_shelf import read_game_files
from nightcrier.box.games.engine.bounds import SUFFIX
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.sheets.drawn_sheet import drawn_game
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.kernel.errors import BadFile
from nightcrier.words.catalogue import LANGUAGES
from tests.sampling import so_many
from tests.shelf import HEADS, PAGE, SHIPPED, has_odds, odds_at, page_with, shelf_files, shelf_row, told_odds

FILES = shelf_files()
HOSTS = Path("docs/games.md")
EVENINGS, COUNTED = so_many(1000, 12), so_many(2000, 100)
PLAYED = [file for file in FILES if (game := read_game_file(file)).ends or game.outcomes]
IN_TABLE = [file for file in FILES if has_odds(read_game_file(file))]
OF_A_TRADITION = {"full-moon", "village-captain", "club-mafia"}
"""Games whose number of wolves or Mafia, and whose powers, come from a rulebook or a country's tradition."""
BALANCED = (8, 10, 12)


def test_the_page_is_made_of_the_files():
    text = PAGE.read_text("utf-8")
    assert page_with(list(map(shelf_row, FILES)), text) == text, "./run -m tests.shelf makes it"
    assert all(f"{file.name})" in text for file in FILES)


def test_the_page_for_hosts_has_the_title_and_the_odds_of_each_game():
    told = re.findall(r"^- (\[.+?\]\(.+?\))(?:, [\w ]+)?(?:, ([\d–]+%))?: ", HOSTS.read_text("utf-8"), re.MULTILINE)
    rows = [dict(zip(HEADS, shelf_row(file), strict=True)) for file in FILES if file.parent == SHIPPED]
    asked = {(row["game"].replace("../../", "../"), row["first side wins"]) for row in rows}
    assert {(title, odds or "–") for title, odds in told} == asked


def test_every_game_says_who_wrote_it_and_under_which_licence():
    for row in map(dict, (zip(HEADS, shelf_row(file), strict=True) for file in FILES)):
        assert "nobody" not in row["by, licence"], row


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.name)
def test_a_game_of_the_shelf_plays_as_a_strangers_file(file, tmp_path):
    (tmp_path / f"brought{SUFFIX}").write_bytes(file.read_bytes())
    faults = list[BadFile]()
    found = read_game_files([tmp_path], faults.append)
    assert not faults
    (game,) = found.values()
    assert (game.id, game.is_at_home(LANGUAGES[-1:])) == ("brought", True), "whoever brings it has it at the dial"
    referee, (least, most) = FileReferee(game.file), game.file.players
    for seed in range(EVENINGS):
        deck = deck_of(game.file, least + seed % (most - least + 1))
        verdict = referee.judge_game(json.dumps(drawn_game(game.file, deck, {}, seed)).encode())
        assert verdict["end"]["how"] or len(verdict["nights"]) == 60


@pytest.mark.parametrize("file", IN_TABLE, ids=lambda file: file.name)
def test_the_odds_are_those_of_the_table(file):
    game = read_game_file(file)
    told = told_odds(game.id)
    assert told.keys() == {*range(game.players[0], game.players[1] + 1)}
    for players in sorted(told)[: so_many(len(told), 1)]:
        for share, votes in zip(told[players], ("lot", "told"), strict=True):
            assert abs(100 * odds_at(game, players, votes, COUNTED)[0] - share) < so_many(8, 18), (players, votes)


@pytest.mark.parametrize("file", IN_TABLE, ids=lambda file: file.name)
def test_a_deck_of_the_house_gives_each_side_a_chance_where_the_seer_is_believed(file):
    told = told_odds(read_game_file(file).id)
    if file.name.removesuffix(SUFFIX) not in OF_A_TRADITION:
        assert [players for players in BALANCED if players in told and not 40 <= told[players][1] <= 60] == []
