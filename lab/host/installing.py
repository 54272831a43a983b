"""Runs the installer in the machine, with its own pins, bus and systemd. The result is the disk of every run."""

import subprocess
from pathlib import Path

from lab.host.vm import Machine, NotReady, Wiring
from lab.plan import GUEST

_INSTALL = "cd /root/nightcrier && systemd/install; echo status $?; sync"


def install_box(built: Path) -> None:
    """Install the box, once for each built machine. If that fails, raises NotReady with the installer's message."""
    mark = built / "marks" / "box"
    if mark.exists():
        return
    print("lab: running the installer inside the machine", flush=True)
    machine = Machine(built, built / "runs" / "install", GUEST, Wiring())
    try:
        machine.wait_ready()
        said = machine.run(_INSTALL)
        (built / "log" / "box.log").write_text(said, "utf-8")
        if "status 0" not in said:
            raise NotReady(f"the installer failed: {said[-300:]}")
        machine.switch_off()
        machine.keep_disk()
    finally:
        machine.stop()
    mark.touch()


def installed_commit(built: Path) -> str:
    asked = ["git", "-C", str(built / "root" / "root" / "origin"), "rev-parse", "HEAD"]
    return subprocess.check_output(asked, text=True).strip()
