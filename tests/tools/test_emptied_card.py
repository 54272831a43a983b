"""Tests which files on the card's drive, which people fill on their computers, are erased and which stay."""

import subprocess
from pathlib import Path

import pytest

from nightcrier.care import erasing
from nightcrier.care import stick as stick_door
from nightcrier.care.erasing import empty_card_folder, empty_folder
from tests.care.given_files import files_of

TOOLS = Path("image/overlay/usr/lib/nightcrier-card").resolve()


class Card:
    """Simulates a card with files for starting the Pi, people's files and the box's own, and a disk that mounts on
    request."""

    def __init__(self, folder: Path) -> None:
        self.mounts = list[str]()
        self.shuts = True
        self.drive, self.memory, self.settings = folder / "drive", folder / "memory", folder / "own.toml"
        self.lay("config.txt", "overlays/nightcrier.dtbo", "bootcode.bin")
        for name in ("device.toml", "put-here.txt", "scores.csv", "nightcrier-saved.zip", "voices/en-ann.zip"):
            self.lay(f"nightcrier/{name}")
        self.settings.write_text("device.toml")
        self.memory.mkdir()
        (self.memory / "seen").write_text("voices/en-ann.zip")

    def lay(self, *names: str) -> None:
        for name in names:
            (self.drive / name).parent.mkdir(parents=True, exist_ok=True)
            (self.drive / name).write_text(name.rpartition("/")[2])

    def mount(self, words: tuple[str, ...]) -> bool:
        self.mounts.append(words[1])
        return self.shuts

    def empty(self, tools: Path = TOOLS) -> list[str]:
        return empty_card_folder(self.settings, self.drive, tools)

    @property
    def top(self) -> list[str]:
        return sorted(each.name for each in self.drive.iterdir())

    @property
    def left(self) -> list[str]:
        return sorted(each.name for each in (self.drive / "nightcrier").iterdir())


@pytest.fixture
def card(tmp_path, monkeypatch):
    card = Card(tmp_path)
    monkeypatch.setattr(erasing, "CARD_MEMORY", card.memory)
    monkeypatch.setattr(stick_door, "_mount", card.mount)
    return card


@pytest.mark.parametrize(("own", "left"), [("device.toml", ["device.toml"]), ("newer", [])])
def test_the_note_is_left_and_the_settings_of_the_box(card, own, left):
    card.settings.write_text(own)
    assert card.empty() == []
    assert card.left == [*left, "put-here.txt"]
    assert card.mounts == ["remount,rw", "remount,ro"]
    assert [*card.memory.iterdir()] == []


def test_settings_are_those_of_the_box_in_whatever_letters(card):
    (card.drive / "nightcrier/device.toml").rename(card.drive / "nightcrier/Device.TOML")
    card.settings.write_text("device.toml")
    assert card.empty() == []
    assert card.left == ["Device.TOML", "put-here.txt"]


def test_settings_that_cannot_be_read_keep_nothing_else_there(card, monkeypatch):
    def refusing(_path: Path) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", refusing)
    assert card.empty() == []
    assert card.left == ["put-here.txt"]


def test_a_folder_called_like_the_note_goes(card):
    (card.drive / "nightcrier/put-here.txt").unlink()
    card.lay("nightcrier/put-here.txt/mine.toml")
    assert card.empty() == []
    assert card.left == ["device.toml"]


@pytest.mark.parametrize(
    "kept",
    [".Trashes/501/en-ann.zip", "$RECYCLE.BIN/S-1/a.zip", "._notes.txt", "FOUND.000/FILE0000.CHK", "FSCK0000.REC"],
)
def test_what_was_thrown_away_on_a_computer_goes_and_what_the_card_starts_with_stays(card, kept):
    card.lay(kept)
    assert card.empty() == []
    assert card.top == ["bootcode.bin", "config.txt", "nightcrier", "overlays"]
    assert (card.drive / "overlays/nightcrier.dtbo").exists()


def test_where_people_removed_the_folder_the_rest_is_forgotten_all_the_same(card):
    empty_folder(card.drive / "nightcrier")
    (card.drive / "nightcrier").rmdir()
    card.lay(".Trashes/501/nightcrier/scores.csv")
    assert card.empty() == []
    assert card.top == ["bootcode.bin", "config.txt", "overlays"]
    assert [*card.memory.iterdir()] == []


def test_the_first_partition_of_another_system_is_not_touched(card, tmp_path):
    before = files_of(card.drive)
    assert card.empty(tmp_path / "no-tools") == []
    assert (files_of(card.drive), card.mounts) == (before, [])


def test_one_that_is_not_there_is_told(card, tmp_path):
    card.drive = tmp_path / "nowhere"
    assert card.empty() == [f"{card.drive} cannot be read (No such file or directory)"]
    card.drive.mkdir()
    assert card.empty() == [f"{card.drive} is empty; write the card again"]
    assert (card.memory / "seen").read_text() == "voices/en-ann.zip"


@pytest.mark.parametrize("shuts", [True, False], ids=["a file stays", "the disk stays shut"])
def test_what_is_left_there_is_not_taken_again(card, shuts, monkeypatch):
    card.shuts = shuts
    monkeypatch.setattr(erasing, "empty_folder", lambda folder, **_but: [f"{folder.name}/scores.csv is in use"])
    told = card.empty()
    assert told
    assert "what is left there is taken again at the next start" not in told
    words = ["sh", TOOLS / "take", card.drive, card.memory, card.memory]
    done = subprocess.run(words, env={"PATH": "/usr/bin:/bin"}, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_memory_that_cannot_be_written_is_told(card, monkeypatch):
    card.shuts = False
    monkeypatch.setattr(erasing, "CARD_MEMORY", card.memory / "none")
    assert card.empty()[1:] == ["what is left there is taken again at the next start"]


def test_a_card_that_cannot_be_read_any_more_is_told(card, monkeypatch):
    def refusing(_name: str) -> bool:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(erasing, "is_of_people", refusing)
    assert card.empty() == [f"{card.drive} cannot be read (Input/output error)"]
    assert card.mounts == ["remount,rw", "remount,ro"]
