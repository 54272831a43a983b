"""Writes the games of a tournament that belong to no round: each with the reason and what to do."""

from collections.abc import Iterator

from device.hall.hall_frame import isolate, name_markup
from device.hall.shown_tournament import ShownTournament, deed_button, word_of
from device.hall.tournament.settled_games import AstrayReason, CountedTwice, astray_games, astray_reason, strangers_of
from device.hall.tournament.tournament_state import GamePlace, TournamentGame
from device.kernel.markup import Markup, markup_of, tag
from device.kernel.names import MOST_LETTERS
from device.net.form_writer import FormWriter, hidden_field, options_of, text_field

_MOST_ASTRAY = 20
"""The most games on a page. All are in results.csv."""


def astray_section(forms: FormWriter, shown: ShownTournament) -> Iterator[Markup]:
    """Write the games that belong to no round. People are typed, or chosen from names that the browser offers: a list
    for each seat would make the page heavy."""
    games = astray_games(shown.tournament)
    if not games:
        return
    yield tag("h2", word_of(forms, "astray", n=forms.figures(len(games))), id="astray")
    yield tag("datalist", *(tag("option", value=each.name) for each in shown.tournament.people), id="names")
    yield forms.bare_form("/tournament/results/games", named="games")
    listed = games[:_MOST_ASTRAY]
    yield from (_astray(forms, shown, game) for game in listed)
    ids = markup_of(hidden_field(f"g-{number}", game.id) for number, game in enumerate(listed))
    yield forms.form("/tournament/results/all-out", ids, "net.hall.tournament.all-out")


def _astray(forms: FormWriter, shown: ShownTournament, game: TournamentGame) -> Markup:
    strangers = strangers_of(game)
    rounds = [(str(each.number), forms.figures(each.number)) for each in reversed(shown.tournament.rounds)]
    typed = shown.typed if shown.typed.get("game") == game.id else {}
    fields = (
        hidden_field("game", game.id)
        + forms.select("round", "net.hall.tournament.which", options_of(rounds, typed.get("round", "")))
        + markup_of(_seat_field(forms, place, typed.get(f"who-{place.place}", "")) for place in strangers)
    )
    number, table = forms.figures(game.number), shown.title(game.table)
    about = f"{table} {number}"
    out = deed_button(forms, "games", "out", game.id, about, "out")
    settled = forms.form("/tournament/results/settle", fields, "net.hall.tournament.settle", about)
    people = (forms.person(each.place, each.name) + f" {forms.figures(each.points)}" for each in game.places)
    return markup_of(
        (
            tag("h3", name_markup(table), f" · {number} · ", name_markup(game.title)),
            tag("p", markup_of(people, ", ")),
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
