"""Plays the tests that depend on what changed, the nearest first: `./test changed [COMMIT] [--all]`, HEAD by default.

A test file depends on what it and the conftests above it import at their heads, and on what that imports in turn; and
on the folder whose tests it belongs to (`tests/web` on `device/nightcrier/web`, `hall/tests` on `hall`). A change of a
file that is not a module selects the tests of its own folder (`tests/image`, `tests/words` for `assets/words`) and
those of the whole project, `tests/project`. Texts may name any file, so the check of what they name always runs. A
voice reads the words, and whole evenings have each game in them.

The nearest are tests that CONTRIBUTING's recipes name for a file, that bear its name, or that mention a word of the
changed lines. Then come those in its own folder that import it, evenings and records of its game, the rest of the
folder, and the others by how many imports lie between. Their order is always the same. The end depends on the machine:
no test starts after a number of processor seconds, as a list of what each test costs would soon be wrong."""

import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

BUDGET = 38
"""The processor seconds that tests and their child processes may take. Lint and types take up to 15 more."""
MOST_FILES = 48
"""The most test files to choose. Further ones are never reached, and reading them takes time."""
MOST_EVENINGS = 8
"""The most evenings and records to play before the other tests of a folder."""
NAMES = Path("tests/project/test_names.py")
GAMES = Path("device/nightcrier/box/games")
EVENINGS = (Path("tests/evenings/test_evenings.py"), Path("tests/records/test_records_hold.py"))
"""Files whose tests cover every game: only their tests of a changed game count as near."""
_IMPORTS = re.compile(r"^(?:from (\S+) )?import (\([^)]*\)|.*)", re.MULTILINE)
_TAKEN = re.compile(r"(?<!as )\b(\w[\w.]*)(?=\s*(?: as |[,)#]|$))", re.MULTILINE)
"""Finds imported names, ignoring what they are renamed to."""
_CHANGED_LINE = re.compile(r"^(?:[ +-](?![+-]{2})|@@.*@@ (?:class|def) (?=\w))(.*)", re.MULTILINE)
_WORDS = (re.compile(r"\w{4,}"), re.compile(r"\w[\w-]*(?:\.[\w-]+)+"))
"""Patterns for names in code, and for keys of texts."""
_RARE = 12
"""A word is rare, and says what a test is about, if at most this many test files mention it."""
_CLOSE = 2
"""A test that deliberately mentions a change is at most this many imports away from it."""
_RECIPE = re.compile(r"^\| (?:an? |where )[^|]*\|([^|]*)\|([^|]*)\|$", re.MULTILINE)
_PATH = re.compile(r"`([\w./-]+)`")


def _told_by_git(*words: str) -> str:
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True, errors="replace").stdout


def changed_files(commit: str) -> list[Path]:
    """Return the files that differ from this commit, and those that git does not track yet."""
    asked = (["diff", "--name-only", commit], ["ls-files", "--others", "--exclude-standard"])
    return [Path(name) for words in asked for name in _told_by_git(*words).splitlines()]


def words_of(difference: str) -> set[str]:
    """Return the words of the changed lines and their neighbors, with the names of their functions and classes."""
    lines = _CHANGED_LINE.finditer(difference)
    found = (line[1].partition("(")[0] if line[0].startswith("@@") else line[1] for line in lines)
    return {word for line in found for kind in _WORDS for word in kind.findall(line)}


@cache
def module_file(name: str) -> Path | None:
    """Return the file of a module of this project, or None."""
    places = (Path(root, *name.split(".")) for root in ("", "device", "hall", "studio"))
    files = (file for place in places for file in (place.with_suffix(".py"), place / "__init__.py"))
    return next((file for file in files if file.exists()), None)


@cache
def imported_files(file: Path) -> frozenset[Path]:
    """Return the project's files that a file, or a script inside it, imports at its head."""
    names = [name for found in _IMPORTS.finditer(file.read_text("utf-8")) for name in _names_of(*found.groups())]
    return frozenset(found for name in names if (found := module_file(name)) is not None)


