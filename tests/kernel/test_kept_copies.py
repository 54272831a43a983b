"""Tests that a copy made from a file is reused only while that file is unchanged."""

import os
import shutil
from pathlib import Path

import pytest
from msgspec import Struct

from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.kept_copies import BESIDE, KeptCopies


class Owl(Struct, frozen=True):
    name: str


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "program" / "owls" / "owl.toml"
    file.parent.mkdir(parents=True)
    file.write_text("Ann")
    return file


@pytest.fixture
def copies(tmp_path, monkeypatch):
    monkeypatch.setattr("nightcrier.kernel.kept_copies.PROGRAM", tmp_path / "program")
    return KeptCopies(tmp_path / "cache" / "read")


def read(copies: KeptCopies, file: Path, made: list[str]) -> Owl:
    def make(path: Path) -> Owl:
        made.append(path.read_text())
        return Owl(made[-1])

    return copies.read(file, Owl, make)


def test_a_file_is_read_once_and_again_when_it_has_changed(copies, file):
    made: list[str] = []
    assert read(copies, file, made) == read(copies, file, made) == Owl("Ann")
    file.write_text("Bob")
    os.utime(file, ns=(1, 1))
    assert read(copies, file, made) == Owl("Bob")
    assert made == ["Ann", "Bob"]


def test_a_copy_beside_a_file_counts_for_its_content_whatever_its_time(copies, file):
    made: list[str] = []
    read(KeptCopies(BESIDE), file, made)
    os.utime(file, ns=(1, 1))
    assert read(copies, file, made) == Owl("Ann")
    assert made == ["Ann"]
    file.write_text("Bob")
    os.utime(file, ns=(1, 1))
    assert read(copies, file, made) == read(copies, file, made) == Owl("Bob")
    assert made == ["Ann", "Bob"]


def test_a_copy_beside_a_file_goes_with_it_to_another_folder(copies, file, tmp_path):
    made: list[str] = []
    read(KeptCopies(BESIDE), file, made)
    moved = file.parent.rename(tmp_path / "program" / "nest") / file.name
    assert read(copies, moved, made) == Owl("Ann")
    assert read(KeptCopies(), moved, made) == Owl("Ann")
    assert len(made) == 2


def test_a_copy_that_a_stranger_brings_beside_a_file_is_not_believed(copies, file):
    KeptCopies(BESIDE).read(file, Owl, lambda _: Owl("Wolf"))
    strange = shutil.copytree(file.parent, file.parents[2] / "stick") / file.name
    assert (read(copies, file, []), read(copies, strange, [])) == (Owl("Wolf"), Owl("Ann"))
    assert read(KeptCopies(BESIDE), strange, []) == Owl("Ann")
    assert read(copies, file.parent / "../../stick" / file.name, []) == Owl("Ann")


def test_a_file_whose_name_is_in_no_script_has_a_copy_too(copies, file):
    made: list[str] = []
    odd = file.rename(file.with_name(os.fsdecode(b"\xff.toml")))
    assert read(copies, odd, made) == read(copies, odd, made) == Owl("Ann")
    assert len(made) == 1


def test_each_way_to_read_a_file_has_its_own_copy(copies, file):
    for _ in range(2):
        assert read(copies, file, []) == Owl("Ann")
        assert copies.read(file, dict[str, str], lambda _: {"name": "Ann"}) == {"name": "Ann"}
    assert (copies.find(file, Owl), copies.find(file, dict[str, str])) == (Owl("Ann"), {"name": "Ann"})


def test_another_nightcrier_reads_for_itself(copies, file, monkeypatch):
    made: list[str] = []
    read(copies, file, made)
    monkeypatch.setattr("nightcrier.kernel.kept_copies._READER", "99")
    read(copies, file, made)
    assert len(made) == 2


@pytest.mark.parametrize("content", [b"", b"\0" * 90, b"[" * 9000, b'{"mark":[3,1,"x"]}\n7', b"@", b'@\n{"na'])
def test_a_damaged_copy_is_not_believed(copies, file, tmp_path, content):
    made: list[str] = []
    read(copies, file, made)
    (copy,) = (tmp_path / "cache" / "read").iterdir()
    copy.write_bytes(content.replace(b"@", copy.read_bytes().partition(b"\n")[0]))
    assert read(copies, file, made) == Owl("Ann")
    assert len(made) == 2


def test_what_is_wrong_is_said_each_time(copies, file):
    def refuse(path: Path) -> Owl:
        raise BadFile(path, "name", "is no owl")

    for _ in range(2):
        with pytest.raises(BadFile, match="is no owl"):
            copies.read(file, Owl, refuse)


def test_without_a_folder_or_where_nothing_can_be_written_it_is_read_anew(file):
    made: list[str] = []
    for copies in (KeptCopies(), KeptCopies(file / "no-folder")):
        assert read(copies, file, made) == read(copies, file, made) == Owl("Ann")
    assert len(made) == 4


def test_a_refusal_is_kept_unless_it_was_the_disk_that_refused(copies, file):
    def refuse(path: Path) -> Owl:
        raise BadFile(path, "name", "is no owl")

    def read_anew() -> Owl:
        return copies.read(file, Owl, lambda _: Owl("Ann"), refusals=True)

    file.unlink()
    file.mkdir()
    with pytest.raises(BadFile, match="is no owl"):
        copies.read(file, Owl, refuse, refusals=True)
    assert read_anew() == Owl("Ann")
    file.rmdir()
    file.write_text("Bob")
    with pytest.raises(BadFile, match="is no owl"):
        copies.read(file, Owl, refuse, refusals=True)
    with pytest.raises(BadFile, match=f"{file}: name: is no owl"):
        read_anew()
