"""Names the test files that stand on what changed: `./test changed [COMMIT]`, HEAD where none is named.

A test file stands on what it and the conftests above it import at their heads, and on what that imports in turn; and on
the room whose tests it lies among (`tests/web` on `device/nightcrier/web`, `hall/tests` on `hall`). What is no module
has the tests of its own folder (`tests/image`, `tests/words` for `assets/words`) and those of the project as a whole,
`tests/project`. Texts may name any file, so the check of what they name stands on everything. A voice reads the words,
and whole evenings have each game in them."""

import re
import subprocess
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path

NAMES = Path("tests/project/test_names.py")
_IMPORTS = re.compile(r"^(?:from (\S+) )?import (\([^)]*\)|.*)", re.MULTILINE)
_TAKEN = re.compile(r"(?<!as )\b(\w[\w.]*)(?=\s*(?: as |[,)#]|$))", re.MULTILINE)
"""What is imported, whatever it is called afterwards."""


def changed_files(commit: str) -> list[Path]:
    """What differs from this commit, and what git does not know yet."""
    asked = (["diff", "--name-only", commit], ["ls-files", "--others", "--exclude-standard"])
    told = [subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout for words in asked]
    return [Path(name) for name in "".join(told).splitlines()]


@cache
def module_file(name: str) -> Path | None:
    """The file of a module of the house."""
    places = (Path(root, *name.split(".")) for root in ("", "device", "hall", "studio"))
    files = (file for place in places for file in (place.with_suffix(".py"), place / "__init__.py"))
    return next((file for file in files if file.exists()), None)


@cache
def imported_files(file: Path) -> frozenset[Path]:
    """The files of the house that a file imports at its head, or a script that stands in it."""
    names = [name for found in _IMPORTS.finditer(file.read_text("utf-8")) for name in _names_of(*found.groups())]
    return frozenset(found for name in names if (found := module_file(name)) is not None)


def _names_of(module: str | None, taken: str) -> Iterator[str]:
    names = _TAKEN.findall(taken)
    yield from (module, *(f"{module}.{name}" for name in names)) if module else names


def reached_from(starts: Iterable[Path], ways: Callable[[Path], Iterable[Path]]) -> set[Path]:
    """These files, and all to which these ways lead from them."""
    found, waiting = set[Path](), list(starts)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += ways(file)
    return found


def home_of_tests(file: Path) -> Path | None:
    """The folder of tests that is for the folder of this file: the deepest there is, but for the root of all."""
    inside = file.parts[{"device": 2, "assets": 1, "tests": 1}.get(file.parts[0], 0) : -1]
    folders = (Path("tests", *inside[:depth]) for depth in range(len(inside), 0, -1))
    return next((folder for folder in folders if folder.is_dir()), None)


def chosen_tests(changed: Iterable[Path]) -> list[Path]:
    """The test files that stand on any of these."""
    files = set(changed)
    moved = [file for file in files if file.suffix != ".py" or file.parts[0] != "tests"]
    homes = {home for file in moved if (home := home_of_tests(file))}
    homes |= {beside for file in moved if (beside := Path(file.parts[0], "tests")).is_dir()}
    if files:
        homes.add(NAMES)
    if any(file.suffix != ".py" for file in files):
        homes.add(Path("tests/project"))
    if any(file.is_relative_to("assets/words") for file in files):
        homes.add(Path("studio/tests/test_readings.py"))
    if any(file.is_relative_to("device/nightcrier/box/games") for file in files):
        homes.add(Path("tests/evenings/test_evenings.py"))
    places = (Path("tests"), *sorted(Path().glob("*/tests")))
    tests = {test: (test, *_conftests(test)) for place in places for test in sorted(place.rglob("test_*.py"))}
    importers = defaultdict[Path, set[Path]](set)
    for file in reached_from(chain(*tests.values()), imported_files):
        for imported in imported_files(file):
            importers[imported].add(file)
    moving = reached_from(files, lambda file: importers[file])
    return [test for test, stands in tests.items() if homes & {test, *test.parents} or moving.intersection(stands)]


def _conftests(test: Path) -> list[Path]:
    return [folder / "conftest.py" for folder in test.parents if (folder / "conftest.py").exists()]


if __name__ == "__main__":
    parser = ArgumentParser(prog="./test changed", add_help=False)  # its output is a list of files
    parser.add_argument("commit", nargs="?", default="HEAD")
    try:
        print(*chosen_tests(changed_files(parser.parse_args().commit)))
    except subprocess.CalledProcessError as refused:
        parser.error(f"git says: {refused.stderr.splitlines()[0]}")
