"""Writes a tournament as files for a spreadsheet, and reads people from such a file.

In a file of people the name is in the first column, or in the column with the heading `name`. A name that a spreadsheet
would read as a formula is written with an apostrophe before it. The apostrophe is removed when people.csv is read
again."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from nightcrier.hall.tournament.standings import TieBreak, standings_of
from nightcrier.hall.tournament.state import NameRefused, Tournament, TournamentGame, valid_name
from nightcrier.kernel.errors import BadFile, quote_word
from nightcrier.kernel.people import name_key
from nightcrier.kernel.rows import no_formula, without_apostrophe

_WHY = {
    TieBreak.FIRST: "",
    TieBreak.POINTS: "fewer points",
    TieBreak.GAMES: "as many points in more games",
    TieBreak.WON: "as many points, fewer games won",
    TieBreak.COMPANY: "the same, with people who have fewer points a game",
    TieBreak.SHARED: "the same rank",
}
MOST_NAMES = 10_000
"""The most names in a list. The largest hall has fewer people."""
_MARKS = (",", ";", "\t")
"""The characters that may separate columns. In many countries, spreadsheets write a semicolon."""


def people_as_csv(tournament: Tournament) -> str:
    rows = ((person.name, "yes" if person.here else "no") for person in tournament.people)
    return _as_csv(("name", "here"), rows)


def seating_as_csv(tournament: Tournament, titles: Mapping[str, str]) -> str:
    """Write all rounds. People who sit out have no table and no seat. `titles` are the titles of the tables, by short
    name."""
    return _as_csv(("round", "table", "title", "seat", "name"), _seats(tournament, titles))


def standings_as_csv(tournament: Tournament) -> str:
    """Write the standings. Before the first game the reasons for the order are left out."""
    head = ("rank", "name", "points", "games", "won", "company", "met", "why")
    standings = standings_of(tournament)
    reasons = _WHY if any(row.games for row in standings) else {}
    rows = (
        (row.rank, row.name, row.points, row.games, row.won, f"{row.company:.3f}", row.met, reasons.get(row.why, ""))
        for row in standings
    )
    return _as_csv(head, rows)


def results_as_csv(tournament: Tournament) -> str:
    """Write every game that a table has ever sent, including games that do not count."""
    head = ("round", "table", "evening", "number", "game", "deck", "seat", "name", "points", "counts")
    return _as_csv(head, (row for game in tournament.games for row in _places(tournament, game)))


def _seats(tournament: Tournament, titles: Mapping[str, str]) -> Iterator[Sequence[object]]:
    names = tournament.names
    for each in tournament.rounds:
        for table in each.tables:
            for seat, person in enumerate(table.people, 1):
                yield each.number, table.table, titles.get(table.table, table.table), seat, names[person]
        yield from ((each.number, "", "", "", names[person]) for person in each.sits_out)


def _places(tournament: Tournament, game: TournamentGame) -> Iterator[Sequence[object]]:
    names = tournament.names
    counts = "struck" if game.struck else "left out" if game.left_out else "yes" if game.counts else "no round"
    for place in game.places:
        name = names[place.person] if place.person is not None else place.name
        at = (game.round or "", game.table, game.evening, game.number, game.game, game.title)
        yield (*at, place.place, name, place.points, counts)


def _as_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([no_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()


class NamedTwice(BadFile):
    """Raised for a list in which two people have the same name. The name is in `line`, and also in the earlier line
    `before`."""

    def __init__(self, file: Path | str, line: int, name: str, before: int) -> None:
        twice = f"{quote_word(name)} stands in line {before}, too; add a letter to one of them, as in Anna B"
        super().__init__(file, f"line {line}", twice)
        self.line, self.name, self.before = line, name, before


def people_of_csv(content: bytes, file: Path | str) -> tuple[str, ...]:
    """Return the names in the order of the file. Raises BadFile and NameRefused, which name the line."""
    found: dict[str, int] = {}
    names: list[str] = []
    for line, text in _names(_text(content, file), file):
        try:
            name = valid_name(without_apostrophe(text))
        except NameRefused as wrong:
            raise NameRefused(wrong.name, wrong.word, line) from None
        before = found.setdefault(name_key(name), line)
        if before != line:
            raise NamedTwice(file, line, name, before)
        names.append(name)
    if not names:
        raise BadFile(file, "", "has no names; write one in each line")
    if len(names) > MOST_NAMES:
        raise BadFile(file, "", f"has more than {MOST_NAMES} names; take some out")
    return tuple(names)


def _text(content: bytes, file: Path | str) -> str:
    """Decode the file. A byte order mark, which spreadsheets put at the beginning, is removed."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(file, "", "is not UTF-8 text; save it again as CSV with UTF-8") from None


def _names(text: str, file: Path | str) -> Iterator[tuple[int, str]]:
    """Yield each name with its line number. The heading and empty lines are left out."""
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
