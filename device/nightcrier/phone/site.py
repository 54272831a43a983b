"""Answers requests at the page of a phone. A path without a route is refused. A request that changes something needs a
pass, the secret value that belongs to that pass, and a form that comes from a page of this box."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping
from functools import partial
from pathlib import Path

import msgspec

from nightcrier.kernel.refusal import Allowance, Refusal
from nightcrier.phone.box_line import BoxLine
from nightcrier.phone.file_desk import KINDS, FileDesk
from nightcrier.phone.form_wishes import KeptForms, form_wish, names_file, taken_name, touched_place
from nightcrier.phone.page import PagePart, PageWriter, progress_of
from nightcrier.phone.page_results import scores_file
from nightcrier.web.exchange import (
    SCRIPT,
    STYLES,
    PageAnswer,
    PageRequest,
    RequestRefused,
    file_answer,
    network_of,
    page_answer,
    redirect,
)
from nightcrier.web.forms import wanted_language, words_of_page
from nightcrier.web.gate import (
    EVENING,
    FOR_GOOD,
    Denial,
    Gate,
    PhonePass,
    check_mark,
    form_fields,
    inner_route,
    key_shown,
    pass_cookie,
    route_of,
)
from nightcrier.wire.public_record import Phase
from nightcrier.wire.wishes import ChoreWish

COOKIE = "nightcrier"
MOST_STREAMS, MOST_OF_A_PHONE = 32, 3
STREAMED = frozenset({"/file"})
CHANGES, CHANGES_A_SECOND = 20, 2.0
_MOST_FIELDS = 120
"""The maximum number of fields in a form: three for each of the most people that can play, and a few more."""
LARGEST_FORM, _MOST_NAMES = 64 * 1024, 320
"""The maximum number of bytes and fields in a form with the names of all roles and groups of a game. A Thai letter
needs nine bytes, and so does each mark on it."""
_HERE = Path(__file__).parent / "files"
_FILES = {
    **STYLES,
    "/page.js": (_HERE / "page.js", SCRIPT),
    "/ring.js": (_HERE / "ring.js", SCRIPT),
}
_AT_HOME = frozenset({"/scores.csv", "/record", *(f"/{name}" for name in KINDS)})
"""The paths that are closed during a game: recording makes noise, and files keep the processor busy."""
_CHANGE = frozenset({"/wish", "/names", *STREAMED})
"""The paths that change something. There is a limit on how often all phones together may use them, and each phone gets
an equal share."""
_Route = Callable[["Site", PageRequest, PhonePass | None], PageAnswer]


class Site:
    """Answers requests at all routes of the page. `clock` gives the time in seconds."""

    def __init__(
        self,
        box: BoxLine,
        gate: Gate,
        files: FileDesk,
        words: Path,
        clock: Callable[[], float],
        *,
        encrypted: bool = False,
    ) -> None:
        self._files, self._encrypted = files, encrypted
        self._box, self._gate, self._words, self._clock = box, gate, words, clock
        self._changes = Allowance(CHANGES, CHANGES_A_SECOND, clock())
        self._streams, self._forms = dict[asyncio.Event, tuple[str, str]](), KeptForms()  # by network and pass
        box.listen(lambda: self._forms.look(box.table))

    def answer(self, request: PageRequest) -> PageAnswer:
        """Return the answer to a request. Raises RequestRefused."""
        route = route_of(_ROUTES, request, encrypted=self._encrypted)
        shown = self._gate.pass_of(key_shown(request, COOKIE), self._clock())
        if shown and request.path in _AT_HOME and not self._box.is_at_home:
            raise RequestRefused(404)
        changes = shown if request.method == "POST" and request.path in _CHANGE else None
        if changes and not self._changes.takes_for(changes.digest, self._clock()):
            raise RequestRefused(429)
        return route(self, request, shown)

    def file(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """Return a file of the page whose name is in a table of allowed files. No path is ever made from the
        request."""
        return file_answer(*_FILES[request.path])

    def page(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        writer = self._writer(request, shown)
        box = self._box
        if shown is None:
            return page_answer(writer.entrance())
        seen = box.table, box.offers, box.said, box.scores, PagePart(request.path), box.roles
        return page_answer(writer.table(*seen, self._clock()))

    def scores(self, _: PageRequest, __: PhonePass) -> PageAnswer:
        """Return the scores as a file. Raises RequestRefused."""
        scores = self._box.scores
        if scores is None:
            raise RequestRefused(404)
        kept = {"Content-Disposition": 'attachment; filename="scores.csv"'}
        return PageAnswer(body=scores_file(scores), kind="text/csv; charset=utf-8", headers=kept)

    def enter(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        fields = form_fields(request, _MOST_FIELDS)
        code = "".join(str(int(sign)) for sign in fields.get("code", "") if sign.isdecimal())
        on_glass = self._box.table.code if self._box.table else ""
        keeps = fields.get("keep") == "yes"
        key = self._gate.admit(code, on_glass, self._clock(), keeps=keeps, caller=request.caller)
        if isinstance(key, Denial):
            return page_answer(self._writer(request, None).entrance(wrong=f"net.{key.value}"), 403)
        return redirect("/", pass_cookie(COOKIE, key, FOR_GOOD if keeps else int(EVENING), encrypted=self._encrypted))

    def leave(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        self._gate.dismiss(check_mark(shown, form_fields(request, _MOST_FIELDS)))
        return redirect("/", pass_cookie(COOKIE, "", 0, encrypted=self._encrypted))

    def wish(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        fields = form_fields(request, _MOST_FIELDS)
        digest = check_mark(shown, fields).digest
        wish, answers = form_wish(fields), list[Refusal | None]()
        if not self._box.ask(wish, answers.append):
            raise RequestRefused(503)
        if isinstance(wish, ChoreWish):
            self._files.forget(digest)
        came_from = "/" + request.headers.get("referer", "").partition("://")[2].partition("/")[2]
        part = came_from if came_from in tuple(PagePart) else PagePart.TABLE
        settled = partial(self._settled, digest, answers, fields, part)
        return redirect(part + touched_place(fields), after=settled)

    def receive(self, request: PageRequest, shown: PhonePass) -> PageAnswer:
        return redirect("/files", after=partial(self._files.receive, request, shown))

    def name(self, request: PageRequest, shown: PhonePass) -> PageAnswer:
        """Take the names of roles as a file that this phone sends. A name that already belongs to something else leads
        back to its field. Raises RequestRefused."""
        fields = form_fields(request, _MOST_NAMES)
        check_mark(shown, fields)
        table, offers = self._box.table, self._box.offers
        if table is None or offers is None:
            raise RequestRefused(503)
        file = names_file(offers, table.language, fields)
        taken = taken_name(offers.names, fields)
        word, kept = Refusal.TAKEN if taken else None, {**fields, "named": taken}
        self._forms.settle(shown.digest, word, kept, PagePart.NAMES)
        if taken:
            return redirect(PagePart.NAMES)
        return redirect("/files", after=partial(self._files.receive_names, shown.digest, *file))

    def fetch(self, request: PageRequest, _: PhonePass) -> PageAnswer:
        """Return a file that root has saved. Raises RequestRefused."""
        return self._files.fetched(request.path.removeprefix("/"))

    def record(self, _: PageRequest, __: PhonePass) -> PageAnswer:
        return self._files.recorder()

    async def _settled(self, digest: str, answers: list[Refusal | None], fields: Mapping[str, str], part: str) -> None:
        """Wait until the box has answered a wish, so that the next page shows the result of the wish."""
        self._forms.settle(digest, await self._box.wait_for_answer(answers), fields, part)

    def events(self, request: PageRequest, shown: PhonePass) -> PageAnswer:
        network, key = network_of(request.caller), key_shown(request, COOKIE)
        if len(self._streams) >= MOST_STREAMS and self._giving_way(network, key) is None:
            raise RequestRefused(503)
        return PageAnswer(kind="text/event-stream", stream=self._news(self._writer(request, shown), network, key))

    def _giving_way(self, network: str, key: str) -> asyncio.Event | None:
        """Return the stream that must end for a new one: the oldest stream of a phone that has the maximum number or,
        if all places are taken, of the phone that has the most. A new stream ends that of another phone only if the
        other phone would still have more."""
        counts = Counter(name for each in self._streams.values() for name in each)
        if counts[key] >= MOST_OF_A_PHONE:
            return next(each for each, (_, its) in self._streams.items() if its == key)
        if len(self._streams) < MOST_STREAMS:
            return None
        shares = {each: [counts[name] for name in names[::-1]] for each, names in self._streams.items()}
        most = max(shares, key=shares.__getitem__)
        return most if shares[most] > [counts[key] + 1, counts[network] + 1] else None

    async def _news(self, writer: PageWriter, network: str, key: str) -> AsyncGenerator[bytes, None]:
        """Yield what the page shows, now and at every change except by night, and `anew` if the page must be reloaded.
        A stream ends with `enough` when its pass has ended, or for a newer stream of its phone. In other cases it ends
        silently, so that the phone connects again."""
        changed = asyncio.Event()
        ends = self._box.listen(changed.set)
        if older := self._giving_way(network, key):
            del self._streams[older]
            older.set()
        self._streams[changed] = network, key
        try:
            known, shown = self._kind_of_page(), self._shown(writer)
            yield f"retry: 5000\n\nevent: phase\ndata: {progress_of(self._box.table)}\n\n".encode() + shown
            while await changed.wait() and changed in self._streams and self._gate.pass_of(key, self._clock()):
                changed.clear()
                if self._kind_of_page() != known:
                    known, shown = self._kind_of_page(), self._shown(writer)
                    yield b"event: anew\ndata:\n\n"
                elif self._shown(writer) != shown:
                    shown = self._shown(writer)
                    yield shown
            if changed in self._streams or [its for _, its in self._streams.values()].count(key) >= MOST_OF_A_PHONE:
                yield b"event: enough\ndata:\n\n"
        finally:
            self._streams.pop(changed, None)
            ends()

    def _shown(self, writer: PageWriter) -> bytes:
        return b"event: now\ndata: " + msgspec.json.encode(writer.now(self._box.table, self._box.said)) + b"\n\n"

    def _kind_of_page(self) -> tuple[object, ...]:
        """Return a value that changes when the page must be loaded again. During a whole night the value is the
        same."""
        table = self._box.table
        if table is None or table.phase is Phase.NIGHT:
            return (table is None,)
        drawn = table.clock if table.phase is Phase.DAY else None
        shown = table.phase, table.language, table.loudness, table.question, drawn
        return (self._box.offers, self._box.scores, *shown, self._files.marks)

    def _writer(self, request: PageRequest, shown: PhonePass | None) -> PageWriter:
        table = self._box.table
        language = table.language if table else wanted_language(request.headers.get("accept-language", ""))
        words = words_of_page(self._words, language)
        if shown is None:
            return PageWriter(words, language)
        kept = self._forms.of(shown.digest, request.path)
        return PageWriter(words, language, shown.mark, self._files.shown(shown.digest), kept)


_ROUTES: Mapping[str, Mapping[str, _Route]] = {
    **{part: {"GET": Site.page} for part in PagePart},
    **{place: {"GET": Site.file} for place in _FILES},
    "/scores.csv": {"GET": inner_route(Site.scores)},
    "/events": {"GET": inner_route(Site.events)},
    "/enter": {"POST": Site.enter},
    "/leave": {"POST": Site.leave},
    "/wish": {"POST": Site.wish},
    PagePart.NAMES: {"GET": Site.page, "POST": inner_route(Site.name)},
    "/file": {"POST": inner_route(Site.receive)},
    "/record": {"GET": inner_route(Site.record)},
    **{f"/{name}": {"GET": inner_route(Site.fetch)} for name in KINDS},
}
