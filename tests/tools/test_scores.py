"""`nightcrier scores`: the scores as CSV, and an evening with names."""

import csv
import io
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.memory.evening_changes import add_game
from nightcrier.box.memory.evening_files import Evenings
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.box.witness import LogWitness
from nightcrier.cli import main
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language
from nightcrier.kernel.state_file import ChoicesFile

Printed = pytest.CaptureFixture[str]


def scores(folder: Path, *words: str) -> int:
    return main(["scores", "--state", str(folder), *words])


def evenings(folder: Path) -> Evenings:
    return Evenings(Disk(), folder / "evenings")


def test_an_evening_begun_with_names_is_in_the_table(tmp_path, capsys):
    assert scores(tmp_path, "--names", "Ada", "Ben", "Cem", "--kind", "short", "--target", "3") == 0
    assert capsys.readouterr().out == "A new evening has begun (first to 3): 1 Ada, 2 Ben, 3 Cem.\n"
    first_picture(tmp_path, tmp_path)
    book = evenings(tmp_path)
    evening = book.latest()
    assert evening is not None
    book.put(add_game(evening, "one-night", "first-game", (1, 0, 1), (1, 2, 3)))
    assert book.keep() is None
    assert scores(tmp_path) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["evening"], row["name"], row["points"]) for row in table] == [
        ("1", "Ada", "1"),
        ("1", "Ben", "0"),
        ("1", "Cem", "1"),
    ]


def test_a_box_without_scores_prints_the_head_of_the_table(tmp_path, capsys):
    assert scores(tmp_path) == 0
    assert capsys.readouterr().out.count("\n") == 1


