"""The units in which root works for the box: little is open to whatever strangers put in, and a night comes first."""

import re
from pathlib import Path

import pytest

from nightcrier.care.sent_files import COPIES
from nightcrier.kernel.chores import TOLD
from nightcrier.tools import chore
from tests.project.test_net_service import UNIT, exposure_of, settings

UNITS = {
    Path(f"systemd/nightcrier-{name}.service"): most
    for name, most in {"chore": 3.0, "stick@": 3.5, "look": 1.5}.items()
}
OWN_FOLDERS = (
    "Protect(System|Home|Proc|ControlGroups|Kernel.*)",
    "Private(Tmp|Devices|IPC|Mounts|Network)",
    "ProcSubset",
)
"""The settings by which systemd gives a unit a view of the folders of its own (exec_needs_mount_namespace there)."""


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


def test_what_the_stick_mounts_is_seen_by_everybody():
    assert not [
        key
        for key, _ in settings(Path("systemd/nightcrier-stick@.service"))
        if re.fullmatch("|".join(OWN_FOLDERS), key)
    ]


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
    """By that it knows what a cut has left from what is being written (device/nightcrier/kernel/files.py)."""
    told = dict(settings(Path("systemd/nightcrier-chore.service")))
    assert not {"ProtectProc", "ProcSubset"} & told.keys()
    assert {"CAP_KILL", "CAP_SETUID", "CAP_SETGID"} <= set(told["CapabilityBoundingSet"].split())
    assert "UMask" not in told, "news are for the box, and what is handed out is for the second program"
