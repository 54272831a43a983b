"""The disk of a machine: a copy in memory, which answers before the machine could wait for it."""

from pathlib import Path

import pytest

from lab.host.vm import Machine, Wiring, drive_words

BASE = b"as it was built" + bytes(8192)
QEMU = """for word; do case $word in file=/proc/*) disk=${word#file=} ;; esac; done
printf guest | dd of=${disk%%,*} conv=notrunc 2>/dev/null"""
"""What stands in for it writes onto the disk."""


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
