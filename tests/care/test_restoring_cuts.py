"""Tests that a saved box comes back whole or not at all, wherever the power fails and whatever error the card has."""

import zipfile
from pathlib import Path

import pytest

from nightcrier.care.restoring import Restorer
from nightcrier.care.safe_change import PIECE
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import standard_folders
from tests.box.memory.conftest import PowerCut
from tests.care.given_files import files_of
from tests.care.saved_boxes import NOT_SAVED, as_old_box, begin_evening, changed, people, put_in, without
from tests.sampling import sampled

pytestmark = pytest.mark.usefixtures("checked_here")


class CutDisk(Disk):
    """A disk whose power fails in the middle of one of its calls, or which is full from there on."""

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


FULL = OSError(28, "No space left on device")
CUTS = [
    pytest.param(PowerCut(), False, id="cut, evenings"),
    pytest.param(PowerCut(), True, id="cut, old scores"),
    pytest.param(FULL, False, id="full, evenings"),
    pytest.param(FULL, True, id="full, old scores"),
]


@pytest.mark.parametrize(("error", "is_old"), sampled(CUTS, 2))
def test_cut_at_any_step_the_next_start_has_all_of_it_or_nothing(saved, other, error, is_old):
    for name in ("own/beds/long.wav", "own/scenarios/new/a.toml", "state/voices/en-bob/pack.toml"):
        changed(saved, put_in(name, bytes(PIECE + 9)[: PIECE + 9 if name.endswith("wav") else 9]))
    begin_evening(other, "Gus", "Hal", "Ida")
    if is_old:
        as_old_box(saved)
    folders, old = standard_folders(), whole_box(other)
    kept = {each: each.read_bytes() for each in other.rglob("*") if each.is_file()}
    counted = CutDisk(0, PowerCut())
    begin(Restorer(folders, counted), saved)
    begun = counted.calls
    Restorer(folders, counted).finish()
    new = whole_box(other)
    assert counted.calls > 40
    for step in range(1, counted.calls + 1):
        for each in [each for each in other.rglob("*") if each.is_file() and each not in kept]:
            each.unlink()
        for each, content in kept.items():
            each.parent.mkdir(exist_ok=True)
            each.write_bytes(content)
        cut_short = was_cut(Restorer(folders, CutDisk(step, error)), saved)
        Restorer(folders).finish()
        found = whole_box(other)
        assert found in ((old, new) if cut_short else (new,)), step
        assert found == old or step >= begun - 1, "before it counts nothing is changed"
        assert not (other / "own" / "restoring.zip").exists()


def test_what_a_worn_card_has_changed_is_not_tried_for_ever(saved, other, capsys):
    folders = standard_folders()
    begin(Restorer(folders), saved)
    pending = other / "own" / "restoring.zip"
    pending.write_bytes(pending.read_bytes()[:99])
    with pytest.raises(WrongUse, match=r"is no whole saved box .*it is kept as restoring.zip.broken\."):
        Restorer(folders).finish()
    assert (other / "own" / "restoring.zip.broken").exists()
    assert Restorer(folders).finish() is None


def test_a_worn_card_puts_no_half_of_a_box_in_place(saved, other):
    """A saved box was already complete, but its last file has changed since: no other file is put in place either."""
    folders, before = standard_folders(), whole_box(other)
    begin(Restorer(folders), saved)
    pending = other / "own" / "restoring.zip"
    with zipfile.ZipFile(pending) as box:
        last = max(box.infolist(), key=lambda entry: entry.filename)
    content = bytearray(pending.read_bytes())
    content[last.header_offset + 30 + len(last.filename)] ^= 1
    pending.write_bytes(content)
    with pytest.raises(WrongUse, match="nothing was changed"):
        Restorer(folders).finish()
    (other / "own" / "restoring.zip.broken").unlink()
    assert whole_box(other) == before


def test_a_full_card_is_one_sentence(saved, other, monkeypatch, call):
    before = whole_box(other)

    def append(_disk, _path, _content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Disk, "append", append)
    told = call(2, "restore", saved).err
    assert told.startswith("The box cannot be brought back (")
    assert told.endswith("No space left on device); make room on its card, and try again.\n")
    monkeypatch.undo()
    assert not list(other.rglob("*.new"))
    assert before[0] == without(files_of(other), *NOT_SAVED)


class NotedDisk(Disk):
    """Records each operation and the file or folder it was done with."""

    def __init__(self):
        self.done = []

    def sync(self, path):
        self.done.append(("sync", path))
        super().sync(path)

    def rename(self, old, new):
        self.done += [("from", old), ("to", new)]
        super().rename(old, new)

    def remove(self, path):
        self.done.append(("remove", path))
        super().remove(path)

    def list_names(self, folder):
        self.done.append(("list", folder))
        return super().list_names(folder)


def clips(saved, count):
    for number in range(count):
        changed(saved, put_in(f"state/voices/en-bob/{number}.opus", b"clip %d" % number))


def finished(saved, disk):
    begin(Restorer(standard_folders()), saved)
    Restorer(standard_folders(), disk).finish()
    return disk.done


def test_many_files_of_a_folder_cost_one_look_through_it_and_one_sync(saved, other):
    clips(saved, 20)
    done, folder = finished(saved, NotedDisk()), other / "state" / "voices" / "en-bob"
    assert len([each for each in done if each[0] == "to" and each[1].parent == folder]) == 20
    assert (done.count(("list", folder)), done.count(("sync", folder))) == (1, 1)


def test_all_of_it_is_forced_onto_the_card_before_it_counts_no_more(saved, other):
    clips(saved, 2)
    done = finished(saved, NotedDisk())
    last = done.index(("remove", other / "own" / "restoring.zip"))
    assert ("sync", other / "state" / "voices") in done[:last], "it has the name of a new folder"
    for at, (what, path) in enumerate(done[:last]):
        if what == "from":
            assert ("sync", path) in done[:at], "the content before its name"
        if what == "to":
            assert ("sync", path.parent) in done[at:last]


def was_cut_again(disk):
    try:
        Restorer(standard_folders(), disk).finish()
    except PowerCut:
        return True
    return False


def test_it_goes_on_where_a_cut_has_ended_it(saved, other):
    """systemd cuts a start that takes too long, but each start restores more, and the last one finishes."""
    clips(saved, 30)
    begin(Restorer(standard_folders()), saved)
    starts = 1
    while was_cut_again(CutDisk(25, PowerCut())):
        starts += 1
    assert 3 < starts < 10
    assert not (other / "own" / "restoring.zip").exists()
    assert len(list((other / "state" / "voices" / "en-bob").iterdir())) == 30


def test_what_is_there_already_is_not_written_again(saved, other):
    finished(saved, NotedDisk())
    assert [path.name for what, path in finished(saved, NotedDisk()) if what == "to"] == []
