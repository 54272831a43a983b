"""Tests the installer, rehearsed in a folder with stubs for what would change the machine."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.hands import ran
from tests.project.pi import Pi, moved, would

USAGE = (
    "unknown word '--rot'; usage: sudo systemd/install [--recording] [FILE.tar.xz | --back | --uninstall] [--root DIR]"
)
EXECUTABLE = ("install", "release", "first_starts", "stick", "nightcrier")
I2C = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"

CHECK = "check the network and the room on the card"


@pytest.fixture
def pi(tmp_path):
    return Pi(tmp_path)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    made = Pi(tmp_path_factory.mktemp("installed"))
    assert made.rehearse().returncode == 0
    return made


@pytest.fixture
def box(installed, tmp_path):
    """Return a Pi on which the box is already installed."""
    return moved(installed, installed.folder, tmp_path)


def test_a_rehearsal_touches_nothing_outside_its_folder(pi, tmp_path):
    def outside() -> set[Path]:
        return {path for path in tmp_path.rglob("*") if not path.is_relative_to(pi.root)}

    before = outside() | {pi.calls}
    for words in ((), ("--uninstall",)):
        assert pi.rehearse(*words, HOME=str(tmp_path)).returncode == 0
        assert pi.called("apt-get") == pi.called("systemctl") == []
    assert outside() == before


def test_a_fresh_pi_becomes_a_box(pi):
    done = pi.rehearse()
    assert (done.stderr, done.returncode) == ("", 0)
    assert would(done) == [
        "apt-get install -y --no-install-recommends espeak-ng",
        "modprobe i2c-dev",
        "modprobe snd",
        "systemctl daemon-reload",
        "systemctl enable nightcrier.service",
    ]
    assert (pi.root / "opt/nightcrier/app/device/file").read_text() == "device, first edition"
    assert (pi.root / "etc/systemd/system/nightcrier.service").read_text() == Path(
        "systemd/nightcrier.service"
    ).read_text()
    assert (pi.root / "etc/systemd/system/nightcrier-help.service").is_file()
    assert os.access(pi.root / "usr/local/bin/nightcrier", os.X_OK)
    assert (pi.root / "usr/local/share/man/man1/nightcrier.1").is_file()
    assert "sudo reboot" in done.stdout


def test_the_command_starts_the_version_that_is_current_and_one_of_before_the_programs_name(box):
    current = box.root / "opt/nightcrier/current"
    (current / "venv/bin/python").write_text('#!/bin/sh\necho "${PYTHONPATH%%:*}" "$@"\n')
    command = (box.root / "usr/local/bin/nightcrier").read_text().replace("/opt/", f"{box.root}/opt/")
    called = [subprocess.check_output(["sh", "-c", command, "nightcrier", "check"], text=True).split()]
    shutil.rmtree(current / "app/device/nightcrier")
    called.append(subprocess.check_output(["sh", "-c", command, "nightcrier", "check"], text=True).split())
    app = current.resolve() / "app"
    assert called == [[f"{app}/device", "-P", "-m", "nightcrier", "check"], [str(app), "-P", "-m", "device", "check"]]


def test_a_bare_debian_gets_the_one_library_that_pygame_does_not_bring(pi):
    pi.glib.unlink()
    assert "apt-get install -y --no-install-recommends espeak-ng libglib2.0-0" in would(pi.rehearse())


def test_a_plain_debian_gets_the_groups_and_the_rules_that_a_raspberry_pi_has(pi):
    pi.rules.unlink()
    before, done = pi.files(), would(pi.rehearse(PI_GROUPS=""))
    assert {"groupadd --system gpio", "groupadd --system i2c", "udevadm control --reload"} <= set(done)
    rules = (pi.root / "etc/udev/rules.d/60-nightcrier.rules").read_text()
    assert 'KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"' in rules
    assert 'SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"' in rules
    assert pi.rehearse(PI_GROUPS="").returncode == 0
    pi.rehearse("--uninstall")
    assert set(pi.files()) - set(before) == {"etc/nightcrier/device.toml"}


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        ({"CHIPS": ""}, "has no GPIO pins (/dev/gpiochip*)"),
        ({"KERNEL": "5.4.0-1-arm64"}, "a kernel of 5.10 or later"),
        ({"BITS": "32"}, "a 64-bit system is needed"),
        ({"MACHINE": "armv7l"}, "a 64-bit system is needed"),
        ({"WRONG_PYTHON": "1"}, "Python 3.11 to 3.14 is needed, and this is Python 3.9.2"),
    ],
)
def test_a_machine_that_can_be_no_box_is_told_so_before_anything_is_touched(pi, environ, told):
    pi.refuse_to_change_anything()
    done = pi.install(**environ)
    assert (done.returncode, pi.called("apt-get")) == (1, [])
    assert told in done.stderr


def test_the_environment_sees_what_came_from_apt_and_takes_only_what_is_pinned(box):
    made, fetched, compiled, kept, packed, tried = box.called("python3")
    assert "-I -m venv --system-site-packages" in made
    assert "--require-hashes" in fetched
    assert "--no-cache-dir" in fetched  # it would lie in the home folder of whoever rehearses
    assert fetched.endswith("requirements/net.txt")
    assert "-I -m compileall" in compiled
    assert kept == "python3 -P -m nightcrier.tools.kept_lists"
    names = " ".join(Path(word).name for word in f"{packed} {tried}".split())
    assert names == "python3 -P one_file.py nightcrier.code python3 -I -S start.py nightcrier.code check --dry"


def test_what_recording_takes_comes_when_it_is_asked_for_and_stays_from_then_on(box):
    done = box.rehearse("--recording")
    assert (done.stderr, done.returncode) == ("", 0)
    (fetched,) = (call for call in box.called("python3") if "pip install" in call)
    assert "--require-hashes" in fetched
    assert "requirements/recording.txt" in fetched
    assert "\nscipy==" in (box.root / "opt/nightcrier/current/venv/made-from").read_text()
    (box.checkout / "device" / "file").write_text("second edition")
    assert box.rehearse().returncode == 0
    assert "\nscipy==" in (box.root / "opt/nightcrier/current/venv/made-from").read_text()
    assert not [call for call in box.called("python3") if "pip install" in call]


def test_the_page_is_on_every_box_begins_with_none_and_goes_with_the_box(pi):
    unit = pi.root / "etc/systemd/system/nightcrier-net.service"
    done = pi.rehearse("--net", PEOPLE="")  # as it was asked for before
    assert (done.stderr, done.returncode) == ("", 0)
    (fetched,) = (call for call in pi.called("python3") if "pip install" in call)
    assert fetched.endswith("requirements/net.txt")
    assert "requirements/pi.txt --requirement" in fetched
    assert [call for call in would(done) if call.startswith("useradd --system --user-group")]
    assert not [call for call in would(done) if "nightcrier-net.service" in call], "root starts it for who asks"
    assert unit.read_bytes() == Path("systemd/nightcrier-net.service").read_bytes()
    assert not [call for call in would(pi.rehearse()) if call.startswith("useradd")]
    off = pi.rehearse("--uninstall")
    assert {"systemctl stop nightcrier-net.service", "userdel nightcrier-net"} <= set(would(off))
    assert not unit.exists()


def test_the_door_of_a_version_of_before_goes_with_it_and_comes_back_with_it(pi):
    """The older version had one more file for the box's unit, with the settings for the door."""
    part = pi.root / "etc/systemd/system/nightcrier.service.d/net.conf"
    door = pi.checkout / "systemd/nightcrier-door.conf"
    door.write_text("# the door\n")
    pi.rehearse()
    assert part.read_text() == "# the door\n"
    door.unlink()
    (pi.checkout / "device" / "file").write_text("second edition")
    pi.rehearse()
    assert not part.parent.exists()
    pi.rehearse("--back")
    assert part.exists()


