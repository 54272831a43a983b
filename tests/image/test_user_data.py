"""Tests the file for Raspberry Pi Imager that makes a box of a fresh Raspberry Pi OS, cut off at every step."""

import re
import subprocess
import textwrap
from pathlib import Path

from tests.hands import lay_tools

USER_DATA = Path("image/user-data").read_text()
SCRIPT_PLACE = "/usr/local/sbin/nightcrier-first-start"

STEP = """echo "{name} $*" >>"$CALLS"
n=$(($(cat "$STEPS") + 1))
echo $n >"$STEPS"
[ $n != "${{CUT:-0}}" ] || kill -9 0
"""
TOOLS = {
    "dpkg": "",
    "apt-get": "",
    "sync": "",
    "systemctl": "",
    "git": 'for place; do :; done; mkdir -p "$place/systemd" && cp "$INSTALL" "$place/systemd/install"',
    "install": 'echo done >"$PLACE.installed"',
}


def written(path: str) -> str:
    """Return the content that the file for Imager writes to this path."""
    found = re.search(
        rf"  - path: {re.escape(path)}\n(?:    permissions.*\n)?    content: \|\n((?:      .*\n)+)", USER_DATA
    )
    assert found, path
    return textwrap.dedent(found[1])


class FreshPi:
    """Simulates a Pi with that script, and the programs it calls."""

    def __init__(self, folder: Path) -> None:
        self.place, self.calls, self._steps = folder / "checkout", folder / "calls", folder / "steps"
        self._bin = folder / "bin"
        (folder / "from").write_text("https://example.org/nightcrier.git\n")
        lay_tools(self._bin, TOOLS, STEP)
        script = written(SCRIPT_PLACE).replace("/opt/nightcrier-checkout", str(self.place))
        self._script = folder / "script"
        self._script.write_text(script.replace("/etc/nightcrier/from", str(folder / "from")))

    def start(self, cut: int = 0) -> int:
        self.calls.write_text("")
        self._steps.write_text("0\n")
        environ = {"CALLS": str(self.calls), "STEPS": str(self._steps), "CUT": str(cut), "PLACE": str(self.place)}
        environ |= {"PATH": f"{self._bin}:/usr/bin:/bin", "INSTALL": str(self._bin / "install")}
        return subprocess.run(["sh", self._script], env=environ, start_new_session=True, check=False).returncode

    @property
    def steps(self) -> int:
        return int(self._steps.read_text())


def test_it_installs_from_the_address_and_ends_for_good(tmp_path):
    pi = FreshPi(tmp_path)
    assert pi.start() == 0
    calls = pi.calls.read_text().splitlines()
    assert f"git clone --quiet --depth 1 https://example.org/nightcrier.git {pi.place}" in calls
    assert calls[-2:] == ["systemctl disable nightcrier-first-start.service", "systemctl --no-block reboot"]


def test_a_cut_at_any_step_is_finished_by_the_next_start(tmp_path):
    (tmp_path / "whole").mkdir()
    whole = FreshPi(tmp_path / "whole")
    whole.start()
    for step in range(1, whole.steps + 1):
        (tmp_path / str(step)).mkdir()
        pi = FreshPi(tmp_path / str(step))
        assert pi.start(cut=step) == -9
        assert pi.start() == 0
        assert pi.place.with_name("checkout.installed").exists()


def test_cloud_init_starts_what_it_writes():
    unit = "nightcrier-first-start.service"
    assert USER_DATA.startswith("#cloud-config\n")
    assert f"ExecStart={SCRIPT_PLACE}\n" in written(f"/etc/systemd/system/{unit}")
    assert f"  - [systemctl, enable, {unit}]\n" in USER_DATA
    assert subprocess.run(["sh", "-n"], input=written(SCRIPT_PLACE), text=True, check=False).returncode == 0
