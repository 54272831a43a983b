"""Rewrites the scripted evenings of Wherewolf: `python -m tests.evenings.wolf_writer [NAME ...]`."""

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from tests.evenings.wolf.dealt_plans import DEALT
from tests.evenings.wolf.dealt_table import DealtTable
from tests.evenings.wolf.hosted_plans import HOSTED
from tests.evenings.wolf.moderator import Moderator

HERE = Path(__file__).parent
_Evening = TypeVar("_Evening", Moderator, DealtTable)


def write_scripts(names: Sequence[str]) -> None:
    """Write the named scripts, or all. An unfinished game is written too, to show what went wrong."""
    for name, (title, plan) in HOSTED.items():
        _write(name, names, lambda where, title=title: Moderator(where, title), plan)
    for name, (title, plan) in DEALT.items():
        _write(name, names, lambda where, title=title: DealtTable(where, title), plan)


def _write(
    name: str, names: Sequence[str], begun: Callable[[Path], _Evening], plan: Callable[[_Evening], None]
) -> None:
    if names and name not in names:
        return
    with tempfile.TemporaryDirectory() as folder:
        evening = begun(Path(folder))
        try:
            plan(evening)
        finally:
            evening.save(HERE / f"wherewolf-{name}.txt")


if __name__ == "__main__":
    write_scripts(sys.argv[1:])
