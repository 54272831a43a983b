"""What is answered at the page of all tables: the list as it is and as it goes on, what is sent to the tables, and the
dusk of all."""

from device.hall.dusk_caller import DuskCaller
from device.hall.hall_desk import HallDesk
from device.hall.hall_entrance import HallEntrance
from device.hall.hall_forms import NotSent, sent_form
from device.hall.hall_page import HallWriter, SeenDusk
from device.hall.hall_routes import HallRoutes
from device.hall.page_sending import DUSKS
from device.hall.shelved_update import TOLD_UPDATE
from device.hall.tables_news import TablesNews, tables_settled
from device.hall.update_shelf import UpdateShelf
from device.net.checks import back_home
from device.net.exchange import PageAnswer, PageRequest, RequestRefused
from device.net.gate import PhonePass
from device.net.mqtt.topics import Order

_TOLD = {
    "/": "",
    **{f"/{came}": f"net.hall.{came}" for came in ("sent", "nobody", "unchosen", "unshown", "misnamed")},
    **{f"/update.{came}": word for came, word in TOLD_UPDATE.items()},
}
"""One page, with a word for what came of the last form."""
_DEEDS = {"answer": Order.HELPED, "identify": Order.IDENTIFY}


class TablesSite:
    """`shelf` has the update that the tables may be sent."""

    def __init__(self, entrance: HallEntrance, desk: HallDesk, dusk: DuskCaller, shelf: UpdateShelf) -> None:
        self._entrance, self._desk, self._dusk, self._shelf = entrance, desk, dusk, shelf
        self._news = TablesNews(desk, dusk)

    def page(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            return self._entrance.page(request)
        told, desk, now = _TOLD[request.path], self._desk, self._entrance.clock()
        writer = self._writer(request, shown)
        return PageAnswer(body=writer.page(desk.hall, desk.name, now, self._seen, reached=desk.is_reached, told=told))

    def send(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """To the ticked tables, or to all."""
        try:
            names, order, value = sent_form(self._entrance.fields(request, shown))
            if order is Order.UPDATE:
                value = self._shelf.offer(request.headers["host"])
        except NotSent as why:
            return back_home(place=f"/{why.word.removeprefix('net.hall.')}")
        self._desk.ask(names, order, value)
        return self._done()

    def one(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """What a button beside a table does."""
        fields = self._entrance.fields(request, shown)
        if len(fields) != 1:
            raise RequestRefused(400)
        ((deed, name),) = fields.items()
        if deed == "forget":
            self._desk.forget(name)
        elif deed in _DEEDS:
            self._desk.ask((name,), _DEEDS[deed])
        else:
            raise RequestRefused(400)
        return self._done()

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
        return back_home(place="/sent")

    def events(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            raise RequestRefused(403)
        writer = self._writer(request, shown)
        return PageAnswer(kind="text/event-stream", stream=self._news.stream(lambda: self._list(writer)))

    def _list(self, writer: HallWriter) -> tuple[str, str]:
        hall = self._desk.hall
        state = writer.state(hall, self._seen, reached=self._desk.is_reached)
        return state, writer.tables(hall.in_order, self._entrance.clock())

    @property
    def _seen(self) -> SeenDusk:
        return SeenDusk(len(self._dusk.waiting), self._dusk.left is not None)

    def _done(self) -> PageAnswer:
        return PageAnswer(303, headers={"Location": "/sent"}, after=lambda: tables_settled(self._desk))

    def _writer(self, request: PageRequest, shown: PhonePass) -> HallWriter:
        return HallWriter(*self._entrance.reader(request, shown), lambda: self._shelf.update)


TABLES_ROUTES: HallRoutes[TablesSite] = {
    **{place: {"GET": TablesSite.page} for place in _TOLD},
    "/events": {"GET": TablesSite.events},
    "/send": {"POST": TablesSite.send},
    "/one": {"POST": TablesSite.one},
    "/dusk": {"POST": TablesSite.dusk},
}