THREE = ("--names", "Ada", "Ben", "Cem")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--names", "Ada", "Ben"), "these are 2"),
        (("--names", *(f"A{n}" for n in range(37))), "these are 37"),
        (("--names", "Ada", "Ben", "ada"), "'ada': Name is taken; write another name."),
        (("--names", "Ada", "Ben", " "), "Cannot be a name"),
        (("--names", "Ada", "Ben", ""), "Cannot be a name"),
        (("--names", "Ada", "Ben", "x" * 5000), "a name has 24 letters at most; write another name."),
        (("--names", "Ada", "Ben", "C\nem"), "a sign the box cannot show"),
        (("--names", "Ada", "Ben", "\u202eCem"), "a sign the box cannot show"),
        (("--names", "Ada", "Ben", "Ωmega"), "a sign the box cannot show"),
        (("--names", "Ada", "Ben", "Three"), "Cannot be a name"),
        (("--names", "Ada", "Ben", "-1"), "Cannot be a name"),
        (("--names", "Ada", "Ben", "Nobody"), "Cannot be a name"),
        (("--names", "Ada", "Ben", "No one"), "'No one': Cannot be a name"),
        (("--names", "Ada", "Ben", "START"), "Cannot be a name"),
        (("--names", "Ada", "Ben", "Seer"), "Cannot be a name"),
        (("--names", "Ann,Bob,Cleo"), "'Ann,Bob,Cleo' has a comma; write names with blanks between them"),
        (("--names", "علی، سارا", "Ada", "Ben"), "has a comma"),
        ((*THREE, "--kind", "short", "--target", "0"), "from 1 to 999"),
        ((*THREE, "--target", "3"), "--kind short"),
        ((*THREE, "--kind", "lon"), "There is no kind of evening 'lon'"),
        ((*THREE, "--kind", "long", "--target", "3"), "--kind short"),
        (("--kind", "short"), "--names"),
        (("--target", "3"), "--names"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(tmp_path, capsys, words, why):
    assert scores(tmp_path, *words) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1
    assert len(said) < 200
    assert not list(tmp_path.iterdir())


def speaks(folder: Path, *languages: str) -> None:
    """The table has chosen these languages."""
    choices = ChoicesFile(Disk(), folder / "choices.json", Choices)
    assert choices.save(Choices(languages=tuple(map(Language, languages)))) is None


@pytest.mark.parametrize(
    ("languages", "name", "why"),
    [
        (("de",), "Platz 2", "Cannot be a name"),
        (("de",), "Werwolf", "Cannot be a name"),
        (("en", "fa"), "وسط", "'وسط': Cannot be a name"),
        (("ja",), "席二", "Cannot be a name"),
        (("uk",), "Tak", "Cannot be a name"),
        (("uk", "en"), "N\u043ebody", "Cannot be a name"),
    ],
)
def test_what_means_something_else_in_a_language_of_the_table_is_no_name(tmp_path, capsys, languages, name, why):
    speaks(tmp_path, *languages)
    assert scores(tmp_path, "--names", "Ada", "Ben", name) == 2
    assert why in capsys.readouterr().err


def test_an_answer_in_other_languages_is_a_name(tmp_path):
    assert scores(tmp_path, "--names", "Tak", "Hi", "Cim") == 0
    speaks(tmp_path, "it")
    assert scores(tmp_path, "--names", "Tak", "Hi", "Seer") == 0


@pytest.mark.parametrize("name", ["evenings/000001.json", "scores.sqlite"])
def test_broken_scores_are_said_and_left_to_the_box(tmp_path, capsys, name):
    broken = tmp_path / name
    broken.parent.mkdir(exist_ok=True)
    broken.write_bytes(b"no scores " * 1000)
    assert scores(tmp_path) == 1
    assert broken.name in capsys.readouterr().err
    assert broken.read_bytes() == b"no scores " * 1000


def test_a_broken_evening_costs_no_other(tmp_path, capsys):
    scores(tmp_path, *THREE)
    first_picture(tmp_path, tmp_path)
    book = evenings(tmp_path)
    for number in (1, 2):
        evening = book.latest()
        assert evening
        book.put(add_game(replace(evening, number=number), "one-night", "first-game", (1, 0, 1), (1, 2, 3)))
    assert book.keep() is None
    (tmp_path / "evenings" / "000001.json").write_bytes(b"{")
    capsys.readouterr()
    assert scores(tmp_path) == 1
    said = capsys.readouterr()
    assert "000001.json: is damaged" in said.err
    assert {row["evening"] for row in csv.DictReader(io.StringIO(said.out))} == {"2"}


def test_where_the_disk_refuses_no_evening_is_said_to_have_begun(tmp_path, capsys, monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("nightcrier.kernel.files.Disk.sync", refuse)
    assert scores(tmp_path, *THREE) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("No evening was begun: ")
    assert said.err.count("\n") == 1


def test_an_evening_of_a_newer_box_is_said_and_left_alone(tmp_path, capsys):
    newer = tmp_path / "evenings" / "000001.json"
    newer.parent.mkdir()
    newer.write_bytes(b'{"version": 101, "evening": {"number": 1}}')
    assert scores(tmp_path) == 1
    assert "000001.json: is from a newer Nightcrier" in capsys.readouterr().err
    assert list(newer.parent.iterdir()) == [newer]


def test_a_plain_file_is_no_folder_and_that_is_what_is_said(tmp_path, capsys):
    (tmp_path / "plain").write_text("x")
    assert scores(tmp_path / "plain") == 2
    said = capsys.readouterr().err
    assert "is no folder" in said
    assert "sudo" not in said


class Onlooker(LogWitness):
    """What stood on the screen, from the first picture on."""

    def __init__(self) -> None:
        self.pictures: list[list[str]] = []

    def see(self, at: float, view: View) -> None:
        self.pictures.append(view_lines(view))


def first_picture(state: Path, tmp_path: Path) -> list[str]:
    onlooker, folders = Onlooker(), replace(standard_folders({}, tmp_path), state=state)
    Rehearsal(folders, VirtualClock(), SilentPlayer(), 1, onlooker).box.close()
    return onlooker.pictures[0]


def test_the_first_picture_after_it_has_the_number_of_its_people(tmp_path):
    state = tmp_path / "state"
    assert first_picture(state, tmp_path)[-1].startswith("3 players")
    assert scores(state, "--names", "Ada", "Ben", "Cem", "Dan", "Eve", "--kind", "short", "--target", "1") == 0
    assert first_picture(state, tmp_path)[-1].startswith("5 players")
    assert not (state / "uncounted.json").exists()
    assert first_picture(state, tmp_path)[-1].startswith("5 players")
