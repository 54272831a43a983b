"""Tests what the doctor examines and what it ignores, and what it says on a box from a card, where nobody can type
commands."""

import errno
import os
import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.tools import report
from nightcrier.tools.doctor.host import Finding, Health, Host, answers, ask, is_from_card, mend_by_card, own_groups
from tests.tools.doctor.machine import keep, refuse, remove
from tests.tools.doctor.test_findings import CANNOT_PLAY, PLAYS_WITH_LESS


def test_a_whole_box_has_no_complaint(machine):
    assert machine.wrong() == []
    parts = [finding.part for finding in machine.findings()]
    assert parts == [
        *(
            "settings",
            "service",
            "pins",
            "groups",
            "screen",
            "sound",
            "machine",
            "state",
            "cache",
            "voices",
            "words",
            "games",
            "letters",
        )
    ]


@pytest.mark.parametrize(("cards", "without"), [(None, []), ("", ["sound"])])
def test_a_laptop_is_told_what_it_can_do(machine, call, monkeypatch, cards, without):
    """A laptop has no pins that a box could use, even if it has such chips, and nobody installs the service on it."""
    machine.systemd = {}
    (machine.root / "proc/device-tree/model").unlink()
    if cards is not None:
        machine.write("proc/asound/cards", cards)
    monkeypatch.setattr(report, "host_of", lambda _folders: machine.host())
    assert [(finding.part, finding.health) for finding in machine.wrong()] == [(part, "advice") for part in without]
    told = call(0, "check", "--state", machine.folders.state).out
    assert told.endswith("\nThis computer can play: ./run sim\n")
    assert "GPIO" not in told


def test_what_was_mended_or_said_before_the_last_start_is_no_complaint(machine):
    gone = "fault sound: There is no speaker; plug it in."
    machine.log = [gone, "Starting nightcrier.service - Nightcrier.", "Page home."]
    assert machine.wrong() == []
    machine.log += [gone, "mended sound: The speaker works.", "fault screen: It is dark.", "fault screen: It is dark."]
    assert [finding.what for finding in machine.wrong()] == ["screen: It is dark."]


def test_what_the_doctor_sees_by_itself_is_not_said_twice(machine):
    machine.settings("[panel]\nbounce_ms = 0")
    (finding,) = machine.wrong()
    machine.log = [f"fault config: {finding.what}"]
    assert machine.wrong() == [finding]


def test_the_doctor_leaves_what_is_broken_where_it_is(machine):
    for name in ("choices.json", "journal.jsonl", "evenings/000001.json", "seal"):
        keep(name, b"rubbish" * 99)(machine)
    (machine.folders.state / "choices.json").unlink()
    os.mkfifo(machine.folders.state / "choices.json")
    before = {file.name: file.stat().st_mtime_ns for file in machine.folders.state.rglob("*")}
    assert [
        next(words for words in ("cannot be read", "is damaged") if words in finding.what)
        for finding in machine.wrong()
    ] == ["cannot be read", "is damaged", "is damaged"]
    assert {file.name: file.stat().st_mtime_ns for file in machine.folders.state.rglob("*")} == before


def test_programs_that_are_not_there_or_fail_say_nothing():
    assert ask(("/nowhere/systemctl",)) == ask(("false",)) == ""
    assert ask(("echo", "a line")) == "a line\n"


@pytest.mark.parametrize(("controller", "other"), [("ssd1306", "sh1106"), ("sh1106", "ssd1306")])
def test_a_screen_cannot_say_what_it_is_so_people_are_told_by_what_to_tell(machine, controller, other):
    machine.settings(f'[screen]\ncontroller = "{controller}"')
    (screen,) = [finding.what for finding in machine.findings() if finding.part == "screen"]
    assert screen.endswith(f"it is driven as an {controller}; with a stripe at its edge it is an {other}.")


def test_an_unwritable_memory_is_named(machine):
    machine.folders.state.write_text("not a folder")
    (finding,) = machine.wrong()
    assert (finding.part, finding.health) == ("state", Health.ADVICE)
    assert "forgets when it is switched off" in finding.what


def test_live_speech_is_less_than_a_recorded_voice(machine):
    shutil.rmtree(machine.assets / "audio/voices/en-ann")
    machine.programs.add("espeak-ng")
    (finding,) = machine.wrong()
    assert finding.what == "en: no recorded voice, only espeak-ng."


def test_a_box_on_which_nobody_speaks_cannot_play(machine):
    shutil.rmtree(machine.assets / "audio/voices/en-ann")
    machine.settings('[table]\nlanguages = ["en", "th"]')
    english, thai, none = machine.wrong()
    assert english.mend == "sudo apt install espeak-ng"
    assert "th: nothing can speak it" in thai.what
    assert none.health is Health.WRONG


def test_a_checkout_without_voices_builds_them(machine):
    shutil.rmtree(machine.assets / "audio/voices/en-ann")
    (machine.assets.parent / "run").touch()
    machine.programs.add("espeak-ng")
    assert [finding.mend for finding in machine.wrong()] == ["./run voices build en"]
    machine.programs.clear()
    assert machine.wrong()[-1].mend == "./run voices build en"


def test_settings_that_nobody_made_are_not_said_to_be_there(machine):
    assert machine.findings()[0].what == f"As shipped: there is no {machine.own / 'device.toml'}."
    machine.settings("[panel]\nreverse = true")
    assert machine.findings()[0].what == f"{machine.own / 'device.toml'} can be used as it is."


def test_what_belongs_to_the_service_is_looked_at_with_sudo(machine):
    machine.folders.state.mkdir()
    machine.unusable.add("state")
    refuse(errno.EACCES)(machine)
    (finding,) = machine.wrong()
    assert (finding.part, finding.mend) == ("state", "sudo ./run check")
    assert list(machine.folders.state.iterdir()) == []


class ClosedFolder(type(Path())):
    """Simulates a folder that only root may enter, such as /var/lib/private."""

    def stat(self, **_):
        raise PermissionError(errno.EACCES, "Permission denied", str(self))


def test_what_lies_where_only_root_may_enter_is_looked_at_with_sudo(machine):
    machine.folders = replace(machine.folders, state=ClosedFolder(machine.folders.state))
    machine.unusable.add("state")
    refuse(errno.EACCES)(machine)
    assert ("state", "sudo ./run check") in {(finding.part, finding.mend) for finding in machine.wrong()}


def test_one_voice_is_enough_to_play(machine):
    machine.settings('[table]\nlanguages = ["th", "en"]')
    assert [finding.health for finding in machine.wrong()] == [Health.ADVICE]


def test_a_bus_that_is_not_there_answers_nothing():
    assert not answers(29, 0x3C)


def test_everybody_is_in_some_group():
    assert own_groups()


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
