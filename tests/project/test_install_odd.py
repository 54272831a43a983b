"""Tests the installer in odd places: with another installer at work, with links, with a version with fewer files."""

import fcntl
import os
import shutil

import pytest

from tests.hands import lay_tools
from tests.project.pi import Pi


@pytest.fixture
def pi(tmp_path):
    made = Pi(tmp_path)
    assert made.rehearse().returncode == 0
    return made


def edit(pi: Pi, edition: str) -> None:
    (pi.checkout / "device" / "file").write_text(edition)


def edition(pi: Pi) -> str:
    return (pi.versions.parent / "current" / "app" / "device" / "file").read_text()


@pytest.mark.parametrize("words", [(), ("--back",), ("--uninstall",)])
def test_a_second_installer_changes_nothing_while_the_first_is_at_work(pi, words):
    before, first = pi.files(), os.open(pi.versions.parent / ".alone", os.O_RDONLY)
    assert os.fstat(first).st_mode & 0o077 == 0, "whoever else could open it could hold it"
    fcntl.flock(first, fcntl.LOCK_EX)
    done = pi.rehearse(*words)
    os.close(first)
    assert done.returncode == 1
    assert done.stderr == "nightcrier: another installer is at work here; wait until it is done, and run this again\n"
    assert pi.files() == before
    edit(pi, "second edition")
    assert pi.rehearse().returncode == 0


def test_a_name_that_somebody_gave_a_version_costs_no_way_back(pi):
    (pi.versions / "a-name").symlink_to((pi.versions.parent / "current").resolve())
    edit(pi, "second edition")
    assert pi.rehearse().returncode == 0
    assert edition(pi) == "second edition"
    assert pi.rehearse("--back").returncode == 0
    assert edition(pi) == "device, first edition"


def test_a_version_with_fewer_units_can_be_gone_back_to(pi):
    unit = pi.root / "etc/systemd/system/nightcrier-help.service"
    (pi.versions.parent / "current/app/systemd" / unit.name).unlink()
    edit(pi, "second edition")
    assert pi.rehearse().returncode == 0
    assert unit.exists()
    done = pi.rehearse("--back")
    assert (done.returncode, done.stderr) == (0, "")
    assert not unit.exists()
    assert "would run: systemctl restart nightcrier.service" in done.stdout


def really_runs(pi: Pi, systemctl: str = "", udevadm: str = "") -> None:
    """Let the installer really run its commands, with these bodies for the stubs of the machine's tools."""
    installer = pi.checkout / "systemd" / "install"
    installer.write_text(installer.read_text().replace('say "would run: $*"', '"$@"'))
    lay_tools(pi._bin, {"systemctl": systemctl, "udevadm": udevadm, "modprobe": "", "groupadd": ""})


def test_where_no_udev_runs_as_in_a_card_that_is_being_made_the_rights_come_later(pi):
    pi.rules.unlink()
    really_runs(pi, udevadm="exit 1")
    done = pi.rehearse(PI_GROUPS="")
    assert done.returncode == 0
    assert "udev does not run here: the box may use pins and bus after the next start" in done.stdout
    assert (pi.root / "etc/udev/rules.d/60-nightcrier.rules").exists()


def test_where_neither_version_becomes_ready_it_does_not_say_that_one_is_back(pi):
    really_runs(pi, systemctl='[ "$1" != restart ]')
    edit(pi, "second edition")
    done = pi.rehearse()
    assert done.returncode == 1
    assert done.stderr.endswith(
        "neither the new version nor the one before becomes ready: journalctl -u nightcrier says why\n"
    )
    assert edition(pi) == "device, first edition"


def test_a_new_version_that_never_becomes_ready_goes_back_by_itself(pi):
    second = 'grep -q "second edition" "$ROOT/opt/nightcrier/current/app/device/file"'
    really_runs(pi, systemctl=f'[ "$1" != restart ] || ! {second}')
    edit(pi, "second edition")
    done = pi.rehearse(ROOT=str(pi.root))
    assert done.returncode == 1
    assert "the new version did not become ready, and the one before is back" in done.stderr
    assert edition(pi) == "device, first edition"


@pytest.mark.parametrize("others", [(), ("photographs",)], ids=["alone", "beside others"])
def test_what_lies_on_another_disk_is_taken_off_there_and_nothing_else(pi, tmp_path, others):
    elsewhere = tmp_path / "elsewhere"
    shutil.move(pi.versions.parent, elsewhere)
    pi.versions.parent.symlink_to(elsewhere)
    for other in others:
        (elsewhere / other).write_text("not of the box")
    assert pi.rehearse("--uninstall").returncode == 0
    assert not pi.versions.parent.is_symlink()
    assert elsewhere.exists() is bool(others)
    assert [each.name for each in elsewhere.glob("*")] == list(others)


def test_a_config_that_an_editor_has_changed_and_nobody_may_write_stops_no_update(pi):
    """A card's first partition is writable only for moments, so an update must do without changing config.txt."""
    edit(pi, "second edition")
    pi.config.write_bytes(pi.config.read_bytes().replace(b"\n", b"\r\n"))
    assert pi.rehearse().returncode == 0
    assert pi.config.read_bytes().count(b"i2c_arm_baudrate") == 1
    pi.config.write_text("# without it\n")
    (pi.config.parent / "config.txt.new").mkdir()
    edit(pi, "third edition")
    done = pi.rehearse()
    assert done.returncode == 0
    assert "cannot be written; for the screen it needs the line dtparam=i2c_arm=on" in done.stdout
    assert edition(pi) == "third edition"


@pytest.mark.parametrize(
    "words", [("--uninstall", "--back"), ("--back", "made.tar.xz"), ("made.tar.xz", "--uninstall")]
)
def test_two_tasks_at_once_are_none(pi, tmp_path, words):
    (tmp_path / "made.tar.xz").touch()
    before, done = pi.files(), pi.rehearse(*words, cwd=tmp_path)
    assert (done.returncode, "only one of" in done.stderr) == (2, True)
    assert pi.files() == before
