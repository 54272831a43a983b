"""The standings of a tournament on the organiser's page, each row with what puts it behind the one above; and the files
for a spreadsheet."""

from collections.abc import Iterator

from device.hall.hall_frame import shown_name
from device.hall.page_games import wide_table
from device.hall.shown_tournament import ShownTournament, word_of
from device.hall.tournament.tournament_standings import TieBreak, TournamentStanding, tournament_standings
from device.net.form_writer import FormWriter

_HEADS = ("rank", "points", "games", "won", "company", "why")
TOURNAMENT_FILES = {"people": "menu.people", "seating": "", "standings": "", "results": ""}
"""Names of the files that may be fetched, without their end, and their words; empty where the word is one of ours."""


def standings_section(forms: FormWriter, shown: ShownTournament) -> Iterator[str]:
    title = word_of(forms, "standings")
    yield f'<h2 id="standings">{title}</h2>'
    rows = tournament_standings(shown.tournament)
    if not any(row.games for row in rows):
        yield f"<p>{forms.word('score.none')}</p>"
        return
    yield wide_table(title, f"<tr>{_head(forms)}</tr>{''.join(_row(forms, row) for row in rows)}")


def _head(forms: FormWriter) -> str:
    rank, *others = (
        f'<th scope="col">{forms.word("score.won") if key == "won" else word_of(forms, key)}</th>' for key in _HEADS
    )
    return f'{rank}<th scope="col">{forms.word("people.name")}</th>{"".join(others)}'


def _row(forms: FormWriter, row: TournamentStanding) -> str:
    why = "" if row.why is TieBreak.FIRST else word_of(forms, f"tie.{row.why}")
    figures = (str(row.points), str(row.games), str(row.won), f"{row.company:.3f}")
    cells = "".join(f"<td>{text}</td>" for text in (*map(forms.figures, figures), why))
    return f'<tr><td>{forms.figures(row.rank)}</td><th scope="row">{shown_name(row.name)}</th>{cells}</tr>'


def spreadsheets_section(forms: FormWriter) -> Iterator[str]:
    yield f"<h2>{forms.word('net.files')}</h2><ul>"
    for name, word in TOURNAMENT_FILES.items():
        text = forms.word(word) if word else word_of(forms, name)
        yield f'<li><a href="/tournament/{name}.csv" download>{text} (CSV)</a></li>'
    yield "</ul>"
