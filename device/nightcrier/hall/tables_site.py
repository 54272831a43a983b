"""Answers requests at the page of all tables: the list and its changes, what is sent to the tables, and the dusk of
all."""

import asyncio
from collections.abc import AsyncGenerator, Mapping

import msgspec

from nightcrier.hall.desk import HallDesk
from nightcrier.hall.entrance import HallEntrance, HallRoutes
from nightcrier.hall.frame import HallForms, NotSent, name_markup
from nightcrier.hall.line import DuskCaller
from nightcrier.hall.tables_page import (
    DUSKS,
    ShownHall,
    TablesWriter,
    dusk_section,
    new_table_section,
    read_form,
    send_fields,
    update_section,
)
from nightcrier.hall.update_shelf import UpdateShelf
from nightcrier.kernel.ids import Seconds
from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused, page_answer
from nightcrier.web.forms import NO_FIELDS
from nightcrier.web.gate import PhonePass, back_home, inner_route
from nightcrier.web.markup import NO_MARKUP, Markup, escape, tag
from nightcrier.wire.orders import Order

_MOST_STREAMS = 16
_SETTLING: Seconds = 1.0
_PACE: Seconds = 0.5
"""The time between two pictures of the list. Fifty tables tell something every second."""
_SENT = "/sent"
_CAME = ("done", "leaving", "stays", "misnamed", "taken", "dusk.unreached")
TOLD_UPDATE = {
    **{came: f"net.hall.update.{came}" for came in ("here", "none", "nowhere", "busy", "full", "kind")},
    **{came: f"net.file.{came}" for came in ("large", "cut", "later")},
}
"""The words for what came of a file, or of an update that was to be sent. A hall has words of its own if those of a box
do not fit."""
_TOLD = {
    "/": "",
    _SENT: "",
    **{f"/{came}": f"net.hall.{came}" for came in _CAME},
    **{f"/update.{came}": word for came, word in TOLD_UPDATE.items()},
}
"""The paths of the page, each with a word for what came of the last form. The page after an order says how many tables
take the order."""
_DEEDS = {"answer": Order.HELPED, "identify": Order.IDENTIFY}


