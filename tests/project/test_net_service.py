"""Tests the units beside the box. The second program has its own user, and sees only the home network and the box's
door. Root's chores give strangers' files little access, and wait for a night to end."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from nightcrier.care.sent_files import COPIES
from nightcrier.kernel.chores import NET_SOCKET, SENT, TOLD
from nightcrier.tools import chore

UNIT = Path("systemd/nightcrier-net.service")
BOX, HOUSE = Path("systemd/nightcrier.service"), Path("device/nightcrier")


def settings(unit: Path) -> list[tuple[str, str]]:
    lines = (line.partition("=") for line in unit.read_text().splitlines() if re.match(r"^\w+=", line))
    return [(name, value) for name, _, value in lines]


def exposure_of(unit: Path) -> float | None:
    """Return the exposure that systemd reports, or None if it is not installed."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        return None
    said = subprocess.run([tool, "security", "--offline=true", "--no-pager", unit], capture_output=True, check=False)
    (exposure,) = re.findall(r"exposure level.*?: ([\d.]+)", said.stdout.decode())
    return float(exposure)


def test_it_shares_nothing_with_the_box_but_a_group():
    of_page, of_box = dict(settings(UNIT)), dict(settings(BOX))
    assert (of_box["Group"], of_box["RuntimeDirectoryMode"]) == ("nightcrier-net", "0710")
    assert of_page["User"] == of_page["Group"] == of_page["StateDirectory"] == "nightcrier-net" != of_box["User"]
    assert of_box["UMask"] == of_page["UMask"] == "0077"
    assert "SupplementaryGroups" not in of_page


def test_it_finds_the_door_in_a_folder_that_only_root_may_pass_also_when_that_is_made_anew():
    """systemd keeps the folder of a user that it creates in /run/private, whose mode is 0700."""
    assert {("DynamicUser", "yes"), ("RuntimeDirectory", "nightcrier")} <= set(settings(BOX))
    of_page, restart = dict(settings(UNIT)), "/usr/bin/systemctl --no-block restart nightcrier-net.service"
    assert of_page["BindReadOnlyPaths"] == "-/run/private/nightcrier:/run/nightcrier-door"
    assert of_page["ExecStart"].endswith(f" net --box /run/nightcrier-door/{NET_SOCKET}")
    assert ("ExecStartPost", f"-+{restart}") in settings(BOX)


def test_it_runs_only_where_the_box_has_opened_its_door_and_says_when_it_has_its_port():
    of_page = dict(settings(UNIT))
    assert of_page["ConditionPathExists"] == f"/run/private/nightcrier/{NET_SOCKET}"
    assert "nightcrier.service" in of_page["After"].split()
    assert of_page["Type"] == "notify"
    assert "WantedBy" not in of_page, "root starts it for whoever chooses *Phone*"


def test_the_box_neither_waits_for_it_nor_is_stopped_with_it():
    ties = {"Requires", "BindsTo", "PartOf", "Wants"}
    wanted = [value for file in (BOX, UNIT) for key, value in settings(file) if key in ties]
    assert wanted == ["nightcrier-chore.path", "nightcrier-light.service"]  # root's side of the menu; the first picture
    assert ("PrivateNetwork", "yes") in settings(BOX)


def test_it_reaches_the_home_and_nobody_else():
    of_page = dict(settings(UNIT))
    assert of_page["IPAddressDeny"] == "any"
    assert of_page["IPAddressAllow"] == "localhost link-local 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"
    assert of_page["RestrictAddressFamilies"] == "AF_UNIX AF_INET AF_INET6"


def test_its_one_right_is_port_80():
    told = settings(UNIT)
    assert {value for key, value in told if "Capabilit" in key} == {"CAP_NET_BIND_SERVICE"}
    assert {value for key, value in told if key == "SocketBindDeny"} == {"tcp:1-79", "tcp:81-1023", "udp:1-1023"}


def test_it_cannot_read_how_long_the_box_works():
    """Processor time and interrupts of the box would reveal what happens in a secret turn."""
    of_page = dict(settings(UNIT))
    assert (of_page["InaccessiblePaths"].split()[0], of_page["ProcSubset"]) == ("/sys", "pid")
    reading = re.compile(r'"/sys\b')
    rooms = [room for name in ("phone", "hall", "web", "broker", "wire") for room in (HOUSE / name).rglob("*.py")]
    assert [room for room in rooms if reading.search(room.read_text())] == []


def test_what_phones_send_lies_in_its_own_folder_where_root_looks():
    of_page = dict(settings(UNIT))
    assert Path("/var/lib", of_page["StateDirectory"]) == SENT.parent
    assert of_page["StateDirectoryMode"] == of_page["RuntimeDirectoryMode"] == "0700"


def test_the_passes_of_an_evening_outlive_a_restart_and_no_stop():
    of_page = dict(settings(UNIT))
    assert (of_page["RuntimeDirectory"], of_page["RuntimeDirectoryPreserve"]) == ("nightcrier-net", "restart")


