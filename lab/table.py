"""docs/kernel.md: what was found in the lab, row by row, each beside what was promised."""

from pathlib import Path

import msgspec

from lab.plan import Row, experiments, planned_runs

_HEAD = """# On a real kernel

Made by `sudo ./run lab` {date}: the installed box in a virtual machine with Debian 13, systemd, the kernel's simulated
pins (gpio-sim), an I2C bus that is read along, and USB sound cards that can be pulled. The machine's clock counts
instructions: one core of 500 million a second, 512 MB, about a slow Zero 2 W. It is not a Pi: its firmware, its sound
chips and the wires are not in it. [lab/README.md](../lab/README.md) tells how to add an experiment, the
[glossary](glossary.md) what a glass and a detent are.

{count} of {all} rows hold.{missing}
"""


def page(results: Path, date: str) -> str:
    """The whole page, from the rows that were kept."""
    tables, every = [], list[Row]()
    for experiment in experiments():
        rows = [row for run in planned_runs((experiment.name,)) for row in _kept_rows(results / f"{run.name}.json")]
        every += rows
        if rows:
            tables.append(f"\n## {experiment.title}\n\n{_table(rows)}")
    head = _HEAD.format(
        date=f"on {date}" if date else "",
        count=sum(row.holds for row in every),
        all=len(every),
        missing=_missing(results),
    )
    return head + "".join(tables)


def _missing(results: Path) -> str:
    names = [run.name for run in planned_runs() if not (results / f"{run.name}.json").exists()]
    return f" Not run: {', '.join(names)}." if names else ""


def _kept_rows(file: Path) -> list[Row]:
    return msgspec.json.decode(file.read_bytes(), type=list[Row]) if file.exists() else []


def _table(rows: list[Row]) -> str:
    lines = ["| what | measured | promised | |", "|---|---|---|---|"]
    for row in rows:
        cells = [cell.replace("|", "/").replace("\n", " ") for cell in (row.what, row.measured, row.promised)]
        lines.append(f"| {' | '.join(cells)} | {'holds' if row.holds else '**falls short**'} |")
    return "\n".join(lines) + "\n"
