"""Writes the rounds of a tournament: who sits where, the changes of the current round, and the draw of the next
round."""

from collections.abc import Iterator

from nightcrier.hall.frame import details_section, name_markup
from nightcrier.hall.tables_page import TICK
from nightcrier.hall.tournament.page_parts import ShownTournament, deed_button, word_of
from nightcrier.hall.tournament.results import untold_tables
from nightcrier.hall.tournament.rounds import next_round_number
from nightcrier.hall.tournament.state import SeatedTable, TournamentRound
from nightcrier.kernel.people import MOST_PEOPLE
from nightcrier.web.forms import FormWriter, fieldset, hidden_field, options_of, tick
from nightcrier.web.markup import NO_MARKUP, Markup, join_markup, tag

BOUNDS = ("fewest", "wanted", "most")
"""The bounds in order. No bound may be smaller than the bound before it."""


def round_section(forms: FormWriter, shown: ShownTournament) -> Iterator[Markup]:
    now = shown.tournament.rounds[-1] if shown.tournament.rounds else None
    if now is None:
        yield _title(forms, 1) + tag("p", word_of(forms, "no-round"))
    else:
        yield _title(forms, now.number)
        yield tag("p", tag("a", word_of(forms, "print"), href="/tournament/seating"))
        yield forms.bare_form("/tournament/seats", _of_round(now.mark), "seats")
        yield from seating_section(forms, shown, now, changes=True)
        yield _idle(forms, shown, now)
        yield _closing(forms, shown, now) + _undo_form(forms, now)


def _title(forms: FormWriter, number: int) -> Markup:
    return tag("h2", word_of(forms, "round", n=forms.figures(number)), id="round")


def seating_section(
    forms: FormWriter, shown: ShownTournament, now: TournamentRound, *, changes: bool
) -> Iterator[Markup]:
    """Write who sits where. With `changes`, buttons are added, and the heading above the people without a seat is
    smaller."""
    yield from (_table(forms, shown, table, changes=changes) for table in now.tables)
    seated = {person for table in now.tables for person in table.people}
    people = [each for each in shown.tournament.people if each.here and each.id not in seated]
    if people:
        yield tag("h3" if changes else "h2", word_of(forms, "unseated"))
        deeds = (_deed(forms, "sits", each.id, each.name, "sit") if changes else NO_MARKUP for each in people)
        rows = (tag("li", name_markup(each.name), " ", deed) for each, deed in zip(people, deeds, strict=True))
        yield tag("ul", *rows, class_="people")


def _table(forms: FormWriter, shown: ShownTournament, table: SeatedTable, *, changes: bool) -> Markup:
    names = shown.tournament.names
    caption = tag("caption", name_markup(shown.title(table.table)))
    head = (tag("th", forms.word(f"people.{what}"), scope="col") for what in ("place", "name"))
    more = tag("td") if changes else NO_MARKUP
    rows = (
        tag(
            "tr",
            tag("th", forms.figures(seat), scope="row"),
            tag("td", name_markup(names[person])),
            tag("td", _deed(forms, "leaves", person, names[person], "leaves")) if changes else NO_MARKUP,
        )
        for seat, person in enumerate(table.people, 1)
    )
    return tag("table", caption, tag("tr", *head, more), *rows, class_="seats")


def _deed(forms: FormWriter, deed: str, person: int, name: str, key: str) -> Markup:
    return deed_button(forms, "seats", deed, str(person), name, key)


def _of_round(mark: int) -> Markup:
    """Write the field that identifies the round on the page, so that a form that is sent twice does not change another
    round."""
    return hidden_field("round", str(mark))


def _idle(forms: FormWriter, shown: ShownTournament, now: TournamentRound) -> Markup:
    """Name the tables without people. Fewer tables than were ticked may play, so that each has enough people."""
    idle = [table for table in shown.here if not now.people_at(table)]
    return tag("p", word_of(forms, "idle", tables=shown.called(idle))) if idle else NO_MARKUP


def _closing(forms: FormWriter, shown: ShownTournament, now: TournamentRound) -> Markup:
    tables = options_of([(each.table, shown.title(each.table)) for each in now.tables], "")
    chosen = forms.select("table", "net.hall.tournament.table", tables)
    fields = _of_round(now.mark) + chosen + sure_tick(forms, "close-sure")
    return forms.form("/tournament/close", fields, "net.hall.tournament.close") if now.tables else NO_MARKUP


def _undo_form(forms: FormWriter, now: TournamentRound) -> Markup:
    fields = _of_round(now.mark) + sure_tick(forms, "undo-sure")
    return forms.form("/tournament/undo", fields, "net.hall.tournament.undo")


def sure_tick(forms: FormWriter, key: str) -> Markup:
    """Write a box to tick before a form is sent that cannot be undone."""
    return tick("sure", word_of(forms, key), required=True)


def bounds_section(forms: FormWriter, shown: ShownTournament, *, is_open: bool) -> Markup:
    bounds = shown.tournament.bounds
    numbers = [(str(n), str(n)) for n in range(1, MOST_PEOPLE + 1)]
    fields = join_markup(
        forms.select(kind, f"net.hall.tournament.{kind}", options_of(numbers, str(getattr(bounds, kind))))
        for kind in BOUNDS
    )
    text = word_of(forms, "bounds")
    return details_section("bounds", text, forms.form("/tournament/bounds", fields, "net.set", text), is_open=is_open)


def drawing_section(forms: FormWriter, shown: ShownTournament) -> Markup:
    """Write the form for the draw of the next round. All tables that answer are ticked, or only the tables that were
    ticked in a refused form."""
    number = next_round_number(shown.tournament)
    text = word_of(forms, "draw", n=forms.figures(number))
    title = tag("h2", text, id="draw")
    if not shown.here:
        return title + tag("p", word_of(forms, "no-table"))
    ticked = [table for table in shown.here if TICK + table in shown.typed] or shown.here
    ticks = (tick(TICK + table, name_markup(shown.title(table)), checked=table in ticked) for table in shown.here)
    chosen = fieldset(word_of(forms, "tables"), *ticks)
    fields = hidden_field("round", str(number)) + chosen + _untold(forms, shown) + tag("button", text)
    return title + forms.bare_form("/tournament/draw", fields)


def _untold(forms: FormWriter, shown: ShownTournament) -> Markup:
    """Name the tables that have sent no result, because they may still play. If the form was refused for this, a tick
    lets the organiser draw in spite of it."""
    tables = untold_tables(shown.tournament)
    if not tables:
        return NO_MARKUP
    said = tag("p", word_of(forms, "untold", tables=shown.called(tables)))
    is_asked = any(name.startswith(TICK) for name in shown.typed)
    return said + sure_tick(forms, "draw-sure") if is_asked else said
