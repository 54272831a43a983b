"""Systems that are not the machine's: a Pi's processor, and 32 bits."""

import subprocess
from pathlib import Path

from lab.plan import HERE, Row

PROJECT = HERE.parent


def arm64(built: Path) -> list[Row]:
    """The libraries of a Pi fetched, and the program started, in a Debian for aarch64 under QEMU."""
    script = HERE / "machine" / "arm64"
    done = subprocess.run([script, built, PROJECT], capture_output=True, text=True, check=False)
    (built / "log" / "arm64.log").write_text(done.stdout + done.stderr, "utf-8")
    last = (done.stdout.strip().splitlines() or [done.stderr.strip()[-120:]])[-1]
    return [Row("aarch64: libraries fetched, decks listed, an evening rehearsed", last, "ready", done.returncode == 0)]


def thirty_two_bit(built: Path) -> list[Row]:
    """The installer in the machine's system, which it can change as it likes: what it wrote goes to a layer that is
    looked through and thrown away. There is no network, and of this machine it sees nothing."""
    done = subprocess.run(
        ["unshare", "--mount", "--net", "--pid", "--fork", "bash", "-euc", _IN_A_LAYER, "bash", built / "root"],
        capture_output=True,
        text=True,
        check=False,
    )
    said, _, layer = (done.stdout + done.stderr).strip().partition(_LAYER)
    changed = layer.split("\n")[1:]
    return [
        Row(
            "installer on a 32-bit system",
            f"{' '.join(said.split())}, {len(changed)} files changed",
            "one sentence, status 1, nothing changed",
            said.count("nightcrier: ") == 1
            and "64-bit" in said
            and "(status 1)" in said
            and bool(layer)
            and not changed,
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
