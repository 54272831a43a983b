"""The installer, rehearsed in a folder with stubs for what would change the machine."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

I2C = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
PARTS = ("README.md", "assets", "config", "device", "gpiozero-gpiod", "pyproject.toml")

STUBS = {
    "dpkg-query": 'case "$*" in *espeak-ng*) exit 1 ;; esac; echo "install ok installed"',
    "apt-get": "exit ${APT_STATUS:-0}",
    "systemctl": "",
    "uname": 'case $1 in -r) echo "${KERNEL:-6.12.0}" ;; *) echo "${MACHINE:-aarch64}" ;; esac',
    "getconf": 'echo "${BITS:-64}"',
    "find": 'echo "${CHIPS-/dev/gpiochip0}"',
    "getent": '[ -n "${PI_GROUPS-yes}" ]',
    "id": 'echo "${WHO:-0}"',
    "python3": """case "$*" in
"-m venv "*) mkdir -p "$4/bin"; cp "$0" "$4/bin/python" ;;
*version_info*) exit ${WRONG_PYTHON:-0} ;;
--version) echo Python 3.9.2 ;;
*"pip install"*) exit ${PIP_STATUS:-0} ;;
esac""",
}


class Pi:
    """A folder that looks like a Raspberry Pi, and a checkout to install from."""

    def __init__(self, folder: Path) -> None:
        self.root, self.calls, self._bin = folder / "pi", folder / "calls", folder / "bin"
        self.checkout = folder / "checkout"
        self.config = self.root / "boot" / "firmware" / "config.txt"
        self.config.parent.mkdir(parents=True)
        self.config.write_text("# as shipped\ndtparam=audio=on\n[cm4]\notg_mode=1\n")
        self.rules = self.root / "etc/udev/rules.d/99-com.rules"
        self.rules.parent.mkdir(parents=True)
        self.rules.write_text('SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n')
        self.glib = self.root / "usr/lib/aarch64-linux-gnu/libgthread-2.0.so.0"
        self.glib.parent.mkdir(parents=True)
        self.glib.touch()
        self._make_stubs()
        self._make_checkout()

    def install(self, *words: str, umask: int = -1, **environ: str) -> "subprocess.CompletedProcess[str]":
        self.calls.write_text("")
        return subprocess.run(
            [str(self.checkout / "systemd" / "install"), *words],
            env={"PATH": f"{self._bin}:/usr/bin:/bin", "CALLS": str(self.calls)} | environ,
            capture_output=True,
            text=True,
            check=False,
            umask=umask,
        )

    def rehearse(self, *words: str, umask: int = -1, **environ: str) -> "subprocess.CompletedProcess[str]":
        return self.install("--root", str(self.root), *words, umask=umask, **environ)

    def refuse_to_change_anything(self) -> None:
        """Were the installer to go on where it must not, it would end at once."""
        for name in ("cp", "mkdir", "mv", "rm"):
            stub = self._bin / name
            stub.write_text("#!/bin/sh\nexit 9\n")
            stub.chmod(0o755)

    def called(self, program: str) -> list[str]:
        return [line for line in self.calls.read_text().splitlines() if line.startswith(program)]

    def files(self) -> dict[str, bytes]:
        """Everything on it but the copy that the installer keeps of the boot settings."""
        found = (path for path in self.root.rglob("*") if path.is_file() and path.suffix != ".before-nightcrier")
        return {str(path.relative_to(self.root)): path.read_bytes() for path in found}

    def _make_stubs(self) -> None:
        self._bin.mkdir()
        for name, body in STUBS.items():
            stub = self._bin / name
            stub.write_text(f'#!/bin/sh\necho "{name} $*" >>"$CALLS"\n{body}\n')
            stub.chmod(0o755)

    def _make_checkout(self) -> None:
        for part in PARTS:
            file = self.checkout / part / "file" if "." not in part else self.checkout / part
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{part}, first edition")
        for real in (
            "LICENSE",
            "systemd/install",
            "systemd/nightcrier.service",
            "systemd/nightcrier-help.service",
            "requirements/pi.txt",
        ):
            copy = self.checkout / real
            copy.parent.mkdir(exist_ok=True)
            shutil.copy(real, copy)


@pytest.fixture
def pi(tmp_path) -> Pi:
    return Pi(tmp_path)


def would(done: "subprocess.CompletedProcess[str]") -> list[str]:
    """What a rehearsal says that it would run."""
    return [line.partition("would run: ")[2] for line in done.stdout.splitlines() if "would run: " in line]


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
        "systemctl daemon-reload",
        "systemctl enable nightcrier.service",
    ]
    assert (pi.root / "opt/nightcrier/app/device/file").read_text() == "device, first edition"
    assert (pi.root / "etc/systemd/system/nightcrier.service").read_text() == Path(
        "systemd/nightcrier.service"
    ).read_text()
    assert (pi.root / "etc/systemd/system/nightcrier-help.service").is_file()
    assert os.access(pi.root / "usr/local/bin/nightcrier", os.X_OK)
    assert "sudo reboot" in done.stdout


def test_a_bare_debian_gets_the_one_library_that_pygame_does_not_bring(pi):
    pi.glib.unlink()
    assert "apt-get install -y --no-install-recommends espeak-ng libglib2.0-0" in would(pi.rehearse())


def test_a_plain_debian_gets_the_groups_and_the_rules_that_a_raspberry_pi_has(pi):
    pi.rules.unlink()
    before = pi.files()
    done = would(pi.rehearse(PI_GROUPS=""))
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
        ({"WRONG_PYTHON": "1"}, "Python 3.11, 3.12 or 3.13 is needed, and this is Python 3.9.2"),
    ],
)
def test_a_machine_that_can_be_no_box_is_told_so_before_anything_is_touched(pi, environ, told):
    pi.refuse_to_change_anything()
    done = pi.install(**environ)
    assert (done.returncode, pi.called("apt-get")) == (1, [])
    assert told in done.stderr


def test_the_environment_sees_what_came_from_apt_and_takes_only_what_is_pinned(pi):
    pi.rehearse()
    made, fetched, compiled = pi.called("python3")
    assert "-m venv --system-site-packages" in made
    assert "--require-hashes" in fetched
    assert "--no-cache-dir" in fetched  # it would lie in the home folder of whoever rehearses
    assert fetched.endswith("requirements/pi.txt")
    assert "compileall" in compiled


def test_i2c_is_switched_on_for_every_model_at_400_khz(pi):
    pi.rehearse()
    lines = pi.config.read_text().splitlines()
    assert lines[-2:] == ["[all]", I2C]
    assert (pi.root / "etc/modules-load.d/nightcrier.conf").read_text() == "i2c-dev\n"
    assert pi.config.with_name("config.txt.before-nightcrier").read_text().startswith("# as shipped")


def test_an_older_system_keeps_its_boot_settings_elsewhere(pi):
    older = pi.root / "boot" / "config.txt"
    pi.config.rename(older)
    pi.rehearse()
    assert I2C in older.read_text()


def test_a_second_time_changes_nothing_and_only_restarts(pi):
    pi.rehearse()
    before = pi.files()
    done = pi.rehearse()
    assert done.returncode == 0
    assert pi.files() == before
    assert not [call for call in pi.called("python3") if "pip" in call or "venv " in call]
    assert would(done)[-1] == "systemctl restart nightcrier.service"


def test_an_update_brings_the_new_program_and_keeps_the_owners_settings(pi):
    pi.rehearse()
    own = pi.root / "etc/nightcrier/device.toml"
    own.write_text("[panel]\nreverse = true\n")
    (pi.checkout / "device" / "file").write_text("second edition")
    (pi.checkout / "device" / "file").rename(pi.checkout / "device" / "renamed")
    pi.rehearse()
    assert own.read_text() == "[panel]\nreverse = true\n"
    assert [path.name for path in (pi.root / "opt/nightcrier/app/device").iterdir()] == ["renamed"]


def test_taken_off_the_pi_is_as_it_was_but_for_what_people_made(pi):
    before = pi.files()
    pi.rehearse()
    done = pi.rehearse("--uninstall")
    assert done.returncode == 0
    assert would(done) == ["systemctl disable --now nightcrier.service", "systemctl daemon-reload"]
    left = pi.files()
    assert set(left) - set(before) == {"etc/nightcrier/device.toml"}
    assert {name: left[name] for name in before} == before


@pytest.mark.parametrize("edit", [("400000", "100000"), (I2C, ""), (I2C, I2C + "\ndtoverlay=vc4\n[pi4]\narm_boost=1")])
def test_taking_off_leaves_what_the_owner_wrote_into_the_boot_settings(pi, edit):
    pi.config.write_text(pi.config.read_text() + "dtparam=audio=off\n")
    pi.rehearse()
    pi.config.write_text(pi.config.read_text().replace(*edit) + "gpu_mem=64\n")
    pi.rehearse()
    pi.rehearse("--uninstall")
    left = pi.config.read_text().splitlines()
    wrote = ["dtparam=audio=off", "gpu_mem=64"] + ["arm_boost=1"] * ("arm_boost" in edit[1])
    assert set(wrote) < set(left)
    assert I2C not in left
    assert "[all]" in left[left.index("otg_mode=1") : left.index("gpu_mem=64")]


def test_a_network_that_fails_leaves_the_box_as_it_was(pi):
    pi.rehearse()
    before = pi.files()
    (pi.checkout / "device" / "file").write_text("second edition")
    (pi.checkout / "requirements" / "pi.txt").write_text("another lock")
    done = pi.rehearse(PIP_STATUS="1")
    assert (done.returncode, done.stderr) == (
        1,
        "nightcrier: the libraries could not be fetched; check the network and run this again\n",
    )
    assert {name: text for name, text in pi.files().items() if "venv.new" not in name} == before
    assert pi.rehearse().returncode == 0
    assert (pi.root / "opt/nightcrier/app/device/file").read_text() == "second edition"
    assert not list(pi.root.rglob("venv.new"))


def test_the_service_can_read_what_a_careful_user_installed(pi):
    for path in pi.checkout.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
    assert pi.rehearse(umask=0o077).returncode == 0
    app = pi.root / "opt/nightcrier/app"
    installed = [app, *app.parents[:2], *app.rglob("*"), *(pi.root / "etc/nightcrier").rglob("*")]
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
        (("--rot",), {}, 2, "unknown word '--rot'; usage: sudo systemd/install [--uninstall] [--root DIR]"),
        (("--root", "/nowhere"), {}, 2, "--root needs a folder that is there"),
        ((), {"WHO": "1000"}, 2, "this needs root; run it as: sudo systemd/install"),
    ],
)
def test_wrong_use_is_one_sentence(pi, words, environ, status, sentence):
    done = pi.install(*words, **environ)
    assert (done.returncode, done.stderr) == (status, f"nightcrier: {sentence}\n")


def test_a_32_bit_system_is_refused_before_anything_is_touched(pi):
    before = pi.files()
    done = pi.rehearse(MACHINE="armv7l")
    assert done.returncode == 1
    assert "64-bit system is needed" in done.stderr
    assert pi.files() == before


def test_an_apt_that_fails_is_one_sentence_before_anything_is_touched(pi):
    pi.refuse_to_change_anything()
    done = pi.install(APT_STATUS="100")
    assert done.returncode == 1
    assert pi.called("apt-get") == ["apt-get install -y --no-install-recommends espeak-ng"]
    assert done.stderr == (
        "nightcrier: apt could not install espeak-ng; run sudo apt update, check the network, and try again\n"
    )
