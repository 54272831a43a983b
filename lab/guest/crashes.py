"""Ten crashes in a row: the box stays down; what the glass shows then, and what `check` says."""

import os
import time

from person import Eyes, Hands, Log, now, pid, restart, row, say, service, shell, until

hands, eyes, log = Hands(), Eyes(), Log()
restart()
hands.press("start")
time.sleep(5)
lit = eyes.frame()
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
    "failed",
    service("ActiveState") == "failed",
)
changed = until(lambda: eyes.frame() != lit, 15)
dark = eyes.dark()
row(
    "the glass",
    "dark" if dark else "another picture" if changed else "the last picture",
    "dark, or a call for help",
    bool(changed),
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
