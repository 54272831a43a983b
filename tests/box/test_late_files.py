"""Tests that no file is opened while seats read their cards, since others could notice whose page needs it."""

from pathlib import Path

from msgspec.structs import replace

from nightcrier.box import face, game_lines
from nightcrier.kernel.folders import standard_folders
from tests.box import dealt

SQUIRE = """
format = 1
extends = "one-night"
[role.herald]
side = "werewolf"
[words.ja]
roles = { herald = "従者" }
name = "従者"
"""
DECK = ("werewolf", "herald", "villager", "villager", "seer", "tanner", "drunk")


def test_a_role_that_a_file_adds_in_another_language_is_made_ready_before_its_seat_reads_it(monkeypatch, tmp_path):
    """A Persian table reads the name of this role in Japanese letters, whose font it needs for nothing else."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "herald.game.toml").write_text(SQUIRE, "utf-8")
    with_file = replace(standard_folders({}, tmp_path), tried_games=(tmp_path / "games",))
    monkeypatch.setattr(dealt, "standard_folders", lambda _environment, _where: with_file)
    opened, read = list[Path](), game_lines.read_toml
    monkeypatch.setattr(game_lines, "read_toml", lambda file, kind: (opened.append(file), read(file, kind))[1])
    letters = list[str]()
    monkeypatch.setattr(face, "open_letters", letters.append)
    box = dealt.DealtBox(tmp_path, DECK, 3).choose_device(languages=("fa",))
    box.start()
    assert set(letters) == {"fa", "ja"}
    before = len(opened)
    roles = box.everybody_looks()
    assert len(opened) == before > 0
    assert "従者" in "".join(roles)
