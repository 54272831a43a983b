"""Tests that games in files can be brought, moved to another box, saved, put aside and removed, like decks."""

import csv
import io
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.game_files import find_games
from nightcrier.box.games.engine.bounds import LARGEST_GAME
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.table.core.effects import CountGame, LookUp
from nightcrier.care import own_shelves, taking
from nightcrier.care.erasing import Eraser
from nightcrier.care.saved_box import read_as_box_does
from nightcrier.care.saving import FORMAT, RoomInBox, SavedList, is_saved
from nightcrier.cli import main
from nightcrier.kernel.chores import MOST_SENT, AskedChange, Chore, ChoreDone
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.reading import LARGEST_TOML
from nightcrier.tools.chore import take_sent, try_chore
from tests.box.book import GAME, points_in
from tests.box.games.engine.small import ADDED, SMALL
from tests.care.given_files import DECK, files_of
from tests.care.test_on_trial import put_aside

LONG = SMALL + "#" * (LARGEST_GAME - len(SMALL))
OURS = "own/games/fox-hunt.game.toml"
NAMES, NAMED = "fox-hunt.zh-Hant.names.toml", 'format = 1\n[roles]\nfox = "狐狸"\n'


def refused(given: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["take", str(given)]) == 1
    return capsys.readouterr().out.splitlines()[0]


@pytest.mark.parametrize("name", ["games/fox-hunt.game.toml", "fox-hunt.game.toml", "Games/fox-hunt.game.TOML"])
def test_a_game_is_found_where_the_box_looks_for_it(stick, box, call, name):
    assert call(0, "take", stick({name: LONG, "games/squires.game.toml": ADDED})).out.startswith("2 games.\n")
    assert {"fox-hunt", "squires"} <= set(find_games(standard_folders().games).games)


def test_a_wrong_game_costs_itself_alone(stick, box, capsys):
    wrong = SMALL.replace("[5, 8]", "[8, 5]")
    given = stick({"games/bad.game.toml": wrong, "games/fox-hunt.game.toml": SMALL, "decks/sunday.toml": DECK})
    said = refused(given, capsys)
    assert said.startswith("1 deck, 1 game; one file could not be taken: games/bad.game.toml: players: ")
    assert sorted(files_of(box)) == [OURS, "own/scenarios/sunday.toml"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *((f"games/{house}.game.toml", "which is a game of the house") for house in ("one-night", "growl")),
        ("wherewolf.game.toml", "which is a game of the house"),
        ("games/Fox.game.toml", "small letters, figures, single hyphens"),
        ("games/fox.toml", "games (.game.toml) in games"),
        ("games/mine/fox.game.toml", "games (.game.toml) in games"),
        ("decks/fox.game.toml", "games (.game.toml) in games"),
        ("games/fox.game.toml.txt", "has a second ending, .txt"),
    ],
)
def test_a_name_that_no_game_may_have_is_refused(stick, box, capsys, name, why):
    assert why in refused(stick({name: SMALL}), capsys)
    assert files_of(box) == {}


def test_a_game_is_parsed_in_the_child_alone(stick, box, monkeypatch):
    parsed = list[str]()
    monkeypatch.setattr(own_shelves, "read_game", lambda *_: parsed.append("here"))
    assert main(["take", str(stick({"games/fox-hunt.game.toml": SMALL}))]) == 0
    assert parsed == []


@pytest.mark.parametrize(
    "place",
    [
        *("own/games/hens.game.toml", "own/scenarios/fox-hunt.game.toml", "own/device.toml"),
        *(f"{OURS}\nF{unseen}ox\tHen" for unseen in "\u202e\u2060"),
    ],
)
def test_a_child_that_was_taken_over_puts_a_game_nowhere_else(stick, box, monkeypatch, capsys, place):
    monkeypatch.setattr(taking, "check_apart", lambda *_, **__: f"{box / place}\n")
    assert "cannot be checked" in refused(stick({"games/fox-hunt.game.toml": SMALL}), capsys)
    assert files_of(box) == {}


