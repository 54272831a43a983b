"""Answers requests at the page of all tables, and reads its forms: the list, orders to tables, and their results."""

import asyncio
from collections.abc import AsyncGenerator, Mapping

import msgspec

from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.refusal import Refusal
from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused, page_answer, redirect
from nightcrier.web.gate import PhonePass, inner_route
from nightcrier.wire.orders import OFF, PRESS, Order, OrderKind, Who, wish_of_order
from nightcrier.wire.wishes import tidy_message
from nightcrier_hall.desk import HallDesk
from nightcrier_hall.entrance import HallEntrance, HallRoutes
from nightcrier_hall.frame import HallForms, NotSent
from nightcrier_hall.results import ResultsDesk, results_as_csv
from nightcrier_hall.tables_page import RESULTS_PATH, TICK, ShownHall, TablesWriter, hall_status, tables_page
from nightcrier_hall.update_shelf import UpdateShelf

_MOST_STREAMS = 16
_SETTLING: Seconds = 1.0
_PACE: Seconds = 0.5
"""The shortest time between two versions of the list on the page. Fifty tables may send something every second."""
_LONGEST_DECK = 130
_SENT = "/sent"
_CAME = ("done", "leaving", "stays", "misnamed", "taken")
TOLD_UPDATE = {
    **{came: f"net.hall.update.{came}" for came in ("here", "none", "nowhere", "busy", "full", "kind")},
    **{came: f"net.file.{came}" for came in ("large", "cut", "later")},
}
"""The keys of the words for each result of sending a file or an update. Words of a box are used if they fit a hall."""
_TOLD = {
    "/": "",
    _SENT: "",
    **{f"/{came}": f"net.hall.{came}" for came in _CAME},
    **{f"/update.{came}": word for came, word in TOLD_UPDATE.items()},
}
"""The paths of the page, each with the key of the words for the result of the last form. After an order, the words
count the tables instead."""
_DEEDS = {"answer": Order.HELPED, "identify": Order.IDENTIFY}


