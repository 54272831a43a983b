"""Tests what is saved and when. A disk that refuses is reported once, tried again, and never stops the evening."""

from pathlib import Path
from typing import Any, Self

import pytest

from nightcrier.box.keeper import DISK_RETRY, WRITE_DELAY, DiskKeeper, Refusals
from nightcrier.box.memory.journal import Journal
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.effects import Answered, Began, Chosen, Closed, Entry
from nightcrier.box.table.core.house import Choices
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.files import NotKept
from nightcrier.kernel.state_file import ChoicesFile
from tests.box.memory.conftest import ForgetfulDisk

LOUD, QUIET = Choices("one-night", loudness=20), Choices("one-night", loudness=1)
BEGAN = Began("one-night", Setup("first-game", 3), 7)


class Kept:
    """Holds a keeper with its disk and clock."""

    def __init__(self) -> None:
        self.disk, self.clock = ForgetfulDisk(), VirtualClock()
        choices = ChoicesFile(self.disk, Path("/state/choices.json"), Choices)
        self.keeper = DiskKeeper(self.clock, choices, self.journal(), LogWitness())

    def journal(self) -> Journal[Any]:
        return Journal(self.disk, Path("/state/journal.jsonl"), Entry)

    def choices(self) -> Choices | None:
        return ChoicesFile(self.disk, Path("/state/choices.json"), Choices).load()[0]

    def wait(self, seconds: float) -> list[Any]:
        self.clock.move_to(self.clock.now() + seconds)
        return list(self.keeper.poll())

    def full(self, full: bool = True) -> Self:
        self.disk.refuses = OSError(28, "No space left on device") if full else None
        return self


@pytest.fixture
def kept():
    return Kept()


def test_choices_are_written_once_the_dial_rests(kept):
    kept.keeper.remember(QUIET)
    kept.clock.move_to(WRITE_DELAY / 2)
    kept.keeper.remember(LOUD)
    assert kept.wait(WRITE_DELAY / 2) == []
    assert kept.choices() is None
    kept.wait(WRITE_DELAY / 2)
    assert kept.choices() == LOUD
    assert kept.keeper.due() is None


def test_what_is_on_the_disk_already_is_neither_written_nor_called_saved(kept, caplog):
    caplog.set_level("DEBUG")
    kept.keeper.remember(LOUD)
    kept.keeper.flush()
    kept.keeper.remember(LOUD)
    kept.keeper.flush()
    assert caplog.text.count("Saved choices.") == 1


def test_the_first_page_comes_after_none(caplog):
    caplog.set_level("INFO")
    witness = LogWitness()
    witness.turn_page(0.0, "home", "")
    witness.turn_page(1.0, "night", "home")
    assert caplog.messages == ["Page home.", "Page night, after home."]


def test_what_is_pending_is_written_when_the_box_stops(kept):
    kept.keeper.remember(LOUD)
    kept.keeper.flush()
    assert kept.choices() == LOUD


def test_an_entry_is_on_the_disk_when_record_comes_back_and_gone_when_the_game_is_over(kept):
    kept.keeper.record(BEGAN, sealed=False)
    kept.keeper.record(Answered("1"), sealed=False)
    assert kept.journal().read()[0] == (BEGAN, Answered("1"))
    kept.keeper.record(Closed(), sealed=False)
    assert kept.journal().read()[0] == ()


def test_a_full_disk_is_told_once_whatever_cannot_be_kept(kept):
    kept.full()
    (told,) = kept.keeper.record(BEGAN, sealed=False)
    assert "No space left" in told.what
    assert not told.mended
    kept.keeper.remember(LOUD)
    assert kept.wait(WRITE_DELAY) == []
    assert kept.keeper.record(Answered("1"), sealed=False) == []


def test_once_there_is_room_again_all_is_written_and_mended_is_told_once(kept):
    kept.full().keeper.record(BEGAN, sealed=False)
    kept.keeper.remember(LOUD)
    kept.wait(WRITE_DELAY)
    assert kept.full(False).wait(DISK_RETRY) == []
    (told,) = kept.keeper.record(Answered("1"), sealed=False)
    assert told.mended
    assert kept.choices() == LOUD
    assert kept.journal().read()[0] == (BEGAN, Answered("1"))


