"""Checks a freshly installed box: its service, its permissions, and what `check` says."""

import re

from rows import row, say
from service import restart, service, shell


def restarts() -> str:
    """Return the number of restarts since the machine started, from the journal, because the service's own count is
    reset by each start by hand."""
    return shell("journalctl -b -u nightcrier -o cat --no-pager | grep -c 'Scheduled restart job' || true")


def judge_standing() -> None:
    """Print the rows about the freshly installed box."""
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


def judge_units() -> None:
    """Print the row about units that failed, of the box and of the whole system."""
    failed = shell("systemctl list-units --failed --plain --no-legend | cut -d' ' -f1 | xargs")
    row("units that failed", failed or "none", "none", not failed)
