"""Tests that a box to be given away forgets what people did with it, even after a power cut or an error of the card."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from nightcrier.care.erasing import Eraser
from nightcrier.cli import main
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.kernel.files import DISK, Disk
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.program import claim_folder
from nightcrier.tools import care
from tests.box.memory.conftest import PowerCut
from tests.care.given_files import SETTINGS, files_of
from tests.care.saved_boxes import live_in, without
from tests.care.test_restoring_cuts import CutDisk

LEFT = {"own/device.toml": SETTINGS.encode(), "own/allowed_signers": b"a key"}


@pytest.fixture
def lived_in(box, monkeypatch):
    """Return a box that people have used, with a copy of it that an update made."""
    monkeypatch.setenv("CACHE_DIRECTORY", str(box / "cache"))
    live_in(box, "Ada", "Ben", "Cem")
    for name in ("cache/speech/Ada.wav", "copy/nightcrier-saved.zip", "state/before-restore.zip"):
        (box / name).parent.mkdir(parents=True, exist_ok=True)
        (box / name).write_bytes(b"Ada")
    return box


def eraser(box: Path, disk: Disk = DISK) -> Eraser:
    return Eraser(standard_folders(), (box / "copy", box / "none"), disk=disk)


def test_the_settings_stay_and_nothing_else(lived_in):
    eraser(lived_in).begin()
    assert eraser(lived_in).finish()
    assert files_of(lived_in) == LEFT
    assert (lived_in / "state").is_dir(), "the service's own folder"
    assert not eraser(lived_in).finish(), "once"


@pytest.mark.parametrize(
    ("error", "least"), [(PowerCut(), 6), (OSError(28, "No space left on device"), 1)], ids=["cut", "full"]
)
def test_cut_at_any_step_it_has_not_begun_or_the_next_start_ends_it(box, error, least):
    cut_at, begun_once = 0, 0
    while True:
        cut_at += 1
        live_in(box, "Ada", "Ben", "Cem")
        before, disk = without(files_of(box), ".new"), CutDisk(cut_at, error)
        try:
            eraser(box, disk).begin()
            eraser(box, disk).finish()
        except (PowerCut, OSError, NightcrierError):
            pass
        else:
            break
        begun = (box / "own" / "forgetting").exists()
        begun_once += begun
        eraser(box).finish()
        now = without(files_of(box), ".new")
        assert now == LEFT if begun else now in (before, LEFT)
    assert begun_once >= least
    assert files_of(box) == LEFT


class StubbornDisk(Disk):
    """A disk on which one file cannot be removed."""

    def remove(self, path: Path) -> None:
        if path.name == "choices.json":
            raise OSError(30, "Read-only file system")
        super().remove(path)


def test_what_cannot_be_removed_is_named_and_nothing_is_tried_for_ever(lived_in):
    eraser(lived_in).begin()
    with pytest.raises(NightcrierError, match=r"All is forgotten but this: \S+choices\.json cannot be removed"):
        eraser(lived_in, StubbornDisk()).finish()
    assert set(files_of(lived_in)) == {*LEFT, "state/choices.json"}
    live_in(lived_in, "Dora", "Emil", "Fred")
    assert not eraser(lived_in).finish(), "the evening of somebody else"


def test_a_folder_that_is_refused_keeps_nothing_else(lived_in, monkeypatch):
    @contextmanager
    def refusing(folder: Path, **_: bool) -> Iterator[None]:
        if folder.name == "copy":
            raise WrongUse("It belongs to somebody else.")
        yield

    monkeypatch.setattr("nightcrier.care.erasing.as_owner", refusing)
    refused = Eraser(standard_folders(), (lived_in / "copy",), lambda: ["the card is gone"])
    refused.begin()
    with pytest.raises(NightcrierError, match=r"but this: the card is gone; It belongs to somebody else\."):
        refused.finish()
    assert without(files_of(lived_in), "nightcrier-saved.zip") == LEFT


def test_however_deep_and_shut_it_is_it_goes(lived_in):
    place = lived_in / "state"
    while len(str(place)) < 3900:
        place = place / "d"
        place.mkdir()
    shut = lived_in / "state" / "shut"
    (shut / "in").mkdir(parents=True)
    (lived_in / "state" / "loop").symlink_to("loop")
    shut.chmod(0)
    eraser(lived_in).begin()
    eraser(lived_in).finish()
    assert [*(lived_in / "state").iterdir()] == []


def test_no_link_is_followed(lived_in, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mine").write_text("mine")
    (lived_in / "state" / "beyond").symlink_to(outside)
    eraser(lived_in).begin()
    eraser(lived_in).finish()
    assert (outside / "mine").read_text() == "mine"
    assert not (lived_in / "state" / "beyond").is_symlink()


def test_the_command_wants_to_be_told_what(lived_in, capsys, call):
    assert "everything" in call(2, "forget").err
    assert main(["forget", "everything"]) == 0
    assert capsys.readouterr().out.startswith("Forgotten: names, scores, choices, own voices, decks, games and sounds.")
    assert without(files_of(lived_in), "nightcrier-saved.zip") == LEFT, "the copy is none that this box knows of"


def test_a_box_that_plays_forgets_nothing(lived_in, capsys):
    before = files_of(lived_in)
    with claim_folder(lived_in / "state"):
        assert main(["forget", "everything"]) == 2
    assert "is used by another Nightcrier" in capsys.readouterr().err
    assert files_of(lived_in) == before


def test_of_the_box_itself_every_copy_goes(lived_in, monkeypatch):
    """The copies are files from phones, the hall's data, and what updates or a power cut left behind."""
    copies = {
        "SENT": "/var/lib/nightcrier-net/sent",
        "HANDED_OUT": "/var/lib/nightcrier-out",
        "_HALL": "/var/lib/nightcrier-hall",
        "TOLD": "/run/nightcrier-told",
        "_VERSIONS": "/opt/nightcrier/versions",
        "COPIES": "/var/cache",
    }
    assert {name: str(getattr(care, name)) for name in copies} == copies
    privacy = Path("PRIVACY.md").read_text("utf-8")
    assert [place for place in copies.values() if f"`{place}" not in privacy] == [], "each has its row there"
    for name, place in copies.items():
        monkeypatch.setattr(care, name, lived_in / "machine" / place[1:])
    monkeypatch.setattr(care, "STATE", lived_in / "state")
    for place in (
        "var/lib/nightcrier-net/sent/quirin.toml",
        "var/lib/nightcrier-net/remembered.json",
        "var/lib/nightcrier-out/saved.zip",
        "var/lib/nightcrier-hall/results.json",
        "run/nightcrier-told/chore.json",
        "opt/nightcrier/versions/0.2.0/as-it-was/nightcrier-saved.zip",
        "var/cache/nightcrier-sent-cut/quirin.toml",
        "var/cache/somebody-else/file",
    ):
        (lived_in / "machine" / place).parent.mkdir(parents=True, exist_ok=True)
        (lived_in / "machine" / place).write_bytes(b"Quirin")
    care.forget_everything(standard_folders())
    left = {name: kept for name, kept in files_of(lived_in).items() if not name.startswith("copy/")}
    assert left == LEFT | {"machine/var/cache/somebody-else/file": b"Quirin"}


def test_where_nothing_can_begin_nothing_is_lost(lived_in, monkeypatch):
    before = files_of(lived_in)
    monkeypatch.setattr(Eraser, "begin", lambda _self: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(WrongUse, match=r"Nothing can be forgotten .*No space left on device"):
        care.forget_everything(standard_folders())
    assert files_of(lived_in) == before