class TablesSite:
    """Answers requests about tables. `shelf` keeps the update for the tables, and `results` what they have played."""

    def __init__(self, entrance: HallEntrance, desk: HallDesk, results: ResultsDesk, shelf: UpdateShelf) -> None:
        self._entrance, self._desk, self._results, self._shelf = entrance, desk, results, shelf
        self._streams, self._told = 0, dict[str, tuple[str, int]]()  # until it is said, by marks

    def page(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            return self._entrance.page(request)
        forms = self._entrance.forms(request, shown)
        counted = self._told.pop(shown.mark, None) if request.path == _SENT else None
        word, number = counted or (_TOLD[request.path], 0)
        said = forms.word_alert(word, n=forms.figures(number))
        return page_answer(tables_page(forms, self._shown(), said))

    def send(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """Send an order to the ticked tables, or to all tables."""
        fields = self._entrance.fields(request, shown)
        try:
            names, order, value = _read_order(fields)
            if order is Order.UPDATE:
                value = self._shelf.source(request.headers["host"])
        except NotSent as why:
            return self._refused(request, shown, why, fields)
        return self._answer_sent(shown, *self._desk.ask(names, order, value))

    def one(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """Perform the order of a button beside a table."""
        fields = self._entrance.fields(request, shown)
        if len(fields) != 1:
            raise RequestRefused(400)
        ((deed, name),) = fields.items()
        if deed == "forget":
            return redirect(self._forget(name))
        if deed not in _DEEDS:
            raise RequestRefused(400)
        return self._answer_sent(shown, *self._desk.ask((name,), _DEEDS[deed]))

    def _refused(
        self, request: PageRequest, shown: PhonePass | None, why: NotSent, fields: Mapping[str, str]
    ) -> PageAnswer:
        """Write the page again with the reason for the refusal. Fields and ticks of the form are filled in again."""
        forms = self._entrance.forms(request, shown)
        return page_answer(tables_page(forms, self._shown(), forms.word_alert(why.word), fields), 409)

    def _forget(self, name: str) -> str:
        """Remove a table from the list. Return the path of the page that says whether the table was removed."""
        if self._desk.forget(name):
            return "/done"
        return "/stays" if self._desk.hall.tables[name].here else "/leaving"

    def results(self, request: PageRequest, _: PhonePass) -> PageAnswer:
        """Send the results of all tables. The mark before them tells spreadsheets that the text is UTF-8."""
        text = results_as_csv(self._results.games, self._desk.hall.titles)
        kept = {"Content-Disposition": 'attachment; filename="results.csv"'}
        return PageAnswer(body=text.encode("utf-8-sig"), kind="text/csv; charset=utf-8", headers=kept)

    def events(self, request: PageRequest, shown: PhonePass) -> PageAnswer:
        """Stream the list to a page. Raises RequestRefused if too many pages are open already."""
        if self._streams >= _MOST_STREAMS:
            raise RequestRefused(503)
        return PageAnswer(kind="text/event-stream", stream=self._news(request, self._entrance.forms(request, shown)))

    async def _news(self, request: PageRequest, forms: HallForms) -> AsyncGenerator[bytes, None]:
        """Yield the list whenever it has changed, until the pass is no longer valid. The list is not sent more often
        than people can read it."""
        changed = asyncio.Event()
        ends = self._desk.listen(changed.set)
        self._streams += 1
        try:
            known = b""
            yield b"retry: 5000\n\n"
            while self._entrance.pass_shown(request):
                now = self._shown()
                parts = hall_status(forms, now), TablesWriter(forms, now).rows()
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

    def _shown(self) -> ShownHall:
        desk, results, now = self._desk, self._results, self._entrance.clock()
        games = len(results.games)
        return ShownHall(desk.name, desk.hall, now, desk.is_reached, self._shelf.update, games, results.is_kept)

    def _answer_sent(self, shown: PhonePass | None, here: int, away: int) -> PageAnswer:
        """Redirect to the page that says how many tables have got the order."""
        if shown:
            later = "net.hall.later" if away else "net.hall.untaken"
            self._told[shown.mark] = ("net.hall.sent", here) if here else (later, away)
        return redirect(_SENT, after=self._settled)

    async def _settled(self) -> None:
        """Wait a moment for the answers of the tables, so that the next page shows them."""
        desk = self._desk
        await desk.wait_until(lambda: not any(table.owes_answer for table in desk.hall.tables.values()), _SETTLING)


def _read_order(fields: Mapping[str, str]) -> tuple[tuple[str, ...] | None, Order, str]:
    """Return the tables, the order and its value from a form. None instead of tables means all tables. Raises
    RequestRefused, or NotSent if the organizer must be told the reason."""
    order = next((order for order in Order if order == fields.get("do") and Who.FORM in order.who), None)
    if order is None or fields.get("to") not in {"ticked", "all"}:
        raise RequestRefused(400)
    typed = fields.get(order, OFF if order.kind is OrderKind.TICK else "")
    value = PRESS if order.kind is OrderKind.PRESS else _read_value(order, typed)
    names = tuple(name.removeprefix(TICK) for name in fields if name.startswith(TICK))
    if fields["to"] == "ticked" and not names:
        raise NotSent("net.hall.nobody")
    return None if fields["to"] == "all" else names, order, value


def _read_value(order: Order, typed: str) -> str:
    """Return the value of an order. Any deck is allowed here, because each table knows which decks it has."""
    text = tidy_message(typed) if order.kind is OrderKind.TEXT else typed
    is_known = len(text) <= _LONGEST_DECK if order is Order.DECK else wish_of_order(order, text.encode(), {})
    if not text or not is_known:
        match order.kind:
            case OrderKind.TEXT:
                raise NotSent(Refusal.UNSHOWN)
            case OrderKind.CHOOSE if not text:
                raise NotSent("net.hall.unchosen")
        raise RequestRefused(400)
    return text


TABLES_ROUTES: HallRoutes[TablesSite] = {
    **{place: {"GET": TablesSite.page} for place in _TOLD},
    "/events": {"GET": inner_route(TablesSite.events)},
    "/send": {"POST": TablesSite.send},
    "/one": {"POST": TablesSite.one},
    RESULTS_PATH: {"GET": inner_route(TablesSite.results)},
}
