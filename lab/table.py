"""Writes the pages of the lab (docs/proofs/kernel.md): each row has a finding beside its promise."""

from collections.abc import Sequence

from lab.plan import Plan, Row, planned_runs
from lab.results import Results

_CLOCK = """The machine's
clock counts instructions: one core of 500 million a second, 512 MB, about as fast as a slow Zero 2 W. It isn't a Pi: it
lacks a Pi's firmware, sound chips and wires. [lab/README.md](../../lab/README.md) tells how to add an experiment, the
[glossary](../../docs/glossary.md) what a glass and a detent are.
"""
INSTALLED_HEAD = f"""# On a real kernel

Made by `sudo ./run lab` %(on)s: the box of commit %(box)s, installed in a virtual machine with Debian 13, systemd, the
kernel's simulated pins (gpio-sim), an I2C bus that the lab listens to, and USB sound cards that can be pulled.
{_CLOCK}"""
CARD_HEAD = f"""# The card on a real kernel

Made by `sudo ./run lab --card IMAGE` %(on)s: the [card](../card.md) of version %(version)s, commit %(box)s; the sha256
of its image, unpacked, is `%(sha256)s`.

It starts in QEMU's machine `virt` with what is on it: Debian's kernel for arm64, the initramfs, the system that nobody
can write, the data partition that its first start has made. The lab's pins (gpio-sim) and its I2C bus, which it
listens to, are modules made for that kernel; they and the scripts are beside the card. The card is a virtual disk, and
USB sound cards can be pulled. [On a real kernel](kernel.md) is the same with an installed box. {_CLOCK}"""


def page(plan: Plan, results: Results, head: str) -> str:
    tables, every, missing = [], list[Row](), list[str]()
    for experiment in plan.experiment:
        found = {run.name: results.rows(run) for run in planned_runs(plan, (experiment.name,))}
        rows = [row for kept in found.values() for row in kept]
        every += rows
        missing += [name for name, kept in found.items() if not kept]
        if rows:
            tables.append(f"\n## {experiment.title}\n\n{_table(rows)}")
    count = f"\n{sum(row.holds for row in every)} of {len(every)} rows hold."
    not_run = f" Not run: {', '.join(missing)}." if missing else ""
    reasons = [f"`{name}` ({reason})" for name, reason in plan.left_out.items()]
    left_out = f"\nLeft out: {', '.join(reasons)}.\n" if reasons else ""
    return "".join((head, count, not_run, "\n", left_out, *tables))


def _table(rows: Sequence[Row]) -> str:
    lines = ["| what | measured | promised | |", "|---|---|---|---|"]
    for row in rows:
        cells = [cell.replace("|", "/").replace("\n", " ") for cell in (row.what, row.measured, row.promised)]
        lines.append(f"| {' | '.join(cells)} | {'holds' if row.holds else '**falls short**'} |")
    return "\n".join(lines) + "\n"
