"""Files that add roles to a game are found in folders, of which a later one is nearer."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.extensions import extended_plugs, read_extensions
from nightcrier.box.folders import standard_folders
from nightcrier.box.library import read_library
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.ids import Language, LineId

ROLE = (
    'format = 1\nextends = "one-night"\n[role.{role}]\nside = "{side}"\n'
    '[words.en]\nname = "More"\nroles = {{ {role} = "R" }}\n'
)


def put(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.game.toml").write_text(text, "utf-8")
    return folder


def test_the_nearer_file_of_an_id_counts_unless_it_is_refused(tmp_path: Path) -> None:
    far = put(tmp_path / "far", "more", ROLE.format(role="owl", side="tanner"))
    near = put(tmp_path / "near", "more", ROLE.format(role="owl", side="village"))
    faults: list[BadFile] = []
    (found,) = read_extensions((far, near, tmp_path / "none"), faults.append)
    assert (found.roles["owl"].side, faults) == ("village", [])
    put(near, "more", ROLE.format(role="owl", side="wood"))
    (found,) = read_extensions((far, near), faults.append)
    assert found.roles["owl"].side == "tanner"
    assert [fault.key for fault in faults] == ["role.owl.side"]


def test_a_role_of_two_files_is_left_out_of_the_farther_one_with_a_note(tmp_path: Path) -> None:
    far = put(tmp_path / "far", "birds", ROLE.format(role="owl", side="tanner"))
    near = put(tmp_path / "near", "more", ROLE.format(role="owl", side="village"))
    faults: list[BadFile] = []
    assert [file.id for file in read_extensions((far, near), faults.append)] == ["more", "birds"]
    assert [str(fault) for fault in faults] == [
        f"{far}/birds.game.toml: role.owl: is left out, because more has that role, too."
    ]


def test_a_file_goes_to_the_game_that_it_extends_and_no_other_file_is_read(tmp_path: Path) -> None:
    put(tmp_path, "more", ROLE.format(role="owl", side="village"))
    put(tmp_path, "broken", "this is no game")
    plugs = {found.plug.id: found.plug for found in extended_plugs((tmp_path,), print)}
    assert "owl" in dict(plugs["one-night"].table_game(()).cards())
    assert "owl" not in dict(plugs["wherewolf"].table_game(()).cards())


def test_a_file_found_right_is_not_read_again_until_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "games", "more", ROLE.format(role="owl", side="village"))

    def sides() -> list[str]:
        return [file.roles["owl"].side for file in read_extensions((tmp_path / "games",), print, tmp_path / "kept")]

    assert sides() == ["village"]
    with monkeypatch.context() as patch:
        patch.setattr("nightcrier.box.game_files.read_game", lambda *_: pytest.fail("read again"))
        assert sides() == ["village"]
    put(tmp_path / "games", "more", ROLE.format(role="owl", side="werewolf"))
    assert sides() == ["werewolf"]


def test_its_words_are_made_when_one_is_looked_for_and_said_in_a_language_that_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = ROLE.replace("words.en", "words.de").format(role="owl", side="village").replace('"R"', '"Eule"')
    (tmp_path / "own").mkdir()
    put(tmp_path / "own" / "games", "more", german)
    house = "nightcrier.box.games.one_night.file_words.words_of_files"
    with monkeypatch.context() as patch:
        patch.setattr(house, lambda *_: pytest.fail("made at the start"))
        where = replace(standard_folders({}, tmp_path), own=tmp_path / "own")
        words = read_library(where, list[Fault]().append).words
        assert words.role(Language("en"), "seer") == "Seer"
    italian, line = Language("it"), LineId("role.owl")
    assert words.role(italian, "owl") == "Eule"
    assert words.spoken_in(line, (italian,)) == [Language("de")]
    assert words.role(italian, "squire") == "Scudiero"
    assert words.spoken_in(LineId("role.squire"), (italian,)) == [italian]
