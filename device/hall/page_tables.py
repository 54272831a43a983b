"""Writes all tables of a hall, each with its state and what may be done for it alone."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from device.hall.hall_frame import name_markup
from device.hall.seen_table import AskedOrder, SeenHall, SeenTable
from device.kernel.ids import Seconds
from device.kernel.markup import NO_MARKUP, Markup, escape, markup_of, tag
from device.kernel.public_record import Phase
from device.kernel.refusal import Refusal
from device.net.form_writer import FormWriter
from device.net.mqtt.update_source import LASTING, MOST_REASON

TICK = "t-"
"""Stands before the name of a table, in the form."""
MOST_VERSION = 31
_PHASES = frozenset(Phase)
_OF_GAME = frozenset({Refusal.BY_NIGHT, Refusal.ANEW})


class ShelvedUpdate(Struct, frozen=True):
    """The update that lies there whole, with its signature: its `file`, and when it was `made`, to tell two of one name
    apart."""

    file: str = ""
    made: int = 0


class ShownHall(NamedTuple):
    """All that is shown of a hall at the moment `now`. `waiting` are the tables of the list that are there and have
    pressed START; `update` is the one that lies there for them."""

    name: str
    hall: SeenHall
    now: Seconds
    is_reached: bool
    waiting: frozenset[str]
    dusk_is_announced: bool
    update: ShelvedUpdate


class TablesWriter:
    """Writes the list of tables. `ticked` are the fields of a refused form."""

    def __init__(self, forms: FormWriter, shown: ShownHall, ticked: frozenset[str] = frozenset()) -> None:
        self._forms, self._shown, self._ticked = forms, shown, ticked

    def rows(self) -> Markup:
        titles = self._shown.hall.titles
        return markup_of(self._row(table, titles[table.name]) for table in self._shown.hall.in_order)

    def _row(self, table: SeenTable, title: str) -> Markup:
        """Write one table. The tick is read out together with the state behind the name."""
        about = f"about-{table.name}"
        kind = None if table.here else "gone"
        name = TICK + table.name
        tick = tag(
            "input", type="checkbox", name=name, value="yes", aria_describedby=about, checked=name in self._ticked
        )
        return tag(
            "li",
            tag("label", tick, tag("b", name_markup(title)), class_="row"),
            tag("p", *(tag("span", part) for part in self._told(table)), id=about),
            self._deeds(table, title),
            class_="calls" if table.here and table.wants_help else kind,
        )

    def _told(self, table: SeenTable) -> Iterator[Markup]:
        if not table.here:
            yield tag("strong", self._forms.word("net.hall.gone"))
        else:
            yield from self._of_game(table)
        if self._shown.update.file:
            yield from self._of_update(table)
        if table.leaves:
            yield tag("em", self._forms.word("net.hall.leaving"))
        yield from self._of_asked(table.asked)

    def _of_asked(self, asked: tuple[AskedOrder, ...]) -> Iterator[Markup]:
        """Yield the orders that the table has not done yet, and why. Night and ANEW are left out: the phase already
        says so."""
        named = {each: self._forms.word(each.order.word) for each in asked}
        if waits := [name for each, name in named.items() if not each.is_refused]:
            yield tag("em", self._forms.word("net.hall.waits", what=", ".join(waits)))
        for each, name in named.items():
            if each.word and each.word not in _OF_GAME:
                yield tag("em", f"{name}: {self._forms.word(each.word)}")

    def _of_game(self, table: SeenTable) -> Iterator[Markup]:
        word, state = self._forms.word, table.state
        if state is None:
            return
        if state.help:
            yield tag("strong", word("net.hall.needs-help"))
        if table.name in self._shown.waiting:
            yield escape(word("net.hall.dusk.waits"))
        else:
            yield escape(word("paused") if state.paused else self._phase(state.phase))
        minutes = table.minutes_left(self._shown.now)
        if minutes is not None:
            yield escape(word("net.hall.minutes", n=self._forms.figures(minutes)))
        yield from map(name_markup, filter(None, (state.deck or state.title, state.message)))

    def _phase(self, phase: str) -> str:
        return self._forms.word(f"net.hall.phase.{phase}") if phase in _PHASES else ""

    def _of_update(self, table: SeenTable) -> Iterator[Markup]:
        """Yield the version of a box, and why it will not take the update."""
        told = table.joined.update
        if told.version:
            yield name_markup(told.version[:MOST_VERSION])
        if not told.updates:
            yield escape(self._forms.word("net.hall.update.barred"))
        elif told.refused == self._shown.update.made:
            yield tag("strong", self._forms.word("net.hall.update.refused"))
            if told.reason:
                yield tag("bdi", told.reason[:MOST_REASON], lang="en", dir="ltr")  # as the log has it
        elif told.misfit in LASTING:
            yield tag("strong", self._forms.word(told.misfit))

    def _deeds(self, table: SeenTable, title: str) -> Markup:
        """Write the buttons for one table. They belong to another form than the rest of the list."""
        if not table.here:
            return NO_MARKUP if table.leaves else self._deed("forget", table.name, title)
        answer = self._deed("answer", table.name, title) if table.wants_help else NO_MARKUP
        return answer + self._deed("identify", table.name, title)

    def _deed(self, kind: str, name: str, title: str) -> Markup:
        text = self._forms.word(f"net.hall.{kind}")
        return tag("button", text, form="one", name=kind, value=name, aria_label=f"{title}: {text}")
