"""`nightcrier words`: whether rows of the screen may break where Thai words end, and marking these places."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from device.box.folders import share
from device.commands.progress import Patience
from device.kernel.files import replace_file
from device.kernel.reading import LARGEST_TOML_LIST, read_tables
from device.studio.thai_words import dictionary_segmenter, names_of, remarked


def add_words_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="what", required=True, metavar="check|mark")
    commands.add_parser("check", help="Thai texts whose marks are not where words end")
    commands.add_parser("mark", help="mark where Thai words end, after texts have changed")


def do_words(arguments: Namespace) -> int:
    """The status of a check is 1 when a mark is wrong or missing."""
    words = share("assets") / "words" / "th.toml"
    files = [words, *sorted((share("config") / "scenarios").rglob("*.toml"))]
    segmenter = dictionary_segmenter(names_of(read_tables(words, most=LARGEST_TOML_LIST)["roles"].values()))
    wrong = 0
    for file in files:
        with Patience(f"{file.name} is read"):
            text, rows = remarked(file, segmenter)
        wrong += len(rows)
        _tell(file, rows)
        if rows and arguments.what == "mark":
            replace_file(file, text.encode())
    if not wrong:
        print("Every mark stands where a Thai word ends.")
    return 1 if wrong and arguments.what == "check" else 0


def _tell(file: Path, rows: list[str]) -> None:
    for row in rows:
        print(f"{file.name}: {row}")
