"""Starts a card in the machine: Debian's own kernel for a Pi's processor, and the card's initramfs, system and data
partition.

Nothing of the lab is on the card, and nobody can log in. Two units come with the kernel's command line, and run what is
in the shared folder."""

import shutil
from pathlib import Path

from image.machine import unit_words
from lab.host.vm import Machine
from lab.plan import HERE

_SCRIPTS = HERE / "machine"
_SHARE = "/mnt"
"""The mount point of the shared folder: an empty folder of the read-only system."""

_HARDWARE = f"""[Unit]
DefaultDependencies=no
After=systemd-modules-load.service
Before=sysinit.target systemd-udev-trigger.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -c 'modprobe -a 9pnet_virtio 9p; \
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144 host {_SHARE}; exec {_SHARE}/machine/card-hardware'
"""
_AGENT = f"""[Unit]
After=local-fs.target
[Service]
ExecStart={_SHARE}/machine/lab-agent {_SHARE}
Restart=always
KillMode=process
"""


def kernel_words(of_card: str) -> str:
    """Return the card's own kernel command line, with words for the console and for panics, and the lab's units."""
    seen = "console=ttyAMA0 mitigations=off panic=-1 systemd.show_status=0"
    units = f"{unit_words('lab-hardware.service', _HARDWARE)} {unit_words('lab-agent.service', _AGENT)}"
    return f"{of_card.strip()} {seen} {units}"


class CardMachine(Machine):
    """Runs a card once, on a copy that is thrown away afterwards."""

    inside = _SHARE

    def _fill(self, share: Path) -> None:
        shutil.copytree(self._built / "modules", share / "machine")
        for script in (_SCRIPTS / "card-hardware", *(_SCRIPTS / "overlay" / "usr" / "local" / "sbin").iterdir()):
            shutil.copy(script, share / "machine")
        shutil.copytree(self._built / "tests" / "evenings", share / "evenings")

    def _computer(self) -> list[str]:
        line = kernel_words((self._built / "cmdline.txt").read_text("utf-8"))
        return ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53", "-append", line]
