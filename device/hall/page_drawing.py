"""The next round of a tournament on the organiser's page: at which tables it is drawn, and how many sit at one."""

from device.hall.hall_frame import folded_section, shown_name
from device.hall.page_rounds import sure_tick
from device.hall.page_tables import TICK
from device.hall.shown_tournament import ShownTournament, word_of
from device.hall.tournament.draw_round import next_round_number
from device.hall.tournament.settled_games import untold_tables
from device.kernel.markup import NO_MARKUP, Markup, markup_of, tag
from device.kernel.people import MOST_PEOPLE
from device.net.form_writer import FormWriter, fieldset, hidden_field, options_of, tick

BOUNDS = ("fewest", "wanted", "most")
"""In the order in which none may be smaller than the one before it."""


def bounds_section(forms: FormWriter, shown: ShownTournament, *, is_open: bool) -> Markup:
    bounds = shown.tournament.bounds
    numbers = [(str(n), str(n)) for n in range(1, MOST_PEOPLE + 1)]
    fields = markup_of(
        forms.select(kind, f"net.hall.tournament.{kind}", options_of(numbers, str(getattr(bounds, kind))))
        for kind in BOUNDS
    )
    text = word_of(forms, "bounds")
    return folded_section("bounds", text, forms.form("/tournament/bounds", fields, "net.set", text), is_open=is_open)


def drawing_section(forms: FormWriter, shown: ShownTournament) -> Markup:
    """The tables that answer, all ticked; or those that were, in a form that was refused."""
    number = next_round_number(shown.tournament)
    text = word_of(forms, "draw", n=forms.figures(number))
    title = tag("h2", text, id="draw")
    if not shown.here:
        return title + tag("p", word_of(forms, "no-table"))
    ticked = [table for table in shown.here if TICK + table in shown.typed] or shown.here
    ticks = (tick(TICK + table, shown_name(shown.title(table)), checked=table in ticked) for table in shown.here)
    chosen = fieldset(word_of(forms, "tables"), *ticks)
    fields = hidden_field("round", str(number)) + chosen + _untold(forms, shown) + tag("button", text)
    return title + forms.bare_form("/tournament/draw", fields)


def _untold(forms: FormWriter, shown: ShownTournament) -> Markup:
    """A table may still be playing, or stand at its verdict: it is drawn all the same by who has read that, and asks
    once more."""
    tables = untold_tables(shown.tournament)
    if not tables:
        return NO_MARKUP
    said = tag("p", word_of(forms, "untold", tables=shown.called(tables)))
    is_asked = any(name.startswith(TICK) for name in shown.typed)
    return said + sure_tick(forms, "draw-sure") if is_asked else said
