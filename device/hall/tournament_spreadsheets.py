"""The files of a tournament for a spreadsheet, as they are fetched."""

from collections.abc import Callable, Mapping

from device.hall.shown_tournament import ShownTournament
from device.hall.tournament.tournament_csv import people_as_csv, results_as_csv, seating_as_csv, standings_as_csv
from device.net.exchange import PageAnswer

_WRITTEN: Mapping[str, Callable[[ShownTournament], str]] = {
    "people": lambda shown: people_as_csv(shown.tournament),
    "seating": lambda shown: seating_as_csv(shown.tournament, shown.titles),
    "standings": lambda shown: standings_as_csv(shown.tournament),
    "results": lambda shown: results_as_csv(shown.tournament),
}


def spreadsheet_fetched(path: str, shown: ShownTournament) -> PageAnswer:
    name = path.rpartition("/")[2]
    text = _WRITTEN[name.removesuffix(".csv")](shown)
    kept = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PageAnswer(body=text.encode("utf-8-sig"), kind="text/csv; charset=utf-8", headers=kept)
