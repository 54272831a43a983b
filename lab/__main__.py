"""`./run lab [NAME ...]`: builds the machine, runs the experiments in it, and writes docs/kernel.md."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lab.host.cuts import plug_disk
from lab.host.installing import install_box, installed_commit
from lab.host.judges import judge
from lab.host.vm import Machine, NotReady, Wiring
from lab.plan import GUEST, HERE, STOPPED, Row, Run, judged_rows, planned_runs, unknown_names
from lab.results import Results, scripts_mark
from lab.table import page

PYTHON = "/opt/nightcrier/venv/bin/python"
PATIENCE = 7200
"""Seconds of this machine that one experiment may take."""


def main(words: Sequence[str]) -> int:
    """0 when every row holds."""
    arguments = _arguments(words)
    if os.geteuid() != 0:
        print("lab: this needs root, on Debian; run it as: sudo ./run lab", file=sys.stderr)
        return 2
    if unknown := unknown_names(tuple(arguments.names)):
        print(f"lab: there is no experiment {unknown[0]}; lab/experiments.toml names all", file=sys.stderr)
        return 2
    built = arguments.folder.resolve()
    subprocess.run([HERE / "machine" / "build", built, HERE.parent], check=True)
    install_box(built)
    results = Results(built / "results", installed_commit(built))
    runs = list(planned_runs(tuple(arguments.names)))
    with ThreadPoolExecutor(arguments.lanes) as lanes:
        for run, rows in zip(
            runs, lanes.map(lambda run: _kept(run, built, results, again=arguments.again), runs), strict=True
        ):
            _tell(run, rows)
    (HERE.parent / "docs" / "kernel.md").write_text(page(results, arguments.date), "utf-8")
    return 0 if all(row.holds for run in runs for row in results.rows(run)) else 1


def _arguments(words: Sequence[str]) -> "Arguments":
    parser = ArgumentParser(prog="./run lab", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these experiments (all of experiments.toml)")
    parser.add_argument("--again", action="store_true", help="also those that were run before")
    parser.add_argument("--folder", type=Path, default=HERE / "build", help="where the machine is built (lab/build)")
    parser.add_argument("--lanes", type=int, default=os.cpu_count() or 1, metavar="N", help="machines side by side")
    parser.add_argument("--date", default="", help="the date on the page")
    return parser.parse_args(words, namespace=Arguments())


class Arguments:
    """The words of the command."""

    names: list[str]
    again: bool
    folder: Path
    lanes: int
    date: str


def _kept(run: Run, built: Path, results: Results, *, again: bool) -> Sequence[Row]:
    """The rows of a run, from this time or from before."""
    if not again and (before := results.rows(run)):
        return before
    scripts = scripts_mark(run)
    try:
        rows = _rows(run, built)
    except (OSError, LookupError, ValueError, StopIteration, subprocess.SubprocessError) as error:
        rows = [Row(run.name, f"{type(error).__name__}: {error}", "a result", False)]  # the others go on
    results.keep(run, rows, scripts)
    return rows


def _rows(run: Run, built: Path) -> list[Row]:
    if run.experiment.host_only:
        return judge(run.experiment.host_only)(built)
    folder = built / "runs" / run.name
    machine = Machine(built, folder, GUEST, Wiring(run.experiment.usb, run.experiment.hdmi))
    try:
        machine.wait_ready()
        if run.experiment.disk:
            plug_disk(machine, folder)
        script = f"{PYTHON} /host/guest/{run.experiment.guest} {run.word}"
        printed = machine.run(f'cd /tmp; {script} || echo "{STOPPED} $?"', PATIENCE)
    except NotReady as error:
        return [Row(run.name, str(error), "the machine answers", False)]
    finally:
        machine.stop()
    (folder / "printed.log").write_text(printed, "utf-8")
    return judged_rows(run, printed) + (judge(run.experiment.host)(folder, run.word) if run.experiment.host else [])


def _tell(run: Run, rows: Sequence[Row]) -> None:
    for row in rows:
        print(
            f"{'holds' if row.holds else 'FALLS SHORT':12}{run.name}: {row.what}: {row.measured} ({row.promised})",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
