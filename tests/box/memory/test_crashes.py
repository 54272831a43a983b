"""Tests that crashes are counted, and that the box starts clean after the third in a row."""

from pathlib import Path

import pytest

from nightcrier.box.machine import Crashes

FILE = Path("/run/starts")


def crash(disk) -> bool:
    """Start and crash. Return whether it was a clean start."""
    crashes = Crashes(disk, FILE)
    crashes.began()
    return crashes.start_clean


def test_after_the_third_fall_the_box_starts_clean_and_counts_anew(disk):
    assert [crash(disk) for _ in range(9)] == [False, False, False, True, False, False, True, False, False]


def test_a_proper_stop_ends_the_row(disk):
    crash(disk)
    crash(disk)
    crashes = Crashes(disk, FILE)
    crashes.began()
    crashes.end_well()
    assert [crash(disk) for _ in range(3)] == [False, False, False]


def test_who_fell_is_told_from_who_was_stopped_or_cut_off(disk):
    assert not Crashes(disk, FILE).crashed
    crashes = Crashes(disk, FILE)
    crashes.began()
    assert Crashes(disk, FILE).crashed
    crashes.calm_down()
    crash_log = Crashes(disk, FILE)
    assert (crash_log.crashed, crash_log.in_a_row) == (True, 0)
    crashes.end_well()
    assert not Crashes(disk, FILE).crashed


@pytest.mark.parametrize("content", [b"", b"many", b"\xff", b"-3", b"1" * 5000])
def test_a_count_that_makes_no_sense_does_not_keep_the_box_from_starting(disk, content):
    disk.write(FILE, content)
    crash(disk)
    assert Crashes(disk, FILE).in_a_row <= 1


def test_a_folder_that_cannot_be_written_does_not_keep_the_box_from_starting(disk):
    disk.refuses = OSError("Read-only file system")
    assert not crash(disk)
