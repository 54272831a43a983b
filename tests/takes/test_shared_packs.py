"""Tests two programs that write to one pack, and a power cut between a clip and the list: no work is lost, and no
approval lands on a clip that nobody has heard."""

import fcntl
import os

import pytest

from nightcrier.box.sound.voices.packs import PACK_LIST, Quality, read_pack
from nightcrier.kernel.ids import LineId
from nightcrier.takes import pack_folder
from nightcrier.takes.pack_folder import alone_in_pack, own_pack
from studio.tests.canned import CLIP, EN

ONE, TWO, THREE = LineId("one"), LineId("two"), LineId("three")


def keep(pack, *lines):
    for line in lines:
        pack.keep(line, f"Text of {line}.", CLIP)
    pack.write()


def nods(pack):
    return {line: clip.nod for line, clip in read_pack(pack.folder, pytest.fail).clips.items()}


@pytest.fixture
def both(tmp_path):
    """Return one pack, with two lines in it, as two programs have opened it."""
    keep(own_pack(tmp_path, EN, "Ben"), ONE, TWO)
    return own_pack(tmp_path, EN, "Ben"), own_pack(tmp_path, EN, "Ben")


def test_two_programs_lose_neither_lines_nor_nods(both):
    box, other = both
    other.nod(ONE, "Eve")
    other.write()
    keep(other, THREE)
    keep(box, LineId("four"))
    assert nods(box) == {ONE: "Eve", TWO: "", THREE: "", "four": ""}
    keep(other, ONE)
    assert nods(box)[ONE] == ""


def test_what_one_drops_stays_dropped_and_what_another_speaks_meanwhile_is_there(both):
    box, other = both
    other.drop(ONE)
    other.write()
    keep(box, THREE)
    assert list(nods(box)) == [TWO, THREE]
    box.keep(TWO, "A newer text.", CLIP)
    box.write()
    other.drop(TWO)
    other.nod(TWO, "Eve")
    other.write()
    assert nods(box) == {TWO: "", THREE: ""}
    assert (box.folder / f"{TWO}.opus").is_file()


def test_a_licence_that_was_changed_meanwhile_is_not_changed_back(both):
    box, _ = both
    keep(own_pack(box.folder.parent, EN, "Ben", "CC0-1.0"), THREE)
    keep(box, ONE)
    assert read_pack(box.folder, pytest.fail).licence == "CC0-1.0"


def test_a_power_cut_leaves_no_nod_on_a_clip_that_is_new(both, monkeypatch):
    box, _ = both
    for line in (ONE, TWO):
        box.nod(line, "Eve")
    box.write()
    assert read_pack(box.folder, pytest.fail).quality is Quality.HUMAN
    laid, real = [], pack_folder.replace_file

    def watched(file, content):
        laid.append((file.name, nods(box)[ONE]))
        real(file, content)

    monkeypatch.setattr(pack_folder, "replace_file", watched)
    box.keep(ONE, "Text of one.", CLIP)
    assert laid == [(PACK_LIST, "Eve"), ("one.opus", "")]
    assert nods(box) == {ONE: "", TWO: "Eve"}
    assert read_pack(box.folder, pytest.fail).quality is Quality.UNCHECKED


def test_who_has_to_wait_is_told_why(tmp_path, monkeypatch):
    handle, said = os.open(tmp_path, os.O_RDONLY), []
    fcntl.flock(handle, fcntl.LOCK_EX)

    class Told:
        """Simulates standard error, and unlocks the folder once the sentence is written."""

        def write(self, text):
            said.append(text)

        def flush(self):
            os.close(handle)

    monkeypatch.setattr("sys.stderr", Told())
    with alone_in_pack(tmp_path):
        assert "".join(said) == f"Another program writes in {tmp_path}; this one waits until it has.\n"
