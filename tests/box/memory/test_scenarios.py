"""Tests reading scenario files: the shipped ones, a table's own, and broken ones."""

from pathlib import Path

import pytest

from nightcrier.box.memory.scenario_files import _TOO_MANY, read_scenarios
from nightcrier.kernel.errors import BadFile


def parse(data: bytes, name: str) -> str:
    if data == b"bad":
        raise BadFile(f"{name}.toml", "level", "expected a number")
    return f"{name}:{data.decode()}"


@pytest.fixture
def folders(tmp_path):
    shipped, own = tmp_path / "shipped", tmp_path / "own"
    shipped.mkdir()
    own.mkdir()
    (shipped / "b.toml").write_text("1")
    (shipped / "a.toml").write_text("2")
    (own / "c.toml").write_text("3")
    (own / "notes.txt").write_text("not a scenario")
    return shipped, own


def test_a_tables_own_stand_beside_the_shipped_ones(folders):
    found = read_scenarios(folders, parse, str)
    assert (found.scenarios, found.complaints) == (("a:2", "b:1", "c:3"), ())


def test_a_folder_that_is_not_there_is_empty(folders):
    assert read_scenarios((folders[0], folders[0] / "none"), parse, str).scenarios == ("a:2", "b:1")


def test_a_broken_file_is_named_and_the_others_stay(folders):
    (folders[1] / "bad.toml").write_text("bad")
    found = read_scenarios(folders, parse, str)
    assert found.scenarios == ("a:2", "b:1", "c:3")
    assert [*map(str, found.complaints)] == [f"{folders[1] / 'bad.toml'}: level: expected a number."]


def test_a_shipped_scenario_is_never_hidden_by_one_of_the_same_name(folders):
    (folders[1] / "a.toml").write_text("mine")
    found = read_scenarios(folders, parse, str)
    assert "a:2" in found.scenarios
    assert [*map(str, found.complaints)] == [
        f"{folders[1] / 'a.toml'}: has the name of a scenario that is there already; rename the file."
    ]


@pytest.mark.parametrize(("size", "fit"), [(9, 1021), (64 * 1024, 15)])
def test_more_files_than_a_start_has_time_for_are_left_with_one_sentence(folders, size, fit):
    for number in range(fit + 2):  # beside three small ones
        (folders[1] / f"many-{number:04}.toml").write_text("4" * size)
    found = read_scenarios(folders, parse, str)
    assert len(found.scenarios) == 3 + fit
    assert [*map(str, found.complaints)] == [f"{folders[1] / f'many-{fit:04}.toml'}: {_TOO_MANY}."]


def test_a_file_that_is_too_large_hides_none_behind_it(folders):
    (folders[1] / "a-large.toml").write_bytes(b"#" * 2**21)
    found = read_scenarios(folders, parse, str)
    assert found.scenarios == ("a:2", "b:1", "c:3")
    assert [Path(complaint.file).name for complaint in found.complaints] == ["a-large.toml"]


def test_of_many_wrong_files_fifty_have_a_sentence_each(folders):
    for number in range(900):
        (folders[1] / f"wrong-{number:03}.toml").write_text("bad")
    found = read_scenarios(folders, parse, str)
    assert len(found.complaints) < 55
    assert str(found.complaints[-1]).endswith("take some of your own away.")


def test_a_file_that_cannot_be_read_is_named(folders):
    (folders[1] / "folder.toml").mkdir()
    (complaint,) = read_scenarios(folders, parse, str).complaints
    assert str(complaint).startswith(f"{folders[1] / 'folder.toml'}: cannot be read (it is not a plain file)")
