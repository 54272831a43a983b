"""Writes the standings of a tournament, each row with what puts it behind the one above; all games that were told; and
the files for a spreadsheet."""

from collections.abc import Iterator

from device.hall.hall_frame import name_markup
from device.hall.shown_tournament import ShownTournament, deed_button, word_of
from device.hall.tournament.tournament_standings import TieBreak, TournamentStanding, standings_of
from device.hall.tournament.tournament_state import TournamentGame
from device.kernel.markup import Markup, escape, markup_of, tag
from device.net.form_writer import FormWriter

_HEADS = ("rank", "points", "games", "won", "company", "why")
TOURNAMENT_FILES = {"people": "menu.people", "seating": "", "standings": "", "results": ""}
"""Names of the files that may be fetched, without their end, and their words; empty where the word is one of ours."""
_MOST_TOLD = 60
"""The most games on a page, the newest. All are in results.csv."""


def standings_section(forms: FormWriter, shown: ShownTournament) -> Iterator[Markup]:
    title = word_of(forms, "standings")
    yield tag("h2", title, id="standings")
    rows = standings_of(shown.tournament)
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
    return tag("tr", tag("td", forms.figures(row.rank)), tag("th", name_markup(row.name), scope="row"), *cells)


def spreadsheets_section(forms: FormWriter) -> Iterator[Markup]:
    yield tag("h2", forms.word("net.files"))
    texts = {name: forms.word(word) if word else word_of(forms, name) for name, word in TOURNAMENT_FILES.items()}
    links = (tag("a", f"{text} (CSV)", href=f"/tournament/{name}.csv", download=True) for name, text in texts.items())
    yield tag("ul", *(tag("li", link) for link in links))


def games_section(forms: FormWriter, shown: ShownTournament) -> Iterator[Markup]:
    told = [game for game in shown.tournament.games if game.counts or game.left_out or game.struck]
    if not told:
        return
    heads = (word_of(forms, "table"), word_of(forms, "which"), *map(forms.word, ("net.game", "scenario", "score.won")))
    rows = (_game_row(forms, shown, game) for game in reversed(told[-_MOST_TOLD:]))
    title = word_of(forms, "games")
    yield tag("h2", title, id="all-games") + forms.bare_form("/tournament/results/games", named="told")
    yield wide_table(title, tag("tr", *(tag("th", text, scope="col") for text in heads), tag("td")), *rows)


def _game_row(forms: FormWriter, shown: ShownTournament, game: TournamentGame) -> Markup:
    names = shown.tournament.names
    winners = ((place, names.get(place.person or 0, place.name)) for place in game.places if place.points)
    won = markup_of((forms.person(place.place, name) for place, name in winners), ", ")
    cells = (forms.figures(game.round or ""), forms.figures(game.number), name_markup(game.title), won)
    about = f"{shown.title(game.table)} {forms.figures(game.number)}"
    told = (tag("td", cell) for cell in (*cells, _state(forms, game, about)))
    return tag("tr", tag("th", name_markup(shown.title(game.table)), scope="row"), *told)


def _state(forms: FormWriter, game: TournamentGame, about: str) -> Markup:
    """Say whether a game counts, with the button that takes it out or in again."""
    if game.struck:
        return escape(word_of(forms, "struck"))
    deed, state = ("again", "left-out") if game.left_out else ("out", "counts")
    return escape(word_of(forms, state) + " ") + deed_button(forms, "told", deed, game.id, about, deed)


def wide_table(title: str, *rows: Markup) -> Markup:
    """Write a table that is moved sideways on a small screen, by the keyboard too."""
    return tag("div", tag("table", *rows), class_="wide", role="region", aria_label=title, tabindex=0)
