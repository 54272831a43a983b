"""The lamp: its pin follows what the box does."""

import glob
import time

from person import Hands, Log, configure, row

PIN = 26
hands, log = Hands(), Log()
configure(f"[panel]\nlamp_pins = [{PIN}]\n")
value = glob.glob(f"/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio{PIN}/value")[0]


def lit(seconds: float) -> float:
    """The share of the time in which it shines."""
    seen = []
    for _ in range(int(seconds / 0.02)):
        with open(value) as file:
            seen.append(file.read().strip() == "1")
        time.sleep(0.02)
    return sum(seen) / len(seen)


home = lit(2)
pressed = hands.press("start")
log.wait("Page night", pressed - 1)
time.sleep(2)
night = lit(3)
hands.press("start")
time.sleep(1)
paused = lit(4)
row(
    "share of time lit: home, night, paused",
    f"{home:.2f}, {night:.2f}, {paused:.2f}",
    "three states that differ",
    len({round(x, 1) for x in (home, night, paused)}) >= 2,
)
