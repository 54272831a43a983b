"""Prints what happened at the start of this machine, second by second: what was on the screen, and where the time
went. The bus keeps what nobody has read since the kernel started, so all of it can still be read."""

import re

from eyes import Eyes
from hands import Hands
from moments import now, until
from rows import row, say
from service import service, shell
from speaker import sound_state

UNITS = 12
"""The number of units whose times are printed, the slowest first."""


def kernel_line(words: str) -> float:
    """Return the kernel's time, in seconds, at which it logged these words."""
    found = re.search(rf"\[ *([\d.]+)\] {words}", shell("dmesg --color=never || dmesg"))
    return float(found[1]) if found else 0.0


def stamp(told: str) -> float:
    """Return systemd's own timestamp in seconds."""
    return int(told or 0) / 1e6


eyes = Eyes(since=0.0)
until(lambda: eyes.pictures, 10)
lit = [at for at, (on, memory) in eyes.pictures if on and any(memory)]
init = kernel_line("Run /init")
userland = stamp(shell("systemctl show -p UserspaceTimestampMonotonic --value"))
loaded = stamp(shell("systemctl show -p UnitsLoadFinishTimestampMonotonic --value"))
begun, ready = stamp(service("ExecMainStartTimestampMonotonic")), stamp(service("ActiveEnterTimestampMonotonic"))
steps = (
    ("the kernel, to its first program", 0.0, init),
    ("the initramfs, to systemd", init, userland),
    ("systemd, until it knows its units", userland, loaded),
    ("units, to the exec of the box", loaded, begun),
    ("the box, to READY", begun, ready),
)
for what, since, until_then in steps:
    share = 100 * (until_then - since) / ready
    row(what, f"{until_then - since:.1f} s, {share:.0f} %", "told", 0 <= since <= until_then)
row("the kernel's start to READY", f"{ready:.1f} s", "at most 14 s", 0 < ready <= 14)
row("first light", f"after {lit[0]:.1f} s" if lit else "never", "at most 5 s", bool(lit and lit[0] <= 5))
moons = [(at, on) for at, (on, _) in eyes.pictures if lit and lit[0] <= at <= ready]
row(
    "pictures until READY, none of them dark",
    len(moons),
    "the moon fills",
    len(moons) > 3 and all(on for _, on in moons),
)
pressed = Hands().press("start")
sound = until(lambda: sound_state() == "RUNNING", 10, 0.002)
row(
    "START to the first sound",
    f"{sound - pressed:.2f} s" if sound else "none",
    "at most 0.5 s",
    bool(sound and sound - pressed <= 0.5),
)
say(now(), shell(f"systemd-analyze blame --no-pager | head -n {UNITS}"))
say(shell("systemd-analyze critical-chain nightcrier.service --no-pager"))
eyes.judge_bus()
