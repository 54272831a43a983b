"""What the installer made of plain Debian, which has neither the group `gpio` nor Raspberry Pi's packages."""

import re

from person import restart, row, say, service, shell

restart()
row(
    "the service",
    f"{service('ActiveState')}, {service('NRestarts')} restarts",
    "active, 0 restarts",
    service("ActiveState") == "active" and service("NRestarts") == "0",
)
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
said = shell("nightcrier check")
say(said)
last = said.splitlines()[-1] if said else ""
row("check", last, "the box can play", "can play" in last)
exposure = shell("systemd-analyze security nightcrier --no-pager | tail -1")
level = re.search(r": (\d+\.\d)", exposure)
row("exposure", exposure.split("→")[-1].strip(), "at most 1.0", bool(level and float(level[1]) <= 1))
again = shell("cd /root/nightcrier && systemd/install 2>&1 | tail -2")
row("installed again", again.replace("\n", " "), "done", "done" in again)
