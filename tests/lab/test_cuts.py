"""Disks as power cuts left them, judged by what was said to be saved on them."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest

from lab.host import after

OLD, NEW, LATER = b"old game\n1\n", b"new game\n1\n", b"later game\n"
CHOICES = b"{}"


def claim(what: str, content: bytes) -> str:
    head = hashlib.sha256(content.split(b"\n")[0]).hexdigest()
    return json.dumps(
        {"what": what, "sum": hashlib.sha256(content).hexdigest(), "lines": content.count(b"\n"), "head": head}
    )


def judged(folder: Path, monkeypatch: pytest.MonkeyPatch, journal: bytes, *said: str) -> bool:
    """Whether the row holds after all cuts, each with this journal on its disk."""
    there = {"choices.json": CHOICES, "journal.jsonl": journal}
    monkeypatch.setattr(after, "_file", lambda _, name: there[name])
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: None)
    for number in range(after.CUTS):
        cut = folder / "cuts" / str(number)
        cut.mkdir(parents=True)
        (cut / "saved").write_text("\n".join(said) + "\n")
    (row,) = after.judge_cuts(folder, "1")
    return row.holds


GAMES = claim("choices", CHOICES), claim("journal", OLD), claim("journal", NEW)


@pytest.mark.parametrize(
    ("journal", "holds"), [(NEW, True), (NEW + b"2\n", True), (b"new game\n", False), (OLD, False), (LATER, False)]
)
def test_a_journal_older_than_what_was_said_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: bytes, holds: bool
) -> None:
    assert judged(tmp_path, monkeypatch, journal, *GAMES) is holds


def test_cuts_before_anything_was_said_to_be_saved_prove_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not judged(tmp_path, monkeypatch, NEW)
