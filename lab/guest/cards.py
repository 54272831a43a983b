"""Tests several sound cards: USB before HDMI, and the next one when the first is pulled."""

import re
import time

from hands import Hands
from moments import now, until
from rows import row
from service import restart, shell
from service_log import Log
from speaker import plug_card

hands, log = Hands(), Log()
restart()
say = shell("cat /proc/asound/cards")
names = re.findall(r"^ *(\d+) \[(\S+) *\]: (\S+)", say, re.MULTILINE)
row(
    "cards",
    ", ".join(f"{name} ({driver})" for _, name, driver in names),
    "two of USB, one of a screen",
    len(names) == 3,
)


def playing() -> str:
    """Return the sound card that plays."""
    for number, name, _ in names:
        if "RUNNING" in shell(f"cat /proc/asound/card{number}/pcm*p/sub0/status 2>/dev/null"):
            return name
    return ""


usb = [name for _, name, driver in names if driver.startswith("USB")]
pressed = hands.begin_night()
log.wait("Page night", pressed - 1)
first = until(playing, 10) and playing()
row("plays through", first or "none", "a USB card", first in usb)
port = shell(f"readlink -f /sys/class/sound/card{next(n for n, name, _ in names if name == first)}/device").split("/")[
    -2
]
begun = now()
plug_card(False, port)
other = until(lambda: playing() not in ("", first), 20)
row(
    "that one pulled: the other USB card plays",
    f"{playing() or 'none'}, {other - begun:.1f} s" if other else "none",
    "within 5 s",
    bool(other and other - begun <= 5 and playing() in usb),
)
time.sleep(2)
