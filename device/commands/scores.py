"""`nightcrier scores`: the scores of the box as CSV, and an evening with names."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from device.commands.named import box_folders, kept_in, known_name, path_named
from device.kernel.errors import WrongUse
from device.kernel.files import Disk
from device.memory.database import open_scores
from device.memory.standings import EveningKind

_FEWEST, HIGHEST = 3, 999


def add_scores_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--state", type=path_named, metavar="DIR", help="what the device remembers (its own folder)")
    parser.add_argument("--names", nargs="+", metavar="NAME", help="begin an evening with these names, clockwise")
    parser.add_argument("--kind", default="open", help=f"how it is decided: {', '.join(EveningKind)}")
    parser.add_argument("--target", type=int, default=5, metavar="N", help="points that win a short tournament (5)")


def do_scores(arguments: Namespace) -> int:
    """Prints the CSV; with names it begins an evening and prints nothing."""
    kind = EveningKind(known_name(arguments.kind, tuple(EveningKind), "tournament"))
    if arguments.names is not None:
        _check(arguments.names, arguments.target)
    state = box_folders(arguments.state).state
    book = state / "scores.sqlite"
    with kept_in(state, book):
        scores, faults = open_scores(Disk(), book)
        for fault in faults:
            print(fault, file=sys.stderr)
        if arguments.names is None:
            print(scores.export(), end="")
        else:
            scores.begin(arguments.names, kind, arguments.target)
        scores.close()
    return 1 if faults else 0


def _check(names: Sequence[str], target: int) -> None:
    if len(names) < _FEWEST or not 1 <= target <= HIGHEST:
        raise WrongUse(f"An evening needs at least {_FEWEST} names, and a target from 1 to {HIGHEST} points.")
    bad = next((name for name in names if not name.strip() or not name.isprintable()), None)
    if bad is not None:
        raise WrongUse(f"{bad!a} is no name; write each with letters that can be shown.")
