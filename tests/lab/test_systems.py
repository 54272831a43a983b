"""What the other systems said, judged."""

import subprocess

import pytest

from lab.host import systems

READY = "lab: aarch64, Linux 6.12: 410 records rehearsed, box ready after 3.9 s, ended with 0\r\n"


@pytest.mark.parametrize(
    ("serial", "holds"),
    [
        (READY, True),
        (f"lab: decks failed\n{READY}", False),
        (READY.replace("410", "0"), False),
        (READY.replace("ended with 0", "ended with 1"), False),
        ("lab: aarch64, Linux 6.12: 410 records rehearsed, \n", False),
        ("Kernel panic\n", False),
    ],
)
def test_a_pi_is_ready_only_when_all_went_well(tmp_path, monkeypatch, serial, holds):
    def run(words: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        (tmp_path / "log" / "arm64-serial.log").write_text(serial)
        return subprocess.CompletedProcess(words, 0, "", "")

    (tmp_path / "log").mkdir()
    monkeypatch.setattr(subprocess, "run", run)
    (row,) = systems.arm64(tmp_path)
    assert row.holds is holds


ONE = "nightcrier: a 64-bit system is needed\n(status 1)\nthe layer:\n"


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        (ONE, True),
        (f"{ONE}/mnt/new/etc/passwd\n", False),
        (ONE.replace("status 1", "status 0"), False),
        (f"nightcrier: begun\n{ONE}", False),
        (ONE.replace("the layer:\n", ""), False),
    ],
)
def test_a_32_bit_system_is_refused_only_where_nothing_was_changed(tmp_path, monkeypatch, said, holds):
    done = subprocess.CompletedProcess[str]([], 0, said, "")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    (row,) = systems.thirty_two_bit(tmp_path)
    assert row.holds is holds
