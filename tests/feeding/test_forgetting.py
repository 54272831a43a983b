"""A box that is given away forgets what people did with it, wherever the power goes and whatever the card refuses."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from device.box.folders import Folders, standard_folders
from device.cli import main
from device.commands import card_folder, forget
from device.commands.card_folder import empty_card_folder
from device.feeding import stick as stick_door
from device.feeding.forgetting import Forgetter
from device.kernel.errors import NightcrierError, WrongUse
from device.kernel.files import DISK, Disk
from device.kernel.sole_use import claim_folder
from tests.feeding.given_files import SETTINGS, files_of
from tests.feeding.saved_boxes import live_in, without
from tests.feeding.test_restoring_cuts import CutDisk
from tests.memory.conftest import PowerCut

LEFT = {"own/device.toml": SETTINGS.encode(), "own/allowed_signers": b"a key"}


@pytest.fixture
def lived_in(box: Path) -> Path:
    """A box with people, and a copy of it that an update has kept."""
    live_in(box, "Ada", "Ben", "Cem")
    for name in ("state/cache/speech/Ada.wav", "copy/nightcrier-saved.zip", "state/before-restore.zip"):
        (box / name).parent.mkdir(parents=True, exist_ok=True)
        (box / name).write_bytes(b"Ada")
    return box


def forgetter(box: Path, disk: Disk = DISK) -> Forgetter:
    return Forgetter(standard_folders(), lambda _folder: nullcontext(), (box / "copy", box / "none"), disk)


def test_the_settings_stay_and_nothing_else(lived_in: Path) -> None:
    forgetter(lived_in).begin()
    assert forgetter(lived_in).finish()
    assert files_of(lived_in) == LEFT
    assert (lived_in / "state").is_dir(), "the service's own folder"
    assert not forgetter(lived_in).finish(), "once"


@pytest.mark.parametrize("error", [PowerCut(), OSError(28, "No space left on device")], ids=["cut", "full"])
def test_cut_at_any_step_it_has_not_begun_or_the_next_start_ends_it(box: Path, error: BaseException) -> None:
    cut_at, begun_once = 0, 0
    while True:
        cut_at += 1
        live_in(box, "Ada", "Ben", "Cem")
        before = without(files_of(box), ".new")
        disk = CutDisk(cut_at, error)
        try:
            forgetter(box, disk).begin()
            forgetter(box, disk).finish()
        except (PowerCut, OSError, NightcrierError):
            pass
        else:
            break
        begun = (box / "own" / "forgetting").exists()
        begun_once += begun
        forgetter(box).finish()
        now = without(files_of(box), ".new")
        assert now == LEFT if begun else now in (before, LEFT)
    assert begun_once > 5
    assert files_of(box) == LEFT


class StubbornDisk(Disk):
    """One file cannot be removed."""

    def remove(self, path: Path) -> None:
        if path.name == "choices.json":
            raise OSError(30, "Read-only file system")
        super().remove(path)


def test_what_cannot_be_removed_is_named_and_tried_again(lived_in: Path) -> None:
    forgetter(lived_in).begin()
    with pytest.raises(NightcrierError, match=r"choices.json cannot be removed .*; all else is forgotten"):
        forgetter(lived_in, StubbornDisk()).finish()
    assert set(files_of(lived_in)) == {*LEFT, "own/forgetting", "state/choices.json"}
    assert forgetter(lived_in).finish()
    assert files_of(lived_in) == LEFT


def test_no_link_is_followed(lived_in: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mine").write_text("mine")
    (lived_in / "state" / "beyond").symlink_to(outside)
    forgetter(lived_in).begin()
    forgetter(lived_in).finish()
    assert (outside / "mine").read_text() == "mine"
    assert not (lived_in / "state" / "beyond").is_symlink()


def test_the_command_wants_to_be_told_what(lived_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forget"]) == 2
    assert "everything" in capsys.readouterr().err
    assert main(["forget", "everything"]) == 0
    assert capsys.readouterr().out.startswith("Forgotten: names, scores, choices, own voices, decks and sounds.")
    assert without(files_of(lived_in), "nightcrier-saved.zip") == LEFT, "the copy is none that this box knows of"


def test_a_box_that_plays_forgets_nothing(lived_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files_of(lived_in)
    with claim_folder(lived_in / "state"):
        assert main(["forget", "everything"]) == 2
    assert "is used by another Nightcrier" in capsys.readouterr().err
    assert files_of(lived_in) == before


def test_of_the_box_itself_every_copy_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forget, "STATE", tmp_path)
    monkeypatch.setattr(forget, "_VERSIONS", tmp_path / "versions")
    (tmp_path / "versions" / "0.2.0" / "as-it-was").mkdir(parents=True)
    seen = list[Path]()
    monkeypatch.setattr(forget, "Forgetter", lambda _folders, _kept_in, copies=(): seen.extend(copies))
    forget.forgetter_of(Folders(tmp_path, tmp_path, tmp_path))
    named = ("nightcrier-net", "nightcrier-out", "nightcrier-card", "as-it-was")
    assert [place.name for place in seen] == list(named)


class TestTheCard:
    @pytest.fixture
    def card(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A card with what people laid there, and what the box wrote; its disk opens and shuts as it is told."""
        folder = tmp_path / "card" / "nightcrier"
        for name in ("device.toml", "put-here.txt", "scores.csv", "nightcrier-saved.zip", "voices/en-ann.zip"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(name)
        self.mounts = list[str]()
        monkeypatch.setattr(stick_door, "_mount", lambda words: self.mounts.append(words[1]) or True)
        return tmp_path / "card"

    def test_only_the_settings_and_the_note_are_left(self, card: Path, tmp_path: Path) -> None:
        empty_card_folder(card, tmp_path)
        assert sorted(each.name for each in (card / "nightcrier").iterdir()) == ["device.toml", "put-here.txt"]
        assert self.mounts == ["remount,rw", "remount,ro"]

    def test_the_first_partition_of_another_system_is_not_touched(self, card: Path, tmp_path: Path) -> None:
        before = files_of(card)
        empty_card_folder(card, tmp_path / "no-tools")
        empty_card_folder(tmp_path / "no-card", tmp_path)
        assert (files_of(card), self.mounts) == (before, [])

    def test_a_card_that_cannot_be_written_is_one_sentence(
        self, card: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stays = "scores.csv cannot be removed (Read-only file system)"
        monkeypatch.setattr(card_folder, "empty_folder", lambda _folder, **_kept: [stays])
        with pytest.raises(WrongUse, match=r"Nothing is forgotten: scores\.csv cannot be removed"):
            empty_card_folder(card, tmp_path)
        assert self.mounts == ["remount,rw", "remount,ro"]