def test_i2c_is_switched_on_for_every_model_at_400_khz(box):
    assert box.config.read_text().splitlines()[-2:] == ["[all]", I2C]
    assert (box.root / "etc/modules-load.d/nightcrier.conf").read_text() == "i2c-dev\nsnd\n"
    assert box.config.with_name("config.txt.before-nightcrier").read_text().startswith("# as shipped")


def test_an_older_system_keeps_its_boot_settings_elsewhere(pi):
    older = pi.root / "boot" / "config.txt"
    pi.config.rename(older)
    pi.rehearse()
    assert I2C in older.read_text()


def test_a_second_time_changes_nothing_and_only_restarts(box):
    before, done = box.files(), box.rehearse()
    assert done.returncode == 0
    assert box.files() == before | {"program/on-trial": b"0\n"}
    assert not [call for call in box.called("python3") if "pip" in call or "venv " in call]
    assert would(done)[-1] == "systemctl restart nightcrier.service"


def test_an_update_brings_the_new_program_and_keeps_the_owners_settings(box):
    own = box.root / "etc/nightcrier/device.toml"
    own.write_text("[panel]\nreverse = true\n")
    (box.checkout / "device" / "file").write_text("second edition")
    (box.checkout / "device" / "file").rename(box.checkout / "device" / "renamed")
    box.rehearse()
    assert own.read_text() == "[panel]\nreverse = true\n"
    assert [path.name for path in (box.root / "opt/nightcrier/app/device").glob("*e*d*")] == ["renamed"]


