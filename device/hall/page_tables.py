"""All tables of a hall on the organiser's page, each with how it stands and what may be done for it alone."""

from collections.abc import Iterator
from html import escape

from device.hall.hall_frame import english_text
from device.hall.seen_table import SeenTable, awaited_orders
from device.hall.shelved_update import ShelvedUpdate
from device.hall.shown_hall import ShownHall
from device.kernel.public_record import Phase
from device.net.form_writer import FormWriter
from device.net.mqtt.topics import Order
from device.net.mqtt.update_source import LASTING_MISFITS, MOST_REASON
from device.net.received_file import misfit_word

TICK = "t-"
"""Before the name of a table, in the form."""
MOST_VERSION = 31
_MISFITS = {why.value: misfit_word(why) for why in LASTING_MISFITS}
_PHASES = frozenset(Phase)
NAMED_ORDERS = {
    Order.LOUDNESS: "loudness",
    Order.DECK: "scenario",
    Order.LANGUAGE: "language",
    Order.MESSAGE: "net.hall.message",
    Order.IDENTIFY: "net.hall.identify",
    Order.HELPED: "net.hall.answer",
    Order.PAUSE: "paused",
    Order.UPDATE: "net.hall.update",
}
"""The words for what a table is asked to do."""


class TablesWriter:
    """`update` is the one that lies there for them, `ticked` are the fields that were in a form that was refused."""

    def __init__(self, forms: FormWriter, shown: ShownHall, update: ShelvedUpdate, ticked: frozenset[str]) -> None:
        self._forms, self._shown, self._update, self._ticked = forms, shown, update, ticked

    def rows(self) -> str:
        titles = self._shown.hall.titles
        return "".join(self._row(table, titles[table.name]) for table in self._shown.hall.in_order)

    def _row(self, table: SeenTable, title: str) -> str:
        """What stands behind its name is read with its tick."""
        about = f"about-{table.name}"
        kind = ' class="calls"' if table.here and table.wants_help else "" if table.here else ' class="gone"'
        checked = " checked" if TICK + table.name in self._ticked else ""
        tick = f'<input type="checkbox" name="{TICK}{table.name}" value="yes" aria-describedby="{about}"{checked}>'
        told = "".join(f"<span>{part}</span>" for part in self._told(table))
        return (
            f'<li{kind}><label class="row">{tick}<b><bdi>{escape(title)}</bdi></b></label>'
            f'<p id="{about}">{told}</p>{self._deeds(table, title)}</li>'
        )

    def _told(self, table: SeenTable) -> Iterator[str]:
        if not table.here:
            yield f"<strong>{self._forms.word('net.hall.gone')}</strong>"
        else:
            yield from self._of_game(table)
        if self._update.file:
            yield from self._of_update(table)
        if table.leaves:
            yield f"<em>{self._forms.word('net.hall.leaving')}</em>"
        if awaited := awaited_orders(table):
            waits = ", ".join(self._forms.plain(NAMED_ORDERS[asked.order]) for asked in awaited)
            yield f"<em>{self._forms.word('net.hall.waits', what=waits)}</em>"

    def _of_game(self, table: SeenTable) -> Iterator[str]:
        word, state = self._forms.word, table.state
        if state is None:
            return
        if state.help:
            yield f"<strong>{word('net.hall.needs-help')}</strong>"
        if table.name in self._shown.waiting:
            yield word("net.hall.dusk.waits")
        else:
            yield word("paused") if state.paused else self._phase(state.phase)
        minutes = table.minutes_left(self._shown.now)
        if minutes is not None:
            yield word("net.hall.minutes", n=self._forms.figures(minutes))
        yield from (f"<bdi>{escape(text)}</bdi>" for text in (state.deck or state.title, state.message) if text)

    def _phase(self, phase: str) -> str:
        return self._forms.word(f"net.hall.phase.{phase}") if phase in _PHASES else ""

    def _of_update(self, table: SeenTable) -> Iterator[str]:
        """Which version it has, and why it will have no other."""
        told = table.joined.update
        if told.version:
            yield f"<bdi>{escape(told.version[:MOST_VERSION])}</bdi>"
        if not told.updates:
            yield self._forms.word("net.hall.update.barred")
        elif told.refused == self._update.made:
            yield f"<strong>{self._forms.word('net.hall.update.refused')}</strong>"
            if told.reason:
                yield english_text(told.reason[:MOST_REASON])
        elif told.misfit in _MISFITS:
            yield f"<strong>{self._forms.word(_MISFITS[told.misfit])}</strong>"

    def _deeds(self, table: SeenTable, title: str) -> str:
        """For this table alone: of another form, as the rest of the list is."""
        if not table.here:
            return "" if table.leaves else self._deed("forget", table.name, title)
        answer = self._deed("answer", table.name, title) if table.wants_help else ""
        return answer + self._deed("identify", table.name, title)

    def _deed(self, kind: str, name: str, title: str) -> str:
        text = self._forms.word(f"net.hall.{kind}")
        named = f"{escape(title)}: {text}"
        return f'<button form="one" name="{kind}" value="{name}" aria-label="{named}">{text}</button>'
