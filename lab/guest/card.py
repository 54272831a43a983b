"""What the image brings: a box that stands as an installed one, on a system that nobody can write."""

import re

from rows import row
from service import shell
from standing import judge_standing, judge_units

KEPT = ("/etc", "/opt", "/usr/local", "/var")
judge_standing()
judge_units()
kernel = shell("uname -rm")
row("kernel", kernel, "Debian's for arm64", bool(re.fullmatch(r"\S+deb\d+\S*-arm64 aarch64", kernel)))
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
