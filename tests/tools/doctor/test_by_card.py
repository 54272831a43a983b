"""On a box from a card nobody can type a command."""

import re
from pathlib import Path

import pytest

from nightcrier.tools.doctor.host import Finding, Host, is_from_card, mend_by_card
from tests.tools.doctor.machine import remove
from tests.tools.doctor.test_findings import CANNOT_PLAY, PLAYS_WITH_LESS

SPOILT = {name: row[0] for name, row in (CANNOT_PLAY | PLAYS_WITH_LESS).items()}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_no_command_and_no_path_of_the_box_mends_anything_there(machine, spoil):
    spoil(machine)
    own = machine.own / "device.toml"
    for found in machine.wrong():
        mend = mend_by_card(found, own)
        assert mend
        assert not re.search(r"sudo|\./run|systemctl|apt|/proc|/etc|raspi-config|ls -", mend), mend
        assert str(own) not in mend


def test_what_hands_can_do_stays(machine):
    remove("proc/asound/cards")(machine)
    machine.on_bus = {(1, 0x3D)}
    own = machine.own / "device.toml"
    there = "device.toml, in the folder nightcrier of the drive NIGHTCRIER"
    assert {found.part: mend_by_card(found, own) for found in machine.wrong()} == {
        "screen": f"Write `address = 0x3d` under [screen] in {there}",
        "sound": "Plug a USB speaker into any socket, then switch the box off and on",
    }


def test_quiet_hours_are_no_matter_of_the_speaker():
    found = Finding.advice("sound", "Quiet hours do not count.", "timedatectl, once there is a network")
    assert "quiet_hours" in mend_by_card(found, Path("device.toml"))


def test_a_card_is_known_by_its_scripts(machine):
    host = Host(machine.folders, machine.root)
    assert not is_from_card(host)
    machine.write("usr/lib/nightcrier-card/take", "")
    assert is_from_card(host)