def test_a_phone_sends_a_game_as_large_as_a_stick_brings_it(sent, box):
    (sent / "fox-hunt.game.toml").write_text(LONG)
    assert take_sent(sent).new == {"games": 1}
    assert try_chore(Chore.KEEP).good
    assert MOST_SENT[".toml"] == max(LARGEST_GAME, LARGEST_TOML)
    (sent / "sunday.toml").write_text(DECK + "#" * LARGEST_TOML)
    assert take_sent(sent).reasons == ("sunday.toml: is larger than 64 KiB; put the right file there.",)
    (sent / "fox-hunt.game.toml").touch()
    assert "is empty" in take_sent(sent).reasons[0]
    assert OURS in files_of(box)


def test_names_of_roles_are_brought_and_taken_away_as_games_are(sent, stick, box, capsys):
    (sent / NAMES).write_text(NAMED, "utf-8")
    assert take_sent(sent).new == {"games": 1}
    assert main(["take", str(stick({f"games/{NAMES}": NAMED}))]) == 0
    assert files_of(box)[f"own/games/{NAMES}"] == NAMED.encode()
    assert main(["take", str(stick({f"games/{NAMES}": ""}))]) == 0
    assert f"own/games/{NAMES}" not in files_of(box)
    capsys.readouterr()
    assert "at most 40 letters" in refused(stick({f"games/{NAMES}": NAMED.replace("狐狸", "狐" * 41)}), capsys)
    assert is_saved(f"own/games/{NAMES}")


def with_games(voice: bytes, games: dict[str, str]) -> bytes:
    """Return the voice in one file, with these files beside its clips."""
    packed = io.BytesIO(voice)
    with zipfile.ZipFile(packed, "a") as archive:
        for name, content in games.items():
            archive.writestr(name, content)
    return packed.getvalue()


def test_a_voice_brings_the_game_whose_lines_it_says_and_both_are_one_addition(stick, box, voice, call):
    packed = with_games(voice, {"fox-hunt.game.toml": LONG})
    assert call(0, "take", stick({"voices/en-new.zip": packed})).out.startswith("1 game, 1 voice.\n")
    assert files_of(box) == {OURS: LONG.encode(), "state/voices/en-new.zip": packed}
    assert sorted(put_aside(box)) == ["en-new.zip", "fox-hunt.game.toml"]


def test_a_phone_sends_a_voice_with_its_game(sent, voice):
    (sent / "en-new.zip").write_bytes(with_games(voice, {"fox-hunt.game.toml": SMALL}))
    asks = AskedChange("voices/en-new.zip", "en-new"), AskedChange("games/fox-hunt.game.toml", "fox-hunt")
    assert take_sent(sent) == ChoreDone(Chore.TAKE_SENT, new={"games": 1, "voices": 1}, asks=asks)


@pytest.mark.parametrize(
    ("games", "why"),
    [
        ({"fox-hunt.game.toml": "players = 1"}, "games/fox-hunt.game.toml: format: is missing"),
        ({"fox-hunt.game.toml": SMALL, "hens.game.toml": SMALL}, ""),
        ({"fox-hunt.game.toml": LONG + "#"}, ""),
        ({"../fox-hunt.game.toml": SMALL}, ""),
    ],
)
def test_a_voice_with_a_game_that_is_none_is_a_voice_alone(stick, box, voice, capsys, games, why):
    main(["take", str(stick({"voices/en-new.zip": with_games(voice, games)}))])
    assert why in capsys.readouterr().out
    assert list(files_of(box)) == ["state/voices/en-new.zip"]


@pytest.mark.parametrize("answer", ["../x.game.toml 0 9", "x.game.toml 0 9999999", "x.toml 0 9", "x.game.toml 10 1"])
def test_a_child_that_was_taken_over_names_no_other_place_for_a_game(stick, box, voice, monkeypatch, answer):
    monkeypatch.setattr("nightcrier.care.packed_games.check_apart", lambda *_, **__: answer)
    main(["take", str(stick({"voices/en-new.zip": with_games(voice, {"fox-hunt.game.toml": SMALL})}))])
    assert list(files_of(box)) == ["state/voices/en-new.zip"]


def test_an_empty_file_takes_a_game_away_and_what_came_with_the_box_stays(
    stick, box, tmp_path, monkeypatch, capsys, call
):
    main(["take", str(stick({"games/fox-hunt.game.toml": SMALL}))])
    given = stick({"games/fox-hunt.game.toml": ""})
    capsys.readouterr()
    assert call(0, "take", given).out.startswith("1 game taken away.\n")
    assert files_of(box) == {f"{OURS}.before": SMALL.encode()}
    assert "fox-hunt" not in find_games(standard_folders().games).games
    (tmp_path / "config" / "games").mkdir(parents=True)
    (tmp_path / "config" / "games" / "fox-hunt.game.toml").write_text(SMALL)
    monkeypatch.setattr("nightcrier.kernel.folders.share", lambda name: tmp_path / name)
    assert "came with the box and stays" in refused(given, capsys)


