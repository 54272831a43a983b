"""What is answered to which request. Whatever is not named here is refused; whatever would change something needs a
pass, its mark, and a page of this very box that it was sent from."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Mapping
from functools import partial
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import parse_qsl

import msgspec

from device.kernel.allowance import Allowance
from device.kernel.ids import Seconds
from device.kernel.public_record import Phase
from device.net.box_line import BoxLine
from device.net.exchange import PageAnswer, PageRequest, RequestRefused
from device.net.file_desk import KINDS, FileDesk
from device.net.form_wishes import form_place, form_wish
from device.net.gate import EVENING, Denial, Gate, PhonePass
from device.net.page import PagePart, PageWriter
from device.net.page_words import wanted_language, words_of_page
from device.net.result_drafts import ResultDrafts
from device.net.scores_file import scores_file

COOKIE = "nightcrier"
MOST_STREAMS = 32
STREAMED = frozenset({"/file"})
CHANGES, CHANGES_A_SECOND = 20, 2.0
SETTLING: Seconds = 1.0
"""So long at most the answer to a wish waits for what becomes of it."""
_MOST_FIELDS = 120
"""Of a form: three for each of as many as there can be people, and some more."""
_SCRIPT = "text/javascript; charset=utf-8"
_FILES = {"/page.css": "text/css; charset=utf-8", "/page.js": _SCRIPT, "/ring.js": _SCRIPT}
_HERE = Path(__file__).parent / "files"
_NAME = re.compile(r"[a-z0-9-]{1,63}(\.local|\.lan|\.home\.arpa)?", re.ASCII)
_FOR_GOOD = 400 * 24 * 3600
_Route = Callable[["Site", PageRequest, PhonePass | None], PageAnswer]


class Site:
    """All routes. `clock` gives the seconds of a day, `keep` writes down who was let in for good."""

    def __init__(
        self,
        box: BoxLine,
        gate: Gate,
        files: FileDesk,
        words: Path,
        clock: Callable[[], float],
        keep: Callable[[tuple[PhonePass, ...]], None] = lambda _: None,
        *,
        encrypted: bool = False,
    ) -> None:
        self._files, self._encrypted = files, encrypted
        self._box, self._gate, self._words, self._clock, self._keep = box, gate, words, clock, keep
        self._changes = Allowance(CHANGES, CHANGES_A_SECOND, clock())
        self._streams, self._drafts = 0, ResultDrafts()
        box.listen(lambda: self._drafts.follow(box.table))

    def answer(self, request: PageRequest) -> PageAnswer:
        """Raises RequestRefused."""
        _check_host(request)
        methods = _ROUTES.get(request.path)
        if methods is None:
            raise RequestRefused(404)
        route = methods.get("GET" if request.method == "HEAD" else request.method)
        if route is None:
            raise RequestRefused(405)
        if request.method == "POST":
            self._check_origin(request)
        return route(self, request, self._gate.pass_of(_key(request), self._clock()))

    def _check_origin(self, request: PageRequest) -> None:
        scheme = "https" if self._encrypted else "http"
        if request.headers.get("origin", "").lower() != f"{scheme}://{request.headers['host'].lower()}":
            raise RequestRefused(403)

    def file(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """One of two, by its name in a table: no path is ever made of what was asked for."""
        name = request.path.removeprefix("/")
        return PageAnswer(body=(_HERE / name).read_bytes(), kind=_FILES[request.path])

    def page(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        writer = self._writer(request, shown)
        box = self._box
        if shown is None:
            return PageAnswer(body=writer.entrance())
        return PageAnswer(body=writer.table(box.table, box.offers, box.said, box.scores, PagePart(request.path)))

    def scores(self, _: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """As a file; in a game there is none."""
        if shown is None:
            raise RequestRefused(403)
        table, scores = self._box.table, self._box.scores
        if table is None or table.phase is not Phase.HOME or scores is None:
            raise RequestRefused(404)
        kept = {"Content-Disposition": 'attachment; filename="scores.csv"'}
        return PageAnswer(body=scores_file(scores), kind="text/csv; charset=utf-8", headers=kept)

    def enter(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        fields = _fields(request)
        code = "".join(sign for sign in fields.get("code", "") if sign.isdecimal())
        on_glass = self._box.table.code if self._box.table else ""
        keeps = fields.get("keep") == "yes"
        key = self._gate.admit(code, on_glass, self._clock(), keeps=keeps)
        if isinstance(key, Denial):
            return PageAnswer(403, self._writer(request, None).entrance(wrong=f"net.{key.value}"))
        self._keep(self._gate.for_good)
        return _back_home(self._cookie(key, _FOR_GOOD if keeps else int(EVENING)))

    def leave(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        self._gate.dismiss(_checked(shown, _fields(request)))
        self._keep(self._gate.for_good)
        return _back_home(self._cookie("", 0))

    def _cookie(self, key: str, seconds: int) -> dict[str, str]:
        """Never sent in the open where the page is encrypted."""
        secure = "; Secure" if self._encrypted else ""
        return {"Set-Cookie": f"{COOKIE}={key}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}"}

    def wish(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        fields = _fields(request)
        digest = _checked(shown, fields).digest
        if not self._changes.takes(self._clock()):
            raise RequestRefused(429)
        if not self._box.wish(form_wish(fields)):
            raise RequestRefused(503)
        if fields["type"] == "result":
            self._drafts.keep(digest, fields)
        return PageAnswer(303, headers={"Location": form_place(fields)}, after=partial(self._settled, digest))

    def receive(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            raise RequestRefused(403)
        if not self._changes.takes(self._clock()):
            raise RequestRefused(429)
        return PageAnswer(303, headers={"Location": "/files"}, after=partial(self._files.receive, request, shown))

    def fetch(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """In a game there is none."""
        if shown is None:
            raise RequestRefused(403)
        if not self._files.is_open:
            raise RequestRefused(404)
        return self._files.fetched(request.path.removeprefix("/"))

    def record(self, _: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """At home, as it makes sounds."""
        if shown is None:
            raise RequestRefused(403)
        if not self._files.is_open:
            raise RequestRefused(404)
        return self._files.recorder()

    async def _settled(self, digest: str, patience: Seconds = SETTLING) -> None:
        """Until the page would be another one: the next one shows what became of a wish."""
        await self._changed(patience)
        self._drafts.settle(digest, self._box.table.question if self._box.table else None)

    async def _changed(self, patience: Seconds) -> None:
        known, changed = self._kind_of_page(), asyncio.Event()
        ends = self._box.listen(changed.set)
        try:
            async with asyncio.timeout(patience):
                while self._kind_of_page() == known:
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            return  # nothing became of it
        finally:
            ends()

    def events(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            raise RequestRefused(403)
        if self._streams >= MOST_STREAMS:
            raise RequestRefused(503)
        return PageAnswer(kind="text/event-stream", stream=self._news(self._writer(request, shown)))

    async def _news(self, writer: PageWriter) -> AsyncGenerator[bytes, None]:
        """What the page shows now, at every change; `anew` where the page itself would be another one."""
        changed = asyncio.Event()
        ends = self._box.listen(changed.set)
        self._streams += 1
        try:
            known = self._kind_of_page()
            yield b"retry: 5000\n\n"
            while True:
                await changed.wait()
                changed.clear()
                if self._kind_of_page() != known:
                    known = self._kind_of_page()
                    yield b"event: anew\ndata:\n\n"
                elif self._box.table:
                    shown = writer.now(self._box.table, self._box.said)
                    yield b"event: now\ndata: " + msgspec.json.encode(shown) + b"\n\n"
        finally:
            self._streams -= 1
            ends()

    def _kind_of_page(self) -> tuple[object, ...]:
        table = self._box.table
        if table is None:
            return ()
        told = self._files.news_mark()
        return (self._box.offers, self._box.scores, table.phase, table.language, table.loudness, table.question, told)

    def _writer(self, request: PageRequest, shown: PhonePass | None) -> PageWriter:
        table = self._box.table
        language = table.language if table else wanted_language(request.headers.get("accept-language", ""))
        words = words_of_page(self._words, language)
        if shown is None:
            return PageWriter(words, language)
        return PageWriter(words, language, shown.mark, self._drafts.of(shown.digest), self._files.shown(shown.digest))


_ROUTES: Mapping[str, Mapping[str, _Route]] = {
    **{part: {"GET": Site.page} for part in PagePart},
    "/page.css": {"GET": Site.file},
    "/page.js": {"GET": Site.file},
    "/ring.js": {"GET": Site.file},
    "/scores.csv": {"GET": Site.scores},
    "/events": {"GET": Site.events},
    "/enter": {"POST": Site.enter},
    "/leave": {"POST": Site.leave},
    "/wish": {"POST": Site.wish},
    "/file": {"POST": Site.receive},
    "/record": {"GET": Site.record},
    **{f"/{name}": {"GET": Site.fetch} for name in KINDS},
}


def _check_host(request: PageRequest) -> None:
    """An address, or a name of the home's network: a page elsewhere whose name was turned to this box is none."""
    host = request.headers.get("host", "").lower()
    name, _, port = host.rpartition(":") if not host.endswith("]") and ":" in host else (host, "", "")
    if (port and not port.isdecimal()) or not (_is_address(name) or _NAME.fullmatch(name)):
        raise RequestRefused(400)


def _is_address(name: str) -> bool:
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _key(request: PageRequest) -> str:
    try:
        found = SimpleCookie(request.headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _fields(request: PageRequest) -> dict[str, str]:
    """Of a form; none twice."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
        raise RequestRefused(415)
    try:
        pairs = parse_qsl(request.body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
    except ValueError:
        raise RequestRefused(400) from None
    if len(dict(pairs)) != len(pairs):
        raise RequestRefused(400)
    return dict(pairs)


def _checked(shown: PhonePass | None, fields: dict[str, str]) -> PhonePass:
    if shown is None or not compare_digest(fields.pop("mark", "").encode(), shown.mark.encode()):
        raise RequestRefused(403)
    return shown


def _back_home(headers: Mapping[str, str] | None = None) -> PageAnswer:
    return PageAnswer(303, headers={"Location": "/", **(headers or {})})
