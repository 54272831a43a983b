"""The organiser's page of all tables as HTML. Whatever a table or a broker says is text here, and nothing else."""

from collections.abc import Callable, Iterable, Mapping

from device.hall.hall_frame import page_links, shown_name, whole_page
from device.hall.page_joining import new_table_section, update_section
from device.hall.page_sending import dusk_section, sending_fields
from device.hall.page_tables import TablesWriter
from device.hall.shelved_update import ShelvedUpdate
from device.hall.shown_hall import ShownHall
from device.hall.told_once import CountedWord
from device.kernel.ids import Language
from device.net.form_writer import FormWriter

_NOTHING: Mapping[str, str] = {}


class HallWriter:
    """In one language, for one organiser: `mark` is that of the pass; `update` gives the one that lies there for the
    tables."""

    def __init__(
        self, words: Mapping[str, str], language: Language, mark: str, update: Callable[[], ShelvedUpdate]
    ) -> None:
        self._language, self._forms, self._update = language, FormWriter(words, mark), update

    def page(self, shown: ShownHall, said: str, typed: Mapping[str, str] = _NOTHING) -> bytes:
        """`said` is what came of the last form, as `told` or `counted` give it; `typed` are the fields of one that was
        refused: nobody types or ticks them again."""
        forms, tables = self._forms, shown.hall.in_order
        listed = f'<ul id="tables">{self.tables(shown, typed)}</ul>'
        sending = listed + sending_fields(forms, tables, self._language, self._update(), typed)
        return whole_page(
            self._language,
            f"<h1>Nightcrier · {shown_name(shown.name)}</h1>{page_links(forms, '/')}{said}"
            f'<p role="status" id="state">{self.state(shown)}</p>'
            f"{forms.bare_form('/one', '', 'one')}{forms.bare_form('/send', sending)}{dusk_section(forms)}"
            f"{update_section(forms)}{new_table_section(forms)}{forms.form('/leave', '', 'net.leave')}",
            listens=True,
        )

    def state(self, shown: ShownHall) -> str:
        """How it stands, in one sentence; in two while a dusk is announced."""
        word, figures = self._forms.word, self._forms.figures
        if not shown.is_reached:
            return word("net.hall.no-broker")
        if not shown.hall.tables:
            return word("net.hall.no-tables")
        calling = sum(table.wants_help and table.here for table in shown.hall.tables.values())
        stands = word("net.hall.help-count", n=figures(calling))
        waits = word("net.hall.dusk.waiting", n=figures(len(shown.waiting)))
        return f"{stands} · {waits}" if shown.dusk_is_announced else stands

    def tables(self, shown: ShownHall, ticked: Iterable[str] = ()) -> str:
        """`ticked` are names of their fields."""
        return TablesWriter(self._forms, shown, self._update(), frozenset(ticked)).rows()

    def told(self, word: str) -> str:
        return self._forms.alert(self._forms.word(word)) if word else ""

    def counted(self, counted: CountedWord) -> str:
        return self._forms.alert(self._forms.word(counted.word, n=self._forms.figures(counted.n)))
