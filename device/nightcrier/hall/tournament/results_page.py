"""Writes the results of a tournament: standings, games, games that belong to no round, and files for a spreadsheet.
Each row of the standings shows why it is below the row above. A game that belongs to no round is shown with the
reason."""

from collections.abc import Iterator

from nightcrier.hall.frame import isolate, name_markup
from nightcrier.hall.tournament.page_parts import ShownTournament, deed_button, word_of
from nightcrier.hall.tournament.results import AstrayReason, CountedTwice, astray_games, astray_reason, strangers_of
from nightcrier.hall.tournament.standings import TieBreak, TournamentStanding, standings_of
from nightcrier.hall.tournament.state import GamePlace, TournamentGame
from nightcrier.kernel.people import MOST_LETTERS
from nightcrier.web.forms import FormWriter, hidden_field, options_of, text_field
from nightcrier.web.markup import Markup, escape, join_markup, tag

_HEADS = ("rank", "points", "games", "won", "company", "why")
TOURNAMENT_FILES = {"people": "menu.people", "seating": "", "standings": "", "results": ""}
"""The files that may be fetched, by name without `.csv`, with the key of their words. "" means that the key follows
from the name."""
_MOST_TOLD = 60
"""The most games that a page shows. Only the newest games are shown; results.csv has all."""


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
    won = join_markup((forms.person(place.place, name) for place, name in winners), ", ")
    cells = (forms.figures(game.round or ""), forms.figures(game.number), name_markup(game.title), won)
    about = f"{shown.title(game.table)} {forms.figures(game.number)}"
    told = (tag("td", cell) for cell in (*cells, _state(forms, game, about)))
    return tag("tr", tag("th", name_markup(shown.title(game.table)), scope="row"), *told)


def _state(forms: FormWriter, game: TournamentGame, about: str) -> Markup:
    """Write whether a game counts. A button leaves the game out, or counts it again."""
    if game.struck:
        return escape(word_of(forms, "struck"))
    deed, state = ("again", "left-out") if game.left_out else ("out", "counts")
    return escape(word_of(forms, state) + " ") + deed_button(forms, "told", deed, game.id, about, deed)


def wide_table(title: str, *rows: Markup) -> Markup:
    """Write a table that can be scrolled sideways on a small screen, also with the keyboard."""
    return tag("div", tag("table", *rows), class_="wide", role="region", aria_label=title, tabindex=0)


_MOST_ASTRAY = 20
"""The most games without a round that a page shows. results.csv has all games."""


def astray_section(forms: FormWriter, shown: ShownTournament) -> Iterator[Markup]:
    """Write the games that belong to no round. People are typed, or chosen from names that the browser suggests. A
    separate list for each seat would make the page too large."""
    games = astray_games(shown.tournament)
    if not games:
        return
    yield tag("h2", word_of(forms, "astray", n=forms.figures(len(games))), id="astray")
    yield tag("datalist", *(tag("option", value=each.name) for each in shown.tournament.people), id="names")
    yield forms.bare_form("/tournament/results/games", named="games")
    listed = games[:_MOST_ASTRAY]
    yield from (_astray(forms, shown, game) for game in listed)
    ids = join_markup(hidden_field(f"g-{number}", game.id) for number, game in enumerate(listed))
    yield forms.form("/tournament/results/all-out", ids, "net.hall.tournament.all-out")


def _astray(forms: FormWriter, shown: ShownTournament, game: TournamentGame) -> Markup:
    strangers = strangers_of(game)
    rounds = [(str(each.number), forms.figures(each.number)) for each in reversed(shown.tournament.rounds)]
    typed = shown.typed if shown.typed.get("game") == game.id else {}
    fields = (
        hidden_field("game", game.id)
        + forms.select("round", "net.hall.tournament.which", options_of(rounds, typed.get("round", "")))
        + join_markup(_seat_field(forms, place, typed.get(f"who-{place.place}", "")) for place in strangers)
    )
    number, table = forms.figures(game.number), shown.title(game.table)
    about = f"{table} {number}"
    out = deed_button(forms, "games", "out", game.id, about, "out")
    settled = forms.form("/tournament/results/settle", fields, "net.hall.tournament.settle", about)
    people = (forms.person(each.place, each.name) + f" {forms.figures(each.points)}" for each in game.places)
    return join_markup(
        (
            tag("h3", name_markup(table), f" · {number} · ", name_markup(game.title)),
            tag("p", join_markup(people, ", ")),
            tag("p", _reason(forms, shown, game)),
            settled,
            tag("p", out),
        )
    )


def _reason(forms: FormWriter, shown: ShownTournament, game: TournamentGame) -> str:
    match astray_reason(shown.tournament, game):
        case CountedTwice() as twice:
            return twice_words(forms, shown, twice)
        case AstrayReason.UNKNOWN:
            who = ", ".join(_name_or_seat(forms, place) for place in strangers_of(game) if place.name)
            return word_of(forms, AstrayReason.UNKNOWN, who=who)
        case reason:
            return word_of(forms, reason)


def twice_words(forms: FormWriter, shown: ShownTournament, twice: CountedTwice) -> str:
    number, table = forms.figures(twice.number), isolate(shown.title(twice.table))
    return word_of(forms, "twice-counted", name=isolate(twice.name), table=table, n=number)


def _seat_field(forms: FormWriter, place: GamePlace, typed: str) -> Markup:
    longest, label = 2 * MOST_LETTERS, word_of(forms, "sat", who=_name_or_seat(forms, place))
    field = text_field(f"who-{place.place}", typed, longest, list="names")
    return tag("label", label, field)


def _name_or_seat(forms: FormWriter, place: GamePlace) -> str:
    return isolate(place.name or forms.word("seat", n=forms.figures(place.place)))
