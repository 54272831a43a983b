"""Tests the lamp: its pin follows what the box does, as docs/build.md describes for one LED."""

import glob
import itertools
import time

from eyes import set_bus
from hands import Hands
from moments import now, until
from rows import row
from service import configure
from service_log import Log

PIN = 26
hands, log = Hands(), Log()
configure(f"[panel]\nlamp_pins = [{PIN}]\n")
value = glob.glob(f"/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio{PIN}/value")[0]


def shines() -> bool:
    with open(value) as file:
        return file.read().strip() == "1"


def lit(seconds: float) -> tuple[float, float]:
    """Return the fraction of the time in which the lamp is lit, and how many times a second it is switched on."""
    seen, begun = [shines()], now()
    while now() - begun < seconds:
        time.sleep(0.02)
        seen.append(shines())
    began = sum(later and not before for before, later in itertools.pairwise(seen))
    return sum(seen) / len(seen), began / (now() - begun)


home, _ = lit(2)
row("at home", f"lit {home:.0%} of the time", "on", home > 0.99)
pressed = hands.begin_night()
log.wait("Page night", pressed - 1)
time.sleep(1)
night, _ = lit(2)
row("in the night, while a line is said", f"lit {night:.0%} of the time", "off", night < 0.01)
window = until(lambda: lit(0.8)[0] > 0.99, 40)  # longer than the longest flash of a call
open_window, _ = lit(1)
row("in a window", f"lit {open_window:.0%} of the time", "on", bool(window) and open_window > 0.99)
hands.end_game()
time.sleep(3)
set_bus("failure", 121)
hands.turn(1)
time.sleep(5)
fault, hertz = lit(10)
row(
    "the screen pulled",
    f"lit {fault:.0%} of the time, {hertz:.2f} times a second",
    "half of the time, twice a second",
    0.4 < fault < 0.6 and 1.8 <= hertz <= 2.2,
)
set_bus("failure", 0)
