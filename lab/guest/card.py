"""Checks what the image brings: a box in the same state as an installed one, on a read-only system."""

import re

from rows import row
from service import shell
from standing import judge_standing, judge_units

KEPT = ("/etc", "/opt", "/usr/local", "/var")
PI_5 = (
    "sdhci_brcmstb",
    "gpio_brcmstb",
    "pinctrl_brcmstb_bcm2712",
    "irq_bcm2712_mip",
    "rp1_pci",
    "clk_rp1",
    "pinctrl_rp1",
)
PI_5 += ("i2c_designware_platform", "dwc3", "xhci_plat_hcd", "brcmfmac", "raspberrypi_hwmon")
"""The drivers of a Pi 5's card, its pins, the bus of its glass, its USB, its radio and its voltage alarm."""
judge_standing()
judge_units()
kernel = shell("uname -rm")
row("kernel", kernel, "Debian's for arm64", bool(re.fullmatch(r"\S+deb\d+\S*-arm64 aarch64", kernel)))
lacking = [name for name in PI_5 if shell(f"modprobe --dry-run --quiet {name} || echo no")]
row("drivers of a Pi 5 that it lacks", ", ".join(lacking) or "none", f"none of {len(PI_5)}", not lacking)
system = shell("findmnt -n -o FSTYPE /"), shell("touch /usr/written 2>&1")
row("the system", ", ".join(system), "squashfs, nobody writes it", system[0] == "squashfs" and "Read-only" in system[1])
over = {folder: shell(f"findmnt -n -o FSTYPE {folder}") for folder in KEPT}
row(
    "may change",
    ", ".join(folder for folder, kind in over.items() if kind == "overlay"),
    " ".join(KEPT),
    set(over.values()) == {"overlay"},
)
data = shell("findmnt -n -o FSTYPE,SOURCE /data").split()
size = int(shell("df -m --output=size /data | tail -n 1"))
row(
    "that is kept on",
    f"{' '.join(data)}, {size} MiB",
    "ext4, the third partition, 500 MiB or more",
    data[:1] == ["ext4"] and data[1].endswith("3") and size >= 500,
)
first = shell("journalctl --list-boots --quiet --no-pager | grep -c '^ *-\\?[0-9]'")
row("starts in its journal", first, "two: the first one, and this", first == "2")
