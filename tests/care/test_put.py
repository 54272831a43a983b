"""Tests what the box writes onto a stick for people: the report, the scores, the last problems."""

import codecs
import csv

import pytest

from nightcrier.care.stick import NOT_TAKEN, folder_to_write, write_for_people
from nightcrier.cli import main
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.files import Disk
from nightcrier.tools.doctor.host import Finding
from nightcrier.tools.report import problems_text
from tests.care.given_files import deck, files_of
from tests.care.saved_boxes import begin_evening

pytestmark = pytest.mark.usefixtures("checked_here")


def test_a_stick_gets_report_scores_and_problems(tmp_path, box, capsys, monkeypatch):
    monkeypatch.setattr("nightcrier.tools.doctor.is_box", lambda _host: True)  # elsewhere nobody looks for pins
    (tmp_path / "stick").mkdir()
    begin_evening(box, "Ada", "Ben", "Jürgen")
    assert main(["put", str(tmp_path / "stick")]) == 0
    assert capsys.readouterr().out.endswith(
        f"report.txt, problems.txt, scores.csv are in {tmp_path}/stick/nightcrier.\n"
    )
    written = files_of(tmp_path / "stick" / "nightcrier")
    assert set(written) == {"report.txt", "problems.txt", "scores.csv"}
    assert written["report.txt"].startswith(b"== Versions\nnightcrier ")
    assert b"\npins: This machine has no GPIO pins." in written["problems.txt"]
    assert written["scores.csv"].startswith(codecs.BOM_UTF8), "a spreadsheet would take it for another writing"
    assert next(csv.reader([written["scores.csv"].decode("utf-8-sig")]))[0] == "evening"


def test_put_once_more_it_is_written_over(tmp_path, box):
    for _ in range(2):
        assert main(["put", str(tmp_path)]) == 0
    assert len(files_of(tmp_path / "nightcrier")) == 3


def test_the_stick_it_was_fed_from_gets_why_something_was_not_taken(stick, box, capsys):
    given = stick({"decks/bad.toml": b"?", "decks/good.toml": deck()})
    assert main(["take", str(given)]) == 1
    assert main(["put", str(given)]) == 0
    problems = (given / "nightcrier" / "problems.txt").read_text()
    assert "== What could not be used\ndecks/bad.toml: is not TOML" in problems
    (given / "nightcrier" / "decks" / "bad.toml").unlink()
    assert main(["take", str(given)]) == 0, "and what the box wrote there is no file to take"
    assert main(["put", str(given)]) == 0
    assert "== What could not be used\nnothing\n" in (given / "nightcrier" / "problems.txt").read_text()


def test_where_the_stick_was_pulled_meanwhile_no_folder_is_made_in_its_place(tmp_path):
    folder = tmp_path / "stick" / "nightcrier"
    with pytest.raises(WrongUse, match=r"report\.txt cannot be written"):
        write_for_people(folder, {"report.txt": b"a report"})
    assert not folder.parent.exists()


def test_a_stick_in_the_box_that_has_no_folder_any_more_gets_none(tmp_path, monkeypatch):
    """The folder was there when the stick was put in, so this is the empty mount point of a stick that was pulled."""
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.setattr("nightcrier.care.stick.STICK", place)
    with pytest.raises(WrongUse, match="has no folder nightcrier"):
        folder_to_write(place)
    assert not list(place.iterdir())


def test_problems_say_what_mends_them_and_how_often_something_broke():
    findings = [Finding.fine("pins", "All there."), Finding.advice("sound", "It is old.", "buy another")]
    log = ["fault sound: It is gone.", "Page home.", "fault sound: It is gone.", "fault state: Full."]
    assert problems_text(findings, log, [], lambda found: found.mend) == (
        "== What is wrong now\nsound: It is old.\n  -> buy another\n\n== What could not be used\nnothing\n\n"
        "== What broke lately\n2 x fault sound: It is gone.\n1 x fault state: Full.\n"
    )


def test_a_box_from_a_card_is_told_what_hands_and_files_mend(tmp_path, box, monkeypatch):
    own = box / "own" / "device.toml"
    own.parent.mkdir(parents=True)
    own.write_text("[sound]\nmax_volume = 180\n")
    for from_card, told in ((False, "sudo systemctl restart nightcrier"), (True, "of the drive NIGHTCRIER, and start")):
        monkeypatch.setattr("nightcrier.tools.report.is_from_card", lambda _, from_card=from_card: from_card)
        assert main(["put", str(tmp_path)]) == 0
        said = (tmp_path / "nightcrier" / "problems.txt").read_text().partition("settings: ")[2].splitlines()[1]
        assert told in said


def test_scores_that_cannot_be_read_cost_only_themselves(tmp_path, box, monkeypatch):
    (box / "state").mkdir(parents=True)
    (box / "state" / "evenings").write_bytes(b"no folder")
    assert main(["put", str(tmp_path)]) == 0
    assert "evenings: cannot be read (Not a directory)" in (tmp_path / "nightcrier" / "problems.txt").read_text()
    assert (tmp_path / "nightcrier" / "report.txt").exists()


def test_a_note_that_a_worn_card_has_changed_is_read_as_far_as_it_goes(tmp_path, box):
    (box / "own").mkdir(parents=True)
    (box / "own" / NOT_TAKEN).write_bytes(b"decks/bad.toml: is \xff TOML.\n")
    assert main(["put", str(tmp_path)]) == 0
    assert "decks/bad.toml: is \ufffd TOML.\n" in (tmp_path / "nightcrier" / "problems.txt").read_text()


class FullStick(Disk):
    def write(self, path, content):
        path.write_bytes(content[:1])
        raise OSError(28, "No space left on device")


def test_a_full_stick_is_one_sentence_and_keeps_what_was_there(tmp_path):
    (tmp_path / "report.txt").write_text("old")
    with pytest.raises(WrongUse, match=r"cannot be written .No space left on device.; make room"):
        write_for_people(tmp_path, {"report.txt": b"new"}, FullStick())
    assert files_of(tmp_path) == {"report.txt": b"old"}


def test_a_stick_that_takes_nothing_is_one_sentence(tmp_path, monkeypatch):
    def mkdir(_path):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("nightcrier.care.stick.Path.mkdir", mkdir)
    with pytest.raises(WrongUse, match=r"cannot be made .Read-only file system.; take another stick"):
        folder_to_write(tmp_path)


def test_nothing_is_written_through_a_link(tmp_path, box):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "nightcrier").symlink_to(tmp_path / "elsewhere")
    assert main(["put", str(tmp_path / "stick")]) == 2
    (tmp_path / "stick" / "nightcrier").unlink()
    (tmp_path / "stick" / "nightcrier").mkdir()
    (tmp_path / "stick" / "nightcrier" / "report.txt").symlink_to(tmp_path / "elsewhere" / "x")
    assert main(["put", str(tmp_path / "stick")]) == 0
    assert not list((tmp_path / "elsewhere").iterdir())
