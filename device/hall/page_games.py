"""Games of a tournament on the organiser's page: those that belong to no round, with the reason and what to do, and all
that were told."""

from collections.abc import Iterator
from html import escape

from device.hall.hall_frame import isolated, shown_name
from device.hall.shown_tournament import ShownTournament, deed_button, word_of
from device.hall.tournament.settled_games import astray_games, strangers_of
from device.hall.tournament.tournament_state import GamePlace, TournamentGame
from device.kernel.names import MOST_LETTERS
from device.net.form_writer import FormWriter, hidden_field, options_of

_MOST_ASTRAY, _MOST_TOLD = 20, 60
"""So many stand on a page; of the told ones the newest. All are in results.csv."""


def astray_section(forms: FormWriter, shown: ShownTournament) -> Iterator[str]:
    """Whoever is meant is typed, or chosen of the names that a browser offers: a page with a list for each would be
    heavy."""
    games = astray_games(shown.tournament)
    if not games:
        return
    yield f'<h2 id="astray">{word_of(forms, "astray", n=forms.figures(len(games)))}</h2>'
    names = "".join(f'<option value="{escape(each.name)}"></option>' for each in shown.tournament.people)
    yield f'<datalist id="names">{names}</datalist>{forms.bare_form("/tournament/results/games", "", "games")}'
    listed = games[:_MOST_ASTRAY]
    yield from (_astray(forms, shown, game) for game in listed)
    ids = "".join(hidden_field(f"g-{number}", game.id) for number, game in enumerate(listed))
    yield forms.form("/tournament/results/all-out", ids, "net.hall.tournament.all-out")


def _astray(forms: FormWriter, shown: ShownTournament, game: TournamentGame) -> str:
    strangers = strangers_of(game)
    why = "unknown" if strangers else "nowhere"
    named = ", ".join(_told_as(forms, place) for place in strangers)
    rounds = [(str(each.number), forms.figures(each.number)) for each in reversed(shown.tournament.rounds)]
    typed = shown.typed if shown.typed.get("game") == game.id else {}
    fields = (
        hidden_field("game", game.id)
        + forms.select("round", "net.hall.tournament.which", options_of(rounds, typed.get("round", "")))
        + "".join(_sat(forms, place, typed.get(f"who-{place.place}", "")) for place in strangers)
    )
    meant = f"{shown_name(shown.title(game.table))} · {forms.figures(game.number)} · {shown_name(game.title)}"
    about = escape(f"{shown.title(game.table)} {forms.figures(game.number)}")
    out = deed_button(forms, "games", "out", escape(game.id), about, "out")
    settled = forms.form("/tournament/results/settle", fields, "net.hall.tournament.settle", about)
    people = ", ".join(f"{forms.person(each.place, each.name)} {forms.figures(each.points)}" for each in game.places)
    reason = word_of(forms, why, who=named) if strangers else word_of(forms, why)
    return f"<h3>{meant}</h3><p>{people}</p><p>{reason}</p>{settled}<p>{out}</p>"


def _sat(forms: FormWriter, place: GamePlace, typed: str) -> str:
    return (
        f'<label>{word_of(forms, "sat", who=_told_as(forms, place))}<input name="who-{place.place}" list="names" '
        f'dir="auto" autocomplete="off" maxlength="{2 * MOST_LETTERS}" value="{escape(typed)}"></label>'
    )


def _told_as(forms: FormWriter, place: GamePlace) -> str:
    """As text that is not of the page yet."""
    return isolated(place.name or forms.plain("seat", n=forms.figures(place.place)))


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
