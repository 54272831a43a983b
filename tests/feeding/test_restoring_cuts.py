"""A saved box comes back as a whole or not at all, wherever the power goes and whatever the card refuses."""

from pathlib import Path

import pytest

from device.box.folders import standard_folders
from device.cli import main
from device.commands.named import kept_in
from device.feeding.restoring import Restorer
from device.kernel.errors import WrongUse
from device.kernel.files import Disk
from tests.feeding.given_files import files_of
from tests.feeding.saved_boxes import NOT_SAVED, people, without
from tests.memory.conftest import PowerCut


class CutDisk(Disk):
    """The power goes at one of its calls: in the middle of what is written. Or the disk is full from there on."""

    def __init__(self, cut_at: int, error: BaseException) -> None:
        self.calls, self._cut_at, self._error = 0, cut_at, error

    def _count(self, path: Path | None = None, content: bytes = b"") -> None:
        self.calls += 1
        if self.calls == self._cut_at or (self.calls > self._cut_at and isinstance(self._error, OSError)):
            if path is not None:
                with path.open("ab") as file:
                    file.write(content[: len(content) // 2])
            raise self._error

    def write(self, path, content):
        self._count(path if not path.exists() else None, content)
        super().write(path, content)

    def append(self, path, content):
        self._count(path, content)
        super().append(path, content)

    def sync(self, path):
        self._count()
        super().sync(path)

    def rename(self, old, new):
        self._count()
        super().rename(old, new)

    def remove(self, path):
        if path.suffix != ".new" and not isinstance(self._error, OSError):  # a full disk can be tidied up
            self._count()
        super().remove(path)


def whole_box(box: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    return without(files_of(box), *NOT_SAVED, "restoring.zip", ".new"), people(box)


def begin(restorer: Restorer, saved: Path) -> None:
    with saved.open("rb") as file:
        restorer.begin(file, str(saved))


def was_cut(restorer: Restorer, saved: Path) -> bool:
    try:
        begin(restorer, saved)
        restorer.finish()
    except (PowerCut, OSError):
        return True
    return False


@pytest.mark.parametrize("error", [PowerCut(), OSError(28, "No space left on device")], ids=["cut", "full"])
def test_cut_at_any_step_the_next_start_has_all_of_it_or_nothing(saved, other, tmp_path, error):
    folders = standard_folders()
    old = whole_box(other)
    kept = {each: each.read_bytes() for each in other.rglob("*") if each.is_file()}
    counted = CutDisk(0, PowerCut())
    begin(Restorer(folders, kept_in, counted), saved)
    begun = counted.calls
    Restorer(folders, kept_in, counted).finish()
    new = whole_box(other)
    assert counted.calls > 30
    for step in range(1, counted.calls + 1):
        for each in [each for each in other.rglob("*") if each.is_file() and each not in kept]:
            each.unlink()
        for each, content in kept.items():
            each.write_bytes(content)
        cut_short = was_cut(Restorer(folders, kept_in, CutDisk(step, error)), saved)
        Restorer(folders, kept_in).finish()
        found = whole_box(other)
        assert found in ((old, new) if cut_short else (new,)), step
        assert found == old or step >= begun - 1, "before it counts nothing is changed"
        assert not (other / "own" / "restoring.zip").exists()


def test_what_a_worn_card_has_changed_is_not_tried_for_ever(saved, other, capsys):
    folders = standard_folders()
    begin(Restorer(folders, kept_in), saved)
    pending = other / "own" / "restoring.zip"
    pending.write_bytes(pending.read_bytes()[:99])
    with pytest.raises(WrongUse, match="is no saved box"):
        Restorer(folders, kept_in).finish()
    assert (other / "own" / "restoring.zip.broken").exists()
    assert Restorer(folders, kept_in).finish() is None


def test_a_full_card_is_one_sentence(saved, other, monkeypatch, capsys):
    before = whole_box(other)

    def append(_disk, _path, _content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Disk, "append", append)
    assert main(["restore", str(saved)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("The box cannot be brought back (")
    assert told.endswith("No space left on device); make room on its card, and try again.\n")
    monkeypatch.undo()
    assert not list(other.rglob("*.new"))
    assert before[0] == without(files_of(other), *NOT_SAVED)
