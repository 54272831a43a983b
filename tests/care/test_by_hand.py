"""Tests erasing the box and bringing back a saved one by the dial: root stops whatever writes, does it, and starts
all again."""

from pathlib import Path

import pytest

from nightcrier.care.erasing import Eraser
from nightcrier.cli import main
from nightcrier.kernel.chores import Chore, ChoreDone
from nightcrier.tools import chore as command
from nightcrier.tools.chore import try_chore
from tests.care.given_files import files_of
from tests.care.saved_boxes import live_in, people

BOX, NET, TOLD = ("nightcrier.service", "nightcrier-net.service", "nightcrier-told.service")


class Units:
    """Simulates the part of systemd that is used here: the page is running, and the hall is not."""

    def __init__(self, box: Path) -> None:
        self.box, self.asked, self.names_then = box, list[str](), list[bool]()

    def run(self, words: tuple[str, ...]) -> bool:
        line = " ".join(words).removeprefix("/usr/bin/")
        if "is-active" not in line:
            self.asked.append(line)
            self.names_then.append((self.box / "state" / "evenings").exists())
        return "is-active" not in line or NET in line


@pytest.fixture
def units(box, tmp_path, monkeypatch):
    live_in(box, "Ada", "Ben", "Cem")
    units = Units(box)
    monkeypatch.setattr(command, "_run", units.run)
    monkeypatch.setattr(command, "CARD_TOOLS", tmp_path / "no-card")
    return units


def test_nobody_writes_meanwhile_and_who_was_at_work_is_started_again(units):
    assert try_chore(Chore.FORGET) == ChoreDone(Chore.FORGET)
    assert units.asked == [f"systemctl stop {BOX} {NET}", f"systemctl start {BOX} {NET}"]
    assert units.names_then == [True, False]
    assert set(files_of(units.box)) == {"own/device.toml", "own/allowed_signers"}


def test_on_a_card_the_answers_to_people_are_stopped_and_the_log_goes(units, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "CARD_TOOLS", tmp_path)
    assert try_chore(Chore.FORGET) == ChoreDone(Chore.FORGET)
    log = "journalctl --quiet --rotate --vacuum-time=1s"
    assert units.asked == [f"systemctl stop {BOX} {NET} {TOLD}", log, f"systemctl start {BOX} {NET}"]


@pytest.mark.parametrize("step", ["begin", "finish"])
def test_where_it_fails_the_box_starts_all_the_same(units, step, monkeypatch, capsys):
    def refuse(_self: Eraser) -> bool:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Eraser, step, refuse)
    assert try_chore(Chore.FORGET) == ChoreDone(Chore.FORGET, good=False)
    assert units.asked[-1] == f"systemctl start {BOX} {NET}"
    assert "Nothing can be forgotten" in capsys.readouterr().err


@pytest.fixture
def starts(saved, monkeypatch):
    """Insert the stick, and let the box restart as its unit says. Return the commands that were run."""
    done = list[str]()

    def runs(asked: tuple[str, ...]) -> bool:
        done.append(" ".join(asked))
        return main(["restore"]) == 0

    monkeypatch.setattr(command, "stick_named", lambda _named: saved.parent.parent)
    monkeypatch.setattr(command, "_run", runs)
    return done


def test_it_comes_back_and_that_can_be_undone(starts, other):
    before = people(other)
    assert try_chore(Chore.RESTORE) == ChoreDone(Chore.RESTORE)
    brought = people(other)
    assert brought != before
    assert try_chore(Chore.UNDO_RESTORE) == ChoreDone(Chore.UNDO_RESTORE)
    assert people(other) == before
    assert try_chore(Chore.UNDO_RESTORE) == ChoreDone(Chore.UNDO_RESTORE)
    assert people(other) == brought
    assert starts == ["/usr/bin/systemctl restart nightcrier.service"] * 3


def test_one_that_is_damaged_costs_nothing_and_no_start(starts, saved, other, capsys):
    before = people(other)
    saved.write_bytes(saved.read_bytes()[:-100])
    assert try_chore(Chore.RESTORE) == ChoreDone(Chore.RESTORE, good=False)
    assert (people(other), starts) == (before, [])
    assert str(saved) in capsys.readouterr().err


def test_a_link_that_the_box_has_laid_leads_nowhere(starts, other, tmp_path):
    """Root opens files in the box's own folder only with the permissions of the box."""
    place = other / "state" / "before-restore.zip"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(tmp_path / "of-root")
    (tmp_path / "of-root").write_text("secret")
    assert try_chore(Chore.UNDO_RESTORE) == ChoreDone(Chore.UNDO_RESTORE, good=False)
    assert starts == []
