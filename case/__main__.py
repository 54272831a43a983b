"""`./run case`: draws the case and writes its files.

Without options it writes those that the project ships, into docs/case, and the tables of docs/case.md. With --out it
writes into a folder of your own: with other measures, or for one board."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from case.drawings import drawings
from case.fit import problems
from case.measures import SHIPPED, BadMeasures, Measures, read_measures
from case.parts import filled, measure_table, part_list, part_table

DOCS = Path(__file__).parents[1] / "docs"
PICTURED = "pi4"
"""The board that the pictures of the docs show."""


def main(words: Sequence[str]) -> int:
    """0 when everything fits and is written."""
    arguments = _arguments(words)
    try:
        measures = read_measures(arguments.measures.read_bytes())
    except (OSError, BadMeasures) as error:
        print(f"case: {error}", file=sys.stderr)
        return 2
    chosen = {name: board for name, board in measures.boards.items() if arguments.board in {"", name}}
    if not chosen:
        print(f"case: there is no board {arguments.board}; known are {', '.join(measures.boards)}", file=sys.stderr)
        return 2
    wrong = [problem for board in chosen.values() for problem in problems(measures, board)]
    for problem in dict.fromkeys(wrong):
        print(f"case: {problem}", file=sys.stderr)
    if wrong:
        return 1
    _write(arguments.out, {**drawings(measures, chosen), **_solids(measures, tuple(chosen))})
    if arguments.out == DOCS / "case":
        _fill_page(measures)
    print(f"Written to {arguments.out}.")
    return 0


class Arguments:
    """The words of the command."""

    measures: Path
    board: str
    out: Path


def _arguments(words: Sequence[str]) -> Arguments:
    parser = ArgumentParser(prog="./run case", description=__doc__)
    parser.add_argument("--measures", type=Path, default=SHIPPED, metavar="FILE", help="instead of case/measures.toml")
    parser.add_argument("--board", default="", help="only for this one: zero2w, pi3, pi4 or pi5")
    parser.add_argument("--out", type=Path, default=DOCS / "case", metavar="FOLDER", help="where to write (docs/case)")
    return parser.parse_args(words, namespace=Arguments())


def _solids(measures: Measures, boards: Sequence[str]) -> Mapping[str, bytes]:
    """What needs the library for solid bodies: files to print, and pictures of them."""
    from case.files import pictures, prints

    pictured = PICTURED if PICTURED in boards else boards[0]
    return {**prints(measures, boards), **pictures(measures, measures.boards[pictured])}


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)


def _fill_page(measures: Measures) -> None:
    page = DOCS / "case.md"
    text = page.read_text("utf-8")
    for mark, table in _tables(measures):
        text = filled(text, mark, table)
    page.write_text(text, "utf-8")


def _tables(measures: Measures) -> Iterator[tuple[str, str]]:
    yield "parts", part_table(part_list())
    yield "measures", measure_table(measures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
