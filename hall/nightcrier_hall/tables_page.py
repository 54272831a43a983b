"""Writes the page of all tables. The page shows each table, the orders for ticked tables or all tables, the update, and
how a new box joins. An update is first sent to this page, and the boxes fetch it from here."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from nightcrier.broker.hall_messages import LASTING, MOST_REASON
from nightcrier.kernel.ids import Language, Seconds
from nightcrier.kernel.people import visible_name
from nightcrier.kernel.refusal import Refusal
from nightcrier.web.forms import NO_FIELDS, FormWriter, fieldset, options_of, text_field, tick
from nightcrier.web.markup import NO_MARKUP, Markup, escape, join_markup, tag
from nightcrier.wire.orders import ON, Order, OrderKind, Who
from nightcrier.wire.public_record import Phase
from nightcrier.wire.wishes import LOUDEST_WISH, MOST_MESSAGE_LETTERS
from nightcrier.words.catalogue import LANGUAGES, NAMES
from nightcrier_hall.frame import HallForms, isolate, name_markup
from nightcrier_hall.seen_tables import AskedOrder, SeenHall, SeenTable

TICK = "t-"
"""The first part of the field name for a tick; the name of the table follows."""
RESULTS_PATH = "/results.csv"
MOST_VERSION = 31
_PHASES = frozenset(Phase)
_OF_GAME = frozenset({Refusal.BY_NIGHT, Refusal.ANEW})


class ShelvedUpdate(Struct, frozen=True):
    """The update that is kept together with its signature. `made` distinguishes two files of the same name."""

    file: str = ""
    made: int = 0


class ShownHall(NamedTuple):
    """Everything that is shown of a hall at the time `now`. `update` is the update that is kept for the tables. `games`
    is the number of games that tables have sent, and `is_kept` says whether the disk accepted them."""

    name: str
    hall: SeenHall
    now: Seconds
    is_reached: bool
    update: ShelvedUpdate
    games: int
    is_kept: bool


class TablesWriter:
    """Writes the list of tables. `ticked` are the names of the fields that were ticked in a refused form."""

    def __init__(self, forms: FormWriter, shown: ShownHall, ticked: frozenset[str] = frozenset()) -> None:
        self._forms, self._shown, self._ticked = forms, shown, ticked

    def rows(self) -> Markup:
        titles = self._shown.hall.titles
        return join_markup(self._row(table, titles[table.name]) for table in self._shown.hall.in_order)

    def _row(self, table: SeenTable, title: str) -> Markup:
        """Write one table. A screen reader reads the state of the table together with the tick."""
        about = f"about-{table.name}"
        kind = None if table.here else "gone"
        name = TICK + table.name
        tick = tag(
            "input", type="checkbox", name=name, value="yes", aria_describedby=about, checked=name in self._ticked
        )
        return tag(
            "li",
            tag("label", tick, tag("b", name_markup(title)), class_="row"),
            tag("p", *(tag("span", part) for part in self._state_parts(table)), id=about),
            self._buttons(table, title),
            class_="calls" if table.here and table.wants_help else kind,
        )

    def _state_parts(self, table: SeenTable) -> Iterator[Markup]:
        if not table.here:
            yield tag("strong", self._forms.word("net.hall.gone"))
        else:
            yield from self._game_parts(table)
        if self._shown.update.file:
            yield from self._update_parts(table)
        if table.leaves:
            yield tag("em", self._forms.word("net.hall.leaving"))
        yield from self._open_orders(table.asked)

    def _open_orders(self, asked: tuple[AskedOrder, ...]) -> Iterator[Markup]:
        """Yield each order that the table has not done yet. The reason is added, unless the phase of the game already
        explains it."""
        named = {each: self._forms.word(each.order.word) for each in asked}
        if waits := [name for each, name in named.items() if not each.is_refused]:
            yield tag("em", self._forms.word("net.hall.waits", what=", ".join(waits)))
        for each, name in named.items():
            if each.word and each.word not in _OF_GAME:
                yield tag("em", f"{name}: {self._forms.word(each.word)}")

    def _game_parts(self, table: SeenTable) -> Iterator[Markup]:
        word, state = self._forms.word, table.state
        if state is None:
            return
        if state.help:
            yield tag("strong", word("net.hall.needs-help"))
        yield escape(word("paused") if state.paused else self._phase(state.phase))
        minutes = table.minutes_left(self._shown.now)
        if minutes is not None:
            yield escape(word("net.hall.minutes", n=self._forms.figures(minutes)))
        told = (state.deck or state.title or "", state.message or "")
        yield from map(name_markup, filter(None, map(visible_name, told)))

    def _phase(self, phase: str) -> str:
        return self._forms.word(f"net.hall.phase.{phase}") if phase in _PHASES else ""

    def _update_parts(self, table: SeenTable) -> Iterator[Markup]:
        """Yield the version of a box. If the box does not accept the update, also yield the reason."""
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

    def _buttons(self, table: SeenTable, title: str) -> Markup:
        """Write the buttons for one table. These buttons belong to a different form than the ticks of the list."""
        if not table.here:
            return NO_MARKUP if table.leaves else self._button("forget", table.name, title)
        answer = self._button("answer", table.name, title) if table.wants_help else NO_MARKUP
        return answer + self._button("identify", table.name, title)

    def _button(self, kind: str, name: str, title: str) -> Markup:
        text = self._forms.word(f"net.hall.{kind}")
        return tag("button", text, form="one", name=kind, value=name, aria_label=f"{title}: {text}")


UPLOAD = "/update"
"""The path to which the organizer's browser sends the files of an update."""
_AROUND = 4
"""The width of the light margin around a QR code, in modules, as the standard demands."""


