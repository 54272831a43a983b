"""Cuts the power while writes reach the card in another order, in part, or never. The cuts hit whole evenings, with a
writer that is on time or late; journal, choices, scores and sheets; and a box that takes, restores, erases and updates.

These are the cuts of `./test`; `python -m bench.cuts` makes all of them, over 20,000."""

import contextlib
import io
from collections.abc import Iterator

import pytest

from bench.rows import Row, table
from tests.box.people_at_box import GAMES
from tests.sampling import power_cuts

ASKED = 20_000
KINDS = {
    "tests/box/memory/test_sheets.py": {"sheets": 300},
    "tests/box/memory/test_power_cuts.py": {"choices": 1000, "journal": 1000},
    "tests/box/memory/test_evening_files.py": {"scores": 1000},
    "tests/care/test_taking_cuts.py": {"taking from a stick": 200},
    "tests/care/test_removing.py": {"taking away": 200},
    "tests/care/test_reordered_cuts.py": {
        "restoring": 11,
        "restoring old scores": 22,
        "undoing that": 11,
        "forgetting": 11,
    },
    "tests/faults/test_power_cuts.py": {"an evening, one night": 300, "an evening, wherewolf, dealt": 600},
    "tests/project/test_install_cuts.py": {"updating": 12},
}
"""The tests of power cuts, with the fewest cuts of each kind that they make."""
SIZE, SMALLEST = len(KINDS), 1
"""The number of test files."""


def rows(size: int, *whole: str) -> Iterator[Row]:
    """Yield a row for each kind of cut: enough cuts were made, and nothing was lost."""
    files = list(KINDS)[:size]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        failed = pytest.main(["-q", "--tb=short", "-p", "no:cacheprovider", *whole, *files])
    if failed:
        raise SystemExit(said.getvalue())
    for kind, least in (each for file in files for each in KINDS[file].items()):
        yield Row(kind, power_cuts[kind], least, "cuts", least=True)


def main() -> int:
    found = list(rows(SIZE, "--whole"))
    evenings = {f"an evening, {game}" for game in GAMES} - {row.what for row in found}
    found += [Row(evening, power_cuts[evening], 300, "cuts", least=True) for evening in sorted(evenings)]
    found.append(Row("together", power_cuts.total() - power_cuts[""], ASKED, "cuts", least=True))
    print(table(found))
    return int(not all(row.holds for row in found))


if __name__ == "__main__":
    raise SystemExit(main())
