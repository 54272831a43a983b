"""Weighs the program: lines of Python in each folder, and words of the docs, beside the ceilings of `weight.toml`.

`./run -m tests.weight` prints all of it, the circles of imports, and what counts the rest. A line belongs to the
deepest folder that is named in that file."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from tests.test_floors import circles_of_the_house

TOP = Path(__file__).parents[1]
CEILINGS = TOP / "weight.toml"


def read_ceilings(file: Path = CEILINGS) -> dict[str, dict[str, int]]:
    """Return the most lines of each folder, the most of several folders together, and the most words of the docs."""
    return tomllib.loads(file.read_text("utf-8"))


def room_of(path: PurePosixPath, rooms: Mapping[str, int]) -> str:
    """Return the deepest of these folders that a file lies in, or its own folder if it is in none of them."""
    return next((str(folder) for folder in path.parents if str(folder) in rooms), str(path.parent))


def _files(pattern: str) -> Iterator[PurePosixPath]:
    """Yield the files of the checkout, without those that tools and tests leave in it."""
    found = (file.relative_to(TOP) for file in TOP.rglob(pattern))
    return (PurePosixPath(file) for file in found if not file.parts[0].startswith((".", "build", "dist", "out")))


def lines_in_rooms(rooms: Mapping[str, int]) -> Counter[str]:
    """Return how many lines of Python each folder has, including folders without a ceiling."""
    found = Counter[str]()
    for file in _files("*.py"):
        found[room_of(file, rooms)] += (TOP / file).read_bytes().count(b"\n")
    return found


def words_in_docs(pages: Mapping[str, int]) -> Counter[str]:
    """Return how many words the pages of each folder have."""
    found = Counter[str]()
    for file in _files("*.md"):
        if str(file.parent) in pages:
            found[str(file.parent)] += len((TOP / file).read_text("utf-8").split())
    return found


def together(several: Mapping[str, int], lines: Mapping[str, int]) -> dict[str, int]:
    """Return the lines of folders that share a ceiling; the names of such folders are separated by spaces."""
    return {names: sum(_lines_below(name, lines) for name in names.split()) for names in several}


def _lines_below(folder: str, lines: Mapping[str, int]) -> int:
    return sum(count for room, count in lines.items() if f"{room}/".startswith(f"{folder}/"))


def weigh() -> Iterator[tuple[str, int, int | None]]:
    """Yield each thing that is weighed, with what it weighs and its ceiling."""
    ceilings = read_ceilings()
    lines = lines_in_rooms(ceilings["lines"])
    for found, most in (
        (lines, ceilings["lines"]),
        (together(ceilings["together"], lines), ceilings["together"]),
        (words_in_docs(ceilings["words"]), ceilings["words"]),
    ):
        for name in sorted({*found, *most}):
            yield name, found.get(name, 0), most.get(name)


if __name__ == "__main__":
    for name, weighs, most in weigh():
        print(f"{weighs:8} of {'no ceiling' if most is None else most:8}  {name}")
    print(f"{len(circles_of_the_house()):8} circles of imports")
    print("Files of a click, start-up, memory, wake-ups: ./run bench calls startup weight. Processor seconds: ./test")
