"""`./run case`: draws the case and writes its files.

Without options it writes those that the project ships, into docs/case, and the tables of docs/shopping.md. With --out
it writes into a folder of your own: those of other measures, or of one board, go nowhere else."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from case.drawings import PICTURED, drawings
from case.fit import problems
from case.measures import SHIPPED, BadMeasures, Board, Measures, read_measures
from case.parts import filled, part_list, part_table

DOCS = Path(__file__).parents[1] / "docs"
SHIPPED_CASE, SHOPPING = DOCS / "case", DOCS / "shopping.md"


def main(words: Sequence[str]) -> int:
    """Draw the case that the command line asks for, and return the exit status: 0 if everything fits and is written."""
    arguments = _arguments(words)
    try:
        measures, boards = _chosen(arguments)
    except BadMeasures as slip:
        print(f"case: {slip}", file=sys.stderr)
        return 2
    wrong = [problem for board in boards.values() for problem in problems(measures, board)]
    for problem in dict.fromkeys(wrong):
        print(f"case: {problem}", file=sys.stderr)
    if wrong:
        return 1
    _write(arguments.out, {**drawings(measures, boards), **_solids(measures, tuple(boards))})
    if arguments.is_shipped:
        _fill_shopping_list()
    print(f"Written to {arguments.out}.")
    return 0


def _chosen(arguments: "Arguments") -> tuple[Measures, Mapping[str, Board]]:
    """Return the measures and the boards to draw. Raises BadMeasures."""
    if arguments.is_shipped and (arguments.board or arguments.measures.resolve() != SHIPPED.resolve()):
        raise BadMeasures("the drawings of the project would be overwritten; say where yours go: --out FOLDER")
    try:
        measures = read_measures(arguments.measures.read_bytes())
    except OSError as refused:
        raise BadMeasures(f"{arguments.measures} cannot be read ({refused.strerror}); name another file") from None
    boards = {name: board for name, board in measures.boards.items() if arguments.board in {"", name}}
    if not boards:
        raise BadMeasures(f"there is no board {arguments.board}; known are {', '.join(measures.boards)}")
    return measures, boards


class Arguments:
    """Holds the options of the command."""

    measures: Path
    board: str
    out: Path

    @property
    def is_shipped(self) -> bool:
        """Say whether the output goes to the project's own drawings."""
        return self.out.resolve() == SHIPPED_CASE.resolve()


def _arguments(words: Sequence[str]) -> Arguments:
    parser = ArgumentParser(prog="./run case", description=__doc__)
    parser.add_argument("--measures", type=Path, default=SHIPPED, metavar="FILE", help="instead of case/measures.toml")
    parser.add_argument("--board", default="", help="only for this one: zero2w, pi3, pi4 or pi5")
    parser.add_argument("--out", type=Path, default=SHIPPED_CASE, metavar="FOLDER", help="where to write (docs/case)")
    return parser.parse_args(words, namespace=Arguments())


def _solids(measures: Measures, boards: Sequence[str]) -> Mapping[str, bytes]:
    """Return the files that need the library for solid bodies: files to print, and pictures of them."""
    from case.files import pictures, prints

    pictured = PICTURED if PICTURED in boards else boards[0]
    return {**prints(measures, boards), **pictures(measures, measures.boards[pictured])}


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)


def _fill_shopping_list() -> None:
    if SHOPPING.is_file():  # where the folder was lifted out there is none
        text = SHOPPING.read_text("utf-8")
        for mark, table in _tables():
            text = filled(text, mark, table)
        SHOPPING.write_text(text, "utf-8")


def _tables() -> Iterator[tuple[str, str]]:
    """Yield each table of the shopping list, with its mark."""
    yield "parts", part_table(row for row in part_list() if not row.optional)
    yield "extras", part_table(row for row in part_list() if row.optional)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
