"""What is answered at the pages of a tournament, to an organiser who was let in and whose forms were checked. What
comes of a form stands on the page that follows; what cannot be is said at once, above what was typed."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from device.hall.hall_desk import HallDesk
from device.hall.hall_forms import NotSent
from device.hall.hall_page import TICK
from device.hall.page_standings import TOURNAMENT_FILES
from device.hall.shown_tournament import ShownTournament, as_shown
from device.hall.tournament.draw_round import draw_round, next_round_number
from device.hall.tournament.table_sizes import table_sizes
from device.hall.tournament.tournament_csv import people_as_csv, results_as_csv, seating_as_csv, standings_as_csv
from device.hall.tournament.tournament_desk import TournamentDesk
from device.hall.tournament.tournament_state import Tournament
from device.hall.tournament_forms import CHANGES, STALE, Fields, asked_change, form_number, listed_people
from device.hall.tournament_page import TournamentWriter
from device.kernel.chance import Chance
from device.kernel.errors import NightcrierError
from device.net.checks import back_home, same_mark
from device.net.exchange import PageAnswer, PageRequest, RequestRefused
from device.net.sent_form import CutOff, SentForm

LARGEST_LIST = 1024 * 1024
"""Bytes: of ten thousand names in any writing."""
_MOST_READ = 64 * LARGEST_LIST
"""Bytes that are still read of a list that is too large, so that the browser hears why."""
LIST_FILE, _DRAW = "/tournament/file", "/tournament/draw"
_OF_RESULTS = "/tournament/results"
_DONE = "/done"
_WRITTEN: Mapping[str, Callable[[ShownTournament], str]] = {
    "people": lambda shown: people_as_csv(shown.tournament),
    "seating": lambda shown: seating_as_csv(shown.tournament, shown.titles),
    "standings": lambda shown: standings_as_csv(shown.tournament),
    "results": lambda shown: results_as_csv(shown.tournament),
}
TOURNAMENT_PAGES = ("/tournament", _OF_RESULTS, "/tournament/seating", f"/tournament{_DONE}", f"{_OF_RESULTS}{_DONE}")
SPREADSHEETS = tuple(f"/tournament/{name}.csv" for name in TOURNAMENT_FILES)
TOURNAMENT_FORMS = (*sorted(CHANGES), _DRAW)
_PLACES = {
    **dict.fromkeys(("people", "add", "list", "file", "rename"), "people"),
    **dict.fromkeys(("draw", "seats", "close"), "round"),
    **dict.fromkeys(("undo", "bounds"), "draw"),
    **dict.fromkeys(("settle", "all-out"), "astray"),
    "games": "all-games",
}
"""Where on the page the browser goes on, after which form."""


class TournamentSite:
    """`chance` draws the rounds."""

    def __init__(self, desk: TournamentDesk, hall: HallDesk, chance: Chance) -> None:
        self._desk, self._hall, self._chance = desk, hall, chance

    def page(self, path: str, writer: TournamentWriter) -> PageAnswer:
        said = writer.told("net.hall.tournament.done") if path.endswith(_DONE) else ""
        return PageAnswer(body=self._written(path, writer, self._shown(), said))

    def spreadsheet(self, path: str) -> PageAnswer:
        name = path.rpartition("/")[2]
        text = _WRITTEN[name.removesuffix(".csv")](self._shown())
        kept = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PageAnswer(body=text.encode("utf-8-sig"), kind="text/csv; charset=utf-8", headers=kept)

    def change(self, path: str, fields: Fields, writer: TournamentWriter) -> PageAnswer:
        """Of a form. Raises RequestRefused."""
        try:
            if path == _DRAW:
                return self._drawing(fields, writer)
            self._desk.change(asked_change(path, fields))
        except (NotSent, NightcrierError) as why:
            return self._refused(path, writer, why, fields)
        return _done(path)

    def receive(self, request: PageRequest, mark: str, writer: TournamentWriter) -> PageAnswer:
        """A list of people as a file, read as it comes."""
        answer = _done(LIST_FILE)
        answer.after = partial(self._received, answer, request, mark, writer)
        return answer

    async def _received(self, answer: PageAnswer, request: PageRequest, mark: str, writer: TournamentWriter) -> None:
        if request.pieces is None:
            raise RequestRefused(400)
        form = SentForm(request.headers.get("content-type", ""), request.pieces)
        try:
            if not same_mark(await form.mark(), mark):
                raise RequestRefused(403)
            await form.name()
            self._desk.change(listed_people(await _content(form)))
        except CutOff:
            _turn_to(answer, self._refused(LIST_FILE, writer, NotSent("net.file.cut")))
        except (NotSent, NightcrierError) as why:
            _turn_to(answer, self._refused(LIST_FILE, writer, why))

    def _drawing(self, fields: Fields, writer: TournamentWriter) -> PageAnswer:
        """Beside the loop: where hundreds sit down it takes seconds, and tables ask for the clock meanwhile."""
        now, number = self._desk.tournament, form_number(fields.get("round", ""))
        ticked = {name.removeprefix(TICK) for name in fields if name.startswith(TICK)}
        tables = tuple(table.name for table in self._hall.hall.in_order if table.name in ticked)
        if number != next_round_number(now):
            raise NotSent(STALE)
        if not tables:
            raise NotSent("net.hall.nobody")
        if not table_sizes(len(now.here), len(tables), now.bounds):
            figures = {"n": len(now.here), "fewest": now.bounds.fewest}
            raise NotSent("net.hall.tournament.few", **{key: str(value) for key, value in figures.items()})
        answer = _done(_DRAW)
        answer.after = partial(self._drawn, answer, now, tables, writer)
        return answer

    async def _drawn(
        self, answer: PageAnswer, before: Tournament, tables: tuple[str, ...], writer: TournamentWriter
    ) -> None:
        """Results that came meanwhile stay; where people or rounds are others now, it is no draw for them."""
        drawn = await asyncio.to_thread(draw_round, before, tables, self._chance)
        now = self._desk.tournament
        if replace(now, games=before.games) == before:
            self._desk.change(lambda now: replace(drawn, games=now.games))
        else:
            _turn_to(answer, self._refused(_DRAW, writer, NotSent(STALE)))

    def _refused(
        self, path: str, writer: TournamentWriter, why: NotSent | NightcrierError, fields: Fields | None = None
    ) -> PageAnswer:
        return PageAnswer(409, self._written(path, writer, self._shown(fields or {}), writer.refusal(why)))

    def _written(self, path: str, writer: TournamentWriter, shown: ShownTournament, said: str) -> bytes:
        if path.startswith(_OF_RESULTS):
            return writer.results(shown, said)
        return writer.seating(shown) if path == "/tournament/seating" else writer.leading(shown, said)

    def _shown(self, typed: Mapping[str, str] | None = None) -> ShownTournament:
        return as_shown(self._desk, self._hall, typed or {})


def _done(path: str) -> PageAnswer:
    page = _OF_RESULTS if path.startswith(_OF_RESULTS) else "/tournament"
    return back_home(place=f"{page}{_DONE}#{_PLACES[path.rpartition('/')[2]]}")


def _turn_to(answer: PageAnswer, other: PageAnswer) -> None:
    """An answer is another one after all."""
    answer.status, answer.headers, answer.body = other.status, other.headers, other.body


async def _content(form: SentForm) -> bytes:
    """Raises NotSent where it is too large, and CutOff."""
    content, read = bytearray(), 0
    async for piece in form.content():
        read += len(piece)
        if read > _MOST_READ:
            raise RequestRefused(413)
        if read <= LARGEST_LIST:
            content += piece
    if read > LARGEST_LIST:
        raise NotSent("net.file.large")
    return bytes(content)
