"""What is answered at the page of all tables: the list as it is and as it goes on, what is sent to the tables, and the
dusk of all."""

from collections.abc import Mapping

from device.hall.asked_tables import WhoTakes
from device.hall.dusk_caller import DuskCaller
from device.hall.hall_desk import HallDesk
from device.hall.hall_entrance import HallEntrance
from device.hall.hall_forms import NotSent, sent_form
from device.hall.hall_page import HallWriter
from device.hall.hall_routes import HallRoutes
from device.hall.page_sending import DUSKS
from device.hall.shelved_update import TOLD_UPDATE
from device.hall.shown_hall import ShownHall, hall_as_shown
from device.hall.tables_news import TablesNews, tables_settled
from device.hall.told_once import CountedWord, ToldOnce
from device.hall.update_shelf import UpdateShelf
from device.kernel.markup import Markup
from device.net.checks import back_home
from device.net.exchange import PageAnswer, PageRequest, RequestRefused, page_answer
from device.net.gate import PhonePass
from device.net.orders import Order

_SENT = "/sent"
_CAME = ("done", "leaving", "stays", "misnamed", "taken", "dusk.unreached")
_TOLD = {
    "/": "",
    _SENT: "",
    **{f"/{came}": f"net.hall.{came}" for came in _CAME},
    **{f"/update.{came}": word for came, word in TOLD_UPDATE.items()},
}
"""One page, with a word for what came of the last form; who takes what was sent is counted."""
_DEEDS = {"answer": Order.HELPED, "identify": Order.IDENTIFY}


class TablesSite:
    """`shelf` has the update that the tables may be sent."""

    def __init__(self, entrance: HallEntrance, desk: HallDesk, dusk: DuskCaller, shelf: UpdateShelf) -> None:
        self._entrance, self._desk, self._dusk, self._shelf = entrance, desk, dusk, shelf
        self._news, self._told = TablesNews(desk, dusk), ToldOnce()

    def page(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            return self._entrance.page(request)
        writer = self._writer(request, shown)
        counted = self._told.take(shown.mark) if request.path == _SENT else None
        said = writer.counted(counted) if counted else writer.told(_TOLD[request.path])
        return page_answer(writer.page(self._shown(), said))

    def send(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """To the ticked tables, or to all."""
        fields = self._entrance.fields(request, shown)
        try:
            names, order, value = sent_form(fields)
            if order is Order.UPDATE:
                value = self._shelf.source(request.headers["host"])
        except NotSent as why:
            return self._refused(request, shown, why, fields)
        return self._sent(shown, self._desk.ask(names, order, value))

    def one(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """What a button beside a table does."""
        fields = self._entrance.fields(request, shown)
        if len(fields) != 1:
            raise RequestRefused(400)
        ((deed, name),) = fields.items()
        if deed == "forget":
            return back_home(place=self._forget(name))
        if deed not in _DEEDS:
            raise RequestRefused(400)
        return self._sent(shown, self._desk.ask((name,), _DEEDS[deed]))

    def _refused(
        self, request: PageRequest, shown: PhonePass | None, why: NotSent, fields: Mapping[str, str]
    ) -> PageAnswer:
        """Above what was typed and ticked."""
        writer = self._writer(request, shown)
        return page_answer(writer.page(self._shown(), writer.told(why.word), fields), 409)

    def _forget(self, name: str) -> str:
        """Where it is said what came of it: a page may be older than the word of a table that is back."""
        if self._desk.forget(name):
            return "/done"
        return "/stays" if self._desk.hall.tables[name].here else "/leaving"

    def dusk(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """The nights of all tables begin together; or each when it likes."""
        fields = self._entrance.fields(request, shown)
        ahead = fields.get("ahead", "")
        if fields.get("do") == "off":
            self._dusk.call_off()
        elif fields.get("do") == "announce" and ahead in DUSKS:
            self._dusk.announce(float(ahead))
        else:
            raise RequestRefused(400)
        return back_home(place="/done" if self._desk.is_reached else "/dusk.unreached")

    def events(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            raise RequestRefused(403)
        writer = self._writer(request, shown)

        def picture() -> tuple[Markup, Markup]:
            now = self._shown()
            return writer.state(now), writer.tables(now)

        stream = self._news.stream(picture, lambda: self._entrance.pass_shown(request))
        return PageAnswer(kind="text/event-stream", stream=stream)

    def _shown(self) -> ShownHall:
        return hall_as_shown(self._desk, self._dusk, self._entrance.clock())

    def _sent(self, shown: PhonePass | None, takes: WhoTakes) -> PageAnswer:
        if shown:
            self._told.keep(shown.mark, _counted(takes))
        return PageAnswer(303, headers={"Location": _SENT}, after=lambda: tables_settled(self._desk))

    def _writer(self, request: PageRequest, shown: PhonePass | None) -> HallWriter:
        return HallWriter(*self._entrance.reader(request, shown), lambda: self._shelf.update)


def _counted(takes: WhoTakes) -> CountedWord:
    if takes.here:
        return CountedWord("net.hall.sent", takes.here)
    return CountedWord("net.hall.later" if takes.away else "net.hall.untaken", takes.away)


TABLES_ROUTES: HallRoutes[TablesSite] = {
    **{place: {"GET": TablesSite.page} for place in _TOLD},
    "/events": {"GET": TablesSite.events},
    "/send": {"POST": TablesSite.send},
    "/one": {"POST": TablesSite.one},
    "/dusk": {"POST": TablesSite.dusk},
}
