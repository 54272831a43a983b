"""No score is lost for a moment's refusal: what the disk refuses waits, outlives a power cut, and is tried again."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Standings
from nightcrier.box.table.core.effects import Amend, KeepSheet, LookUp, NewEvening, WithdrawGame
from nightcrier.kernel.faults import Cause, Fault
from nightcrier.kernel.files import Disk
from nightcrier.kernel.people import EveningKind
from tests.box.book import GAME, OTHER, Book


@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_a_refused_score_is_tried_again_and_counts_once(box, how):
    box.book.count(GAME)
    box.mark = "two"
    with box.held(how):
        told, fault = box.book.count(OTHER)
        assert isinstance(told, Standings)
        assert [person.points for person in told.people] == [1, 1, 1]
        assert isinstance(fault, Fault)
        assert "tried again" in fault.next_best
        assert box.waits() == []
        assert box.book.count(OTHER) == [replace(told, at=box.clock.now())]
    told, mended = box.waits()
    assert isinstance(told, Standings)
    assert [person.points for person in told.people] == [1, 1, 1]
    assert isinstance(mended, Fault)
    assert mended.mended
    assert box.book.due() is None
    box.book.count(OTHER)
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}, {1: 0, 2: 0, 3: 1}]


def test_what_was_judged_anew_while_it_waited_counts_as_it_was_judged_last(box):
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    with box.held():
        box.book.count(GAME)
        box.book.count(OTHER)
    box.waits()
    assert box.on_disk() == [{1: 0, 2: 0, 3: 1}]


def test_what_waits_is_done_in_its_order(box):
    box.book.count(GAME)
    with box.held():
        box.book.count(NewEvening(EveningKind.SHORT, 3, ("Ada", "Ben", "Cem")))
        box.mark = "two"
        box.book.count(OTHER)
        box.book.count(Amend({1: 1, 2: 0, 3: 0}))
    (told, _) = box.book.count(LookUp())
    assert isinstance(told, Standings)
    assert (told.kind, [person.points for person in told.people]) == (EveningKind.SHORT, [1, 0, 0])


def test_what_waits_is_tried_once_more_when_the_box_stops(box):
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    with box.held():
        box.book.count(GAME)
    box.book.flush()
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}]


def test_what_waits_outlives_a_power_cut(box, tmp_path):
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    with box.held():
        box.book.count(GAME)
        again = Book(tmp_path)
        assert again.book.due() == 0.0
        again.book.poll()
    again.waits()
    assert again.on_disk() == [{1: 1, 2: 1, 3: 0}]
    assert not (tmp_path / "uncounted.json").exists()
    box.book.flush()
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}]


def test_a_verdict_taken_back_while_the_disk_refuses_counts_nothing_after_a_power_cut(box, tmp_path):
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    box.book.count(GAME)
    with box.held("IMMEDIATE"):
        box.book.count(WithdrawGame())
    again = Book(tmp_path)
    again.book.flush()
    assert again.on_disk() == []
    assert not (tmp_path / "uncounted.json").exists()


def test_all_that_waits_is_done_in_its_order_after_a_power_cut(box, tmp_path):
    box.book.count(GAME)
    with box.held():
        box.book.count(NewEvening(EveningKind.SHORT, 3, ("Ada", "Ben", "Cem")))
        box.mark = "two"
        box.book.count(OTHER)
        box.book.count(Amend({1: 1, 2: 0, 3: 0}))
    again = Book(tmp_path)
    again.book.flush()
    (told,) = again.book.count(LookUp())
    assert isinstance(told, Standings)
    assert (told.evening, told.kind, [person.points for person in told.people]) == (2, EveningKind.SHORT, [1, 0, 0])


def test_what_waits_safely_is_not_said_to_be_forgotten(box, monkeypatch):
    box.book.count(GAME)
    box.mark = "two"
    with box.held("IMMEDIATE"):
        (fault,) = [event for event in box.book.count(OTHER) if isinstance(event, Fault)]
    assert (fault.cause, "noted this" in fault.what, "forgets" in fault.what) == (Cause.WAITS, True, False)
    box.waits()
    box.mark = "three"
    monkeypatch.setattr(Disk, "write", refuse)
    with box.held("IMMEDIATE"):
        (fault,) = [event for event in box.book.count(OTHER) if isinstance(event, Fault)]
    assert (fault.cause, "forgets" in fault.what) == (Cause.USUAL, True)


def refuse(disk: Disk, path: Path, content: bytes) -> None:
    raise OSError(5, "Input/output error")


def test_a_sheet_that_was_refused_is_tried_again(box, tmp_path):
    (tmp_path / "sheets").write_text("in the way")
    box.book.count(KeepSheet("toy", "seat,role"))
    (tmp_path / "sheets").unlink()
    (mended,) = box.waits()
    assert isinstance(mended, Fault)
    assert mended.mended
    assert len(list((tmp_path / "sheets").iterdir())) == 1
