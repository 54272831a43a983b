"""Tests that taking files leaves the room that an evening needs; a file that finds none is refused, with advice on
making room."""

from functools import partial
from pathlib import Path

import pytest

from nightcrier.care.given_files import Kind, files_in, find_folder
from nightcrier.care.taking import Receiver, Taken
from nightcrier.cli import main
from nightcrier.kernel.chores import LEFT_FREE
from nightcrier.kernel.folders import standard_folders
from tests.care.given_files import SETTINGS, deck, files_of, sound

pytestmark = pytest.mark.usefixtures("checked_here")

MIB = 1024 * 1024
FULL = LEFT_FREE // 4
"""The least that may stay free while a file is written beside the old one."""


class Card:
    """Simulates a card with this many free bytes, less what is written into the box and more what is removed."""

    def __init__(self, box: Path, free: int) -> None:
        self._box = box
        self._all = free + self._used()

    def free(self, folder: Path) -> int:
        assert folder.is_relative_to(self._box)
        return self._all - self._used()

    def _used(self) -> int:
        return sum(-(-each.stat().st_size // 4096) * 4096 for each in self._box.rglob("*") if each.is_file())


def taken_with(free: int, box: Path, stick: Path) -> Taken:
    receiver = Receiver(standard_folders(), free=Card(box, free).free)
    return receiver.take(files_in(find_folder(stick)))


def refusals(taken: Taken) -> dict[str, str]:
    return {each.file: each.expected for each in taken.refused}


def lacks(count: int) -> str:
    return (
        f"cannot be kept (the card needs {count} MiB more room); an empty file on a stick or in the card's folder, "
        "called like a voice or sound of yours, takes that one away"
    )


@pytest.fixture
def all_kinds(stick, voice):
    return stick(
        {"decks/sunday.toml": deck(), "voices/en-new.zip": voice, "beds/sea.wav": sound(60), "device.toml": SETTINGS}
    )


def test_voices_sounds_and_decks_leave_room_and_settings_are_taken(box, all_kinds):
    taken = taken_with(LEFT_FREE, box, all_kinds)
    assert refusals(taken) == {name: lacks(1) for name in ("beds/sea.wav", "decks/sunday.toml", "voices/en-new.zip")}
    assert taken.new == (Kind.SETTINGS,)
    assert files_of(box) == {"own/device.toml": SETTINGS.encode()}


def test_settings_are_taken_on_a_card_without_any(box, all_kinds):
    assert taken_with(0, box, all_kinds).new == (Kind.SETTINGS,)


def test_each_takes_its_room_and_the_next_finds_less(box, stick):
    given = stick({f"beds/{name}.wav": sound(60) for name in "abc"})
    taken = taken_with(LEFT_FREE + 2 * MIB, box, given)
    assert refusals(taken) == {"beds/c.wav": lacks(1)}
    assert len(taken.new) == 2


def test_what_lies_there_already_needs_none(box, stick):
    given = stick({"beds/sea.wav": sound(), "decks/sunday.toml": deck()})
    assert len(taken_with(2**30, box, given).new) == 2
    assert taken_with(0, box, given) == Taken(known=2)


@pytest.mark.parametrize(("seconds", "free", "kept"), [(60, 0, True), (61, 0, False), (61, 64 * 1024, True)])
def test_what_replaces_a_file_needs_room_for_the_difference(box, stick, seconds, free, kept):
    taken_with(2**30, box, stick({"beds/sea.wav": sound(60)[:-1] + b"\1"}))
    taken = taken_with(LEFT_FREE + free, box, stick({"beds/sea.wav": sound(seconds)}))
    assert (taken.new == (Kind.BED,)) == kept
    assert refusals(taken) == ({} if kept else {"beds/sea.wav": lacks(1)})


@pytest.mark.parametrize("missing", [0, 1])
def test_but_it_comes_beside_the_old_one_and_never_fills_the_card(box, stick, missing):
    """A file no larger than the old one is taken even if less is left than should be."""
    taken_with(2**30, box, stick({"beds/sea.wav": sound(60)[:-1] + b"\1"}))
    size = -(-len(sound(60)) // 4096) * 4096
    taken = taken_with(FULL + size - missing, box, stick({"beds/sea.wav": sound(60)}))
    assert refusals(taken) == ({"beds/sea.wav": lacks(1)} if missing else {})


def test_a_deck_that_replaces_another_leaves_it_beside_it(box, stick):
    taken_with(2**30, box, stick({"decks/sunday.toml": deck("One")}))
    taken = taken_with(LEFT_FREE, box, stick({"decks/sunday.toml": deck("Two")}))
    assert refusals(taken) == {"decks/sunday.toml": lacks(1)}
    assert files_of(box) == {"own/scenarios/sunday.toml": deck("One")}


def test_what_a_power_cut_left_of_it_is_no_reason_to_refuse_it(box, stick):
    """Nothing else would remove the unfinished copy, so the file would be refused forever."""
    (box / "own/beds").mkdir(parents=True)
    (box / "own/beds/sea.wav.4194305.new").write_bytes(bytes(2 * MIB))
    assert taken_with(LEFT_FREE, box, stick({"beds/sea.wav": sound(60)})).new == (Kind.BED,)
    assert list(files_of(box)) == ["own/beds/sea.wav"]


def test_an_empty_file_makes_the_room_that_another_needs(box, stick):
    taken_with(2**30, box, stick({"beds/sea.wav": sound(60)}))
    taken = taken_with(LEFT_FREE, box, stick({"beds/sea.wav": b"", "beds/a-shore.wav": sound(60)}))
    assert (taken.removed, taken.new, taken.refused) == ((Kind.BED,), (Kind.BED,), ())


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"a.toml": deck("One")}, 3),
        ({"a.toml": b"["}, 1),
        ({"a.toml": b"[", "b.toml": deck("One")}, 3),
        ({"device.toml": SETTINGS}, 0),
    ],
)
def test_the_card_knows_by_the_status_that_it_has_to_be_tried_again(box, stick, monkeypatch, given, status):
    monkeypatch.setattr("nightcrier.tools.care.Receiver", partial(Receiver, free=Card(box, 0).free))
    assert main(["take", str(stick(given))]) == status
