"""The organiser's page of all tables as HTML."""

from collections.abc import Callable, Iterable, Mapping

from device.hall.hall_frame import HallForms, shown_name
from device.hall.page_joining import new_table_section, update_section
from device.hall.page_sending import dusk_section, sending_fields
from device.hall.page_tables import ShelvedUpdate, ShownHall, TablesWriter
from device.kernel.markup import NO_MARKUP, Markup, escape, tag
from device.net.form_writer import NO_FIELDS


class HallWriter:
    """`update` gives the one that lies there for the tables."""

    def __init__(self, forms: HallForms, update: Callable[[], ShelvedUpdate]) -> None:
        self.forms, self._update = forms, update

    def page(self, shown: ShownHall, said: Markup, typed: Mapping[str, str] = NO_FIELDS) -> Markup:
        """`said` is what came of the last form, said at once; `typed` are the fields of one that was
        refused: nobody types or ticks them again."""
        forms, tables = self.forms, shown.hall.in_order
        listed = tag("ul", self.tables(shown, typed), id="tables")
        sending = listed + sending_fields(forms, tables, self._update(), typed)
        return forms.page(
            tag("h1", "Nightcrier · ", shown_name(shown.name)),
            forms.page_links("/"),
            said,
            tag("p", self.state(shown), role="status", id="state"),
            forms.bare_form("/one", NO_MARKUP, "one"),
            forms.bare_form("/send", sending),
            dusk_section(forms),
            update_section(forms),
            new_table_section(forms),
            forms.form("/leave", NO_MARKUP, "net.leave"),
            listens=True,
        )

    def state(self, shown: ShownHall) -> Markup:
        """How it stands, in one sentence; in two while a dusk is announced."""
        word, figures = self.forms.word, self.forms.figures
        if not shown.is_reached:
            return escape(word("net.hall.no-broker"))
        if not shown.hall.tables:
            return escape(word("net.hall.no-tables"))
        calling = sum(table.wants_help and table.here for table in shown.hall.tables.values())
        stands = word("net.hall.help-count", n=figures(calling))
        waits = word("net.hall.dusk.waiting", n=figures(len(shown.waiting)))
        return escape(f"{stands} · {waits}" if shown.dusk_is_announced else stands)

    def tables(self, shown: ShownHall, ticked: Iterable[str] = ()) -> Markup:
        """`ticked` are names of their fields."""
        return TablesWriter(self.forms, shown, self._update(), frozenset(ticked)).rows()
