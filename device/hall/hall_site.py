"""What is answered to which request at the organiser's page. Whatever is not named here is refused; whatever would
change something needs a pass, its mark, and a page of this very hall that it was sent from."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from device.hall.dusk_caller import DuskCaller
from device.hall.hall_desk import HallDesk
from device.hall.hall_forms import NotSent, sent_form
from device.hall.hall_page import DUSKS, UPLOAD, HallWriter, SeenDusk
from device.hall.invitations import Invitations
from device.hall.join_file import MOST_TITLE
from device.hall.seen_hall import MOST_TABLES
from device.hall.shelved_update import TOLD_UPDATE
from device.hall.tournament_page import TournamentWriter
from device.hall.tournament_site import (
    LIST_FILE,
    SPREADSHEETS,
    TOURNAMENT_FORMS,
    TOURNAMENT_PAGES,
    TournamentSite,
)
from device.hall.update_shelf import UpdateShelf
from device.kernel.allowance import Allowance
from device.kernel.ids import Language, Seconds
from device.kernel.sent_files import HALL_SETTINGS
from device.net.checks import (
    back_home,
    check_mark,
    form_fields,
    key_shown,
    pass_cookie,
    route_of,
)
from device.net.exchange import PageAnswer, PageRequest, RequestRefused
from device.net.gate import EVENING, FOR_GOOD, Denial, Gate, PhonePass
from device.net.mqtt.topics import TABLE_NAME, Order
from device.net.mqtt.update_offer import SIGNATURE_PATH, UPDATE_PATH
from device.net.page_words import wanted_language, words_of_page

HALL_COOKIE = "nightcrier-hall"
"""Another than that of a box: browsers send both to every port of one machine."""
LARGEST_FORM = 32 * 1024
"""With all tables ticked."""
_MOST_FIELDS = MOST_TABLES + 20
_MOST_STREAMS = 16
_CHANGES, _CHANGES_A_SECOND = 30, 3.0
_SETTLING: Seconds = 1.0
_PACE: Seconds = 0.5
"""Between two pictures of the list: fifty tables tell something every second."""
_OWN, _OF_NET = Path(__file__).parent / "files", Path(__file__).parents[1] / "net" / "files"
_FILES = {
    "/page.css": (_OF_NET / "page.css", "text/css; charset=utf-8"),
    "/hall.css": (_OWN / "hall.css", "text/css; charset=utf-8"),
    "/hall.js": (_OWN / "hall.js", "text/javascript; charset=utf-8"),
}
_INVITED = "/joining/"
"""Before the key of an invitation."""
STREAMED_TO_HALL = frozenset({UPLOAD, LIST_FILE})
_TOLD = {
    "/": "",
    **{f"/{came}": f"net.hall.{came}" for came in ("sent", "nobody", "unchosen", "unshown", "misnamed")},
    **{f"/update.{came}": word for came, word in TOLD_UPDATE.items()},
}
"""One page, with a word for what came of the last form."""
_DEEDS = {"answer": Order.HELPED, "identify": Order.IDENTIFY}
_Route = Callable[["HallSite", PageRequest, PhonePass | None], PageAnswer]


class HallSite:
    """All routes. `clock` gives the seconds of a day, `keep` writes down who was let in for good; `join` makes the file
    by which a box joins, of its short name, its title, and where this machine is reached."""

    def __init__(
        self,
        desk: HallDesk,
        gate: Gate,
        password: str,
        words: Path,
        clock: Callable[[], float],
        join: Callable[[str, str, str], bytes],
        dusk: DuskCaller,
        tournament: TournamentSite,
        shelf: UpdateShelf,
        keep: Callable[[tuple[PhonePass, ...]], None] = lambda _: None,
    ) -> None:
        self._desk, self._gate, self._password, self._words = desk, gate, password, words
        self._clock, self._join, self._dusk, self._keep = clock, join, dusk, keep
        self._tournament = tournament
        self._changes = Allowance(_CHANGES, _CHANGES_A_SECOND, clock())
        self._streams, self._shelf, self._invitations = 0, shelf, Invitations()

    def answer(self, request: PageRequest) -> PageAnswer:
        """Raises RequestRefused."""
        is_invited = request.path.startswith(_INVITED)
        route = route_of(_ROUTES, replace(request, path=_INVITED) if is_invited else request)
        return route(self, request, self._gate.pass_of(key_shown(request, HALL_COOKIE), self._clock()))

    def file(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """By its name in a table: no path is ever made of what was asked for."""
        place, kind = _FILES[request.path]
        return PageAnswer(body=place.read_bytes(), kind=kind)

    def page(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        writer, desk = self._writer(request, shown), self._desk
        if shown is None:
            return PageAnswer(body=writer.entrance())
        told, reached = _TOLD[request.path], desk.is_reached
        return PageAnswer(body=writer.page(desk.hall, desk.name, self._clock(), self._seen, reached=reached, told=told))

    def enter(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        fields = form_fields(request, _MOST_FIELDS)
        keeps = fields.get("keep") == "yes"
        key = self._gate.admit(fields.get("password", ""), self._password, self._clock(), keeps=keeps)
        if isinstance(key, Denial):
            word = "net.hasty" if key is Denial.HASTY else "net.hall.wrong"
            return PageAnswer(403, self._writer(request, None).entrance(wrong=word))
        if keeps:
            self._keep(self._gate.for_good)
        return back_home(pass_cookie(HALL_COOKIE, key, FOR_GOOD if keeps else int(EVENING)))

    def leave(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        leaving = check_mark(shown, form_fields(request, _MOST_FIELDS))
        self._gate.dismiss(leaving)
        if leaving.until is None:
            self._keep(self._gate.for_good)
        return back_home(pass_cookie(HALL_COOKIE, "", 0))

    def send(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """To the ticked tables, or to all."""
        try:
            names, order, value = sent_form(self._fields(request, shown))
            if order is Order.UPDATE:
                value = self._shelf.offer(request.headers["host"])
        except NotSent as why:
            return back_home(place=f"/{why.word.removeprefix('net.hall.')}")
        self._desk.ask(names, order, value)
        return self._done()

    def one(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """What a button beside a table does."""
        fields = self._fields(request, shown)
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

    def join(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """The file that lets a box in, on a page from which it comes to a stick or a phone."""
        fields = self._fields(request, shown)
        name, title = fields.get("table", "").strip(), " ".join(fields.get("title", "").split())
        if not TABLE_NAME.fullmatch(name):
            return back_home(place="/misnamed")
        if len(title) > MOST_TITLE or not title.isprintable():
            raise RequestRefused(400)
        host = request.headers["host"]
        path = _INVITED + self._invitations.invite(self._join(name, title, self._shelf.address(host)), self._clock())
        address = f"http://{self._shelf.reached_at(host)}{path}"
        return PageAnswer(body=self._writer(request, shown).invited(title or name, path, address))

    def invited(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """For a phone that has read the code of that page, for some minutes."""
        file = self._invitations.file_of(request.path.removeprefix(_INVITED), self._clock())
        if file is None:
            raise RequestRefused(404)
        kept = {"Content-Disposition": f'attachment; filename="{HALL_SETTINGS}"'}
        return PageAnswer(body=file, kind="application/toml", headers=kept)

    def dusk(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """The nights of all tables begin together; or each when it likes."""
        fields = self._fields(request, shown)
        ahead = fields.get("ahead", "")
        if fields.get("do") == "off":
            self._dusk.call_off()
        elif fields.get("do") == "announce" and ahead in DUSKS:
            self._dusk.announce(float(ahead))
        else:
            raise RequestRefused(400)
        return back_home(place="/sent")

    def tournament(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            return PageAnswer(body=self._writer(request, shown).entrance())
        return self._tournament.page(request.path, self._tournament_writer(request, shown))

    def spreadsheet(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            raise RequestRefused(403)
        return self._tournament.spreadsheet(request.path)

    def change(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """Something of the tournament."""
        fields = self._fields(request, shown)
        return self._tournament.change(request.path, fields, self._tournament_writer(request, shown))

    def receive_people(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """A list of them as a file; its mark is read with it."""
        shown = self._sender(shown)
        return self._tournament.receive(request, shown.mark, self._tournament_writer(request, shown))

    def receive_update(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """A file of it; its mark is read with it."""
        shown = self._sender(shown)
        answer = PageAnswer(303)

        async def keep() -> None:
            answer.headers = {"Location": f"/update.{await self._shelf.receive(request, shown)}"}

        answer.after = keep
        return answer

    def update(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """For the boxes, which have no pass: what is signed may be had by everybody."""
        return self._shelf.handed_out(request.path)

    def _sender(self, shown: PhonePass | None) -> PhonePass:
        """Of a file: its form is read as it comes. Raises RequestRefused."""
        if shown is None:
            raise RequestRefused(403)
        if not self._changes.takes(self._clock()):
            raise RequestRefused(429)
        return shown

    @property
    def _seen(self) -> SeenDusk:
        return SeenDusk(len(self._dusk.waiting), self._dusk.left is not None)

    def _fields(self, request: PageRequest, shown: PhonePass | None) -> dict[str, str]:
        """Of a form that may change something."""
        fields = form_fields(request, _MOST_FIELDS)
        check_mark(shown, fields)
        if not self._changes.takes(self._clock()):
            raise RequestRefused(429)
        return fields

    def _done(self) -> PageAnswer:
        return PageAnswer(303, headers={"Location": "/sent"}, after=self._settled)

    async def _settled(self) -> None:
        """Until all tables have done what they were asked, for so long at most: the next page shows what became of
        it."""
        changed = asyncio.Event()
        ends = self._desk.listen(changed.set)
        try:
            async with asyncio.timeout(_SETTLING):
                while any(table.asked for table in self._desk.hall.tables.values()):
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            return
        finally:
            ends()

    def events(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            raise RequestRefused(403)
        if self._streams >= _MOST_STREAMS:
            raise RequestRefused(503)
        return PageAnswer(kind="text/event-stream", stream=self._news(self._writer(request, shown)))

    async def _news(self, writer: HallWriter) -> AsyncGenerator[bytes, None]:
        """The list as it is now, when it has changed; no oftener than anybody could read it."""
        changed = asyncio.Event()
        ends, ends_too = self._desk.listen(changed.set), self._dusk.listen(changed.set)
        self._streams += 1
        try:
            known = b""
            yield b"retry: 5000\n\n"
            while True:
                shown = self._list(writer)
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

    def _list(self, writer: HallWriter) -> bytes:
        hall = self._desk.hall
        state = writer.state(hall, self._seen, reached=self._desk.is_reached)
        return msgspec.json.encode((state, writer.tables(hall.in_order, self._clock())))

    def _writer(self, request: PageRequest, shown: PhonePass | None) -> HallWriter:
        return HallWriter(*self._language(request), shown.mark if shown else "", lambda: self._shelf.update)

    def _tournament_writer(self, request: PageRequest, shown: PhonePass | None) -> TournamentWriter:
        return TournamentWriter(*self._language(request), shown.mark if shown else "")

    def _language(self, request: PageRequest) -> tuple[Mapping[str, str], Language]:
        language = wanted_language(request.headers.get("accept-language", ""))
        return words_of_page(self._words, language), language


_ROUTES: Mapping[str, Mapping[str, _Route]] = {
    **{place: {"GET": HallSite.page} for place in _TOLD},
    **{place: {"GET": HallSite.file} for place in _FILES},
    "/events": {"GET": HallSite.events},
    "/enter": {"POST": HallSite.enter},
    "/leave": {"POST": HallSite.leave},
    "/send": {"POST": HallSite.send},
    "/one": {"POST": HallSite.one},
    "/join": {"POST": HallSite.join},
    "/dusk": {"POST": HallSite.dusk},
    **{place: {"GET": HallSite.tournament} for place in TOURNAMENT_PAGES},
    **{place: {"GET": HallSite.spreadsheet} for place in SPREADSHEETS},
    **{place: {"POST": HallSite.change} for place in TOURNAMENT_FORMS},
    LIST_FILE: {"POST": HallSite.receive_people},
    _INVITED: {"GET": HallSite.invited},
    UPLOAD: {"POST": HallSite.receive_update},
    UPDATE_PATH: {"GET": HallSite.update},
    SIGNATURE_PATH: {"GET": HallSite.update},
}
