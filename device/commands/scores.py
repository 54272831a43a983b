"""`nightcrier scores`: the scores of the box as CSV, and an evening with names."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from device.box.folders import folders
from device.kernel.errors import WrongUse
from device.memory.database import open_scores
from device.memory.files import Disk
from device.memory.scores import Scores
from device.memory.standings import Kind


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--state", type=Path, metavar="DIR", help="what the device remembers (its own folder)")
    parser.add_argument("--names", nargs="+", metavar="NAME", help="begin an evening with these names, clockwise")
    parser.add_argument("--kind", default="open", help=f"how it is decided: {', '.join(Kind)}")
    parser.add_argument("--target", type=int, default=5, metavar="N", help="points that win a short tournament (5)")


def run(arguments: Namespace) -> int:
    """Prints the CSV; with names it begins an evening and prints nothing."""
    where = folders(state=arguments.state)
    scores, faults = open_scores(Disk(), where.state / "scores.sqlite")
    for fault in faults:
        print(fault, file=sys.stderr)
    if arguments.names is None:
        print(scores.export(), end="")
    else:
        _begin(scores, arguments)
    scores.close()
    return 1 if faults else 0


def _begin(scores: Scores, arguments: Namespace) -> None:
    if arguments.kind not in list(Kind):
        raise WrongUse(f"There is no tournament '{arguments.kind}'; choose one of: {', '.join(Kind)}.")
    if arguments.target < 1 or len(arguments.names) < 3:
        raise WrongUse("An evening needs at least three names, and a target of at least one point.")
    scores.begin(arguments.names, Kind(arguments.kind), arguments.target)
