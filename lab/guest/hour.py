"""An hour of evenings, one after the other: no crash, no fault, and no memory that grows."""

from evening import Evening
from person import memory, now, row, say, shell

begun, count, held = now(), 0, []
while now() - begun < 3600:
    for name in ("first-evening", "growl-four", "without-cards", "day"):
        evening = Evening(name)
        evening.play()
        count += 1
        held.append(memory())
        say(name, held[-1], evening.missed)
row("evenings in an hour", count, "at least 3", count >= 3)
for what, line in (("crashes", "Scheduled restart job"), ("faults", "^fault ")):
    found = shell(f"journalctl -u nightcrier -o cat --no-pager | grep -c '{line}' || true")
    row(what, found, "0", found == "0")
row("memory at the end of each", f"{min(held):.1f} to {max(held):.1f} MiB", "at most 46", max(held) <= 46)
