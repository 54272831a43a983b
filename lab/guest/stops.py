"""`systemctl stop` on every page: how long, what it leaves, and what stands there after the next start."""

import os
import time

from person import Eyes, Hands, Log, now, pid, restart, row, service, shell, until

hands, eyes, log = Hands(), Eyes(), Log()
restart()


def stop(page: str, then: str) -> None:
    time.sleep(0.5)
    begun = now()
    shell("systemctl stop nightcrier")
    took, dark = now() - begun, not eyes.glass.on
    result = service("Result")
    row(
        f"stop: {page}",
        f"{took:.2f} s, {result}, glass {'dark' if dark else 'lit'}",
        "within 2 s, success, dark",
        took <= 2 and result == "success" and dark,
    )
    begun = now()
    shell("systemctl start nightcrier")
    came = log.wait(f"Page {then}", begun, 20)
    row(f"started after: {page}", came[1] if came else str(log.since(begun)[-1:]), f"page {then}", bool(came))
    time.sleep(2)


stop("home", "home")
hands.press("press")
time.sleep(1)
stop("menu", "home")
hands.press("back")
time.sleep(1)
stop("deck", "home")
pressed = hands.press("start")
log.wait("Page night", pressed - 1)
time.sleep(4)
stop("night", "question")
hands.press("start")
time.sleep(3)
hands.press("start")
time.sleep(1.5)
stop("pause", "question")
hands.press("start")
pressed = now()
for _ in range(40):
    if log.wait("Page day", pressed, 1):
        break
    hands.hold("start")
    time.sleep(1)
time.sleep(3)
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
up = until(lambda: service("NRestarts") != restarts, 10)
row("counted as a restart", service("NRestarts"), "one more", bool(up))
