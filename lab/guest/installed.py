"""What the installer made of plain Debian, which has neither the group `gpio` nor Raspberry Pi's packages."""

import re
import time

from person import Eyes, Hands, Log, pid, restart, row, say, service, shell

APP, SETTINGS = "/opt/nightcrier/app", "/etc/nightcrier/device.toml"
SAVED = 3
hands, eyes, log = Hands(), Eyes(), Log()


def restarts() -> str:
    """Since the machine is up, by the journal: the count of the service begins anew with each start by hand."""
    return shell("journalctl -b -u nightcrier -o cat --no-pager | grep -c 'Scheduled restart job' || true")


row(
    "the service since power-on",
    f"{service('ActiveState')}, {restarts()} restarts",
    "active, 0 restarts",
    service("ActiveState") == "active" and restarts() == "0",
)
restart()
row(
    "groups",
    shell("getent group gpio i2c | cut -d: -f1 | tr '\\n' ' '"),
    "gpio i2c",
    shell("getent group gpio i2c | wc -l") == "2",
)
row(
    "rights",
    shell("stat -c '%n %G %a' /dev/gpiochip0 /dev/i2c-1 | tr '\\n' ' '"),
    "gpio 660, i2c 660",
    "gpio 660" in shell("stat -c '%G %a' /dev/gpiochip0") and "i2c 660" in shell("stat -c '%G %a' /dev/i2c-1"),
)
said = shell("nightcrier check 2>/dev/null")  # there it tells that it takes a moment
say(said)
last = said.splitlines()[-1] if said else ""
row("check", last, "the box can play", last == "The box can play.")
exposure = shell("systemd-analyze security nightcrier --no-pager | tail -1")
level = re.search(r": (\d+\.\d)", exposure)
row("exposure", exposure.split("→")[-1].strip(), "at most 1.0", bool(level and float(level[1]) <= 1))


def program() -> str:
    """A mark of all that was installed."""
    return shell(f"cd {APP} && find . -type f -not -path '*/__pycache__/*' | sort | xargs sha256sum | sha256sum")


whole = program()
hands.turn(2)
time.sleep(SAVED)
chosen, process = eyes.frame(), pid()
shell(f"echo '# mine' >>{SETTINGS}; echo broken >>{APP}/device/cli.py; rm {APP}/device/box/loop.py")
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
