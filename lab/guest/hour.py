"""Plays evenings for an hour, and checks that all go as written, with no crash, fault, delay or leak."""

from cost import memory
from evening import Person
from moments import now
from rows import row, say

UNJUDGED, JUDGED = ("first-evening", "day"), ("growl-four", "without-cards")
NAMES = (UNJUDGED[0], *JUDGED, UNJUDGED[1])
person = Person()
begun = now()
held: dict[str, list[float]] = {}
lasted: dict[str, list[float]] = {}
while now() - begun < 3600:
    for name in NAMES:
        lasted.setdefault(name, []).append(person.play(name))
        held.setdefault(name, []).append(memory())
        say(name, held[name][-1], lasted[name][-1])
person.judge()
count = sum(map(len, held.values()))
row("evenings in an hour", count, f"each of the {len(NAMES)} at least twice", min(map(len, held.values())) >= 2)
# Not what was before: while the machine starts, its clock races, and the watchdog may bite.
written = person.log.since(begun)
ended = [line for line in written if "Main process exited" in line]
row(
    "ends of the program, but by the power cuts of the scripts",
    f"{len(ended)} with {person.power_cuts} power cuts",
    "as many, two or more",
    len(ended) == person.power_cuts >= 2,
)
faults = [line for line in written if line.startswith("fault ")]
row("faults", "; ".join(faults[:3]) or "none", "none", not faults)
for names, what, most, promised in (
    (UNJUDGED, "memory at the end of those in which nobody wins", 46, "at most 46"),
    (JUDGED, "memory at the end of those with a verdict", 50, "at most 50: with the scores"),
):
    every = [each for name in names for each in held[name]]
    row(what, f"{min(every):.1f} to {max(every):.1f} MiB", promised, max(every) <= most)
grown = max(held[name][-1] - held[name][0] for name in NAMES)
row("memory, the last time beside the first of the same evening", f"{grown:+.1f} MiB", "at most +1", grown <= 1)
# How long one with a verdict takes hangs on the cards that the box has dealt or drawn.
late = max(abs(lasted[name][-1] - lasted[name][0]) / lasted[name][0] for name in UNJUDGED)
what = "length of those in which nobody wins, the last time beside the first"
row(what, f"{late:.1%} apart", "at most 1 %", late <= 0.01)