class TablesSite:
    """Answers requests about tables. `shelf` keeps the update that the tables may be sent."""

    def __init__(self, entrance: HallEntrance, desk: HallDesk, dusk: DuskCaller, shelf: UpdateShelf) -> None:
        self._entrance, self._desk, self._dusk, self._shelf = entrance, desk, dusk, shelf
        self._streams, self._told = 0, dict[str, tuple[str, int]]()  # until it is said, by marks

    def page(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            return self._entrance.page(request)
        forms = self._entrance.forms(request, shown)
        counted = self._told.pop(shown.mark, None) if request.path == _SENT else None
        said = forms.counted(*counted) if counted else forms.told(_TOLD[request.path])
        return page_answer(tables_page(forms, self._shown(), said))

    def send(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """Send an order to the ticked tables, or to all."""
        fields = self._entrance.fields(request, shown)
        try:
            names, order, value = read_form(fields)
            if order is Order.UPDATE:
                value = self._shelf.source(request.headers["host"])
        except NotSent as why:
            return self._refused(request, shown, why, fields)
        return self._answer_sent(shown, *self._desk.ask(names, order, value))

    def one(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """Do what a button beside a table says."""
        fields = self._entrance.fields(request, shown)
        if len(fields) != 1:
            raise RequestRefused(400)
        ((deed, name),) = fields.items()
        if deed == "forget":
            return back_home(place=self._forget(name))
        if deed not in _DEEDS:
            raise RequestRefused(400)
        return self._answer_sent(shown, *self._desk.ask((name,), _DEEDS[deed]))

    def _refused(
        self, request: PageRequest, shown: PhonePass | None, why: NotSent, fields: Mapping[str, str]
    ) -> PageAnswer:
        """Write the page again with the reason, and with what was typed and ticked."""
        forms = self._entrance.forms(request, shown)
        return page_answer(tables_page(forms, self._shown(), forms.told(why.word), fields), 409)

    def _forget(self, name: str) -> str:
        """Take a table off the list. Returns the path of the page that says whether the table is off, since the table
        may have come back meanwhile."""
        if self._desk.forget(name):
            return "/done"
        return "/stays" if self._desk.hall.tables[name].here else "/leaving"

    def dusk(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """Begin the nights of all tables together, or cancel that."""
        fields = self._entrance.fields(request, shown)
        ahead = fields.get("ahead", "")
        if fields.get("do") == "off":
            self._dusk.call_off()
        elif fields.get("do") == "announce" and ahead in DUSKS:
            self._dusk.announce(float(ahead))
        else:
            raise RequestRefused(400)
        return back_home(place="/done" if self._desk.is_reached else "/dusk.unreached")

    def events(self, request: PageRequest, shown: PhonePass) -> PageAnswer:
        """Stream the list to a page. Raises RequestRefused if too many pages listen."""
        if self._streams >= _MOST_STREAMS:
            raise RequestRefused(503)
        return PageAnswer(kind="text/event-stream", stream=self._news(request, self._entrance.forms(request, shown)))

    async def _news(self, request: PageRequest, forms: HallForms) -> AsyncGenerator[bytes, None]:
        """Yield the list whenever it has changed, while the pass lasts, and no more often than people can read."""
        changed = asyncio.Event()
        ends, ends_too = self._desk.listen(changed.set), self._dusk.listen(changed.set)
        self._streams += 1
        try:
            known = b""
            yield b"retry: 5000\n\n"
            while self._entrance.pass_shown(request):
                now = self._shown()
                parts = hall_state(forms, now), TablesWriter(forms, now).rows()
                shown = msgspec.json.encode(parts, enc_hook=str)  # of Markup
                if shown != known:
                    known = shown
                    yield b"event: now\ndata: " + shown + b"\n\n"
                await changed.wait()
                changed.clear()
                await asyncio.sleep(_PACE)
        finally:
            self._streams -= 1
            ends()
            ends_too()

    def _shown(self) -> ShownHall:
        desk, dusk, update = self._desk, self._dusk, self._shelf.update
        waiting = dusk.waiting.intersection(name for name, table in desk.hall.tables.items() if table.here)
        announced = dusk.left is not None
        return ShownHall(desk.name, desk.hall, self._entrance.clock(), desk.is_reached, waiting, announced, update)

    def _answer_sent(self, shown: PhonePass | None, here: int, away: int) -> PageAnswer:
        """Redirect to the page that says how many tables take the order."""
        if shown:
            later = "net.hall.later" if away else "net.hall.untaken"
            self._told[shown.mark] = ("net.hall.sent", here) if here else (later, away)
        return PageAnswer(303, headers={"Location": _SENT}, after=self._settled)

    async def _settled(self) -> None:
        """Wait a moment for answers, so that the next page shows them."""
        desk = self._desk
        await desk.wait_until(lambda: not any(table.owes_answer for table in desk.hall.tables.values()), _SETTLING)


def tables_page(forms: HallForms, shown: ShownHall, said: Markup, typed: Mapping[str, str] = NO_FIELDS) -> Markup:
    """Write the page of all tables. `said` is what came of the last form; `typed` are the fields of a refused form, so
    that nobody types or ticks them again."""
    listed = tag("ul", TablesWriter(forms, shown, frozenset(typed)).rows(), id="tables")
    sending = listed + send_fields(forms, shown.hall.in_order, shown.update, typed)
    return forms.page(
        tag("h1", "Nightcrier · ", name_markup(shown.name)),
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
    """Say how the hall stands, in one sentence, or in two while a dusk is announced."""
    word, figures = forms.word, forms.figures
    if not shown.is_reached:
        return escape(word("net.hall.no-broker"))
    if not shown.hall.tables:
        return escape(word("net.hall.no-tables"))
    calling = sum(table.wants_help and table.here for table in shown.hall.tables.values())
    stands = word("net.hall.help-count", n=figures(calling))
    waits = word("net.hall.dusk.waiting", n=figures(len(shown.waiting)))
    return escape(f"{stands} · {waits}" if shown.dusk_is_announced else stands)


TABLES_ROUTES: HallRoutes[TablesSite] = {
    **{place: {"GET": TablesSite.page} for place in _TOLD},
    "/events": {"GET": inner_route(TablesSite.events)},
    "/send": {"POST": TablesSite.send},
    "/one": {"POST": TablesSite.one},
    "/dusk": {"POST": TablesSite.dusk},
}
