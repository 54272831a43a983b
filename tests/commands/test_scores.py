"""`nightcrier scores`: the scores as CSV, and an evening with names."""

import csv
import io
from pathlib import Path

import pytest

from device.cli import main
from device.kernel.files import Disk
from device.memory.database import open_scores

Printed = pytest.CaptureFixture[str]


def scores(folder: Path, *words: str) -> int:
    return main(["scores", "--state", str(folder), *words])


def test_an_evening_begun_with_names_is_in_the_table(tmp_path: Path, capsys: Printed) -> None:
    assert scores(tmp_path, "--names", "Ada", "Ben", "Cem", "--kind", "short", "--target", "3") == 0
    assert capsys.readouterr().out == ""
    book, _ = open_scores(Disk(), tmp_path / "scores.sqlite")
    evening = book.latest()
    assert evening is not None
    book.add(evening, "one-night", "first-game", (1, 0, 1))
    book.close()
    assert scores(tmp_path) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["name"] for row in table] == ["Ada", "Ben", "Cem"]


def test_a_box_without_scores_prints_the_head_of_the_table(tmp_path: Path, capsys: Printed) -> None:
    assert scores(tmp_path) == 0
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.parametrize("words", [("--names", "Ada", "Ben"), ("--names", "A", "B", "C", "--target", "0")])
def test_too_few_names_or_points_are_refused(tmp_path: Path, capsys: Printed, words: tuple[str, ...]) -> None:
    assert scores(tmp_path, *words) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_broken_database_is_said_and_set_aside(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "scores.sqlite").write_bytes(b"no database " * 1000)
    assert scores(tmp_path) == 1
    assert "scores.sqlite" in capsys.readouterr().err
    assert (tmp_path / "scores.sqlite.broken").exists()
