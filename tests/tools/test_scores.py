"""Tests `nightcrier scores`, which prints the scores as CSV."""

import csv
import io
from pathlib import Path

import pytest

from nightcrier.box.memory.evening import Evening
from nightcrier.box.memory.evening_changes import add_game
from nightcrier.box.memory.evening_files import Evenings
from nightcrier.cli import main
from nightcrier.kernel.files import Disk
from nightcrier.kernel.people import EveningKind, EveningPerson

Printed = pytest.CaptureFixture[str]


def scores(folder: Path, *words: str) -> int:
    return main(["scores", "--state", str(folder), *words])


def evenings(folder: Path) -> Evenings:
    return Evenings(Disk(), folder / "evenings")


def played(state: Path, *numbers: int) -> None:
    """Save evenings with these numbers, in each of which three people played a game."""
    book = evenings(state)
    for number in numbers:
        begun = Evening(number, EveningKind.OPEN, 5, tuple(map(EveningPerson, ("Ada", "Ben", "Cem"))))
        book.put(add_game(begun, "one-night", "first-game", (1, 0, 1), (1, 2, 3)))
    assert book.keep() is None


def test_every_seat_of_every_game_is_in_the_table(tmp_path, capsys):
    played(tmp_path, 1)
    assert scores(tmp_path) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["evening"], row["name"], row["points"]) for row in table] == [
        ("1", "Ada", "1"),
        ("1", "Ben", "0"),
        ("1", "Cem", "1"),
    ]


def test_a_box_without_scores_prints_the_head_of_the_table(tmp_path, capsys):
    assert scores(tmp_path) == 0
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.parametrize("name", ["evenings/000001.json", "scores.sqlite"])
def test_broken_scores_are_said_and_left_to_the_box(tmp_path, capsys, name):
    broken = tmp_path / name
    broken.parent.mkdir(exist_ok=True)
    broken.write_bytes(b"no scores " * 1000)
    assert scores(tmp_path) == 1
    assert broken.name in capsys.readouterr().err
    assert broken.read_bytes() == b"no scores " * 1000


def test_a_broken_evening_costs_no_other(tmp_path, capsys):
    played(tmp_path, 1, 2)
    (tmp_path / "evenings" / "000001.json").write_bytes(b"{")
    capsys.readouterr()
    assert scores(tmp_path) == 1
    said = capsys.readouterr()
    assert "000001.json: is damaged" in said.err
    assert {row["evening"] for row in csv.DictReader(io.StringIO(said.out))} == {"2"}


def test_an_evening_of_a_newer_box_is_said_and_left_alone(tmp_path, capsys):
    newer = tmp_path / "evenings" / "000001.json"
    newer.parent.mkdir()
    newer.write_bytes(b'{"version": 101, "evening": {"number": 1}}')
    assert scores(tmp_path) == 1
    assert "000001.json: is from a newer Nightcrier" in capsys.readouterr().err
    assert list(newer.parent.iterdir()) == [newer]


def test_a_plain_file_is_no_folder_and_that_is_what_is_said(tmp_path, capsys):
    (tmp_path / "plain").write_text("x")
    assert scores(tmp_path / "plain") == 2
    said = capsys.readouterr().err
    assert "is no folder" in said
    assert "sudo" not in said
