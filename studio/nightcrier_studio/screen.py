"""Runs `fonts` and `words`: checks and builds the letters of the screen, and marks where Thai words end.

Thai writes no spaces between words, and a row of the screen may only end at the end of a word. A dictionary finds the
ends of words. The ends are marked in the text with U+200B, because the box has no dictionary."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Collection, Sequence
from itertools import accumulate
from pathlib import Path

from nightcrier.box.games.engine.bounds import SUFFIX
from nightcrier.box.table.drawing.shaping import BREAK_HERE
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.files import replace_file
from nightcrier.kernel.folders import share
from nightcrier.kernel.reading import LARGEST_TOML_LIST, read_tables
from nightcrier.tools.command_line import add_places, box_folders, folder_named, with_tried
from nightcrier.tools.progress import Patience
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_studio.fonts import build_fonts
from nightcrier_studio.letters import files_of_letters, letters_missing
from nightcrier_studio.reviewed import add_reviewed_arguments, count_reviews
from nightcrier_studio.said import evenings_said

_SYSTEM_FONTS = Path("/usr/share/fonts")


def add_fonts_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="what", required=True, metavar="check or build")
    checker = commands.add_parser("check", help="letters of the words and names that the screen cannot show")
    builder = commands.add_parser("build", help="draw the letters again, after words have changed")
    more = f"where more fonts lie, beside {_SYSTEM_FONTS}"
    builder.add_argument("--fonts", type=folder_named, metavar="DIR", help=more)
    add_places(parser, "scenarios", verbs=(checker, builder))


def do_fonts(arguments: Namespace) -> int:
    words, names = files_of_letters(with_tried(box_folders(), arguments))
    if arguments.what == "check":
        return _check_letters([*words, *names])
    fonts = [arguments.fonts, _SYSTEM_FONTS] if arguments.fonts else [_SYSTEM_FONTS]
    with Patience("The letters are drawn"):
        built = list(build_fonts(share("assets") / "fonts", words, names, fonts))
    for file in built:
        print(f"{file.stat().st_size:8,} bytes  {file.name}")
    return 0


def _check_letters(files: Sequence[Path]) -> int:
    """Say which letters of these files are missing. Return 1 if one is."""
    unknown = letters_missing(files)
    for file, letters in unknown.items():
        print(f"{file.name}: no letters for {' '.join(letters)}; build them in the checkout with: ./run fonts build")
    if not unknown:
        print("Every letter of the words can be shown.")
    return 1 if unknown else 0


Segmenter = Callable[[str], list[str]]

_BOUND = frozenset({"การ", "ความ", "ผู้", "นัก", "ไม่", "ที่", "ซึ่ง", "น่า"})
"""Thai words that are always the first part of another word. A row never ends after such a word."""
_PLACEHOLDER = re.compile(r"\{\w+\}")
_TEXT_ROW = re.compile(r'^((?:"[^"]+"|[\w-]+) = (?:\{ text = )?")((?:[^"\\]|\\.)*)(".*)$')
_NAME_ROW = re.compile(r'^(th = ")((?:[^"\\]|\\.)*)(".*)$')
_HEARD = ("[say]", "[was]")
"""The tables of texts that are spoken but never shown."""
_OF_A_GAME = "[words.th"
"""The beginning of the heads of tables with a game's Thai texts."""
_LIST_ROW = re.compile(r'^(?:digits|"people\.(?:letters|fancy|seats)") = ')
"""A pattern for rows that are lists, not texts. The box uses each character or name of such a row alone."""
_ESCAPED = "\\u200b"


def dictionary_segmenter(names: Collection[str]) -> Segmenter:
    """Return a segmenter that knows the dictionary of PyThaiNLP and these names, which are in no dictionary."""
    try:
        from pythainlp.corpus import thai_words  # type: ignore[import-not-found]
        from pythainlp.tokenize import word_tokenize  # type: ignore[import-not-found]
        from pythainlp.util import Trie  # type: ignore[import-not-found]
    except ImportError:
        raise WrongUse("Thai words need a dictionary; first: .venv-studio/bin/pip install pythaitts") from None
    known = Trie({*thai_words(), *names})
    return lambda text: list(word_tokenize(text, custom_dict=known))


