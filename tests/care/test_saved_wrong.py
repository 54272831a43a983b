"""A saved box that is not whole, too large or none at all changes nothing."""

import struct
import zipfile

import pytest

from nightcrier.care import restoring, saved_box, saving
from nightcrier.cli import main
from tests.care.given_files import files_of
from tests.care.saved_boxes import NOT_SAVED, changed, put_in, without

pytestmark = pytest.mark.usefixtures("checked_here")


def drop(files, listed):
    files.pop("own/device.toml")


def alter(files, listed):
    files["own/device.toml"] += b"#"


def of_form(form):
    return lambda _files, listed: listed.update(format=form)


def unlist(files, listed):
    listed.clear()


WRONG = {
    "another hash": (alter, "own/device.toml is not as its list says"),
    "a file less": (drop, "is not as a box has written it: its list names other files; put the file there as the box"),
    "packed anew by a Mac": (
        lambda files, _listed: files.update({"__MACOSX/._own": b""}),
        "its list names other files",
    ),
    "a newer one": (of_form(101), "is of a newer Nightcrier; update this one first"),
    "an older one": (of_form(1), "is of an older Nightcrier; unpack it"),
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
            "own/beds/a\u202egpj.wav",
            "C:/x.toml",
            "own/scenarios/.hidden.toml",
            f"own/scenarios/{'n' * 250}.toml",
            "own/scenarios/sunday.toml/monday.toml",
            "state/voices/en-new.zip/pack.toml",
        )
    },
}


@pytest.mark.parametrize("what", WRONG)
def test_one_that_is_not_whole_changes_nothing(saved, other, capsys, call, what):
    change, told = WRONG[what]
    changed(saved, change)
    before = files_of(other)
    capsys.readouterr()
    said = call(2, "restore", saved).err
    assert told in said
    assert (said.count("\n"), said.endswith("nothing was changed.\n")) == (1, True)
    assert files_of(other) == before


@pytest.mark.parametrize("part", range(10))
def test_one_that_was_cut_or_lost_a_bit_changes_nothing(saved, other, capsys, part):
    whole, before = saved.read_bytes(), files_of(other)
    at = len(whole) * part // 10
    for broken in (whole[:at], whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :]):
        saved.write_bytes(broken)
        if main(["restore", str(saved)]) == 0:  # a bit that means nothing, as one in a date
            assert without(files_of(other), *NOT_SAVED) != before
            main(["restore", str(other / "state" / "before-restore.zip")])
        assert without(files_of(other), *NOT_SAVED) == without(before, *NOT_SAVED)


class RoomForAll:
    """What the index promises would do."""

    def refusal(self, _name, _size):
        return ""


def test_what_the_index_promises_is_not_believed(saved, other, monkeypatch, call):
    monkeypatch.setattr(saved_box, "RoomInBox", RoomForAll)
    monkeypatch.setattr(saved_box, "most_bytes", lambda _name: 3)
    assert "it unpacks to more than a box has" in call(2, "restore", saved).err


@pytest.mark.parametrize(("bound", "most"), [("_LARGEST_BOX", 999), ("MOST_FILES", 9), ("_MOST_LETTERS", 99)])
def test_many_files_are_not_believed_either(saved, other, monkeypatch, call, bound, most):
    before = files_of(other)
    monkeypatch.setattr(saving, bound, most)
    assert "it unpacks to more than a box has" in call(2, "restore", saved).err
    assert files_of(other) == before


def test_a_list_of_more_files_than_a_box_has_is_not_read(saved, other, call):
    changed(saved, lambda _files, listed: listed["files"].update({f"own/{number}": "" for number in range(50_000)}))
    assert "it lists more files than a box has" in call(2, "restore", saved).err


@pytest.mark.parametrize("way", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_it_is_not_unpacked_in_ways_that_take_as_much_memory_as_they_ask_for(saved, other, call, way):
    changed(saved, lambda _files, _listed: None, way)
    before = files_of(other)
    assert "it is packed in a way that no box packs" in call(2, "restore", saved).err
    assert files_of(other) == before


def of_many_files(saved, count):
    """Its index is that of a zip with more than 65535."""
    index = struct.pack("<4s6H3I5H2I", b"PK\1\2", *[0] * 9, 1, *[0] * 6) + b"x"
    size, at = len(index) * count, saved.stat().st_size
    larger = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, at)
    place = struct.pack("<4sIQI", b"PK\6\7", 0, at + size, 1)
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return index * count + larger + place + end


def large_index(saved):
    return struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, 2**22 + 1, 0, 0)


def crowded_index(_saved):
    """As small as entries can be; the number at its end is a lie."""
    index = (struct.pack("<4s6H3I5H2I", b"PK\1\2", *[0] * 9, 1, *[0] * 6) + b"x") * 25_000
    return index + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, len(index), 0, 0)


def counted_index(_saved):
    return struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 25_000, 25_000, 0, 0, 0)


INDEXES = [lambda saved: of_many_files(saved, 70_000), large_index, crowded_index, counted_index, lambda _: b"x"]


@pytest.mark.parametrize("more", INDEXES)
def test_an_index_that_no_box_has_is_not_read(saved, other, monkeypatch, capsys, more):
    saved.write_bytes(saved.read_bytes() + more(saved))
    monkeypatch.setattr(saved_box.zipfile, "ZipFile", lambda _file: pytest.fail("it was read"))
    assert main(["restore", str(saved)]) == 2
    assert (
        "is no whole saved box (it does not end like one); copy it again; nothing was changed.\n"
        in capsys.readouterr().err
    )


def test_no_more_of_it_is_copied_than_a_box_has(saved, other, monkeypatch, call):
    before = files_of(other)
    monkeypatch.setattr(restoring, "LARGEST_ZIP", 99)
    assert "is larger than any saved box; nothing was changed.\n" in call(2, "restore", saved).err
    assert files_of(other) == before


def test_another_zip_is_told_as_such(saved, other, capsys):
    before = files_of(other)
    with zipfile.ZipFile(saved, "w") as archive:
        archive.writestr("pack.toml", b"")
    assert main(["restore", str(saved)]) == 2
    told = "is another zip, no saved box; put the file there as the box wrote it; nothing was changed.\n"
    assert capsys.readouterr().err == f"{saved.name} {told}", "a card has other paths on a computer"
    assert files_of(other) == before