def test_taken_off_the_pi_is_as_it_was_but_for_what_people_made(pi):
    before = pi.files()
    pi.rehearse()
    done = pi.rehearse("--uninstall")
    assert done.returncode == 0
    net = ("systemctl stop nightcrier-net.service", "userdel nightcrier-net")
    assert would(done) == ["systemctl disable --now nightcrier.service", *net, "systemctl daemon-reload"]
    left = pi.files()
    assert set(left) - set(before) == {"etc/nightcrier/device.toml"}
    assert {name: left[name] for name in before} == before


def test_a_wifi_that_the_box_made_goes_with_it_and_no_other_is_touched(box):
    profiles = box.root / "etc/NetworkManager/system-connections"
    profiles.mkdir(parents=True)
    for name in ("nightcrier-own", "home"):
        (profiles / f"{name}.nmconnection").write_text("[connection]\n")
    done = box.rehearse("--uninstall")
    assert done.returncode == 0
    assert "nmcli connection delete id nightcrier-own" in would(done)
    assert [each.name for each in profiles.iterdir()] == ["home.nmconnection"]
    assert not [call for call in would(box.rehearse("--uninstall")) if call.startswith("nmcli")]


@pytest.mark.parametrize("edit", [("400000", "100000"), (I2C, ""), (I2C, I2C + "\ndtoverlay=vc4\n[pi4]\narm_boost=1")])
def test_taking_off_leaves_what_the_owner_wrote_into_the_boot_settings(pi, edit):
    pi.config.write_text(pi.config.read_text() + "dtparam=audio=off\n")
    pi.rehearse()
    pi.config.write_text(pi.config.read_text().replace(*edit) + "gpu_mem=64\n")
    pi.rehearse()
    pi.rehearse("--uninstall")
    left = pi.config.read_text().splitlines()
    assert set(["dtparam=audio=off", "gpu_mem=64"] + ["arm_boost=1"] * ("arm_boost" in edit[1])) < set(left)
    assert I2C not in left
    assert "[all]" in left[left.index("otg_mode=1") : left.index("gpu_mem=64")]


def test_a_network_that_fails_leaves_the_box_as_it_was(box):
    before = box.files()
    (box.checkout / "device" / "file").write_text("second edition")
    (box.checkout / "requirements" / "pi.txt").write_text("another lock")
    done = box.rehearse(PIP_STATUS="1")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"nightcrier: the libraries could not be installed; {CHECK}, and run this again",
        "nightcrier: nothing was changed",
    ]
    assert box.files() == before
    assert box.rehearse().returncode == 0
    assert (box.root / "opt/nightcrier/app/device/file").read_text() == "second edition"
    assert len(list(box.versions.iterdir())) == 2


def test_the_service_can_read_what_a_careful_user_installed(pi):
    for path in pi.checkout.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
    assert pi.rehearse(umask=0o077).returncode == 0
    app = pi.root / "opt/nightcrier/app"
    installed = [*app.resolve().parents[:4], *app.resolve().rglob("*"), *(pi.root / "etc/nightcrier").rglob("*")]
    assert [path for path in installed if not path.stat().st_mode & 0o004] == []


