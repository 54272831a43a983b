"""Tests what the kernel's files say about the machine, even if some of them are missing."""

from pathlib import Path

import pytest

from nightcrier.kernel.machine_state import Battery, MachineFiles, MachineState

HWMON, ZONE, SUPPLY = "sys/class/hwmon/hwmon1", "sys/class/thermal/thermal_zone0", "sys/class/power_supply"


def lay(root: Path, files: dict[str, str]) -> MachineFiles:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"{content}\n")
    return MachineFiles(root)


def battery(root: Path, **files: str) -> Battery | None:
    return (
        lay(root, {f"{SUPPLY}/ups/{name}": text for name, text in {"type": "Battery", **files}.items()}).state().battery
    )


def test_a_machine_that_tells_nothing_is_as_it_should_be(tmp_path):
    assert MachineFiles(tmp_path).state() == MachineState()


@pytest.mark.parametrize(("alarm", "low"), [("0", False), ("1", True), ("", False)])
def test_the_alarm_of_a_pi_tells_of_low_voltage(tmp_path, alarm, low):
    others = {"sys/class/hwmon/hwmon0/name": "cpu_thermal", "sys/class/hwmon/hwmon0/in0_lcrit_alarm": "1"}
    files = lay(tmp_path, {**others, f"{HWMON}/name": "rpi_volt", f"{HWMON}/in0_lcrit_alarm": alarm})
    assert files.voltage_alarm() == tmp_path / HWMON / "in0_lcrit_alarm"
    assert files.state().low_voltage is low


def test_heat_is_that_of_the_processor(tmp_path):
    other = {"sys/class/thermal/thermal_zone1/type": "iwlwifi_1", "sys/class/thermal/thermal_zone1/temp": "99000"}
    assert lay(tmp_path, {f"{ZONE}/type": "cpu-thermal", f"{ZONE}/temp": "61322", **other}).state().celsius == 61.322


def test_a_chip_that_does_not_answer_is_not_known(tmp_path):
    files = lay(tmp_path, {f"{ZONE}/type": "cpu-thermal"})
    (tmp_path / ZONE / "temp").mkdir()
    assert files.state() == MachineState()


@pytest.mark.parametrize(
    ("files", "minutes"),
    [
        ({}, None),
        ({"time_to_empty_now": "5400"}, 90),
        ({"time_to_empty_avg": "600"}, 10),
        ({"energy_now": "10000000", "power_now": "5000000"}, 120),
        ({"charge_now": "500000", "current_now": "-1000000"}, 30),
        ({"charge_now": "500000", "current_now": "0"}, None),
    ],
)
def test_how_long_a_battery_lasts_is_what_it_says_or_what_goes_out(tmp_path, files, minutes):
    assert battery(tmp_path, capacity="55", status="Discharging", **files) == Battery(55, drawn=True, minutes=minutes)


@pytest.mark.parametrize(
    ("status", "online", "drawn"),
    [
        ("Discharging", "1", True),
        ("Charging", "0", False),
        ("Full", "", False),
        ("Unknown", "1", False),
        ("", "0", True),
    ],
)
def test_it_is_drawn_from_while_nothing_else_feeds_the_box(tmp_path, status, online, drawn):
    lay(tmp_path, {f"{SUPPLY}/mains/type": "Mains", f"{SUPPLY}/mains/online": online})
    assert battery(tmp_path, capacity="101", status=status) == Battery(100, drawn=drawn)


@pytest.mark.parametrize(("mains", "drawn"), [("0", True), ("1", False), ("", True)])
def test_a_gauge_that_calls_itself_online_feeds_nothing(tmp_path, mains, drawn):
    """A MAX17040, found on many boards, knows no status and is "online" as long as it answers."""
    lay(tmp_path, {f"{SUPPLY}/mains/type": "Mains", f"{SUPPLY}/mains/online": mains} if mains else {})
    assert battery(tmp_path, capacity="7", status="Unknown", online="1") == Battery(7, drawn=drawn)


@pytest.mark.parametrize("odd", [{"scope": "Device"}, {"present": "0"}, {"capacity": "much"}])
def test_that_of_a_mouse_or_a_board_without_one_is_none(tmp_path, odd):
    assert battery(tmp_path, **{"capacity": "55", "status": "Discharging", **odd}) is None