def update_section(forms: FormWriter) -> Markup:
    """Write the form for the two files of an update. The files are sent one after the other, as on the page of a
    box."""
    return tag("h2", forms.word("net.hall.update.new")) + forms.file_form(UPLOAD, "net.file.update", ".xz,.sig")


def new_table_section(forms: FormWriter) -> Markup:
    kinds = {"autocomplete": "off", "autocapitalize": "none", "pattern": "[a-z0-9\\-]+"}
    table = tag("input", name="table", dir="ltr", maxlength=32, **kinds, required=True)
    title = tag("input", name="title", dir="auto", maxlength=32, autocomplete="off")
    fields = tag("label", forms.word("net.hall.new-id"), table) + tag("label", forms.word("net.hall.new-title"), title)
    return tag("h2", forms.word("net.hall.new-table")) + forms.form("/join", fields, "net.hall.new-go")


def invitation_page(forms: HallForms, title: str, path: str, address: str) -> Markup:
    """Write the page with the settings of a new box. The settings reach the box on a stick, or by a phone."""
    word, (place, _, key) = forms.word, address.rpartition("/")
    return forms.page(
        tag("h1", name_markup(title)),
        tag("p", word("net.hall.scan")),
        code_square(address, word("net.hall.scan")),
        tag("p", tag("bdi", f"{place}/", tag("wbr"), key)),
        tag("p", word("net.how")),
        tag("p", word("net.hall.scan-then", files=word("net.files"))),
        tag("p", tag("a", word("net.hall.file"), href=path, download=True)),
        tag("p", tag("a", "Nightcrier", href="/")),
    )


def code_square(text: str, named: str) -> Markup:
    """Draw a QR code as a part of the page. A screen reader reads `named` instead."""
    from qrcodegen import QrCode  # only where such a page is asked for

    code = QrCode.encode_text(text, QrCode.Ecc.MEDIUM)
    size = code.get_size()
    dark = "".join(
        f"M{x + _AROUND},{y + _AROUND}h1v1h-1z" for y in range(size) for x in range(size) if code.get_module(x, y)
    )
    side = size + 2 * _AROUND
    paths = tag("path", fill="#fff", d=f"M0,0h{side}v{side}h-{side}z") + tag("path", fill="#000", d=dark)
    box = {"viewBox": f"0 0 {side} {side}", "width": "264", "height": "264", "shape_rendering": "crispEdges"}
    return tag("svg", paths, role="img", aria_label=named, **box)


_NO_CHOICE = ("", "–")
"""The first choice in a list, which cannot be sent. A careless press therefore changes no deck or language."""


def send_fields(forms: HallForms, shown: ShownHall, typed: Mapping[str, str]) -> Markup:
    """Write a field for each order. The field of the message comes first, because Enter in that field presses the first
    button."""
    decks, file = _decks(shown.hall.in_order, forms.language), shown.update.file
    orders = (order for order in Order if Who.FORM in order.who and (file or order is not Order.UPDATE))
    fields = ((order, _field(forms, order, typed.get(order, ""), decks, file)) for order in orders)
    return _to_whom(forms, typed.get("to", "ticked")) + join_markup(_send(forms, *each) for each in fields)


