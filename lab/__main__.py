"""`./run lab [NAME ...]`: builds the machine, runs the experiments in it, and writes docs/proofs/kernel.md.

With `--card IMAGE` it runs them on a card, and writes docs/proofs/kernel-card.md."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lab.host.card_image import read_image
from lab.host.judges import disk, judge
from lab.host.vm import NotReady, Wiring
from lab.places import CardPlace, InstalledPlace, Place
from lab.plan import HERE, STOPPED, Row, Run, judged_rows, planned_runs, unknown_names
from lab.results import Results
from lab.table import page

PYTHON = "/opt/nightcrier/venv/bin/python"
PATIENCE = 7200
"""The real seconds that one experiment may take."""


def main(words: Sequence[str]) -> int:
    """Run the experiments that the command line names, and return the exit status: 0 if every row holds."""
    arguments = _arguments(words)
    if os.geteuid() != 0:
        print("lab: this needs root, on Debian; run it as: sudo ./run lab", file=sys.stderr)
        return 2
    try:
        return _done(arguments, _place(arguments))
    except ValueError as error:
        print(f"lab: {error}", file=sys.stderr)
        return 2


def _done(arguments: "Arguments", place: Place) -> int:
    wanted = tuple(arguments.names)
    if unknown := unknown_names(place.plan, wanted):
        raise ValueError(f"there is no experiment {unknown[0]}{_why_not(place, unknown[0])}")
    results, runs = place.make(), list(planned_runs(place.plan, wanted))
    with ThreadPoolExecutor(arguments.lanes) as lanes:
        for run, rows in zip(
            runs, lanes.map(lambda run: _kept(run, place, results, again=arguments.again), runs), strict=True
        ):
            _tell(run, rows)
    head = place.head(f"on {arguments.date}" if arguments.date else "")
    place.page.write_text(page(place.plan, results, head), "utf-8")
    return 0 if all(row.holds for run in runs for row in results.rows(run)) else 1


def _place(arguments: "Arguments") -> Place:
    folder = arguments.folder.resolve()
    return CardPlace(folder, read_image(arguments.card)) if arguments.card else InstalledPlace(folder)


def _why_not(place: Place, name: str) -> str:
    reason = place.plan.left_out.get(name)
    return f" on a card: {reason}" if reason else "; lab/experiments.toml names all"


def _arguments(words: Sequence[str]) -> "Arguments":
    parser = ArgumentParser(prog="./run lab", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these experiments (all of experiments.toml)")
    parser.add_argument("--card", type=Path, metavar="IMAGE", help="on this card, that of sudo image/build")
    parser.add_argument("--again", action="store_true", help="also those that were run before")
    parser.add_argument("--folder", type=Path, default=HERE / "build", help="where the machine is built (lab/build)")
    parser.add_argument("--lanes", type=int, default=os.cpu_count() or 1, metavar="N", help="machines side by side")
    parser.add_argument("--date", default="", help="the date on the page")
    return parser.parse_args(words, namespace=Arguments())


class Arguments:
    names: list[str]
    card: Path | None
    again: bool
    folder: Path
    lanes: int
    date: str


def _kept(run: Run, place: Place, results: Results, *, again: bool) -> Sequence[Row]:
    """Return the rows of a run, from an earlier time if they are still valid, or else from running it now."""
    if not again and (before := results.rows(run)):
        return before
    scripts = results.mark(run)
    try:
        rows = _rows(run, place)
    except (OSError, LookupError, ValueError, StopIteration, subprocess.SubprocessError) as error:
        rows = [Row(run.name, f"{type(error).__name__}: {error}", "a result", False)]  # the others go on
    results.keep(run, rows, scripts)
    return rows


def _rows(run: Run, place: Place) -> list[Row]:
    if run.experiment.host_only:
        return judge(run.experiment.host_only)(place.built)
    folder = place.built / "runs" / run.name
    machine = place.start(folder, Wiring(run.experiment.usb, run.experiment.hdmi))
    try:
        machine.wait_ready()
        if run.experiment.disk:
            disk(run.experiment.disk)(machine, folder)
        script = f"{PYTHON} {place.inside}/guest/{run.experiment.guest} {run.word}"
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
