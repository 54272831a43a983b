"""A full disk, and one that takes no writing: the game goes on, the box says so, and saves when it can again."""

import time

from person import STATE, Eyes, Hands, Log, now, restart, row, shell, sound_state

hands, eyes, log = Hands(), Eyes(), Log()
restart()
shell(f"systemctl stop nightcrier; mount -t tmpfs -o size=64k tmpfs {STATE}; systemctl start nightcrier")
time.sleep(4)


def told(begun: float) -> str:
    return "; ".join(text for text in log.since(begun) if text.startswith("fault state"))[:160]


begun = now()
shell(f"dd if=/dev/zero of={STATE}/fill bs=64k")
hands.press("press")
time.sleep(1)
hands.press("back")
hands.turn(2, 10)
time.sleep(4)
row("full: told", told(begun) or "nothing", "that it cannot be saved", "fault" in told(begun))
for _ in range(3):
    hands.press("start")
    time.sleep(2)
time.sleep(4)
row("full: the night plays", sound_state(), "RUNNING", sound_state() == "RUNNING")
begun = now()
shell(f"rm {STATE}/fill")
time.sleep(45)
row(
    "room again: saved",
    shell(f"ls {STATE}").replace("\n", ", "),
    "choices.json",
    "choices.json" in shell(f"ls {STATE}"),
)

shell(f"mount -o remount,ro {STATE}; systemctl reset-failed nightcrier")
begun = now()
shell("systemctl restart nightcrier")
time.sleep(5)
row("takes no writing: told at power-on", told(begun) or "nothing", "that it cannot be saved", "fault" in told(begun))
said = shell("nightcrier check")
about = next((line.strip() for line in said.splitlines() if "read-only" in line.lower()), "")
row("takes no writing: check", about or "no word of it", "read-only, and what to do", bool(about))
row(
    "takes no writing: check, no word of rights",
    "rights" if "may not write" in said else "none",
    "none",
    "may not write" not in said,
)
plain = shell("su -s /bin/sh nobody -c 'nightcrier check'")
row(
    "check as a plain user",
    next((line.strip() for line in plain.splitlines() if "sudo" in line), plain[:120]),
    "says to use sudo",
    "sudo" in plain,
)
shell(f"mount -o remount,rw {STATE}")
