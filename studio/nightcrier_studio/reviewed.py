"""Runs `words reviewed`: counts what strangers found out about the lines of a language, on the page `review.html`.

The files come from anybody, so their content is printed without characters that could confuse a terminal."""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from nightcrier.box.library import read_library
from nightcrier.kernel.command import Parser, run_to_end
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.reading import check_form, parse_json, read_content
from nightcrier.tools.command_line import box_folders, path_named
from nightcrier.words.catalogue import LANGUAGES, NAMES, UNHEARD, Words

_LARGEST = 256 * 1024
_JOINERS = frozenset("\u200c\u200d")
"""Invisible characters without which Persian is spelled wrong."""
_Name = Annotated[str, Meta(max_length=100)]


class _JudgedLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Holds what somebody found out about a line, the text that it had then, and whether it was heard or only read."""

    id: _Name
    text: Annotated[str, Meta(max_length=1000)]
    verdict: Literal["wrong", "stiff", "fine"]
    heard: bool
    better: Annotated[str, Meta(max_length=500)] = ""


class _Review(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a file from the page. `program` is the version whose words and voice, the `pack`, were judged."""

    form: Literal[1]
    language: Literal["en", "fa", "uk", "it", "es", "de", "fr", "zh-Hant", "ja", "th"]
    program: _Name
    pack: _Name
    lines: Annotated[tuple[_JudgedLine, ...], Meta(max_length=30)]


def add_reviewed_arguments(parser: ArgumentParser) -> None:
    told = "nightcrier-review-LANGUAGE-*.json, which the page has saved"
    parser.add_argument("files", nargs="+", type=path_named, metavar="FILE", help=told)


def count_reviews(files: Sequence[Path]) -> int:
    """Count the reviews of each language. Return 1 if a file could not be used; the others are counted anyway."""
    reviews, status = list[_Review](), 0
    for file in files:
        try:
            _add_review(reviews, file)
        except BadFile as fault:
            print(_plain(str(fault)), file=sys.stderr)
            status = 1
    words = read_library(box_folders(), lambda _: None).words
    for language in LANGUAGES:
        if told := [review for review in reviews if review.language == language]:
            print(*_counted(words, language, told), sep="\n")
    return status


def _add_review(reviews: list[_Review], file: Path) -> None:
    content = read_content(file, most=_LARGEST)
    try:
        plain = parse_json(content, dict[str, object], file)
    except BadFile:
        plain = {}
    if plain.get("form") != 1:
        raise BadFile(file, "", "is no file of review.html, or of a newer one; ask for what the page has saved")
    review = check_form(plain, _Review, file)
    if len({(line.id, line.text) for line in review.lines}) < len(review.lines):
        raise BadFile(file, "lines", "have one twice, which the page never saves; ask for what the page has saved")
    if review in reviews:
        raise BadFile(file, "", "is the same as a file before it, and counts once; leave it out")
    reviews.append(review)


def _counted(words: Words, language: Language, reviews: Sequence[_Review]) -> Iterator[str]:
    """Yield the lines to print, starting with the worst. A text that a line no longer has is counted by itself."""
    judged = dict[tuple[str, str], list[_JudgedLine]]()
    for line in (line for review in reviews for line in review.lines):
        judged.setdefault((line.id, line.text), []).append(line)
    found = {key: Counter[str](line.verdict for line in lines) for key, lines in judged.items()}
    versions = Counter(_plain(f"{each.program} {each.pack}") for each in reviews)
    yield f"{NAMES[language]}: {', '.join(f'{count} of {version}' for version, count in versions.items())}"
    for key in sorted(judged, key=lambda key: (-found[key]["wrong"], -found[key]["stiff"], key)):
        counts = ", ".join(f"{found[key][verdict]} {verdict}" for verdict in ("wrong", "stiff", "fine"))
        yield f"{_plain(key[0])}: {counts}, {sum(line.heard for line in judged[key])} heard\n  {_plain(key[1])}"
        now = words.line(language, LineId(key[0]))
        if now is None or now.text.translate(UNHEARD) != key[1]:
            yield f"  The line has changed since: {now.text.translate(UNHEARD) if now else 'it is no more'}"
        for better, count in Counter(line.better for line in judged[key] if line.better).most_common():
            yield f"  {count} x better: {_plain(better)}"


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() or letter in _JOINERS else " " for letter in text)


def main(words: Sequence[str] | None = None) -> int:
    """Count reviews without the rest of the studio, so that the studio's libraries are not needed."""
    parser = Parser(prog="words reviewed", description="Counts what strangers found of the lines.")
    add_reviewed_arguments(parser)
    return run_to_end(lambda: count_reviews(parser.parse_args(words).files))


if __name__ == "__main__":
    sys.exit(main())
