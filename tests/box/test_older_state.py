"""The state folder of an older Nightcrier, whose files are like those of today: nothing of it is read, nothing is lost,
and each is one sentence that says where it lies."""

import json
import sqlite3
from pathlib import Path

from nightcrier.box.memory.database import open_scores
from nightcrier.cli import main
from nightcrier.kernel.files import Disk
from tests.faults.hostile import BEGAN, CHOICES, line

NOTE = b'{"version":1,"choices":{"changes":[]}}'


def older_state(state: Path) -> dict[str, bytes]:
    """Its files, which are those of today but for their versions."""
    scores, _ = open_scores(Disk(), state / "scores.sqlite")
    scores.begin(("Ada", "Ben", "Cem"))
    scores.close()
    with sqlite3.connect(state / "scores.sqlite") as older:
        older.execute("PRAGMA user_version = 7")
    older.close()
    (state / "choices.json").write_bytes(CHOICES.replace(b"100", b"1").replace(b'"en"', b'"it"'))
    (state / "journal.jsonl").write_bytes(line(b'{"journal":1,"game":"ab"}') + line(BEGAN))
    (state / "uncounted.json").write_bytes(NOTE)
    return {file.name: file.read_bytes() for file in state.iterdir()}


def test_a_box_begins_anew_and_says_where_each_file_lies(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    older = older_state(state)
    script = tmp_path / "script"
    script.write_text("1 dial press\n1 wait\n")
    assert main(["rehearse", str(script), "--out", str(tmp_path / "out"), "--state", str(state)]) == 0
    rows = [json.loads(row) for row in (tmp_path / "out" / "log.jsonl").read_text().splitlines()]
    told = sorted(row["what"] for row in rows if row["kind"] == "fault")
    assert len(told) == len(older)
    for name, sentence in zip(sorted(older), told, strict=True):
        why = "is from an older Nightcrier; the box starts without it"
        assert sentence.startswith(f"{state / name}: {why} and keeps it as {name}.broken")
        assert (state / f"{name}.broken").read_bytes() == older[name]
    assert "question" not in {row.get("page") for row in rows}, "no game is gone on with"
