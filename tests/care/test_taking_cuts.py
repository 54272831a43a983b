"""Tests pulling the plug at every point at which a file from a stick is written: the box has the old file or the new
one, whole, and takes the rest at the next try."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from nightcrier.care import taking
from nightcrier.care.checked_apart import check_apart
from nightcrier.care.given_files import files_in, find_folder
from nightcrier.care.taking import Receiver
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders
from tests.box.memory.conftest import ForgetfulDisk, Inode, cuts
from tests.care.given_files import SETTINGS, deck, sound
from tests.sampling import so_many

__all__ = ["cuts"]
WHERE = Folders(Path("/state"), Path("/cache"), Path("/run"), Path("/own"))
OLD = {Path("/own/device.toml"): b"[sound]\nmax_volume = 50\n", Path("/own/scenarios/sunday.toml"): deck("Old")}


@pytest.fixture(autouse=True)
def checked_once(monkeypatch):
    """Check each file in a child only once, not again at each cut, since these tests only cut the writing."""
    known = {}

    def check(shown, look, size):
        if (shown, size) not in known:
            known[shown, size] = check_apart(shown, look, size=size)
        return known[shown, size]

    monkeypatch.setattr(taking, "check_apart", check)


@pytest.fixture
def given(stick, voice):
    files = {
        "device.toml": SETTINGS,
        "decks/sunday.toml": deck("New"),
        "voices/en-new.zip": voice,
        "beds/sea.wav": sound(),
    }
    return list(files_in(find_folder(stick(files))))


def lay_down(disk: ForgetfulDisk) -> None:
    for path, content in OLD.items():
        disk.names[path] = disk.safe_names[path] = Inode(content, content)


def plain(disk: ForgetfulDisk) -> dict[Path, bytes]:
    return {
        path: inode.content for path, inode in disk.names.items() if path.suffix != ".new" and path.name != "on-trial"
    }


def wrong_after_cuts(cuts, given, how_many: int, never_forced: str = "", kind: str = "") -> Iterator[str]:
    def feed(disk: ForgetfulDisk) -> None:
        lay_down(disk)
        force = disk.sync
        disk.sync = lambda path: None if path.name.startswith(f"{never_forced}.") else force(path)  # type: ignore[method-assign]
        Receiver(WHERE, disk).take(given)

    whole = ForgetfulDisk()
    feed(whole)
    new = plain(whole)
    for disk, seed in cuts(feed, how_many, kind):
        found = plain(disk)
        right = all(found.get(path) in (OLD.get(path), new[path]) for path in new if path.suffix != ".before")
        kept = all(path in found and found[path] in (OLD[path], new[path]) for path in OLD)
        Receiver(WHERE, disk).take(given)
        again = {path: content for path, content in plain(disk).items() if path.suffix != ".before"}
        if not (right and kept and again == {path: each for path, each in new.items() if path.suffix != ".before"}):
            yield f"seed {seed}"


def test_two_hundred_cuts_leave_the_old_or_the_new(cuts, given):
    assert list(wrong_after_cuts(cuts, given, so_many(400, 200), kind="taking from a stick")) == []


@pytest.mark.parametrize("never_forced", ["device.toml", "sunday.toml", "en-new.zip"])
def test_this_disk_would_catch_what_is_not_forced_onto_the_card(cuts, given, never_forced):
    assert any(wrong_after_cuts(cuts, given, 200, never_forced))


def test_the_name_of_a_new_folder_is_on_the_card_before_its_file_counts_as_taken(stick, tmp_path):
    forced = list[Path]()

    class WatchedDisk(Disk):
        def sync(self, path: Path) -> None:
            super().sync(path)
            forced.append(path)

    given = list(files_in(find_folder(stick({"decks/sunday.toml": deck("New")}))))
    own = tmp_path / "etc/nightcrier"
    place = own / "scenarios/sunday.toml"
    assert Receiver(Folders(tmp_path, tmp_path, tmp_path, own), WatchedDisk()).take(given).new
    assert {each for each in place.parents if each.is_relative_to(tmp_path)} <= set(forced)
