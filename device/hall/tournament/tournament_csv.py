"""The tournament as files for a spreadsheet: seating, standings, results. A name that it would calculate begins with an
apostrophe, and people.csv may come back with it."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from device.hall.tournament.tournament_standings import TieBreak, tournament_standings
from device.hall.tournament.tournament_state import Tournament, TournamentGame
from device.kernel.score_csv import no_formula

_WHY = {
    TieBreak.FIRST: "",
    TieBreak.POINTS: "fewer points",
    TieBreak.GAMES: "as many points in more games",
    TieBreak.WON: "as many points, fewer games won",
    TieBreak.COMPANY: "the same, with people who have fewer points a game",
    TieBreak.SHARED: "the same rank",
}


def people_as_csv(tournament: Tournament) -> str:
    rows = ((person.name, "yes" if person.here else "no") for person in tournament.people)
    return _as_csv(("name", "here"), rows)


def seating_as_csv(tournament: Tournament, titles: Mapping[str, str]) -> str:
    """All rounds; who sits out has neither table nor seat. `titles` is what people call a table, by its short name."""
    return _as_csv(("round", "table", "title", "seat", "name"), _seats(tournament, titles))


def standings_as_csv(tournament: Tournament) -> str:
    """Before any game there is nothing that puts somebody behind another."""
    head = ("rank", "name", "points", "games", "won", "company", "met", "why")
    standings = tournament_standings(tournament)
    reasons = _WHY if any(row.games for row in standings) else {}
    rows = (
        (row.rank, row.name, row.points, row.games, row.won, f"{row.company:.3f}", row.met, reasons.get(row.why, ""))
        for row in standings
    )
    return _as_csv(head, rows)


def results_as_csv(tournament: Tournament) -> str:
    """Every game that was ever told, also those that do not count."""
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
