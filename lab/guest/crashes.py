"""Crashes the box ten times in a row, so that it stays down, and checks what the screen shows then and `check` says."""

import json
import os
import time

from eyes import Eyes
from hands import Hands
from moments import now, until
from program import APP
from rows import row, say
from service import pid, restart, service, shell
from service_log import Log

with open(f"{APP}/systemd/help.json") as file:
    HELP = bytes.fromhex(json.load(file)["ssd1306"]["picture"])
hands, eyes, log = Hands(), Eyes(), Log()
restart()
hands.begin_night()
time.sleep(5)
crashes = 0
for _ in range(14):
    process = pid()
    if not process:
        break
    begun = now()
    os.kill(process, 9)
    crashes += 1
    if log.wait("Started", begun, 20) is None:
        break
    time.sleep(1.5)
time.sleep(5)
row(
    "stays down",
    f"after {crashes} crashes, {service('ActiveState')}, Result {service('Result')}",
    "failed after 10",
    service("ActiveState") == "failed" and crashes == 10,
)
helped = until(lambda: eyes.dark() or eyes.frame() == HELP, 15)
row(
    "the glass",
    "the call for help" if eyes.frame() == HELP else "dark" if helped else "another picture",
    "dark, or a call for help",
    bool(helped),
)
said = shell("nightcrier check")
say(said)
(about,) = [line for line in said.splitlines() if "service" in line.lower()][:1] or [said[:80]]
row("check says", about.strip(), "that it crashed again and again, and what to do", "crash" in said.lower())
row(
    "check does not promise",
    "can play" if "can play" in said else "no promise",
    "no promise",
    "The box can play" not in said,
)
restart()
row("started by hand", service("ActiveState"), "active", service("ActiveState") == "active")
