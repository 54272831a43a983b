"""Rewrites the scripted evenings of GROWL: `python -m tests.evenings.growl_writer [NAME ...]`. Prints the presses
and detents that each took."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.evenings.growl.growl_plans import PLANS
from tests.evenings.growl.growl_table import GrowlTable

HERE = Path(__file__).parent


def write_scripts(names: Sequence[str]) -> None:
    """Write the named scripts, or all. An unfinished game is written too, to show what went wrong."""
    for name, (title, plan) in PLANS.items():
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            table = GrowlTable(Path(folder), title)
            try:
                plan(table)
            finally:
                table.save(HERE / f"growl-{name}.txt")
        print(f"{name}: {table.presses} presses, {table.detents} detents")


if __name__ == "__main__":
    write_scripts(sys.argv[1:])
