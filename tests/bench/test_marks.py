"""Tests that a count is compared only with the mark that somebody saved along with a reason."""

import sys

import pytest

from bench import __main__ as bench
from bench import marks
from bench.marks import PYTHON, Mark, held_to, moved, read_marks, write_marks
from bench.rows import Held, Result, Row, count

KEPT = Mark(100, "2026-01-01: so it is")


def judged(found: float, mark: Mark | None = KEPT, held: Held = Held.ANYWHERE) -> Row:
    result = Result("calls", [count("START", found, "calls", held=held)], 1.0)
    return held_to({"START": mark} if mark else {}, result).rows[0]


def test_a_count_that_is_5_percent_from_its_mark_is_short_on_either_side():
    assert [found for found in (94, 95, 100, 105, 106) if judged(found).holds] == [95, 100, 105]
    assert "move it" in judged(94).note
    assert judged(0, Mark(0, "")).holds
    assert not judged(1, Mark(0, "")).holds


def test_a_count_without_a_mark_is_short_but_not_one_whose_mark_is_of_another_python():
    assert not judged(100, None).holds
    assert "no mark" in judged(100, None).cells[2]
    other = judged(100, Mark(1, "", "2.7"), Held.PYTHON)
    assert other.holds
    assert other.note.startswith(f"no mark for Python {PYTHON}, but for 2.7")
    assert not judged(100, Mark(1, "", PYTHON), Held.PYTHON).holds


def test_a_mark_whose_count_does_not_come_any_more_is_short():
    left = held_to({"START": KEPT}, Result("calls", [Row("a night", 1.0, 2.0, "ms")], 1.0))
    assert [(row.what, row.holds) for row in left.rows] == [("a night", True), ("START", False)]


def test_a_mark_moves_where_its_count_is_away_from_it_and_keeps_the_reason():
    rows = [count("START", 104, "calls"), count("a detent", 9, "calls", held=Held.PYTHON), Row("a night", 1, 2, "s")]
    after = moved({"calls": {"START": KEPT, "gone": KEPT}, "bus": {}}, [Result("calls", rows, 1.0)], "why")
    assert after == {"calls": {"START": KEPT, "a detent": Mark(9, "why", PYTHON)}, "bus": {}}
    once_more = moved(after, [Result("calls", [count("START", 110, "calls")], 1.0)], "two lists")
    assert once_more["calls"] == {"START": Mark(110, "two lists")}


def test_marks_that_do_not_move_are_written_as_they_were(tmp_path, monkeypatch):
    kept, file = read_marks(), tmp_path / "marks.toml"
    before = marks.FILE.read_text("utf-8")
    monkeypatch.setattr(marks, "FILE", file)
    write_marks(kept)
    assert file.read_text("utf-8") == before


def test_the_command_moves_marks_by_their_names_and_with_a_reason_alone(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(marks, "FILE", tmp_path / "marks.toml")
    write_marks({"dial": {'a "detent"': KEPT}})
    monkeypatch.setattr(bench, "measure", lambda name: Result(name, [count('a "detent"', 130, "")], 1.0))
    for words in (["dial", "--mark"], ["--mark", "--why", "x"], ["dial", "--why", "x"]):
        monkeypatch.setattr(sys, "argv", ["bench", *words])
        with pytest.raises(SystemExit):
            bench.main()
    assert read_marks() == {"dial": {'a "detent"': KEPT}}
    monkeypatch.setattr(sys, "argv", ["bench", "--date", "2026-02-03", "dial", "--mark", "--why", "a slower knob"])
    assert bench.main() == 0
    assert read_marks() == {"dial": {'a "detent"': Mark(130, "2026-02-03: a slower knob")}}
    assert 'dial, a "detent": 100 -> 130' in capsys.readouterr().out
    monkeypatch.setattr(bench, "measure", lambda name: Result(name, [], 1.0, "no pins"))
    with pytest.raises(SystemExit, match="ended early"):
        bench.main()


def test_each_kept_mark_is_of_a_benchmark_and_says_why():
    assert read_marks().keys() <= bench.BENCHMARKS.keys()
    assert [what for rows in read_marks().values() for what, mark in rows.items() if len(mark.why) < 20] == []
