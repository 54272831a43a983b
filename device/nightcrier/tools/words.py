"""Run `nightcrier words reviewed`: count what strangers found of the lines of a language, on the page `review.html`.

The files come from anybody, so what stands in them is printed without signs that could lead a terminal astray."""

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from nightcrier.box.library import read_library
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.reading import check_form, parse_json, read_content
from nightcrier.kernel.rows import align_rows
from nightcrier.tools.command_line import box_folders, path_named
from nightcrier.words.catalogue import LANGUAGES, NAMES, UNHEARD, Line, Words

_LARGEST = 256 * 1024
_JOINERS = frozenset("\u200c\u200d")
"""Signs that are not seen, but without which Persian is spelled wrong."""
_VERDICTS = ("wrong", "stiff", "fine")
_Name = Annotated[str, Meta(max_length=100)]


class _JudgedLine(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody found of a line that had this text then, and that was heard or only read."""

    id: _Name
    text: Annotated[str, Meta(max_length=1000)]
    verdict: Literal["wrong", "stiff", "fine"]
    heard: bool
    better: Annotated[str, Meta(max_length=500)] = ""


class _Review(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the page. `program` is the version whose words and voice, the `pack`, were judged."""

    form: Literal[1]
    language: Literal["en", "fa", "uk", "it", "es", "de", "fr", "zh-Hant", "ja", "th"]
    program: _Name
    pack: _Name
    lines: Annotated[tuple[_JudgedLine, ...], Meta(max_length=30)]


def add_words_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="what", required=True, metavar="reviewed")
    reviewed = commands.add_parser("reviewed", help="what strangers found of the lines, and how often")
    told = "nightcrier-review-LANGUAGE-*.json, which the page has saved"
    reviewed.add_argument("files", nargs="+", type=path_named, metavar="FILE", help=told)


def do_words(arguments: Namespace) -> int:
    """Count the reviews of each language. Return 1 where a file could not be used; the others count."""
    reviews, status = dict[bytes, _Review](), 0
    for file in arguments.files:
        try:
            _add_review(reviews, file)
        except BadFile as fault:
            print(fault, file=sys.stderr)
            status = 1
    words = read_library(box_folders(), lambda _: None).words
    for language in LANGUAGES:
        if told := [review for review in reviews.values() if review.language == language]:
            print(*_counted(words, language, told), sep="\n")
    return status


def _add_review(reviews: dict[bytes, _Review], file: Path) -> None:
    content = read_content(file, most=_LARGEST)
    if content in reviews:
        raise BadFile(file, "", "is the same as a file before it, and counts once; leave it out")
    plain = parse_json(content, dict[str, object], file)
    if plain.get("form") != 1:
        raise BadFile(file, "form", "is not 1, so it is of a newer page, or of none; ask for what review.html saves")
    reviews[content] = check_form(plain, _Review, file)


def _counted(words: Words, language: Language, reviews: Sequence[_Review]) -> Iterator[str]:
    """Yield the lines to print: the worst first. A text that a line no longer has is counted by itself."""
    judged = dict[tuple[str, str], list[_JudgedLine]]()
    for line in (line for review in reviews for line in review.lines):
        judged.setdefault((line.id, line.text), []).append(line)
    found = {key: Counter[str](line.verdict for line in lines) for key, lines in judged.items()}
    ranked = sorted(judged, key=lambda key: (-found[key]["wrong"], -found[key]["stiff"], key))
    rows = [["LINE", "WRONG", "STIFF", "FINE", "HEARD"]]
    for key in ranked:
        heard = sum(line.heard for line in judged[key])
        rows.append([_plain(key[0]), *(str(found[key][verdict]) for verdict in _VERDICTS), str(heard)])
    versions = sorted({f"{_plain(each.program)} {_plain(each.pack)}" for each in reviews})
    head, *aligned = align_rows(rows)
    yield f"{NAMES[language]}: {len(reviews)} reviewed, of {', '.join(versions)}\n{head}"
    for row, key in zip(aligned, ranked, strict=True):
        yield row
        yield from _details(words.line(language, LineId(key[0])), key[1], judged[key])


def _details(now: Line | None, text: str, lines: Iterable[_JudgedLine]) -> Iterator[str]:
    yield f"  {_plain(text)}"
    if now is None:
        yield "  There is no such line any more."
    elif now.text.translate(UNHEARD) != text:
        yield f"  The text has changed since: {now.text.translate(UNHEARD)}"
    for better, count in Counter(each.better for each in lines if each.better).most_common():
        yield f"  {count} x better: {_plain(better)}"


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() or letter in _JOINERS else " " for letter in text)
