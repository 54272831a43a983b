"""The games of a tournament on the organiser's page: all that were told."""

from collections.abc import Iterator
from html import escape

from device.hall.hall_frame import shown_name
from device.hall.shown_tournament import ShownTournament, deed_button, word_of
from device.hall.tournament.tournament_state import TournamentGame
from device.net.form_writer import FormWriter

_MOST_TOLD = 60
"""So many stand on a page, the newest. All are in results.csv."""


def games_section(forms: FormWriter, shown: ShownTournament) -> Iterator[str]:
    told = [game for game in shown.tournament.games if game.counts or game.left_out or game.struck]
    if not told:
        return
    heads = "".join(
        f'<th scope="col">{text}</th>'
        for text in (
            *(word_of(forms, key) for key in ("table", "which")),
            *(forms.word(key) for key in ("net.game", "scenario", "score.won")),
        )
    )
    rows = "".join(_row(forms, shown, game) for game in reversed(told[-_MOST_TOLD:]))
    title = word_of(forms, "games")
    yield f'<h2 id="all-games">{title}</h2>{forms.bare_form("/tournament/results/games", "", "told")}'
    yield wide_table(title, f"<tr>{heads}<td></td></tr>{rows}")


def _row(forms: FormWriter, shown: ShownTournament, game: TournamentGame) -> str:
    names = shown.tournament.names
    winners = ((place, names.get(place.person or 0, place.name)) for place in game.places if place.points)
    won = ", ".join(forms.person(place.place, name) for place, name in winners)
    cells = (forms.figures(game.round or ""), forms.figures(game.number), shown_name(game.title), won)
    about = escape(f"{shown.title(game.table)} {forms.figures(game.number)}")
    told = "".join(f"<td>{cell}</td>" for cell in (*cells, _state(forms, game, about)))
    return f'<tr><th scope="row">{shown_name(shown.title(game.table))}</th>{told}</tr>'


def _state(forms: FormWriter, game: TournamentGame, about: str) -> str:
    """Whether it counts; and what takes it out, or in again."""
    if game.struck:
        return word_of(forms, "struck")
    deed, state = ("again", "left-out") if game.left_out else ("out", "counts")
    return f"{word_of(forms, state)} {deed_button(forms, 'told', deed, escape(game.id), about, deed)}"


def wide_table(title: str, rows: str) -> str:
    """On a small screen it is moved sideways, by the keyboard too."""
    return f'<div class="wide" role="region" aria-label="{title}" tabindex="0"><table>{rows}</table></div>'