def words_of_names(texts: Collection[str]) -> set[str]:
    """Return the words inside these names, whose ends were marked by hand."""
    return {word for text in texts for word in re.split(f"[ {BREAK_HERE}]", text) if word}


def mark_words(text: str, segmenter: Segmenter) -> str:
    """Mark the end of each word that is followed by a Thai word. Marks that the writer has put inside a long word
    stay."""
    plain = text.replace(BREAK_HERE, "")
    fixed = {at for found in _PLACEHOLDER.finditer(plain) for at in range(found.start() + 1, found.end())}
    words = segmenter(plain)
    stand_alone = {end for word, end in zip(words, accumulate(map(len, words)), strict=True) if word not in _BOUND}
    ends = {*stand_alone, *accumulate(map(len, text.split(BREAK_HERE)))} - fixed
    return "".join(
        BREAK_HERE + letter if at in ends and _may_part(plain, at) else letter for at, letter in enumerate(plain)
    )


def _may_part(text: str, at: int) -> bool:
    """Say whether a mark is useful at this place. A mark beside a space or a sign is useless, because a row may end
    there anyway."""
    before, after = text[at - 1], text[at]
    return (_is_thai(after) and after not in "ๆฯ" and (_is_thai(before) or before == "}")) or (
        after == "{" and _is_thai(before)
    )


def _is_thai(letter: str) -> bool:
    return "\u0e01" <= letter <= "\u0e5b"


def mark_file(file: Path, segmenter: Segmenter) -> tuple[str, list[str]]:
    """Return the content of a words file, scenario or game with a mark at the end of every Thai word, and the
    changed rows."""
    game = file.name.endswith(SUFFIX)
    pattern = _TEXT_ROW if game or file.stem == "th" else _NAME_ROW
    before, table = file.read_text("utf-8").splitlines(keepends=True), ""
    after = []
    for row in before:
        table = row.strip() if row.startswith("[") else table
        left = table in _HEARD or _LIST_ROW.match(row) or (game and not table.startswith(_OF_A_GAME))
        after.append(row if left else _mark_row(row, pattern, segmenter))
    return "".join(after), [new.strip() for new, old in zip(after, before, strict=True) if new != old]


def _mark_row(row: str, pattern: re.Pattern[str], segmenter: Segmenter) -> str:
    found = pattern.match(row)
    if found is None:
        return row
    text = mark_words(found[2].replace(_ESCAPED, BREAK_HERE), segmenter).replace(BREAK_HERE, _ESCAPED)
    return f"{found[1]}{text}{found[3]}\n"


def add_words_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="what", required=True, metavar="said|check|mark|reviewed")
    said = commands.add_parser("said", help="what a table hears on three evenings, with the silences")
    said.add_argument("language", choices=LANGUAGES, metavar="LANG", help=f"one of {', '.join(LANGUAGES)}")
    said.add_argument("--game", help="the game, as `decks` names it (the first)")
    commands.add_parser("check", help="Thai texts whose marks are not where words end")
    commands.add_parser("mark", help="mark where Thai words end, after texts have changed")
    add_reviewed_arguments(commands.add_parser("reviewed", help="what strangers found of the lines, and how often"))


def do_words(arguments: Namespace) -> int:
    """Print what is said, check or mark the Thai texts, or count reviews. Return 1 when something wrong is found."""
    if arguments.what == "said":
        print(*evenings_said(arguments.language, arguments.game), sep="\n")
        return 0
    if arguments.what == "reviewed":
        return count_reviews(arguments.files)
    words = share("assets") / "words" / "th.toml"
    files = [
        words,
        *(file for room in ("scenarios", "games") for file in sorted((share("config") / room).rglob("*.toml"))),
    ]
    segmenter = dictionary_segmenter(words_of_names(read_tables(words, most=LARGEST_TOML_LIST)["roles"].values()))
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
