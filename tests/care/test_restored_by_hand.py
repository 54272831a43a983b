"""A saved box is brought back from the stick by the dial: root looks at it, and the next start puts it in place."""

import pytest

from nightcrier.cli import main
from nightcrier.kernel.chores import Chore, ChoreDone
from nightcrier.tools import chore as command
from nightcrier.tools.chore import try_chore
from tests.care.saved_boxes import people


@pytest.fixture
def starts(saved, monkeypatch):
    """The stick is in; the box starts again as its unit says."""
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
    """What root opens in the box's own folder it opens with the rights of the box."""
    place = other / "state" / "before-restore.zip"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(tmp_path / "of-root")
    (tmp_path / "of-root").write_text("secret")
    assert try_chore(Chore.UNDO_RESTORE) == ChoreDone(Chore.UNDO_RESTORE, good=False)
    assert starts == []
