"""A box is saved onto a stick, and comes back on the same machine or on another."""

import hashlib
import io
import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from device import __version__
from device.box.folders import standard_folders
from device.cli import main
from device.commands.named import kept_in
from device.feeding import saved_box
from device.feeding.restoring import Restorer
from device.kernel.errors import WrongUse
from device.kernel.files import Disk
from device.kernel.sole_use import claim_folder
from device.memory.choices import ChoicesFile
from device.memory.database import open_scores
from device.table.house import Choices
from tests.feeding.conftest import SETTINGS, deck, files_of, sound
from tests.memory.conftest import PowerCut

CHOICES = Choices("one-night", {}, languages=("it",))


def live_in(box: Path, *names: str, settings: str = SETTINGS, voice: bytes = b"") -> None:
    """A box that was used: own settings, a deck, a bed, a voice, an evening with these names."""
    files = {
        "own/device.toml": settings.encode(),
        "own/scenarios/sunday.toml": deck(names[0]),
        "own/scenarios/growl/ours.toml": b"",
        "own/beds/sea.wav": sound(),
        "own/allowed_signers": b"a key",
        "own/device.toml.before": b"older",
        "state/journal.jsonl": b"cards",
        "state/sheets/wherewolf-0001-0123abcd.csv": b"hands",
        "state/voices/en-ann/pack.toml": voice or b"list",
        "state/voices/en-ann/paused.opus": b"clip",
        "state/voices/en-new.zip": b"whole",
    }
    for name, content in files.items():
        (box / name).parent.mkdir(parents=True, exist_ok=True)
        (box / name).write_bytes(content)
    ChoicesFile(Disk(), box / "state" / "choices.json", Choices).save(CHOICES)
    assert main(["scores", "--names", *names]) == 0


def people(box: Path) -> tuple[str, ...]:
    book, faults = open_scores(Disk(), box / "state" / "scores.sqlite")
    evening = book.latest()
    book.close()
    assert faults == ()
    return evening.names if evening else ()


@pytest.fixture
def saved(tmp_path, box, capsys):
    """What Ada's box saved."""
    (tmp_path / "stick").mkdir()
    live_in(box, "Ada", "Ben", "Cem")
    assert main(["save", str(tmp_path / "stick")]) == 0
    place = tmp_path / "stick" / "nightcrier" / "nightcrier-saved.zip"
    assert capsys.readouterr().out.endswith(
        f"{place}: 10 files. On any box: sudo nightcrier restore nightcrier-saved.zip\n"
    )
    return place


