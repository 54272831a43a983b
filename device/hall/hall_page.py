"""Writes the organiser's page of all tables as HTML."""

from collections.abc import Mapping

from device.hall.hall_frame import HallForms, shown_name
from device.hall.page_joining import new_table_section, update_section
from device.hall.page_sending import dusk_section, sending_fields
from device.hall.page_tables import ShownHall, TablesWriter
from device.kernel.markup import NO_MARKUP, Markup, escape, tag
from device.net.form_writer import NO_FIELDS


def tables_page(forms: HallForms, shown: ShownHall, said: Markup, typed: Mapping[str, str] = NO_FIELDS) -> Markup:
    """Write the page. `said` is what came of the last form; `typed` are the fields of a refused form, so that nobody
    types or ticks them again."""
    listed = tag("ul", TablesWriter(forms, shown, frozenset(typed)).rows(), id="tables")
    sending = listed + sending_fields(forms, shown.hall.in_order, shown.update, typed)
    return forms.page(
        tag("h1", "Nightcrier · ", shown_name(shown.name)),
        forms.page_links("/"),
        said,
        tag("p", hall_state(forms, shown), role="status", id="state"),
        forms.bare_form("/one", NO_MARKUP, "one"),
        forms.bare_form("/send", sending),
        dusk_section(forms),
        update_section(forms),
        new_table_section(forms),
        forms.form("/leave", NO_MARKUP, "net.leave"),
        listens=True,
    )


def hall_state(forms: HallForms, shown: ShownHall) -> Markup:
    """Say in one sentence how the hall stands; in two while a dusk is announced."""
    word, figures = forms.word, forms.figures
    if not shown.is_reached:
        return escape(word("net.hall.no-broker"))
    if not shown.hall.tables:
        return escape(word("net.hall.no-tables"))
    calling = sum(table.wants_help and table.here for table in shown.hall.tables.values())
    stands = word("net.hall.help-count", n=figures(calling))
    waits = word("net.hall.dusk.waiting", n=figures(len(shown.waiting)))
    return escape(f"{stands} · {waits}" if shown.dusk_is_announced else stands)