def _names_of(module: str | None, taken: str) -> Iterator[str]:
    names = _TAKEN.findall(taken)
    yield from (module, *(f"{module}.{name}" for name in names)) if module else names


def reached_from(starts: Iterable[Path], ways: Callable[[Path], Iterable[Path]]) -> dict[Path, int]:
    """Return these files and all that can be reached from them in these ways, with the number of steps."""
    steps = dict.fromkeys(starts, 0)
    waiting = list(steps)
    for file in waiting:  # it grows
        for further in ways(file):
            if further not in steps:
                steps[further] = steps[file] + 1
                waiting.append(further)
    return steps


def home_of_tests(file: Path) -> Path | None:
    """Return the deepest folder of tests for the folder of this file, except the root of all tests."""
    inside = file.parts[{"device": 2, "assets": 1, "tests": 1}.get(file.parts[0], 0) : -1]
    folders = (Path("tests", *inside[:depth]) for depth in range(len(inside), 0, -1))
    return next((folder for folder in folders if folder.is_dir()), None)


@cache
def all_tests() -> Mapping[Path, Sequence[Path]]:
    """Return every test file, with itself and the conftests above it."""
    tests = (test for place in (Path("tests"), *sorted(Path().glob("*/tests"))) for test in place.rglob("test_*.py"))
    return {test: (test, *_conftests(test)) for test in sorted(tests)}


def _conftests(test: Path) -> list[Path]:
    return [folder / "conftest.py" for folder in test.parents if (folder / "conftest.py").exists()]


@cache
def importers() -> Mapping[Path, set[Path]]:
    """Return, for each file of this project, the files that import it."""
    found = defaultdict[Path, set[Path]](set)
    for file in reached_from(chain(*all_tests().values()), imported_files):
        for imported in imported_files(file):
            found[imported].add(file)
    return found


def steps_to_tests(files: Iterable[Path]) -> Mapping[Path, int]:
    """Return the test files that import any of these files, with the number of imports between."""
    steps = reached_from(files, lambda file: importers()[file])
    ways = ((test, [steps[file] for file in stands if file in steps]) for test, stands in all_tests().items())
    return {test: min(lengths) for test, lengths in ways if lengths}


def homes_of(files: Iterable[Path]) -> set[Path]:
    """Return the folders of tests that belong to the folders of these files."""
    moved = [file for file in files if file.suffix != ".py" or file.parts[0] != "tests"]
    homes = {home for file in moved if (home := home_of_tests(file))}
    return homes | {beside for file in moved if (beside := Path(file.parts[0], "tests")).is_dir()}


def chosen_tests(changed: Iterable[Path]) -> list[Path]:
    """Return the test files that depend on any of these files."""
    files = set(changed)
    homes = homes_of(files)
    if files:
        homes.add(NAMES)
    if any(file.suffix != ".py" for file in files):
        homes.add(Path("tests/project"))
    if any(file.is_relative_to("assets/words") for file in files):
        homes.add(Path("studio/tests/test_readings.py"))
    if any(file.is_relative_to(GAMES) for file in files):
        homes.update(EVENINGS)
    homes |= tests_in_recipes(files)
    steps = steps_to_tests(files)
    return [test for test in all_tests() if test in steps or homes & {test, *test.parents}]


def nearest_first(changed: Iterable[Path], words: Iterable[str] = ()) -> list[Path]:
    """Return the chosen tests, the nearest first."""
    files = set(changed)
    chosen, homes, steps, recipes = chosen_tests(files), homes_of(files), steps_to_tests(files), tests_in_recipes(files)
    mentions, bears_name = _mentions(words), {f"test_{file.stem}.py" for file in files}
    size = {test: len(reached_from(all_tests()[test], imported_files)) for test in chosen}

    def distance(test: Path) -> tuple[int, float, int, int, Path]:
        in_room, far = not homes.isdisjoint(test.parents), steps.get(test, len(all_tests()))
        places = (
            test in files or test in recipes or (in_room and test.name in bears_name),
            mentions[test] > 0 and (in_room or far <= _CLOSE),
            in_room and far == 1,
            test in EVENINGS,
            in_room or not recipes.isdisjoint(test.parents),
            True,
        )
        return places.index(True), -mentions[test], far, size[test], test

    return sorted(chosen, key=distance)


