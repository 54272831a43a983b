"""Fills the disk, and makes it refuse writing. The game goes on, the box says so, and saves when it can again."""

import time

from eyes import Eyes
from hands import Hands
from moments import now, until
from rows import row, say
from service import STATE, restart, shell
from service_log import Log
from speaker import sound_state

hands, eyes, log = Hands(), Eyes(), Log()
restart()
shell(f"systemctl stop nightcrier; mount -t tmpfs -o size=64k tmpfs {STATE}; systemctl start nightcrier")
time.sleep(4)


def told(begun: float) -> str:
    return "; ".join(text for text in log.since(begun) if text.startswith("fault state"))[:160]


def power_cut() -> None:
    """Cut the power: what was not stored is gone."""
    shell("systemctl kill -s KILL nightcrier; systemctl stop nightcrier; systemctl reset-failed nightcrier")
    shell("systemctl start nightcrier")
    time.sleep(4)


begun, before = now(), eyes.frame()
shell(f"dd if=/dev/zero of={STATE}/fill bs=64k")
hands.turn(5, 10)  # to a game whose night two presses of START begin
time.sleep(4)
noticed = log.page()
row(
    "full: told",
    f"page {noticed}; {told(begun) or 'nothing'}",
    "on the glass and in the journal, that it cannot be saved",
    noticed == "fault" and "fault" in told(begun),
)
hands.press("start")
time.sleep(1)
hands.begin_night()
night = until(lambda: log.page() == "night", 5)
time.sleep(14)
playing = sound_state()
row("full: the night plays", f"page {log.page()}, {playing}", "night, RUNNING", bool(night) and playing == "RUNNING")
hands.end_game()
time.sleep(2)
stored = shell(f"cat {STATE}/choices.json")
begun = now()
shell(f"rm {STATE}/fill")
mended = log.wait("mended state", begun, 60)
time.sleep(1)
chosen, home = eyes.frame(), log.page() == "home"
say("stored before", stored, "after", shell(f"cat {STATE}/choices.json"))
power_cut()
kept = eyes.frame() == chosen and log.page() == "home"
row(
    "room again: saved",
    f"{'told' if mended else 'not told'}; what was chosen is {'' if kept else 'not '}there after a power cut",
    "told, and there",
    bool(home and mended) and kept and chosen != before,
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
    bool(about) and "may not write" not in said,
)
plain = shell("su -s /bin/sh nobody -c 'nightcrier check'")
row(
    "check as a plain user",
    next((line.strip() for line in plain.splitlines() if "sudo" in line), plain[:120]),
    "says to use sudo",
    "sudo" in plain,
)
shell(f"mount -o remount,rw {STATE}")
