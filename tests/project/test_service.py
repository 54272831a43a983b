"""Tests that the unit file keeps the box in its sandbox, and gives it what it needs."""

import shlex
import subprocess
from pathlib import Path

import pytest

from nightcrier.kernel.program import SERVICE_GROUPS
from nightcrier.tools.run import POWER_OFF_STATUS
from tests.project.test_net_service import exposure_of, settings

UNIT, HELP = Path("systemd/nightcrier.service"), Path("systemd/nightcrier-help.service")
SETTINGS, HELP_SETTINGS = (settings(unit) for unit in (UNIT, HELP))

SANDBOX = {
    "CapabilityBoundingSet": "",
    "DevicePolicy": "closed",
    "DynamicUser": "yes",
    "IPAddressDeny": "any",
    "LockPersonality": "yes",
    "NoNewPrivileges": "yes",
    "PrivateNetwork": "yes",
    "PrivateTmp": "yes",
    "ProtectClock": "yes",
    "ProtectControlGroups": "yes",
    "ProtectHome": "yes",
    "ProtectHostname": "yes",
    "ProtectKernelLogs": "yes",
    "ProtectKernelModules": "yes",
    "ProtectKernelTunables": "yes",
    "ProtectProc": "invisible",
    "ProtectSystem": "strict",
    "RestrictAddressFamilies": "AF_UNIX",
    "RestrictNamespaces": "yes",
    "RestrictRealtime": "yes",
    "RestrictSUIDSGID": "yes",
    "SystemCallArchitectures": "native",
    "UMask": "0077",
}


def values(key: str, settings: list[tuple[str, ...]] = SETTINGS) -> list[str]:
    return [value for name, value in settings if name == key]


@pytest.mark.parametrize(("key", "value"), SANDBOX.items())
def test_the_sandbox_is_closed(key, value):
    assert values(key) == [value]


IS_GIVEN = {
    # Switches are read, and nothing is written to them: what is grabbed needs no more.
    "DeviceAllow": ["char-gpiochip rw", "char-i2c rw", "char-alsa rw", "char-input r"],
    "SupplementaryGroups": ["gpio i2c audio input"],
    "PrivateDevices": [],
    # Nothing of its memory is written down. It holds all of it, which no limit may cut off (box/machine.py).
    "LimitCORE": ["0"],
    "MemorySwapMax": ["0"],
    "LimitMEMLOCK": ["infinity"],
    # It says that it is ready and lives, and comes back.
    "Type": ["notify"],
    "WatchdogSec": ["20"],
    "Restart": ["on-failure"],
    "RuntimeDirectoryPreserve": ["restart"],
    **{f"{kind}Directory": ["nightcrier"] for kind in ("State", "Cache", "Runtime")},
    # It waits neither for the network nor for a card.
    "After": ["local-fs.target"],
    "Wants": ["nightcrier-chore.path", "nightcrier-light.service"],
    "Requires": [],
}


@pytest.mark.parametrize(("key", "given"), IS_GIVEN.items())
def test_it_is_given_what_it_needs_and_no_more(key, given):
    assert values(key) == given


@pytest.mark.parametrize(("key", "value"), (SANDBOX | {"RestrictAddressFamilies": "none"}).items())
def test_the_call_for_help_has_a_sandbox_of_its_own_with_the_screens_bus_in_it(key, value):
    assert values(key, HELP_SETTINGS) == [value]
    assert values("DeviceAllow", HELP_SETTINGS) == ["char-i2c rw"]


@pytest.mark.parametrize("words", ["-I -S ./app/systemd/start.py nightcrier.code run", "-P -m nightcrier run"])
def test_the_words_to_start_with_are_those_of_every_version(tmp_path, words):
    """An update or its undoing may be cut off between program and unit, so any unit must start any version."""
    (start,) = values("ExecStart")
    for file in ("venv/bin/python", *(word for word in words.split() if word.endswith(".py"))):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text('#!/bin/sh\necho "$@"\n')
    (tmp_path / "venv/bin/python").chmod(0o755)
    shell, option, script = shlex.split(start.replace("/opt/nightcrier/current", str(tmp_path)))
    assert subprocess.check_output([shell, option, script], text=True).strip() == words
    assert "PYTHONPATH=/opt/nightcrier/current/app/device:/opt/nightcrier/current/app/gpiozero-gpiod" in values(
        "Environment"
    )


def test_a_box_that_stays_down_calls_for_help_without_a_program_of_its_own():
    assert values("OnFailure") == [HELP.name]
    (started,) = values("ExecStart", HELP_SETTINGS)
    assert started == "/usr/bin/python3 -I /opt/nightcrier/current/app/systemd/call_for_help.py"
    assert values("Environment", HELP_SETTINGS) == []


@pytest.mark.parametrize("unit", [UNIT, HELP], ids=str)
def test_the_exposure_is_at_most_1(unit):
    """systemd measures the exposure; if it is not installed, the list of settings that gave 0.8 is compared."""
    exposure = exposure_of(unit)
    assert SANDBOX.items() <= set(SETTINGS) if exposure is None else exposure <= 1.0


def test_a_box_whose_starts_hang_stays_down_and_calls_for_help():
    """Both the program and what runs after it may take the full time to end."""
    times = {key: int(value) for key, value in SETTINGS if key.endswith("Sec") or key.startswith("StartLimit")}
    ends = (1 + len(values("ExecStopPost"))) * times["TimeoutStopSec"]
    hung = times["TimeoutStartSec"] + ends + times["RestartSec"]
    assert times["StartLimitBurst"] * hung < times["StartLimitIntervalSec"]
    assert values("OnFailure") == [HELP.name]


def test_memory_that_was_used_once_is_given_back():
    (memory,) = (value.split() for value in values("Environment") if value.startswith("MALLOC"))
    assert {"MALLOC_ARENA_MAX=1", "MALLOC_MMAP_THRESHOLD_=131072", "MALLOC_TRIM_THRESHOLD_=131072"} == set(memory)


def test_the_machine_is_switched_off_only_by_the_programs_own_status():
    (status,) = values("SuccessExitStatus")
    (*_, after) = values("ExecStopPost")
    assert status == str(POWER_OFF_STATUS)
    assert f'"$$EXIT_STATUS" = {status}' in after


def test_whatever_ended_the_program_the_glass_is_dark_before_it_starts_again():
    """If the program is killed while somebody holds the dial, the screen would go on showing a role."""
    dark, _ = values("ExecStopPost")
    assert dark == "-/usr/bin/python3 -I /opt/nightcrier/current/app/systemd/call_for_help.py dark"
    assert "char-i2c rw" in values("DeviceAllow")


def test_the_groups_of_the_service_are_those_that_the_doctor_and_the_commands_take_on():
    assert dict(SETTINGS)["SupplementaryGroups"].split() == list(SERVICE_GROUPS)
