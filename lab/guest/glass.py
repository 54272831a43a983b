"""Tests the screen: pulled, with low voltage, on a slow bus, with both controllers."""

import sys
import time

from eyes import Eyes, set_bus
from hands import Hands
from moments import now, until
from rows import row
from service import configure, restart, shell
from service_log import Log

controller = sys.argv[1]
configure(f'[screen]\ncontroller = "{controller}"\n')
shell("systemctl stop nightcrier")  # it may still speak to the other controller
hands, eyes, log = Hands(), Eyes(controller), Log()
restart()
row(
    f"{controller}: pictures arrive",
    f"{len(eyes.changes)} changes, {len(eyes.wrong)} wrong messages",
    "all right",
    bool(eyes.changes) and not eyes.wrong,
)

hands.press("press")
time.sleep(3)
hands.turn(1, 8)
time.sleep(1)
turned = eyes.frame()
hands.turn(-1, 8)
time.sleep(3)
still = eyes.frame()
begun = now()
set_bus("failure", 121)
told = log.wait("fault screen", begun, 70)
row(
    f"{controller}: pulled from a still page, told",
    f"{told[0] - begun:.1f} s" if told else "never",
    "within 5 s",
    bool(told and told[0] - begun <= 5),
)
time.sleep(4)
begun = now()
eyes.renew(99)
set_bus("dark", 1)
set_bus("failure", 0)
whole = until(lambda: eyes.frame() == still, 20)
row(
    f"{controller}: plugged in again, whole",
    f"{whole - begun:.1f} s" if whole else "never",
    "within 4 s",
    bool(whole and whole - begun <= 4),
)
time.sleep(8)

eyes.renew(42)
set_bus("dark", 1)
begun = now()
whole = until(lambda: eyes.frame() == still, 70)
row(
    f"{controller}: lost its power for a moment, whole",
    f"{whole - begun:.1f} s" if whole else "never",
    "within 5 s",
    bool(whole and whole - begun <= 5),
)
time.sleep(8)
eyes.renew(43)
set_bus("dark", 1)
time.sleep(1.5)  # until somebody sees it
begun = now()
hands.turn(1, 8)
whole = until(lambda: eyes.frame() == turned, 5, 0.01)
row(
    f"{controller}: the same, then a touch",
    f"{whole - begun:.2f} s" if whole else "never",
    "within 1 s",
    bool(whole and whole - begun <= 1),
)

time.sleep(6)
begun = now()
for seed in (44, 45):
    eyes.renew(seed)
    set_bus("dark", 1)
    until(lambda: eyes.frame() == turned, 70)  # whoever pulls at a plug does so again as soon as there is light
again = until(lambda: eyes.frame() == turned, 70)
row(
    f"{controller}: twice one after the other, whole",
    f"{again - begun:.1f} s" if again else "never",
    "within 10 s",
    bool(again and again - begun <= 10),
)

set_bus("hertz", 100000)
restart()
sent = eyes.bytes
begun = now()
hands.turn(1, 8)
time.sleep(1)
picture = eyes.after(begun)
row(
    f"{controller}: a detent at 100 kHz, to the last dot",
    f"{picture[-1] * 1000:.0f} ms, {eyes.bytes - sent} bytes" if picture else "none",
    "within 400 ms",
    bool(picture and picture[-1] <= 0.4),
)
eyes.judge_bus(f"{controller}: ")
