"""Checks what the installer did to plain Debian, which has neither the group `gpio` nor Raspberry Pi's packages."""

import time

from eyes import Eyes
from hands import Hands
from program import APP
from rows import row, say
from service import pid, service, shell
from standing import judge_standing, restarts

SETTINGS = "/etc/nightcrier/device.toml"
SAVED = 3
hands, eyes = Hands(), Eyes()
judge_standing()


def program() -> str:
    """Return a digest of everything that was installed."""
    return shell(f"cd {APP} && find . -type f -not -path '*/__pycache__/*' | sort | xargs sha256sum | sha256sum")


whole = program()
hands.turn(2)
time.sleep(SAVED)
chosen, process = eyes.frame(), pid()
shell(
    f"echo '# mine' >>{SETTINGS}; echo broken >>{APP}/device/nightcrier/cli.py; rm {APP}/device/nightcrier/box/loop.py"
)
damaged = program() != whole
again = shell("cd /root/nightcrier && systemd/install 2>&1; echo status $?")
say(again)
time.sleep(SAVED)
result = {
    "status 0": again.endswith("status 0") and "done" in again,
    "the program whole": damaged and program() == whole,
    "the settings kept": "# mine" in shell(f"tail -1 {SETTINGS}"),
    "the choices kept": eyes.frame() == chosen,
    "started anew": service("ActiveState") == "active" and pid() not in (0, process),
}
row(
    "installed again, over a damaged program",
    ", ".join(what if good else f"NOT {what}" for what, good in result.items()),
    "all of these",
    all(result.values()),
)
row("restarts by then", restarts(), "0", restarts() == "0")