def test_at_power_on_the_disk_is_asked_and_what_it_refuses_is_tried_again(kept):
    assert kept.keeper.probe(QUIET) == []
    assert kept.keeper.due() is None
    kept.full()
    (told,) = kept.keeper.probe(QUIET)
    assert "No space left" in told.what
    assert kept.wait(DISK_RETRY) == []
    kept.full(False)
    (told,) = kept.wait(DISK_RETRY)
    assert told.mended
    assert kept.choices() == QUIET


def test_a_press_in_a_secret_turn_is_written_and_told_to_nobody(kept, caplog):
    caplog.set_level("DEBUG")
    pressed = Chosen("seer", ("P1",))
    kept.keeper.record(BEGAN, sealed=True)
    caplog.clear()
    assert kept.keeper.record(pressed, sealed=True) == []
    assert kept.full().keeper.record(pressed, sealed=True) == []
    assert caplog.text == ""
    (told,) = kept.keeper.record(Answered(("P1",)), sealed=True, empty=3)
    assert "No space left" in told.what
    assert kept.full(False).keeper.record(pressed, sealed=True) == []
    (told,) = kept.keeper.record(Answered(("P1",)), sealed=True, empty=3)
    assert told.mended
    assert kept.journal().read()[0] == (BEGAN, pressed, pressed, Answered(("P1",)), pressed, Answered(("P1",)))


def test_a_disk_that_refuses_is_not_asked_all_the_time(kept):
    kept.full().keeper.remember(LOUD)
    (told,) = kept.wait(WRITE_DELAY)
    assert isinstance(told.what, str)
    assert kept.keeper.due() == kept.clock.now() + DISK_RETRY


def test_a_game_that_is_over_and_cannot_be_removed_is_tried_again_at_its_time(kept):
    kept.keeper.record(BEGAN, sealed=False)
    kept.full().keeper.record(Closed(), sealed=False)
    for _ in range(2):
        assert kept.keeper.due() == kept.clock.now() + DISK_RETRY
        kept.wait(DISK_RETRY)
    kept.full(False).wait(DISK_RETRY)
    assert kept.keeper.due() is None
    assert kept.journal().read()[0] == ()


def test_a_game_nobody_can_go_on_with_is_set_aside_and_not_destroyed(kept):
    kept.keeper.record(BEGAN, sealed=False)
    content = kept.disk.read(Path("/state/journal.jsonl"))
    kept.keeper.forget_game()
    assert kept.disk.read(Path("/state/journal.jsonl.broken")) == content
    kept.keeper.record(BEGAN, sealed=False)
    assert kept.journal().read()[0] == (BEGAN,)


def test_the_sentence_names_the_file():
    assert "/state/choices.json" in str(NotKept(Path("/state/choices.json"), OSError(30, "Read-only file system")))


def test_a_game_that_the_disk_would_not_let_go_of_is_removed_when_the_box_stops(kept):
    kept.keeper.record(BEGAN, sealed=False)
    kept.full().keeper.record(Closed(), sealed=False)
    kept.full(False)
    assert Path("/state/journal.jsonl") in kept.disk.names
    kept.keeper.close()
    assert Path("/state/journal.jsonl") not in kept.disk.names


FULL = NotKept(Path("/state/file"), OSError(28, "No space left on device"))


def test_two_files_on_one_card_are_one_trouble():
    refusals = Refusals(VirtualClock(), "Playing on.", "All is kept again.")
    assert refusals.news("choices", None) == []
    (fault,) = refusals.news("choices", FULL)
    assert (fault.part, fault.mended, fault.next_best) == (Part.STATE, False, "Playing on.")
    assert refusals.news("journal", FULL) == refusals.news("choices", FULL) == []
    assert refusals.news("choices", None) == []
    assert refusals.news("journal", None) == [Fault(0.0, Part.STATE, "All is kept again.", mended=True)]
    assert refusals.news("journal", None) == []
