"""`nightcrier words`: whether rows of the screen may break where Thai words end, and marking these places.

Thai writes no spaces between words, and a row of the screen may only end where a word does: a dictionary finds these
places, and a mark in the text keeps them (U+200B), for the box has no dictionary."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Collection
from itertools import accumulate
from pathlib import Path

from device.box.folders import share
from device.commands.progress import Patience
from device.kernel.errors import WrongUse
from device.kernel.files import replace_file
from device.kernel.reading import LARGEST_TOML_LIST, read_tables
from device.table.drawing.clusters import BREAK_HERE

Segmenter = Callable[[str], list[str]]
"""A text as its words, spaces among them."""

_BOUND = frozenset({"การ", "ความ", "ผู้", "นัก", "ไม่", "ที่", "ซึ่ง", "น่า"})
"""Words that begin another, and are never left alone at the end of a row."""
_FIXED = re.compile(r"\{\w+\}")
_TEXT = re.compile(r'^((?:"[^"]+"|[\w-]+) = (?:\{ text = )?")((?:[^"\\]|\\.)*)(".*)$')
_NAME = re.compile(r'^(th = ")((?:[^"\\]|\\.)*)(".*)$')
_HEARD = "[say]"
"""The table of what is only heard."""
_LISTS = re.compile(r'^(?:digits|"people\.(?:letters|fancy|seats)") = ')
"""Rows that are no texts: the signs and names in them are taken one by one."""
_ESCAPED = "\\u200b"


def dictionary_segmenter(names: Collection[str]) -> Segmenter:
    """Segment by the dictionary of PyThaiNLP, and by these names, which stand in none."""
    try:
        from pythainlp.corpus import thai_words  # type: ignore[import-not-found]
        from pythainlp.tokenize import word_tokenize  # type: ignore[import-not-found]
        from pythainlp.util import Trie  # type: ignore[import-not-found]
    except ImportError:
        raise WrongUse("Thai words need a dictionary; first: .venv-studio/bin/pip install pythaitts") from None
    known = Trie({*thai_words(), *names})
    return lambda text: list(word_tokenize(text, custom_dict=known))


def names_of(texts: Collection[str]) -> set[str]:
    """Return the words of these names, as they are marked by hand."""
    return {word for text in texts for word in re.split(f"[ {BREAK_HERE}]", text) if word}


def mark_words(text: str, segmenter: Segmenter) -> str:
    """Mark the end of each word that has a Thai one after it. Marks inside a long word, between words that it is made
    of, are the writer's and stay."""
    plain = text.replace(BREAK_HERE, "")
    fixed = {at for found in _FIXED.finditer(plain) for at in range(found.start() + 1, found.end())}
    words = segmenter(plain)
    stand_alone = {end for word, end in zip(words, accumulate(map(len, words)), strict=True) if word not in _BOUND}
    ends = {*stand_alone, *accumulate(map(len, text.split(BREAK_HERE)))} - fixed
    return "".join(
        BREAK_HERE + letter if at in ends and _parts(plain, at) else letter for at, letter in enumerate(plain)
    )


def _parts(text: str, at: int) -> bool:
    """Return whether a mark says anything here: beside a space or a sign a row may end anyway."""
    before, after = text[at - 1], text[at]
    return (_thai(after) and after not in "ๆฯ" and (_thai(before) or before == "}")) or (after == "{" and _thai(before))


def _thai(letter: str) -> bool:
    return "\u0e01" <= letter <= "\u0e5b"


def mark_file(file: Path, segmenter: Segmenter) -> tuple[str, list[str]]:
    """Return a file of words, or the Thai name of a scenario, with every mark where a word ends, and the rows that
    differ."""
    pattern = _TEXT if file.stem == "th" else _NAME
    before, table = file.read_text("utf-8").splitlines(keepends=True), ""
    after = []
    for row in before:
        table = row.strip() if row.startswith("[") else table
        after.append(row if table == _HEARD or _LISTS.match(row) else _mark_row(row, pattern, segmenter))
    return "".join(after), [new.strip() for new, old in zip(after, before, strict=True) if new != old]


def _mark_row(row: str, pattern: re.Pattern[str], segmenter: Segmenter) -> str:
    found = pattern.match(row)
    if found is None:
        return row
    text = mark_words(found[2].replace(_ESCAPED, BREAK_HERE), segmenter).replace(BREAK_HERE, _ESCAPED)
    return f"{found[1]}{text}{found[3]}\n"


def add_words_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="what", required=True, metavar="check|mark")
    commands.add_parser("check", help="Thai texts whose marks are not where words end")
    commands.add_parser("mark", help="mark where Thai words end, after texts have changed")


def do_words(arguments: Namespace) -> int:
    """Return 1 when a check finds a mark that is wrong or missing."""
    words = share("assets") / "words" / "th.toml"
    files = [words, *sorted((share("config") / "scenarios").rglob("*.toml"))]
    segmenter = dictionary_segmenter(names_of(read_tables(words, most=LARGEST_TOML_LIST)["roles"].values()))
    wrong = 0
    for file in files:
        with Patience(f"{file.name} is read"):
            text, rows = mark_file(file, segmenter)
        wrong += len(rows)
        print(*(f"{file.name}: {row}\n" for row in rows), sep="", end="")
        if rows and arguments.what == "mark":
            replace_file(file, text.encode())
    if not wrong:
        print("Every mark stands where a Thai word ends.")
    return 1 if wrong and arguments.what == "check" else 0
