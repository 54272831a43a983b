"""Tests a card in the lab: which image it has, what its kernel is told, and its disk as a copy in memory."""

import base64
import hashlib
from pathlib import Path

import pytest

from lab.host.card_image import evenings_of, read_image
from lab.host.card_machine import CardMachine, kernel_words
from lab.host.vm import Machine, Wiring, drive_words

COMMIT = "0123456789abcdef0123456789abcdef01234567"
OF_CARD = "root=PARTUUID=4e434152-02 rootfstype=squashfs ro rootwait console=tty1 quiet\n"
LONGEST = 2048
"""The bytes of a command line with its final zero: COMMAND_LINE_SIZE of the arm64 kernel, which drops the rest."""


@pytest.fixture
def image(tmp_path):
    file = tmp_path / "nightcrier-9.1-arm64.img"
    file.write_bytes(b"a card")
    file.with_suffix(".software.txt").write_text(f"Nightcrier 9.1, commit {COMMIT}\nDebian trixie\n")
    return file


def test_an_image_is_known_by_the_list_beside_it_and_by_its_bytes(image):
    found = read_image(image)
    assert (found.file, found.version, found.commit) == (image, "9.1", COMMIT)
    assert found.sha256 == hashlib.sha256(b"a card").hexdigest()


def test_what_is_found_of_one_image_counts_for_no_other(image):
    before = read_image(image).mark
    image.write_bytes(b"another card")
    assert read_image(image).mark != before


@pytest.mark.parametrize("name", ["card.img.xz", "none.img"])
def test_what_is_no_image_is_one_sentence_with_what_to_do(tmp_path, name):
    (tmp_path / "card.img.xz").touch()
    with pytest.raises(ValueError, match=r"is no image; sudo image/build makes one.*unxz"):
        read_image(tmp_path / name)


@pytest.mark.parametrize("told", ["", "Nightcrier 9.1, commit \n", "something else\n"])
def test_an_image_of_which_nobody_knows_the_commit_is_refused(image, told):
    image.with_suffix(".software.txt").write_text(told)
    with pytest.raises(ValueError, match=r"does not tell the commit of the card"):
        read_image(image)


def test_a_card_of_a_commit_that_is_not_here_is_refused_before_anything_is_unpacked():
    with pytest.raises(ValueError, match=r"is of commit f{40}, which this checkout does not have"):
        evenings_of("f" * 40)


def test_the_kernel_is_told_what_the_card_says_and_the_units_of_the_lab():
    words = kernel_words(OF_CARD).split()
    assert words[: len(OF_CARD.split())] == OF_CARD.split()
    assert "systemd.wants=lab-hardware.service" in words
    assert "systemd.wants=lab-agent.service" in words
    units = [base64.b64decode(word.rpartition(":")[2]).decode() for word in words if "extra-unit" in word]
    assert all(f"{CardMachine.inside}/machine/" in unit for unit in units)
    assert len(units) == 2


def test_the_units_fit_on_the_command_line():
    assert len(kernel_words(OF_CARD)) < LONGEST


BASE = b"as it was built" + bytes(8192)
QEMU = """for word; do case $word in file=/proc/*) disk=${word#file=} ;; esac; done
printf guest | dd of=${disk%%,*} conv=notrunc 2>/dev/null"""
"""A script that stands in for QEMU and writes onto the disk."""


class OddMachine(Machine):
    def _computer(self) -> list[str]:
        return ["sh", "-c", QEMU, "qemu"]


@pytest.fixture
def machine(tmp_path):
    (tmp_path / "guest").mkdir()
    (tmp_path / "disk.raw").write_bytes(BASE)
    return OddMachine(tmp_path, tmp_path / "run", tmp_path / "guest", Wiring())


def test_a_run_writes_on_a_copy_that_is_thrown_away_with_it(machine, tmp_path):
    machine.switch_off()
    machine.stop()
    assert (tmp_path / "disk.raw").read_bytes() == BASE
    assert not [*(tmp_path / "run").glob("disk*")]


def test_what_an_installer_has_written_may_be_kept(machine, tmp_path):
    machine.switch_off()
    machine.keep_disk()
    machine.stop()
    assert (tmp_path / "disk.raw").read_bytes() == b"guest" + BASE[5:]


def test_a_disk_that_cannot_be_read_past_the_caches_is_read_through_them():
    assert "cache=unsafe" in drive_words(Path("/dev/null"))[1]
