"""The games of a tournament on the organiser's page: all that were told."""

from collections.abc import Iterator

from device.hall.hall_frame import shown_name
from device.hall.shown_tournament import ShownTournament, deed_button, word_of
from device.hall.tournament.tournament_state import TournamentGame
from device.kernel.markup import Markup, escape, markup_of, tag
from device.net.form_writer import FormWriter

_MOST_TOLD = 60
"""So many stand on a page, the newest. All are in results.csv."""


def games_section(forms: FormWriter, shown: ShownTournament) -> Iterator[Markup]:
    told = [game for game in shown.tournament.games if game.counts or game.left_out or game.struck]
    if not told:
        return
    heads = (word_of(forms, "table"), word_of(forms, "which"), *map(forms.word, ("net.game", "scenario", "score.won")))
    rows = (_row(forms, shown, game) for game in reversed(told[-_MOST_TOLD:]))
    title = word_of(forms, "games")
    yield tag("h2", title, id="all-games") + forms.bare_form("/tournament/results/games", named="told")
    yield wide_table(title, tag("tr", *(tag("th", text, scope="col") for text in heads), tag("td")), *rows)


def _row(forms: FormWriter, shown: ShownTournament, game: TournamentGame) -> Markup:
    names = shown.tournament.names
    winners = ((place, names.get(place.person or 0, place.name)) for place in game.places if place.points)
    won = markup_of((forms.person(place.place, name) for place, name in winners), ", ")
    cells = (forms.figures(game.round or ""), forms.figures(game.number), shown_name(game.title), won)
    about = f"{shown.title(game.table)} {forms.figures(game.number)}"
    told = (tag("td", cell) for cell in (*cells, _state(forms, game, about)))
    return tag("tr", tag("th", shown_name(shown.title(game.table)), scope="row"), *told)


def _state(forms: FormWriter, game: TournamentGame, about: str) -> Markup:
    """Whether it counts; and what takes it out, or in again."""
    if game.struck:
        return escape(word_of(forms, "struck"))
    deed, state = ("again", "left-out") if game.left_out else ("out", "counts")
    return escape(word_of(forms, state) + " ") + deed_button(forms, "told", deed, game.id, about, deed)


def wide_table(title: str, *rows: Markup) -> Markup:
    """On a small screen it is moved sideways, by the keyboard too."""
    return tag("div", tag("table", *rows), class_="wide", role="region", aria_label=title, tabindex=0)
