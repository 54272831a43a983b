"""The unit file keeps the box in its sandbox, and gives it what it needs."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from nightcrier.kernel.program import SERVICE_GROUPS
from nightcrier.tools.run import POWER_OFF_STATUS

UNIT, HELP = Path("systemd/nightcrier.service"), Path("systemd/nightcrier-help.service")
SETTINGS, HELP_SETTINGS = (
    [tuple(line.split("=", 1)) for line in unit.read_text().splitlines() if re.match(r"^\w+=", line)]
    for unit in (UNIT, HELP)
)

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


@pytest.mark.parametrize(("key", "value"), (SANDBOX | {"RestrictAddressFamilies": "none"}).items())
def test_the_call_for_help_has_a_sandbox_of_its_own_with_the_screens_bus_in_it(key, value):
    assert values(key, HELP_SETTINGS) == [value]
    assert values("DeviceAllow", HELP_SETTINGS) == ["char-i2c rw"]


def test_the_words_to_start_with_are_those_of_every_version():
    """An update, or the way back, may be cut off between the program and its unit: each starts with any other."""
    (start,) = values("ExecStart")
    assert start == "/opt/nightcrier/current/venv/bin/python -P -m nightcrier run"
    assert "PYTHONPATH=/opt/nightcrier/current/app/device:/opt/nightcrier/current/app/gpiozero-gpiod" in values(
        "Environment"
    )


def test_a_box_that_stays_down_calls_for_help_without_a_program_of_its_own():
    assert values("OnFailure") == [HELP.name]
    (started,) = values("ExecStart", HELP_SETTINGS)
    assert started == "/usr/bin/python3 -I /opt/nightcrier/current/app/systemd/call_for_help.py"
    assert values("Environment", HELP_SETTINGS) == []


def test_only_pins_the_screens_bus_sound_and_own_switches_are_let_in():
    """Switches are read, and nothing is written to them: what is grabbed needs no more."""
    assert values("DeviceAllow") == ["char-gpiochip rw", "char-i2c rw", "char-alsa rw", "char-input r"]
    assert values("SupplementaryGroups") == ["gpio i2c audio input"]
    assert values("PrivateDevices") == []


def test_nothing_of_its_memory_is_written_down():
    """The program holds all of its memory, which no limit may cut off (device/nightcrier/box/machine.py)."""
    limits = {key: values(key) for key in ("LimitCORE", "MemorySwapMax", "LimitMEMLOCK")}
    assert limits == {"LimitCORE": ["0"], "MemorySwapMax": ["0"], "LimitMEMLOCK": ["infinity"]}


@pytest.mark.parametrize("unit", [UNIT, HELP], ids=str)
def test_the_exposure_is_at_most_1(unit):
    """As systemd counts it; where it is not installed, by the list with which it counted 0.8."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        assert SANDBOX.items() <= set(SETTINGS)
        return
    said = subprocess.run([tool, "security", "--offline=true", "--no-pager", unit], capture_output=True, check=False)
    (exposure,) = re.findall(r"exposure level.*?: ([\d.]+)", said.stdout.decode())
    assert float(exposure) <= 1.0


def test_the_service_says_that_it_is_ready_and_lives_and_comes_back():
    assert values("Type") == ["notify"]
    assert values("WatchdogSec") == ["20"]
    assert values("Restart") == ["on-failure"]
    assert values("RuntimeDirectoryPreserve") == ["restart"]


def test_a_box_whose_starts_hang_stays_down_and_calls_for_help():
    """Each end may take its whole time: of the program, and of what is done after it."""
    times = {key: int(value) for key, value in SETTINGS if key.endswith("Sec") or key.startswith("StartLimit")}
    ends = (1 + len(values("ExecStopPost"))) * times["TimeoutStopSec"]
    hung = times["TimeoutStartSec"] + ends + times["RestartSec"]
    assert times["StartLimitBurst"] * hung < times["StartLimitIntervalSec"]
    assert values("OnFailure") == [HELP.name]


def test_its_folders_are_those_the_program_writes_to():
    assert values("StateDirectory") == values("CacheDirectory") == values("RuntimeDirectory") == ["nightcrier"]


def test_it_finds_the_program_and_the_pin_factory_that_comes_with_it():
    app = "/opt/nightcrier/current/app"
    assert f"PYTHONPATH={app}/device:{app}/gpiozero-gpiod" in values("Environment")


def test_memory_that_was_used_once_is_given_back():
    (memory,) = (value.split() for value in values("Environment") if value.startswith("MALLOC"))
    assert {"MALLOC_ARENA_MAX=1", "MALLOC_MMAP_THRESHOLD_=131072", "MALLOC_TRIM_THRESHOLD_=131072"} == set(memory)


def test_it_waits_neither_for_the_network_nor_for_a_card():
    assert values("After") == ["local-fs.target"]
    assert (values("Wants"), values("Requires")) == (["nightcrier-chore.path"], [])


def test_the_machine_is_switched_off_only_by_the_programs_own_status():
    (status,) = values("SuccessExitStatus")
    (*_, after) = values("ExecStopPost")
    assert status == str(POWER_OFF_STATUS)
    assert f'"$$EXIT_STATUS" = {status}' in after


def test_whatever_ended_the_program_the_glass_is_dark_before_it_starts_again():
    """Killed while somebody held the dial, it would leave a role to be read."""
    dark, _ = values("ExecStopPost")
    assert dark == "-/usr/bin/python3 -I /opt/nightcrier/current/app/systemd/call_for_help.py dark"
    assert "char-i2c rw" in values("DeviceAllow")


def test_the_groups_of_the_service_are_those_that_the_doctor_and_the_commands_take_on():
    assert dict(SETTINGS)["SupplementaryGroups"].split() == list(SERVICE_GROUPS)
