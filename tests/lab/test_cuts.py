"""Tests how claims made by other systems, and disks left by power cuts, are judged."""

import base64
import json
import subprocess
from pathlib import Path

import pytest

from lab.host import cuts, systems
from lab.host.cuts import judged_choices, judged_journal

OLD, NEW, NEXT = b"old game\n1\n", b"new game\n1\n", b"new game\n1\n2\n"
LESS = (b"", b"new game\n", OLD, b"new game\n7\n", b"\0" * len(NEW))


@pytest.mark.parametrize(
    ("content", "said", "verdict"),
    [
        *((content, [NEW, NEXT], "journal kept") for content in (NEW, NEW + b"2\n", NEW + b"2\ntorn")),
        *((content, said, "JOURNAL LOST") for content in LESS for said in ([NEW, NEXT], [NEW])),
        # A game that was over may be cleared, or followed by the next; one that was cleared does not come back.
        *((content, [OLD, b"", NEW], "journal of the next game") for content in (b"", b"new ga", NEW)),
        *((content, [OLD, NEW, NEXT], "journal of the next game") for content in (b"", b"new ga", NEW)),
        (b"", [b"", NEW], "no game, none there"),
        (OLD, [b"", NEW], "JOURNAL LOST"),
    ],
)
def test_a_journal_holds_what_was_said_and_perhaps_more(content, said, verdict):
    assert judged_journal(content, said) == verdict


@pytest.mark.parametrize(("content", "kept"), [(b"2", True), (b"3", True), (b"1", False), (b"", False), (b"4", False)])
def test_choices_are_those_that_were_said_or_the_next(content, kept):
    assert judged_choices(content, [b"2", b"3", b"4"]) == ("choices kept" if kept else "CHOICES LOST")


def judged(folder: Path, monkeypatch: pytest.MonkeyPatch, journal: bytes, said: int, status: int = 0) -> bool:
    """Say whether the row holds after all cuts, each after this many claims and with this journal on its disk."""
    there = {"choices.json": b"{}", "journal.jsonl": journal}
    monkeypatch.setattr(cuts, "_file", lambda _, name: there[name])
    monkeypatch.setattr(subprocess, "run", lambda words, **_: subprocess.CompletedProcess(words, status))
    claims = [("choices", b"{}"), ("journal", OLD), ("journal", NEW)]
    share = folder / "share"
    share.mkdir(parents=True)
    rows = [json.dumps({"what": what, "content": base64.b64encode(content).decode()}) for what, content in claims]
    (share / "saved").write_text("".join(f"{row}\n" for row in rows) + "{torn")
    for number in range(cuts.CUTS):
        cut = folder / "cuts" / str(number)
        cut.mkdir(parents=True)
        (cut / "said").write_text(str(said))
    (row,) = cuts.judge_cuts(folder, "1")
    return row.holds


def test_only_what_was_said_before_the_cut_has_to_be_there(tmp_path, monkeypatch):
    assert judged(tmp_path / "before", monkeypatch, OLD, 2) is True
    assert judged(tmp_path / "after", monkeypatch, OLD, 3) is False
    assert judged(tmp_path / "new", monkeypatch, NEW, 3) is True


def test_cuts_before_anything_was_said_to_be_saved_prove_nothing(tmp_path, monkeypatch):
    assert not judged(tmp_path, monkeypatch, NEW, 0)


def test_a_disk_that_cannot_be_made_whole_falls_short(tmp_path, monkeypatch):
    assert not judged(tmp_path, monkeypatch, NEW, 3, status=4)


READY = "lab: aarch64, Linux 6.12: 410 records rehearsed, box ready after 3.9 s, ended with 0\r\n"


@pytest.mark.parametrize(
    ("serial", "holds"),
    [
        (READY, True),
        (f"lab: decks failed\n{READY}", False),
        (READY.replace("410", "0"), False),
        (READY.replace("ended with 0", "ended with 1"), False),
        ("lab: aarch64, Linux 6.12: 410 records rehearsed, \n", False),
        ("Kernel panic\n", False),
    ],
)
def test_a_pi_is_ready_only_when_all_went_well(tmp_path, monkeypatch, serial, holds):
    def run(words: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        (tmp_path / "log" / "arm64-serial.log").write_text(serial)
        return subprocess.CompletedProcess(words, 0, "", "")

    (tmp_path / "log").mkdir()
    monkeypatch.setattr(subprocess, "run", run)
    (row,) = systems.arm64(tmp_path)
    assert row.holds is holds


ONE = "nightcrier: a 64-bit system is needed\n(status 1)\nthe layer:\n"


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        (ONE, True),
        (f"{ONE}/mnt/new/etc/passwd\n", False),
        (ONE.replace("status 1", "status 0"), False),
        (f"nightcrier: begun\n{ONE}", False),
        (ONE.replace("the layer:\n", ""), False),
    ],
)
def test_a_32_bit_system_is_refused_only_where_nothing_was_changed(tmp_path, monkeypatch, said, holds):
    done = subprocess.CompletedProcess[str]([], 0, said, "")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    (row,) = systems.thirty_two_bit(tmp_path)
    assert row.holds is holds
