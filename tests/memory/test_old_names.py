"""Names in the scores of older boxes, which took any text: tidied once, when their database is brought up to date."""

import sqlite3
from pathlib import Path

import pytest

from device.kernel.files import Disk
from device.kernel.names import MOST_LETTERS
from device.memory.database import open_scores
from device.memory.old_names import mended_name
from device.memory.score_tables import GROWTH
from device.table.given_names import name_fault

BEFORE = 6
"""The last version that kept names as they came."""


def old_box(path: Path, *names: str, version: int = BEFORE) -> Path:
    """The database of an older box: two evenings of these people, and a game that the first of them won."""
    with sqlite3.connect(path) as made:
        for statement in (statement for growth in GROWTH[:version] for statement in growth):
            made.execute(statement)
        made.execute("INSERT INTO evening VALUES (1, 'open', 5), (2, 'open', 5)")
        rows = [(evening, seat, name) for evening in (1, 2) for seat, name in enumerate(names, 1)]
        made.executemany("INSERT INTO seat (evening, seat, name) VALUES (?, ?, ?)", rows)
        made.execute("INSERT INTO game VALUES (2, 1, 'growl', 'growl-classic')")
        made.executemany("INSERT INTO result VALUES (2, 1, ?, ?)", [(n + 1, int(not n)) for n in range(len(names))])
        made.execute(f"PRAGMA user_version = {version}")
    made.close()
    return path


def names_read(path: Path) -> tuple[str, ...]:
    scores, faults = open_scores(Disk(), path)
    assert faults == ()
    latest = scores.latest()
    assert latest is not None
    assert scores.results(latest)[0].points[1] == 1
    scores.close()
    return latest.names


@pytest.mark.parametrize("version", [1, BEFORE])
def test_names_of_an_older_box_are_tidied_and_its_points_stay(tmp_path: Path, version: int) -> None:
    kept = old_box(tmp_path / "scores.db", "  Ann ", "Bob\n\tB", "Cleo\u200b\u202e", "🐺", version=version)
    assert names_read(kept) == ("Ann", "Bob B", "Cleo", "")
    assert names_read(kept) == ("Ann", "Bob B", "Cleo", "")


def test_two_whom_nobody_could_tell_apart_have_a_number(tmp_path: Path) -> None:
    kept = old_box(tmp_path / "scores.db", "Ann", "ann", "Ann ", "", "", "Аnn")
    assert names_read(kept) == ("Ann", "ann 2", "Ann 3", "", "", "Аnn 4")


def test_a_name_that_has_a_number_already_is_not_taken_by_another(tmp_path: Path) -> None:
    assert names_read(old_box(tmp_path / "scores.db", "Ann", "Ann 2", "Ann")) == ("Ann", "Ann 2", "Ann 3")


def test_names_of_a_box_of_today_stay_as_they_are(tmp_path: Path) -> None:
    kept = old_box(tmp_path / "scores.db", "Ann", "Ann ", version=len(GROWTH))
    assert names_read(kept) == ("Ann", "Ann ")


@pytest.mark.parametrize(
    ("old", "mended"),
    [
        ("Zoe\u0308", "Zoë"),
        ("Anna \u00a0 Maria", "Anna Maria"),
        ("نیک\u200cآهنگ", "نیک\u200cآهنگ"),
        ("12", ""),
        ("...", ""),
        ("a" * 150, "a" * 24),
    ],
)
def test_what_is_left_of_a_name(old: str, mended: str) -> None:
    assert mended_name(old) == mended
    assert not mended or name_fault(mended) == ""


def test_not_every_mark_is_kept() -> None:
    assert len(mended_name("e" + "\u0323" * 199)) == 4 * MOST_LETTERS
