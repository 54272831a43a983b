"""Tests `systemctl stop` on every page: how long it takes, what it leaves, and what is shown after the next start."""

import os
import time

from eyes import Eyes
from hands import Hands
from moments import now, until
from rows import row
from service import pid, restart, service, shell
from service_log import Log

hands, eyes, log = Hands(), Eyes(), Log()
restart()


def stop(page: str, then: str) -> None:
    """Stop the service on a page, which must really be shown: the journal names it, and the screen has changed."""
    shown = until(lambda: log.page() == page, 10)
    time.sleep(0.5)
    before, frame = log.page(), eyes.frame()
    alike = frame in pictures
    pictures.append(frame)
    begun = now()
    shell("systemctl stop nightcrier")
    took, dark = now() - begun, not eyes.glass.on
    result = service("Result")
    picture = "no picture" if not any(frame) else "the picture of another page" if alike else "its picture"
    row(
        f"stop: {page}",
        f"on page {before} with {picture}: {took:.2f} s, {result}, glass {'dark' if dark else 'lit'}",
        "within 2 s, success, dark",
        bool(shown) and any(frame) and not alike and took <= 2 and result == "success" and dark,
    )
    begun = now()
    shell("systemctl start nightcrier")
    came = log.wait("Page", begun, 20)
    lit = until(lambda: eyes.glass.on and any(eyes.frame()), 5)
    row(
        f"started after: {page}",
        f"{came[1] if came else 'no page'} Glass {'lit' if lit else 'dark'}.",
        f"page {then}, lit",
        bool(came and came[1].startswith(f"Page {then}") and lit),
    )
    time.sleep(2)


pictures: list[bytes] = []
stop("home", "home")
hands.press("press")
stop("menu", "home")
hands.press("back")
stop("deck", "home")
hands.begin_night()
time.sleep(4)
stop("night", "question")
hands.press("start")
time.sleep(3)
hands.press("start")
stop("pause", "question")
hands.press("start")
for _ in range(40):
    time.sleep(1)
    if log.page() == "day":
        break
    hands.hold("start")
stop("day", "question")

hands.press("start")
time.sleep(2)
begun, restarts = now(), service("NRestarts")
os.kill(pid(), 19)
again = log.wait("Started", begun, 60)
row(
    "hangs (SIGSTOP): started again",
    f"{again[0] - begun:.1f} s" if again else "never",
    "within 30 s",
    bool(again and again[0] - begun <= 30),
)
up = int(service("NRestarts")) - int(restarts)
row("counted as a restart", f"{up} more", "one more", up == 1)
