"""Plays on a disk with a volatile cache, while the host takes images of the disk as power cuts would leave it."""

import base64
import json
import os
import sys
import threading
import time
from collections import Counter
from random import Random

from hands import Hands
from moments import until
from rows import row, say
from service import STATE, log_every_save, service, shell
from service_log import Log

SHARED = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
"""The folder that the host reads, too."""
AT_LEAST, AT_MOST = 600, 3000
"""The least and the most seconds of playing, which goes on until the host has taken its images."""
said: Counter[str] = Counter()
hands, log, chance = Hands(), Log(), Random(int(sys.argv[1]))
shell("modprobe usb-storage; modprobe sd_mod; systemctl stop nightcrier")
until(lambda: os.path.exists("/dev/sda"), 600, 0.5)  # the clock of the machine races while it waits for the host
shell(f"mkdir -p {STATE}; mount /dev/sda {STATE}; rm -rf {STATE}/lost+found")
if not os.path.ismount(os.path.realpath(STATE)):
    sys.exit("the disk that forgets is not there")
say(shell("mount | grep sda; cat /sys/block/sda/queue/write_cache"))


def note(what: str, file: str) -> None:
    """Report to the host what the box says it has saved: this content, or a newer one, must then be on the disk."""
    try:
        with open(f"{STATE}/{file}", "rb") as kept:
            content = kept.read()
    except OSError:
        content = b""
    with open(f"{SHARED}/saved", "a") as saved:
        saved.write(json.dumps({"what": what, "content": base64.b64encode(content).decode()}) + "\n")
    said[what] += 1


def follow() -> None:
    seen = 0
    while True:
        time.sleep(0.05)
        new, seen = log.lines[seen:], len(log.lines)
        for _, text in new:
            if text.startswith("Saved choices"):
                note("choices", "choices.json")
            elif text.startswith("Saved journal"):
                note("journal", "journal.jsonl")


threading.Thread(target=follow, daemon=True).start()
log_every_save()
shell("systemctl start nightcrier")
time.sleep(3)
begun = time.monotonic()
while (played := time.monotonic() - begun) < AT_LEAST or (played < AT_MOST and not os.path.exists(f"{SHARED}/all-cut")):
    for _ in range(3):
        hands.turn(chance.choice((-3, -2, -1, 1, 2, 3)))
        time.sleep(chance.random() * 2)
    hands.begin_night()
    time.sleep(3)
    for _ in range(chance.randrange(3, 12)):
        time.sleep(chance.random() * 4)
        hands.hold("start") if chance.random() < 0.6 else hands.press("back")
    if chance.random() < 0.15:
        hands.end_game()
        time.sleep(6)
row(
    "played on a disk with a volatile cache",
    f"{played:.0f} s, {service('ActiveState')}, {service('NRestarts')} restarts; "
    + ", ".join(f"{what} saved {count} times" for what, count in sorted(said.items())),
    "never down, both saved at least 20 times",
    service("ActiveState") == "active" and service("NRestarts") == "0" and min(said["choices"], said["journal"]) >= 20,
)
