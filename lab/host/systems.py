"""Tests systems other than the machine's: a Pi's processor, and 32 bits."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from lab.plan import HERE, Row

PROJECT = HERE.parent
_RECORDS = 100
"""A number of records that every evening exceeds."""


def arm64(built: Path) -> list[Row]:
    """Fetch the libraries of a Pi, and start the program, in a Debian for aarch64 under QEMU."""
    script, serial = HERE / "machine" / "arm64", built / "log" / "arm64-serial.log"
    serial.unlink(missing_ok=True)
    done = subprocess.run([script, built, PROJECT], capture_output=True, text=True, check=False)
    (built / "log" / "arm64.log").write_text(done.stdout + done.stderr, "utf-8")
    said = serial.read_text("utf-8", errors="replace").splitlines() if serial.exists() else []
    said = [line.partition("lab: ")[2] for line in said if line.startswith("lab: ")]
    what = "aarch64: libraries fetched, decks listed, an evening rehearsed"
    return [Row(what, "; ".join(said) or done.stderr.strip()[-120:], "ready", _started(said))]


def _started(said: Sequence[str]) -> bool:
    """Say whether the program started and printed exactly one line. Every failure prints a line of its own."""
    done = re.fullmatch(
        r"aarch64, .*: (\d+) records rehearsed, box ready after [\d.]+ s, ended with 0", "; ".join(said)
    )
    return bool(done and int(done[1]) >= _RECORDS)


def thirty_two_bit(built: Path) -> list[Row]:
    """Run the installer in the machine's system, which it can change freely: its changes go to a layer that is
    inspected and thrown away. There is no network, and it sees nothing of this machine."""
    done = subprocess.run(
        ["unshare", "--mount", "--net", "--pid", "--fork", "bash", "-euc", _IN_A_LAYER, "bash", built / "root"],
        capture_output=True,
        text=True,
        check=False,
    )
    said, there, layer = (done.stdout + done.stderr).strip().partition(_LAYER)
    told, changed = said.count("nightcrier: ") == 1 and "64-bit" in said and "(status 1)" in said, layer.split("\n")[1:]
    return [
        Row(
            "installer on a 32-bit system",
            f"{' '.join(said.split())}, {len(changed)} files changed",
            "one sentence, status 1, nothing changed",
            told and bool(there) and not changed,
        )
    ]


_LAYER = "the layer:"
_IN_A_LAYER = f"""
mount -t tmpfs layer /mnt && mkdir /mnt/new /mnt/work /mnt/all
mount -t overlay overlay -o "lowerdir=$1,upperdir=/mnt/new,workdir=/mnt/work" /mnt/all
status=0
setarch linux32 chroot /mnt/all /root/nightcrier/systemd/install 2>&1 || status=$?
echo "(status $status)"
umount /mnt/all
echo "{_LAYER}"
find /mnt/new -mindepth 1
"""