@pytest.fixture
def other(tmp_path, monkeypatch):
    """Another box, on which Dan plays."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "other" / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "other" / "own"))
    live_in(tmp_path / "other", "Dan", "Eva", "Fay", settings="")
    return tmp_path / "other"


def without(files: dict[str, bytes], *names: str) -> dict[str, bytes]:
    return {name: content for name, content in files.items() if not name.endswith(names)}


NOT_SAVED = ("journal.jsonl", "allowed_signers", ".before", "scores.sqlite", "before-restore.zip")


def test_a_box_comes_back_on_another_one(saved, box, other, capsys):
    assert main(["restore", str(saved)]) == 0
    said = capsys.readouterr()
    everything = "the settings, decks, background sounds, what was chosen, the scores, sheets of games, own voices"
    assert said.out.endswith(
        f"Brought back: {everything} (10 files).\nAs it was before: {other}/state/before-restore.zip\n"
    )
    assert without(files_of(other), *NOT_SAVED) == without(files_of(box), *NOT_SAVED)
    assert people(other) == ("Ada", "Ben", "Cem")
    assert ChoicesFile(Disk(), other / "state" / "choices.json", Choices).load()[0] == CHOICES
    assert (other / "state" / "journal.jsonl").exists(), "a game under way stays where its people are"


def test_what_was_before_leads_back(saved, other):
    before = without(files_of(other), "scores.sqlite")
    main(["restore", str(saved)])
    assert main(["restore", str(other / "state" / "before-restore.zip")]) == 0
    assert without(files_of(other), "scores.sqlite", "before-restore.zip") == before
    assert people(other) == ("Dan", "Eva", "Fay")


def test_what_waits_for_other_scores_does_not_count_with_these(saved, other):
    (other / "state" / "uncounted.json").write_text("{}")
    main(["restore", str(saved)])
    assert not (other / "state" / "uncounted.json").exists()


def test_a_box_that_was_saved_before_is_not_written_over(saved, tmp_path):
    first = saved.read_bytes()
    assert main(["save", str(tmp_path / "stick")]) == 0
    assert saved.read_bytes() == first
    assert saved.with_name("nightcrier-saved-2.zip").read_bytes() == first, "the same box is the same file"


def test_it_says_what_it_holds_and_the_hash_of_each(saved):
    with zipfile.ZipFile(saved) as archive:
        listed = json.loads(archive.read("saved.json"))
        assert (listed["format"], listed["version"]) == (1, __version__)
        hashes = {name: hashlib.sha256(archive.read(name)).hexdigest() for name in listed["files"]}
    assert listed["files"] == hashes
    assert not [name for name in hashes if "journal" in name or "signers" in name or "before" in name]


def test_what_a_box_that_plays_removes_meanwhile_is_no_part_of_it(saved, box, tmp_path, monkeypatch):
    sheet = box / "state" / "sheets" / "wherewolf-0001-0123abcd.csv"
    listed = [("state/sheets/gone.csv", sheet.with_name("gone.csv")), ("state/sheets/here.csv", sheet)]
    monkeypatch.setattr("device.feeding.saving.state_files", lambda _: iter(listed))
    assert main(["save", str(tmp_path / "stick")]) == 0
    with zipfile.ZipFile(saved.with_name("nightcrier-saved-2.zip")) as archive:
        assert [name for name in archive.namelist() if name.startswith("state/")] == ["state/sheets/here.csv"]


def changed(saved: Path, change) -> None:
    """The same zip, with other files in it; its list is as the change leaves it."""
    with zipfile.ZipFile(saved) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    listed = json.loads(files.pop("saved.json"))
    change(files, listed)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**files, "saved.json": json.dumps(listed).encode()}.items():
            archive.writestr(name, content)
    saved.write_bytes(out.getvalue())


def put_in(name: str, content: bytes = b"x"):
    def change(files, listed):
        files[name] = content
        listed["files"][name] = hashlib.sha256(content).hexdigest()

    return change


def drop(files, listed):
    files.pop("own/device.toml")


def alter(files, listed):
    files["own/device.toml"] += b"#"


def age(files, listed):
    listed["format"] = 2


def unlist(files, listed):
    listed.clear()


WRONG = {
    "another hash": (alter, "own/device.toml is not as its list says"),
    "a file less": (drop, "its list names other files"),
    "a newer one": (age, "is of a newer Nightcrier; update this one first"),
    "no list": (unlist, "saved.json"),
    "a bomb": (put_in("own/scenarios/bomb.toml", bytes(99_999_999)), "it unpacks to more than a box has"),
    **{
        name: (put_in(name), "is no file of a box")
        for name in (
            "../own/device.toml",
            "/etc/passwd",
            "own/../../device.toml",
            "own/scenarios/../device.toml",
            "own/scenarios/../x.toml",
            "own/beds/..",
            "own/allowed_signers",
            "own/restoring.zip",
            "state/journal.jsonl",
            "state/voices/a/b/c.opus",
            "state/voices/../x.zip",
            "own/beds/a\\b.wav",
            "own/beds/a\nb.wav",
            "C:/x.toml",
            "own/scenarios/.hidden.toml",
        )
    },
}


@pytest.mark.parametrize("what", WRONG)
def test_one_that_is_not_whole_changes_nothing(saved, other, capsys, what):
    change, told = WRONG[what]
    changed(saved, change)
    before = files_of(other)
    capsys.readouterr()
    assert main(["restore", str(saved)]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert (said.count("\n"), said.endswith("nothing was changed.\n")) == (1, True)
    assert files_of(other) == before


@pytest.mark.parametrize("part", range(10))
def test_one_that_was_cut_or_lost_a_bit_changes_nothing(saved, other, capsys, part):
    whole = saved.read_bytes()
    before = files_of(other)
    at = len(whole) * part // 10
    for broken in (whole[:at], whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :]):
        saved.write_bytes(broken)
        if main(["restore", str(saved)]) == 0:  # a bit that means nothing, as one in a date
            assert without(files_of(other), *NOT_SAVED) != before
            main(["restore", str(other / "state" / "before-restore.zip")])
        assert without(files_of(other), *NOT_SAVED) == without(before, *NOT_SAVED)


def test_what_the_list_promises_is_not_believed(saved, other, monkeypatch, capsys):
    monkeypatch.setattr(saved_box, "_most", lambda _name: 3)
    assert main(["restore", str(saved)]) == 2
    assert "it unpacks to more than a box has" in capsys.readouterr().err


def test_scores_and_choices_that_nobody_can_read_leave_those_that_are_there(saved, other, capsys):
    for name, content in {"state/scores.sqlite": b"SQLite format 3\0" + bytes(99), "state/choices.json": b"{}"}.items():
        changed(saved, put_in(name, content))
    assert main(["restore", str(saved)]) == 1
    told = capsys.readouterr().err
    assert "state/scores.sqlite: holds no scores that can be counted with; those of this box are left." in told
    assert "state/choices.json: is damaged; what was chosen on this box is left." in told
    assert people(other) == ("Dan", "Eva", "Fay")
    assert (other / "own" / "device.toml").read_text() == SETTINGS


def test_a_box_that_plays_is_left_alone(saved, other, capsys):
    before = files_of(other)
    with claim_folder(other / "state"):
        assert main(["restore", str(saved)]) == 2
    assert "is used by another Nightcrier that runs now" in capsys.readouterr().err
    assert files_of(other) == before


def test_a_change_of_the_scores_that_was_cut_is_taken_back_before_others_come(saved, other):
    """SQLite leaves a journal beside them, which it would otherwise apply to the scores that were brought back."""
    book = other / "state" / "scores.sqlite"
    connection = sqlite3.connect(book, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DELETE FROM seat")
    connection.execute("CREATE TABLE filler AS SELECT randomblob(200000) AS x")
    cut = {each: each.read_bytes() for each in (book, book.with_name("scores.sqlite-journal"))}
    connection.execute("ROLLBACK")
    connection.close()
    for each, content in cut.items():
        each.write_bytes(content)
    assert main(["restore", str(saved)]) == 0
    assert people(other) == ("Ada", "Ben", "Cem")
    assert not book.with_name("scores.sqlite-journal").exists()


def test_names_of_people_are_for_nobody_else(saved, other):
    main(["restore", str(saved)])
    assert (other / "state" / "before-restore.zip").stat().st_mode & 0o077 == 0


def test_without_anything_to_bring_back_it_says_so(other, capsys):
    assert main(["restore"]) == 0
    assert capsys.readouterr().out.endswith("Nothing is to be brought back.\n")


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


def was_cut(restorer: Restorer, saved: Path) -> bool:
    try:
        restorer.begin(saved)
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
    Restorer(folders, kept_in, counted).begin(saved)
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
    Restorer(folders, kept_in).begin(saved)
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


def test_a_full_stick_is_one_sentence_and_leaves_nothing(box, tmp_path, monkeypatch, capsys):
    live_in(box, "Ada", "Ben", "Cem")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.commands.save.DISK.sync", full)
    assert main(["save", str(tmp_path)]) == 2
    assert "cannot be written (No space left on device); make room on that stick." in capsys.readouterr().err
    assert not list((tmp_path / "nightcrier").iterdir())


def test_where_the_box_cannot_be_read_no_half_of_it_is_left(box, tmp_path, monkeypatch):
    live_in(box, "Ada", "Ben", "Cem")
    monkeypatch.setattr("device.commands.named.os.access", lambda *_: False)
    assert main(["save", str(tmp_path)]) == 2
    assert not list((tmp_path / "nightcrier").iterdir())