def test_rules_that_give_away_no_pins_do_not_count(pi):
    pi.rules.write_text('KERNEL=="gpiomem", GROUP="gpio"\n#SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n')
    pi.rehearse()
    assert (pi.root / "etc/udev/rules.d/60-nightcrier.rules").is_file()


def test_taking_off_twice_is_no_fault(pi):
    pi.rehearse("--uninstall")
    assert pi.rehearse("--uninstall").returncode == 0


@pytest.mark.parametrize(
    ("words", "environ", "status", "sentence"),
    [
        (
            ("--rot",),
            {},
            2,
            USAGE,
        ),
        (("--root", "/nowhere"), {}, 2, "--root needs a folder that is there"),
        (("--recording", "--back"), {}, 2, "--recording and --back do not go together"),
        (("--uninstall", "--recording"), {}, 2, "--recording and --uninstall do not go together"),
        ((), {"WHO": "1000"}, 2, "this needs root; run it as: sudo systemd/install"),
    ],
)
def test_wrong_use_is_one_sentence(pi, words, environ, status, sentence):
    done = pi.install(*words, **environ)
    assert (done.returncode, done.stderr) == (status, f"nightcrier: {sentence}\n")


def test_an_apt_that_fails_is_one_sentence_before_anything_is_touched(pi):
    pi.refuse_to_change_anything()
    done = pi.install(APT_STATUS="100")
    assert done.returncode == 1
    assert pi.called("apt-get") == ["apt-get install -y --no-install-recommends espeak-ng"]
    assert done.stderr == (
        "nightcrier: apt could not install espeak-ng; run sudo apt update, check the network, and try again\n"
    )


def test_nothing_in_the_folder_of_whoever_calls_is_run_by_root(pi, tmp_path):
    """Python first looks for modules in the current folder, so a `venv.py` in it would run as root."""
    hostile = tmp_path / "hostile"
    hostile.mkdir()
    for name in ("venv.py", "pip.py", "compileall.py", "nightcrier.py", "sys.py"):
        (hostile / name).write_text("raise SystemExit('caught')")
    stub = tmp_path / "bin" / "python3"
    stub.write_text(stub.read_text().replace("\n", '\n[ "$PWD" = / ] || echo "in $PWD" >>"$CALLS"\n', 1))
    for words in ((), ("--back",), ("--uninstall",)):
        pi.rehearse(*words, cwd=hostile, PYTHONPATH=str(hostile), PYTHONSTARTUP=str(hostile / "venv.py"))
        assert pi.called("in ") == []
        assert all(" -I " in call or " -P " in call for call in pi.called("python3"))


def test_a_real_python_called_so_runs_nothing_of_that_folder(tmp_path):
    (tmp_path / "venv.py").write_text("print('caught')")
    environ = os.environ | {"PYTHONPATH": str(tmp_path)}
    assert "caught" not in ran("python3", "-I", "-m", "venv", "--help", cwd=tmp_path, env=environ).stdout


@pytest.mark.parametrize("umask", [0o000, 0o077])
def test_modes_are_the_installers_own(pi, umask):
    for path in pi.checkout.rglob("*"):
        path.chmod(0o6777)  # set-uid, set-gid, and everybody may write
    pi.install("--root", str(pi.root), umask=umask)
    placed = [*pi.versions.rglob("*"), *pi.root.glob("etc/**/nightcrier*"), *pi.root.glob("usr/local/bin/*")]
    placed = [path for path in placed if "venv" not in path.parts and not path.is_symlink()]
    modes = {(path.is_dir() or path.name in EXECUTABLE, path.stat().st_mode & 0o7777) for path in placed}
    assert modes == {(True, 0o755), (False, 0o644)}


def test_a_link_in_the_checkout_is_not_followed_but_refused(pi):
    (pi.checkout / "assets" / "shadow").symlink_to("/etc/shadow")
    done = pi.rehearse()
    assert done.returncode == 1
    assert "assets/shadow is neither a file nor a folder" in done.stderr
    assert "etc/shadow" not in str(pi.files())