HALL = Path("hall/nightcrier-hall.service")
ALL = (*sorted(Path("systemd").glob("*.service")), HALL)
FIRST = Path("systemd/nightcrier-light.service")
"""The first light, which runs before there is a place to write to."""
UNITS = {
    Path(f"systemd/nightcrier-{name}.service"): most
    for name, most in {"chore": 2.5, "stick@": 1.0, "look": 1.5}.items()
}


@pytest.mark.parametrize(("unit", "most"), [*UNITS.items(), (UNIT, 1.5)], ids=str)
def test_its_exposure_is_small(unit, most):
    assert (exposure_of(unit) or 0.0) <= most


@pytest.mark.parametrize("unit", UNITS, ids=str)
def test_a_night_comes_first_where_memory_is_short(unit):
    told = dict(settings(unit))
    assert int(told["MemoryMax"].removesuffix("M")) <= 256
    assert (told["OOMScoreAdjust"], told["MemorySwapMax"], told["Nice"]) == ("500", "0", "10")
    assert (told["NoNewPrivileges"], told["IPAddressDeny"]) == ("yes", "any")
    assert told["RestrictAddressFamilies"] in {"none", "AF_UNIX"}


@pytest.mark.parametrize("unit", [unit for unit in ALL if unit != FIRST], ids=str)
def test_what_is_put_where_all_may_write_is_its_own(unit):
    """If a unit shared such a place, others could see how much space it leaves."""
    told = settings(unit)
    assert ("PrivateTmp", "yes") in told
    assert ("TemporaryFileSystem", "/dev/shm:mode=1777,size=16M") in told  # noqa: S108 - of its own
    assert unit != BOX or ("Environment", "TMPDIR=/dev/shm") in told, "its /tmp lies where all may ask how much is free"


@pytest.mark.parametrize("unit", [Path("systemd/nightcrier-net.service"), HALL], ids=str)
def test_who_talks_with_others_may_not_ask_how_busy_the_machine_is(unit):
    told = settings(unit)
    hidden = ("InaccessiblePaths", "/sys -/run/dbus -/opt/nightcrier/current/app/assets/audio")
    assert {("ProtectProc", "invisible"), ("ProcSubset", "pid"), ("PrivatePIDs", "yes"), hidden} <= set(told)
    assert ("SystemCallFilter", "~@privileged @resources sysinfo") in told


def test_what_the_stick_mounts_is_seen_by_everybody():
    """The stick's unit has its own mounts and no permission to mount, so systemd mounts the stick."""
    assert dict(settings(Path("systemd/nightcrier-stick@.service")))["CapabilityBoundingSet"] == ""
    assert not re.search(r"(?m)^[^#]*\b(?<!systemd-)u?mount ", Path("systemd/stick").read_text())


def test_the_stick_s_unit_sees_the_device_that_it_names_and_cannot_open_it():
    """systemd-mount refuses a device it does not see, and PrivateDevices= would hide all of them."""
    told = settings(Path("systemd/nightcrier-stick@.service"))
    assert ("BindReadOnlyPaths", "-/dev/%i") in told, "what was pulled is let go of, too"
    assert ("DevicePolicy", "closed") in told
    assert "DeviceAllow" not in dict(told)


def test_each_unit_has_its_row_in_the_table_of_processes():
    table = Path("SECURITY.md").read_text().partition("\n## Processes beside the box\n")[2].partition("\n## ")[0]
    named = {name for row in re.findall(r"(?m)^\| (.*?) \|", table) for name in re.findall(r"`(nightcrier.*?)`", row)}
    assert named == {unit.stem for unit in (*ALL, *Path("image/overlay").rglob("nightcrier*.service"))} - {BOX.stem}


def test_the_stick_has_what_lies_on_it_looked_at_elsewhere():
    stick, look = (dict(settings(Path(f"systemd/nightcrier-{name}.service"))) for name in ("stick@", "look"))
    assert stick["ExecStartPost"] == "-/usr/bin/systemctl --no-block restart nightcrier-look.service"
    assert look["ExecStart"] == "/usr/local/bin/nightcrier chore look"
    assert (look["RuntimeDirectory"], look["RuntimeDirectoryPreserve"]) == (TOLD.name, "yes")
    assert look["RuntimeDirectoryMode"] == "0755", "the box reads the news"


def test_an_installer_runs_in_a_unit_of_its_own_and_sees_the_copy_of_a_phones_update():
    assert chore._INSTALLER[0] == "/usr/bin/systemd-run"
    assert {"--wait", "--pipe"} <= set(chore._INSTALLER), "how it went, and why, comes back"
    assert chore._INSTALLER[-1] == str(chore.INSTALL)
    assert not COPIES.is_relative_to("/tmp") and not COPIES.is_relative_to("/var/tmp")  # noqa: S108, PT018 - private there


def test_the_chore_sees_which_programs_are_alive_and_may_end_its_child():
    """The chore can then tell files left by a cut from files being written (device/nightcrier/kernel/files.py)."""
    told = dict(settings(Path("systemd/nightcrier-chore.service")))
    assert not {"ProtectProc", "ProcSubset"} & told.keys()
    assert {"CAP_KILL", "CAP_SETUID", "CAP_SETGID"} <= set(told["CapabilityBoundingSet"].split())
    assert "UMask" not in told, "news are for the box, and what is handed out is for the second program"