def test_the_newest_game_is_put_aside_where_the_box_fails_with_it(stick, box):
    main(["take", str(stick({"games/fox-hunt.game.toml": SMALL}))])
    main(["take", str(stick({"games/fox-hunt.game.toml": LONG}))])
    assert put_aside(box) == ("fox-hunt.game.toml",)
    assert files_of(box)[OURS] == SMALL.encode()


def test_a_clean_start_leaves_out_the_games_that_were_brought(stick, box, monkeypatch, tmp_path):
    main(["take", str(stick({"games/fox-hunt.game.toml": SMALL}))])
    folders = replace(standard_folders(), runtime=tmp_path / "run")
    assert "fox-hunt" in find_games(folders.games).games
    assert "fox-hunt" not in find_games(folders.without_taken().games).games


def test_a_saved_box_holds_games_of_the_size_that_a_stick_brings():
    assert is_saved(OURS)
    assert not is_saved("own/games/fox-hunt.toml")
    assert not is_saved("own/games/mine/fox-hunt.game.toml")
    assert RoomInBox().refusal(OURS, LARGEST_GAME) == ""
    assert RoomInBox().refusal(OURS, LARGEST_GAME + 1) == "is larger than 256 KiB"


class OneFile:
    """A saved box that holds one game."""

    def __init__(self, text: str) -> None:
        self._text, self.listed = text, SavedList(FORMAT, "", {OURS: ""})

    def content(self, name: str) -> bytes:
        return self._text.encode()


@pytest.mark.parametrize("text", [SMALL, "players = 1"])
def test_a_game_in_a_saved_box_is_read_where_there_are_limits(monkeypatch, text):
    """A game with an error is brought back, too: the box itself says what is wrong with it."""
    found, real = list[str](), own_shelves.read_game

    def read(content: bytes, name: str, languages: object) -> object:
        found.append(name)
        return real(content, name, languages)

    monkeypatch.setattr("nightcrier.care.saved_box.read_game", read)
    read_as_box_does(OneFile(text))
    assert found == [OURS]


def test_a_game_is_saved_comes_back_on_another_box_and_is_forgotten(stick, box, tmp_path, monkeypatch, capsys):
    main(["take", str(stick({"games/fox-hunt.game.toml": LONG, NAMES: NAMED}))])
    assert main(["save", str(tmp_path / "stick")]) == 0
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "other" / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "other" / "own"))
    assert main(["restore", str(tmp_path / "stick" / "nightcrier" / "nightcrier-saved.zip")]) == 0
    assert "Brought back: games (2 files)." in capsys.readouterr().out
    assert files_of(tmp_path / "other")[OURS] == LONG.encode()
    assert files_of(tmp_path / "other")[f"own/games/{NAMES}"] == NAMED.encode()
    eraser = Eraser(standard_folders())
    eraser.begin()
    assert eraser.finish()
    assert files_of(tmp_path / "other") == {}


def test_the_scores_of_a_game_that_was_taken_away_stay_readable(stick, box, capsys, call):
    main(["take", str(stick({"games/fox-hunt.game.toml": SMALL}))])
    state = standard_folders().state
    state.mkdir(parents=True)
    marks = iter(("one", "two"))
    before = Scorebook(VirtualClock(), Disk(), state / "evenings", lambda: next(marks))
    before.count(CountGame("fox-hunt", "fox-hunt", (1, 0, 1)))
    (counted,) = before.count(GAME)
    assert main(["take", str(stick({"games/fox-hunt.game.toml": ""}))]) == 0
    assert OURS not in files_of(box)
    (told,) = Scorebook(VirtualClock(), Disk(), state / "evenings", lambda: None).count(LookUp())
    assert (points_in(told), told.ledgers) == (points_in(counted), {"fox-hunt": (1, 0, 1), "one-night": (1, 1, 0)})
    capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(call(0, "scores").out)))
    assert [row["points"] for row in rows if row["game"] == "fox-hunt"] == ["1", "0", "1"]