def _mentions(words: Iterable[str]) -> Mapping[Path, float]:
    """Return how much each test file says of these words. A word counts more if fewer other files mention it."""
    texts = {test: test.read_text("utf-8") for test in all_tests()}
    counts = dict.fromkeys(texts, 0.0)
    for word in sorted(words):
        having = [test for test, text in texts.items() if word in text]
        for test in having if len(having) <= _RARE else ():
            counts[test] += 1 / len(having)
    return counts


def tests_in_recipes(files: Iterable[Path]) -> set[Path]:
    """Return the tests, and folders of tests, that a recipe names for a change of any of these files."""
    found = set[Path]()
    for recipe in _RECIPE.finditer(Path("CONTRIBUTING.md").read_text("utf-8")):
        begun, told = (_PATH.findall(cell) for cell in recipe.groups())
        if any(f"/{place}" in f"/{file}" for file in files for place in begun):
            found.update(test for test in all_tests() for name in told if f"/{test}".endswith(f"/{name}"))
            found.update(Path(name) for name in told if Path(name).is_dir())
    return found


def changed_games(files: Iterable[Path]) -> set[str]:
    """Return the games whose rules these files hold. If the table changed, One Night stands for all."""
    found = {file.parts[len(GAMES.parts)] for file in files if file.is_relative_to(GAMES)}
    return {game.replace("_", "-") for game in found or {"one_night"}}


class Nearest:
    """Plays the nearest tests with pytest: only evenings of the changed games, and only until the budget is spent."""

    def __init__(self, files: Iterable[Path]) -> None:
        games = {folder.name.replace("_", "-") for folder in GAMES.iterdir() if folder.is_dir()}
        self._other_games = tuple(games - changed_games(files))
        self.left = set[Path]()
        """The test files that were not played to their end."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Move tests that play thousands of games to the end."""
        items.sort(key=lambda item: item.get_closest_marker("untraced") is not None)
        whole = [item for item in items if item.path.relative_to(Path.cwd()) in EVENINGS]
        near = [item for item in whole if not self._is_of_another_game(item)]
        played = near[:: 1 + len(near) // MOST_EVENINGS]
        self.left.update(item.path for item in whole if item not in played)
        items[:] = [item for item in items if item in played or item not in whole]

    def _is_of_another_game(self, item: pytest.Item) -> bool:
        return any(game in item.name.partition("[")[2] for game in self._other_games)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Skip every test once the budget is spent."""
        if sum(os.times()[:4]) < BUDGET:
            return None
        self.left.add(item.path)
        return True


def play(commit: str, *, everything: bool) -> int:
    """Play the tests, say how many are left, and return the exit status."""
    files = changed_files(commit)
    if everything:
        return pytest.main([*map(str, chosen_tests(files))]) if files else 0
    tests = nearest_first(files, words_of(_told_by_git("diff", commit)))
    near = Nearest(files)
    status = pytest.main([*map(str, tests[:MOST_FILES])], plugins=[near]) if tests else 0
    if status == 0:
        left = len(near.left) + len(tests[MOST_FILES:])
        again = "./test changed --all" if commit == "HEAD" else f"./test changed {commit} --all"
        print(f"{len(tests) - left} nearest pass; {left} more: {again}")
    return status


if __name__ == "__main__":
    parser = ArgumentParser(prog="./test changed")
    parser.add_argument("commit", nargs="?", default="HEAD", help="what is compared with; HEAD if none is named")
    parser.add_argument("--all", action="store_true", help="all that stand on a change, not only the nearest")
    asked = parser.parse_args()
    try:
        sys.exit(play(asked.commit, everything=asked.all))
    except subprocess.CalledProcessError as refused:
        parser.error(f"git says: {refused.stderr.splitlines()[0]}. Without a history, run ./test.")
