"""Tests that saved choices come back, that damaged ones are set aside, and that newer ones are left alone."""

import errno
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec import Struct

from nightcrier.kernel.faults import Part
from nightcrier.kernel.state_file import ChoicesFile, state_fault

FILE = Path("/state/choices.json")


class Choices(Struct, frozen=True):
    game: str = ""
    volume: int = 10
    setups: Mapping[str, tuple[str, ...]] = {}


def choices_on(disk, kind=Choices):
    return ChoicesFile(disk, FILE, kind)


def test_at_the_first_start_there_is_nothing_and_nothing_is_wrong(disk):
    assert choices_on(disk).load() == (None, ())


def test_choices_come_back_as_they_were(disk):
    chosen = Choices("one-night", 14, {"one-night": ("seer", "robber")})
    assert choices_on(disk).save(chosen) is None
    assert choices_on(disk).load() == (chosen, ())


def test_the_file_can_be_read_by_people(disk):
    choices_on(disk).save(Choices("one-night"))
    assert disk.read(FILE).decode().splitlines()[:2] == ["{", '  "version": 100,']


def test_the_same_choices_are_not_written_twice(disk):
    file = choices_on(disk)
    file.save(Choices("one-night"))
    points = disk.points
    file.save(Choices("one-night"))
    assert disk.points == points


def test_the_same_choices_are_written_again_once_they_were_removed(disk):
    file = choices_on(disk)
    file.save(Choices("one-night"))
    file.remove()
    file.save(Choices("one-night"))
    assert choices_on(disk).load()[0] == Choices("one-night")


def test_after_a_refusal_the_same_choices_are_tried_again(disk):
    file = choices_on(disk)
    disk.refuses = OSError(errno.EROFS, "Read-only file system")
    assert "Read-only file system" in str(file.save(Choices("one-night")))
    disk.refuses = None
    assert file.save(Choices("one-night")) is None
    assert choices_on(disk).load()[0] == Choices("one-night")


def test_a_newer_version_is_left_alone_and_said_once(disk):
    newer = b'{"version": 101, "choices": {"game": "growl"}}'
    disk.write(FILE, newer)
    file = choices_on(disk)
    nothing, faults = file.load()
    assert (nothing, [str(fault) for fault in faults]) == (
        None,
        [f"{FILE}: is from a newer Nightcrier; it is left alone, update this one to use it."],
    )
    assert file.save(Choices()) is None
    assert disk.read(FILE) == newer


@pytest.mark.parametrize("older", [b'{"version": 1, "choices": {"game": "growl"}}', b"[]", b'{"game": "growl"}'])
def test_an_older_version_or_none_is_kept_aside_and_never_read_as_new(disk, older):
    disk.write(FILE, older)
    file = choices_on(disk)
    nothing, faults = file.load()
    assert (nothing, [str(fault) for fault in faults]) == (
        None,
        [f"{FILE}: is from an older Nightcrier; the box starts without it and keeps it as choices.json.broken."],
    )
    assert disk.read(FILE.with_name("choices.json.broken")) == older
    assert file.save(Choices("one-night")) is None


def test_choices_the_box_may_have_fallen_over_are_kept_aside(disk):
    choices_on(disk).set_aside()
    file = choices_on(disk)
    file.save(Choices("growl"))
    content = disk.read(FILE)
    file.set_aside()
    assert choices_on(disk).load() == (None, ())
    assert disk.read(FILE.with_name("choices.json.broken")) == content


def test_what_is_set_aside_is_news_and_what_is_left_alone_lasts(disk):
    disk.write(FILE, b"{")
    _, (broken,) = choices_on(disk).load()
    disk.write(FILE, b'{"version": 101, "choices": {}}')
    newer = choices_on(disk)
    _, (alone,) = newer.load()
    assert [state_fault(0.0, wrong).part for wrong in (broken, alone)] == [Part.ASIDE, Part.STATE]
    disk.refuses = OSError("full")
    assert newer.refusal() is None
    assert choices_on(disk).refusal()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\x00" * 200,
        b"\xff\xfe",
        b'{"version": 100}',
        b'{"version": 100, "choices": 3}',
        b'{"version": "one", "choices": {}}',
        b'{"version": 100, "choices": {"volume": "loud"}}',
        b'{"version": 100, "choices": {"volume": "loud", "nothing": 1}}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_kept_aside_and_a_fresh_one_takes_its_place(disk, content):
    disk.write(FILE, content)
    file = choices_on(disk)
    nothing, (fault,) = file.load()
    assert nothing is None
    assert "is damaged" in str(fault)
    assert "keeps it as choices.json.broken." in str(fault)
    assert disk.read(FILE.with_name("choices.json.broken")) == content
    assert file.save(Choices("growl")) is None
    assert choices_on(disk).load() == (Choices("growl"), ())


def test_a_wrong_value_is_named_by_its_key(disk):
    disk.write(FILE, b'{"version": 100, "choices": {"setups": {"growl": "all"}}}')
    _, (fault,) = choices_on(disk).load()
    assert fault.key == "setups[...]"


def test_one_wrong_value_costs_only_itself(disk):
    disk.write(FILE, b'{"version": 100, "choices": {"game": "growl", "volume": "loud", "setups": {"a": ["b"]}}}')
    file = choices_on(disk)
    choices, (fault,) = file.load()
    assert choices == Choices("growl", setups={"a": ("b",)})
    assert str(fault) == f"{FILE}: volume: is damaged (Expected `int`, got `str`); it is as on a new box."
    assert not file.is_kept(choices)
    assert file.save(choices) is None
    assert choices_on(disk).load() == (choices, ())


def test_a_damaged_file_that_cannot_be_moved_is_not_written_over(disk):
    disk.write(FILE, b"{")
    disk.refuses = OSError(errno.EROFS, "Read-only file system")
    file = choices_on(disk)
    _, (fault,) = file.load()
    assert "leaves it alone" in str(fault)
    disk.refuses = None
    file.save(Choices())
    assert disk.read(FILE) == b"{"


def test_a_file_that_cannot_be_read_is_left_alone(disk, monkeypatch):
    disk.write(FILE, b"{}")
    monkeypatch.setattr(disk, "read", lambda _: (_ for _ in ()).throw(PermissionError(13, "Permission denied")))
    file = choices_on(disk)
    _, (fault,) = file.load()
    assert "cannot be read (Permission denied)" in str(fault)
    file.save(Choices())
    assert disk.names[FILE].content == b"{}"
