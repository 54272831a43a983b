"""docs/kernel.md: what was found in the lab, row by row, each beside what was promised."""

from collections.abc import Sequence

from lab.plan import Row, experiments, planned_runs
from lab.results import Results

_HEAD = """# On a real kernel

Made by `sudo ./run lab` {date}: the box of commit {box}, installed in a virtual machine with Debian 13, systemd, the
kernel's simulated pins (gpio-sim), an I2C bus that is read along, and USB sound cards that can be pulled. The machine's
clock counts instructions: one core of 500 million a second, 512 MB, about a slow Zero 2 W. It is not a Pi: its
firmware, its sound chips and the wires are not in it. [lab/README.md](../lab/README.md) tells how to add an experiment,
the [glossary](glossary.md) what a glass and a detent are.

{count} of {all} rows hold.{missing}
"""


def page(results: Results, date: str) -> str:
    """The whole page, from the rows that were kept."""
    tables, every, missing = [], list[Row](), list[str]()
    for experiment in experiments():
        found = {run.name: results.rows(run) for run in planned_runs((experiment.name,))}
        rows = [row for kept in found.values() for row in kept]
        every += rows
        missing += [name for name, kept in found.items() if not kept]
        if rows:
            tables.append(f"\n## {experiment.title}\n\n{_table(rows)}")
    head = _HEAD.format(
        date=f"on {date}" if date else "",
        box=results.box[:7],
        count=sum(row.holds for row in every),
        all=len(every),
        missing=f" Not run: {', '.join(missing)}." if missing else "",
    )
    return head + "".join(tables)


def _table(rows: Sequence[Row]) -> str:
    lines = ["| what | measured | promised | |", "|---|---|---|---|"]
    for row in rows:
        cells = [cell.replace("|", "/").replace("\n", " ") for cell in (row.what, row.measured, row.promised)]
        lines.append(f"| {' | '.join(cells)} | {'holds' if row.holds else '**falls short**'} |")
    return "\n".join(lines) + "\n"
