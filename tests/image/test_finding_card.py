"""Tests what the initramfs does instead of Debian's udev: it finds the card without udev, and another disk with it."""

import subprocess
from pathlib import Path

import pytest

from tests.hands import lay_tools

SCRIPTS = Path("image/overlay/etc/initramfs-tools/scripts")
TOOLS = ("modprobe", "systemd-udevd", "udevadm", "sleep", "mount", "rm", "ln")


class Initramfs:
    """Runs the two scripts of the initramfs with tools that note their calls, and a folder instead of /dev."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.calls = folder, folder / "calls"
        self.devices, self.control = folder / "dev", folder / "control"
        self.devices.mkdir()
        self.found = ""
        lay_tools(folder, {name: f'echo "{name} $*" >>{self.calls}' for name in TOOLS} | {"blkid": "echo $FOUND"})

    def run(self, part: str, *words: str) -> list[str]:
        """Run a script, with files instead of disk nodes, and return the calls of tools except waits."""
        script = (SCRIPTS / part / "udev").read_text()
        for its, ours in {
            "-b ": "-e ",
            "/dev/mmcblk": f"{self.devices}/mmcblk",
            "/dev/[sv]d": f"{self.devices}/[sv]d",
            "/usr/lib/systemd/systemd-udevd": "systemd-udevd",
            "/run/udev/control": str(self.control),
        }.items():
            script = script.replace(its, ours)
        self.calls.write_text("")
        environ = {"PATH": f"{self._folder}:/usr/bin:/bin", "rootmnt": "/root", "ROOT": "PARTUUID=4e434152-02"}
        subprocess.run(["sh", "-c", script, "udev", *words], env=environ | {"FOUND": self.found}, check=True)
        return [line for line in self.calls.read_text().splitlines() if not line.startswith("sleep")]


@pytest.fixture
def initramfs(tmp_path):
    return Initramfs(tmp_path)


@pytest.mark.parametrize("system", ["mmcblk0p2", "mmcblk1p2", "sda2", "vda2"])
def test_a_card_is_found_without_udev(initramfs, system):
    (initramfs.devices / system).touch()
    initramfs.found = f"/dev/{system}"
    (loaded,) = initramfs.run("init-top")
    assert loaded.startswith("modprobe -q -a ")
    assert {"bcm2835", "sdhci_iproc", "mmc_block"} < set(loaded.split())


@pytest.mark.parametrize("other", ["sda2", "mmcblk0", "mmcblk0p1", "mmcblk0p2"])
def test_a_system_elsewhere_is_left_to_udev(initramfs, other):
    """A system on another disk needs udev even if a card of ours is in the slot."""
    (initramfs.devices / other).touch()
    assert initramfs.run("init-top")[1:] == [
        "systemd-udevd --daemon --resolve-names=never",
        "udevadm trigger --type=subsystems --action=add",
        "udevadm trigger --type=devices --action=add",
        "udevadm settle",
    ]


def test_whatever_is_loaded_is_in_the_initramfs(initramfs):
    """The initramfs contains only modules that its own hook names."""
    (initramfs.devices / "mmcblk0p2").touch()
    hook = Path("image/overlay/etc/initramfs-tools/hooks/nightcrier").read_text()
    named = {word for line in hook.splitlines() if line.startswith("manual_add_modules ") for word in line.split()[1:]}
    assert set(initramfs.run("init-top")[0].split()[3:]) <= named


@pytest.mark.parametrize("is_running", [False, True])
def test_the_devices_go_over_to_the_system_whether_udev_ran_or_not(initramfs, is_running):
    if is_running:
        initramfs.control.touch()
    ended = ["udevadm settle --timeout=60", "udevadm control --exit"] if is_running else []
    assert initramfs.run("init-bottom") == [
        *ended,
        "mount -n -o move /dev /root/dev",
        "rm -rf /dev",
        "ln -s /root/dev /dev",
    ]


@pytest.mark.parametrize("part", ["init-top", "init-bottom"])
def test_what_comes_before_it_is_asked_for_first(initramfs, part):
    assert initramfs.run(part, "prereqs") == []
