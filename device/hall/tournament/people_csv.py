"""The people of a tournament from a spreadsheet: a name in the first column, or in the one that is headed `name`."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from device.hall.tournament.tournament_people import NameRefused, checked_name
from device.kernel.errors import BadFile, quoted
from device.kernel.names import same_name
from device.kernel.score_csv import without_apostrophe

MOST_NAMES = 10_000
"""Of all people of the largest hall."""
_MARKS = (",", ";", "\t")
"""What parts columns: spreadsheets of many countries write a semicolon."""


class NamedTwice(BadFile):
    """Two people of one list share a name: the one in `line`, and the one `before`."""

    def __init__(self, file: Path | str, line: int, name: str, before: int) -> None:
        twice = f"{quoted(name)} stands in line {before}, too; add a letter to one of them, as in Anna B"
        super().__init__(file, f"line {line}", twice)
        self.line, self.name, self.before = line, name, before


def people_of_csv(content: bytes, file: Path | str) -> tuple[str, ...]:
    """Their names, in the order of the file. Raises BadFile and NameRefused, by line."""
    found: dict[str, int] = {}
    names: list[str] = []
    for line, text in _names(_text(content, file), file):
        try:
            name = checked_name(without_apostrophe(text))
        except NameRefused as wrong:
            raise NameRefused(wrong.name, wrong.word, line) from None
        before = found.setdefault(same_name(name), line)
        if before != line:
            raise NamedTwice(file, line, name, before)
        names.append(name)
    if not names:
        raise BadFile(file, "", "has no names; write one in each line")
    if len(names) > MOST_NAMES:
        raise BadFile(file, "", f"has more than {MOST_NAMES} names; take some out")
    return tuple(names)


def _text(content: bytes, file: Path | str) -> str:
    """Spreadsheets put a mark before the first letter."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(file, "", "is not UTF-8 text; save it again as CSV with UTF-8") from None


def _names(text: str, file: Path | str) -> Iterator[tuple[int, str]]:
    """With the lines they stand in; empty ones are passed over, and the heading."""
    head = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text), delimiter=max(_MARKS, key=head.count))
    column, is_first = 0, True
    try:
        for row in reader:
            titles = [cell.strip().casefold() for cell in row]
            if is_first and "name" in titles:
                column = titles.index("name")
            elif any(titles):
                yield reader.line_num, row[column] if column < len(row) else ""
            is_first = False
    except csv.Error as wrong:
        raise BadFile(file, f"line {reader.line_num}", f"is no line of a CSV file ({wrong}); save it again") from None
