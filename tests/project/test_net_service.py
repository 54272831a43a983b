"""The second program's unit: a user of its own, the home's network and no other, and of the box the door alone."""

import re
import shutil
import subprocess
from pathlib import Path

from nightcrier.kernel.chores import SENT

UNIT, PART = Path("systemd/nightcrier-net.service"), Path("systemd/nightcrier-door.conf")
BOX, HOUSE = Path("systemd/nightcrier.service"), Path("device/nightcrier")


def settings(unit: Path) -> list[tuple[str, str]]:
    lines = (line.partition("=") for line in unit.read_text().splitlines() if re.match(r"^\w+=", line))
    return [(name, value) for name, _, value in lines]


def exposure_of(unit: Path) -> float | None:
    """As systemd counts it, where it is installed."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        return None
    said = subprocess.run([tool, "security", "--offline=true", "--no-pager", unit], capture_output=True, check=False)
    (exposure,) = re.findall(r"exposure level.*?: ([\d.]+)", said.stdout.decode())
    return float(exposure)


def test_it_shares_nothing_with_the_box_but_a_group():
    of_page, of_box, of_part = dict(settings(UNIT)), dict(settings(BOX)), settings(PART)
    assert of_part == [("Group", "nightcrier-net"), ("RuntimeDirectoryMode", "0710")]
    assert of_page["User"] == of_page["Group"] == of_page["StateDirectory"] == "nightcrier-net" != of_box["User"]
    assert of_box["UMask"] == of_page["UMask"] == "0077"
    assert "SupplementaryGroups" not in of_page
    assert of_page["CapabilityBoundingSet"] == ""


def test_the_box_neither_waits_for_it_nor_is_stopped_with_it():
    ties = {"Requires", "BindsTo", "PartOf", "Wants"}
    wanted = [value for file in (BOX, PART, UNIT) for key, value in settings(file) if key in ties]
    assert wanted == ["nightcrier-chore.path"]  # root's side of the menu, which is no network
    assert ("PrivateNetwork", "yes") in settings(BOX)


def test_it_reaches_the_home_and_nobody_else():
    of_page = dict(settings(UNIT))
    assert of_page["IPAddressDeny"] == "any"
    assert of_page["IPAddressAllow"] == "localhost link-local 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"
    assert of_page["RestrictAddressFamilies"] == "AF_UNIX AF_INET AF_INET6"


def test_it_cannot_read_how_long_the_box_works():
    """Processor time and interrupts of the box would tell what is done in a secret turn."""
    of_page = dict(settings(UNIT))
    assert (of_page["InaccessiblePaths"], of_page["ProcSubset"]) == ("/sys", "pid")
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
