"""Tests that a saved box that is incomplete, too large or not one at all changes nothing."""

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


class RoomForAll:
    """A card with room for everything that the index of the zip promises."""

    def refusal(self, _name, _size):
        return ""


def of_many_files(saved, count=70_000):
    """Return a zip whose index has more than 65,535 entries."""
    index = struct.pack("<4s6H3I5H2I", b"PK\1\2", *[0] * 9, 1, *[0] * 6) + b"x"
    size, at = len(index) * count, saved.stat().st_size
    larger = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, at)
    place = struct.pack("<4sIQI", b"PK\6\7", 0, at + size, 1)
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return index * count + larger + place + end


def large_index(saved):
    return struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, 2**22 + 1, 0, 0)


def crowded_index(_saved):
    """Return an index of the smallest possible entries, with a false count at its end."""
    index = (struct.pack("<4s6H3I5H2I", b"PK\1\2", *[0] * 9, 1, *[0] * 6) + b"x") * 25_000
    return index + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, len(index), 0, 0)


def counted_index(_saved):
    return struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 25_000, 25_000, 0, 0, 0)


def no_index(_saved):
    return b"x"


def believed(saved, patch):
    patch.setattr(saved_box, "RoomInBox", RoomForAll)
    patch.setattr(saved_box, "most_bytes", lambda _name: 3)


def by(change, way=zipfile.ZIP_DEFLATED):
    return lambda saved, _patch: changed(saved, change, way)


def bound(module, name, most):
    return lambda _saved, patch: patch.setattr(module, name, most)


def ended_by(index):
    def spoil(saved, patch):
        saved.write_bytes(saved.read_bytes() + index(saved))
        patch.setattr(saved_box.zipfile, "ZipFile", lambda _file: pytest.fail("it was read"))

    return spoil


def other_zip(saved, _patch):
    with zipfile.ZipFile(saved, "w") as archive:
        archive.writestr("pack.toml", b"")


TOO_MUCH = "it unpacks to more than a box has"
NO_END = "is no whole saved box (it does not end like one); copy it again; nothing was changed.\n"
WRONG = {
    "another hash": (by(alter), "own/device.toml is not as its list says"),
    "a file less": (by(drop), "is not as a box has written it: its list names other files; put the file there as"),
    "packed anew by a Mac": (
        by(lambda files, _listed: files.update({"__MACOSX/._own": b""})),
        "its list names other files",
    ),
    "a newer one": (by(of_form(101)), "is of a newer Nightcrier; update this one first"),
    "an older one": (by(of_form(1)), "is of an older Nightcrier; unpack it"),
    "no list": (by(unlist), "saved.json"),
    "a bomb": (by(put_in("own/scenarios/bomb.toml", bytes(99_999_999))), TOO_MUCH),
    "an index that lies": (believed, TOO_MUCH),
    "too large": (bound(saving, "_LARGEST_BOX", 999), TOO_MUCH),
    "too many files": (bound(saving, "MOST_FILES", 9), TOO_MUCH),
    "too many letters": (bound(saving, "_MOST_LETTERS", 99), TOO_MUCH),
    "a list of very many": (
        by(lambda _files, listed: listed["files"].update({f"own/{number}": "" for number in range(50_000)})),
        "it lists more files than a box has",
    ),
    "more than is copied": (bound(restoring, "LARGEST_ZIP", 99), "is larger than any saved box; nothing was changed."),
    "another zip": (other_zip, "is another zip, no saved box; put the file there as the box wrote it; nothing was"),
    **{
        f"packed by {way}": (by(lambda *_: None, way), "it is packed in a way that no box packs")
        for way in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)  # they take as much memory as they ask for
    },
    **{
        index.__name__: (ended_by(index), NO_END)
        for index in (of_many_files, large_index, crowded_index, counted_index, no_index)
    },
    **{
        name: (by(put_in(name)), "is no file of a box")
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
def test_one_that_is_not_whole_changes_nothing(saved, other, monkeypatch, call, what):
    spoil, told = WRONG[what]
    before = files_of(other)
    spoil(saved, monkeypatch)
    said = call(2, "restore", saved).err
    assert said.startswith(saved.name), "a card has other paths on a computer"
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
