"""The standings of a tournament on the organiser's page, each row with what puts it behind the one above; and the files
for a spreadsheet."""

from collections.abc import Iterator

from device.hall.hall_frame import shown_name
from device.hall.page_games import wide_table
from device.hall.shown_tournament import ShownTournament, word_of
from device.hall.tournament.tournament_standings import TieBreak, TournamentStanding, tournament_standings
from device.kernel.markup import Markup, tag
from device.net.form_writer import FormWriter

_HEADS = ("rank", "points", "games", "won", "company", "why")
TOURNAMENT_FILES = {"people": "menu.people", "seating": "", "standings": "", "results": ""}
"""Names of the files that may be fetched, without their end, and their words; empty where the word is one of ours."""


def standings_section(forms: FormWriter, shown: ShownTournament) -> Iterator[Markup]:
    title = word_of(forms, "standings")
    yield tag("h2", title, id="standings")
    rows = tournament_standings(shown.tournament)
    if not any(row.games for row in rows):
        yield tag("p", forms.word("score.none"))
        return
    yield wide_table(title, _head(forms), *(_row(forms, row) for row in rows))


def _head(forms: FormWriter) -> Markup:
    rank, *others = (forms.word("score.won") if key == "won" else word_of(forms, key) for key in _HEADS)
    return tag("tr", *(tag("th", text, scope="col") for text in (rank, forms.word("people.name"), *others)))


def _row(forms: FormWriter, row: TournamentStanding) -> Markup:
    why = "" if row.why is TieBreak.FIRST else word_of(forms, f"tie.{row.why}")
    figures = (str(row.points), str(row.games), str(row.won), f"{row.company:.3f}")
    cells = (tag("td", text) for text in (*map(forms.figures, figures), why))
    return tag("tr", tag("td", forms.figures(row.rank)), tag("th", shown_name(row.name), scope="row"), *cells)


def spreadsheets_section(forms: FormWriter) -> Iterator[Markup]:
    yield tag("h2", forms.word("net.files"))
    texts = {name: forms.word(word) if word else word_of(forms, name) for name, word in TOURNAMENT_FILES.items()}
    links = (tag("a", f"{text} (CSV)", href=f"/tournament/{name}.csv", download=True) for name, text in texts.items())
    yield tag("ul", *(tag("li", link) for link in links))