def _to_whom(forms: FormWriter, chosen: str) -> Markup:
    ways = (
        tick("to", forms.word(f"net.hall.{to}"), to, kind="radio", checked=to == chosen) for to in ("ticked", "all")
    )
    return fieldset(forms.word("net.hall.to"), *ways)


def _field(forms: FormWriter, order: Order, typed: str, decks: list[tuple[str, str]], file: str) -> Markup:
    word = forms.word(order.word)
    match order.kind:
        case OrderKind.TEXT:
            return tag("label", word, text_field(order, typed, 2 * MOST_MESSAGE_LETTERS))
        case OrderKind.NUMBER:
            values = forms.numbers(range(1, LOUDEST_WISH + 1), str(LOUDEST_WISH // 2))
            return forms.select(order, order.word, values)
        case OrderKind.TICK:
            return tick(order, word, ON)
        case OrderKind.CHOOSE:
            languages: list[tuple[str, str]] = [(code, NAMES[code]) for code in LANGUAGES]
            named = {Order.DECK: decks, Order.LANGUAGE: languages}[order]
            return forms.select(order, order.word, options_of([_NO_CHOICE, *named], ""))
    return tag("p", f"{word}: ", name_markup(file)) if order is Order.UPDATE else NO_MARKUP


def _decks(tables: tuple[SeenTable, ...], language: Language) -> list[tuple[str, str]]:
    """List all decks that any table has, with the title that most tables use, preferably of tables whose language is
    `language`. The id after the title reveals a table whose deck has the same title as another."""
    told = defaultdict[str, Counter[tuple[bool, str]]](Counter)
    for table in tables:
        for deck, title in table.joined.decks.items():
            told[deck][table.joined.language == language, title] += 1
    named = {deck: max(titles, key=lambda title: (title[0], titles[title]))[1] for deck, titles in told.items()}
    decks = ((deck, f"{isolate(title)} ({deck})") for deck, title in named.items())
    return sorted(decks, key=lambda deck: deck[1])


def _send(forms: FormWriter, order: Order, field: Markup) -> Markup:
    about = forms.word(order.word)
    text = forms.word("net.hall.send") if field else about
    button = tag("button", text, name="do", value=order, aria_label=f"{about}: {text}" if field else None)
    return tag("div", field, button, class_="send")


def results_section(forms: FormWriter, shown: ShownHall) -> Markup:
    told = forms.word("net.hall.results.told", n=forms.figures(shown.games))
    link = tag("a", RESULTS_PATH.removeprefix("/"), href=RESULTS_PATH, download=True)
    kept = NO_MARKUP if shown.is_kept else forms.word_alert("net.hall.results.unkept")
    return tag("h2", forms.word("net.hall.results")) + kept + tag("p", told) + tag("p", link)


def tables_page(forms: HallForms, shown: ShownHall, said: Markup, typed: Mapping[str, str] = NO_FIELDS) -> Markup:
    """Write the page of all tables. `said` is the result of the last form. `typed` are the fields of a refused form,
    which are filled in again."""
    listed = tag("ul", TablesWriter(forms, shown, frozenset(typed)).rows(), id="tables")
    sending = listed + send_fields(forms, shown, typed)
    return forms.page(
        tag("h1", "Nightcrier · ", name_markup(shown.name)),
        said,
        tag("p", hall_status(forms, shown), role="status", id="state"),
        forms.bare_form("/one", NO_MARKUP, "one"),
        forms.bare_form("/send", sending),
        results_section(forms, shown),
        update_section(forms),
        new_table_section(forms),
        forms.form("/leave", NO_MARKUP, "net.leave"),
        listens=True,
    )


def hall_status(forms: HallForms, shown: ShownHall) -> Markup:
    word, figures = forms.word, forms.figures
    if not shown.is_reached:
        return escape(word("net.hall.no-broker"))
    if not shown.hall.tables:
        return escape(word("net.hall.no-tables"))
    calling = sum(table.wants_help and table.here for table in shown.hall.tables.values())
    return escape(word("net.hall.help-count", n=figures(calling)))
