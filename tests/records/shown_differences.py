"""Shows what differs in a record: its rows as another commit makes them, in its own work tree, beside those of now."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from itertools import islice, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.records.kept_records import RECORDS, rows_of

MOST_ROWS, LOOKED_AT, WIDEST = 5, 400, 400
"""The most differing rows to show for a record, the most rows to search for them, and the most characters of a row."""


def write_rows(file: Path, names: Sequence[str]) -> None:
    """Write the rows of these records for a caller in another work tree. New records have none in an older one."""
    file.write_text(json.dumps({name: rows_of(name) for name in names if name in RECORDS}), "utf-8")


def told_differences(names: Sequence[str], commit: str) -> Iterator[str]:
    """Yield the differing rows, the older ones with `-`, those of now with `+`."""
    with TemporaryDirectory(prefix="nightcrier-") as folder:
        before = _rows_at(commit, Path(folder), names)
    for name in names:
        yield f"{name}, at {commit} and now:"
        rows = list(differing_rows(before.get(name, []), rows_of(name)))
        yield from rows or [f"  the same; name an older commit with --against, or keep what {commit} makes"]


def _rows_at(commit: str, folder: Path, names: Sequence[str]) -> dict[str, list[str]]:
    tree, file = folder / "tree", folder / "rows.json"
    _run("git", "worktree", "add", "--quiet", "--detach", str(tree), commit)
    try:
        _run(sys.executable, "-m", "tests.records", "--rows", str(file), *names, place=tree)
        rows: dict[str, list[str]] = json.loads(file.read_text("utf-8"))
    except subprocess.CalledProcessError:
        sys.exit(f"{commit} makes no records (above stands why): name another commit with --against.")
    finally:
        _run("git", "worktree", "remove", "--force", str(tree))
    return rows


def _run(*words: str, place: Path | None = None) -> None:
    """Run a command. With `place`, run it in that work tree and with its modules."""
    roots = [str(place / root) for root in ("device", "", "gpiozero-gpiod")] if place else []
    subprocess.run(words, cwd=place, check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(roots)})


def differing_rows(before: list[str], now: list[str]) -> Iterator[str]:
    pairs = enumerate(zip_longest(before, now))
    same = next((number for number, (one, other) in pairs if one != other), 0)
    parts = [rows[same : same + LOOKED_AT] for rows in (before, now)]
    rows = list(islice(unified_diff(*parts, n=0, lineterm=""), 2, None))  # behind the heads
    for sign in "-+":
        yield from (f"  {row[:WIDEST]}" for row in islice((row for row in rows if row[0] == sign), MOST_ROWS))
