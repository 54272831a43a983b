"""Names the test files that stand on what changed: `./test changed [COMMIT]`, HEAD where none is named.

A test file stands on what it and the conftests above it import at their heads, and on what that imports in turn; and
on the room whose tests it lies among (`tests/hall` on `device/hall`). What is no module has the tests of its own folder
(`tests/image`, `tests/words` for `assets/words`) and those of the project as a whole, `tests/project`. Texts may name
any file, so the check of what they name stands on everything. A voice reads the words, and whole evenings have each
game in them."""

import ast
import subprocess
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

NAMES = Path("tests/project/test_names.py")


def changed_files(commit: str) -> list[Path]:
    """What differs from this commit, and what git does not know yet."""
    asked = (["diff", "--name-only", commit], ["ls-files", "--others", "--exclude-standard"])
    told = [subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout for words in asked]
    return [Path(name) for name in "".join(told).splitlines()]


def module_file(name: str) -> Path | None:
    """The file of a module of the house."""
    place = Path(*name.split("."))
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.exists()), None)


@cache
def imported_files(file: Path) -> frozenset[Path]:
    """The files of the house that a file imports at its head."""
    names = [name for node in ast.parse(file.read_text("utf-8")).body for name in _names_of(node)]
    return frozenset(found for name in names if (found := module_file(name)) is not None)


def _names_of(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names)
    if isinstance(node, ast.ImportFrom) and node.module:
        yield from (node.module, *(f"{node.module}.{name.name}" for name in node.names))


def reached_from(starts: Iterable[Path]) -> set[Path]:
    """These files, and all that they stand on."""
    found, waiting = set[Path](), list(starts)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += imported_files(file)
    return found


def home_of_tests(file: Path) -> Path | None:
    """The folder of tests that is for the folder of this file: the deepest there is, but for the root of all."""
    inside = file.parts[1:-1] if file.parts[0] in {"device", "assets", "tests"} else file.parts[:-1]
    folders = (Path("tests", *inside[:depth]) for depth in range(len(inside), 0, -1))
    return next((folder for folder in folders if folder.is_dir()), None)


def chosen_tests(changed: Iterable[Path]) -> list[Path]:
    """The test files that stand on any of these."""
    files = set(changed)
    moved = [file for file in files if file.suffix != ".py" or file.parts[0] != "tests"]
    homes = {home for file in moved if (home := home_of_tests(file))}
    if files:
        homes.add(NAMES)
    if any(file.suffix != ".py" for file in files):
        homes.add(Path("tests/project"))
    if any(file.is_relative_to("assets/words") for file in files):
        homes.add(Path("tests/studio/test_readings.py"))
    if any(file.is_relative_to("device/games") for file in files):
        homes.add(Path("tests/evenings/test_evenings.py"))
    return [test for test in sorted(Path("tests").rglob("test_*.py")) if stands_on(test, files, homes)]


def stands_on(test: Path, files: set[Path], homes: set[Path]) -> bool:
    above = [folder / "conftest.py" for folder in test.parents if (folder / "conftest.py").exists()]
    return bool(homes & {test, *test.parents} or files & reached_from((test, *above)))


if __name__ == "__main__":
    parser = ArgumentParser(prog="./test changed", add_help=False)  # its output is a list of files
    parser.add_argument("commit", nargs="?", default="HEAD")
    try:
        print(*chosen_tests(changed_files(parser.parse_args().commit)))
    except subprocess.CalledProcessError as refused:
        parser.error(f"git says: {refused.stderr.splitlines()[0]}")
