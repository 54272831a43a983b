"""What is answered at the pages of a tournament, to an organiser who was let in and whose forms were checked. What
comes of a form stands on the page that follows; what cannot be is said at once, above what was typed."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from device.hall.hall_desk import HallDesk
from device.hall.hall_forms import NotSent
from device.hall.hall_page import TICK
from device.hall.page_standings import TOURNAMENT_FILES
from device.hall.shown_tournament import ShownTournament, as_shown
from device.hall.tournament.draw_round import draw_round, next_round_number
from device.hall.tournament.settled_games import untold_tables
from device.hall.tournament.table_sizes import table_sizes
from device.hall.tournament.tournament_csv import people_as_csv, results_as_csv, seating_as_csv, standings_as_csv
from device.hall.tournament.tournament_desk import TournamentDesk
from device.hall.tournament.tournament_state import Tournament
from device.hall.tournament_forms import (
    CHANGES,
    STALE,
    Fields,
    TournamentChange,
    asked_change,
    form_number,
    listed_people,
)
from device.hall.tournament_page import TournamentWriter
from device.kernel.chance import Chance
from device.kernel.errors import NightcrierError
from device.net.checks import back_home
from device.net.exchange import PageAnswer, PageRequest
from device.net.gate import PhonePass
from device.net.inbox import FileRefused, Misfit
from device.net.received_file import file_received, misfit_word
from device.net.sent_form import SentForm

LARGEST_LIST = 1024 * 1024
"""Bytes: of ten thousand names in any writing."""
LIST_FILE, _LIST, _DRAW = "/tournament/file", "/tournament/list", "/tournament/draw"
_OF_RESULTS = "/tournament/results"
_DONE, _ADDED = "/done", "/tournament/added"
_WRITTEN: Mapping[str, Callable[[ShownTournament], str]] = {
    "people": lambda shown: people_as_csv(shown.tournament),
    "seating": lambda shown: seating_as_csv(shown.tournament, shown.titles),
    "standings": lambda shown: standings_as_csv(shown.tournament),
    "results": lambda shown: results_as_csv(shown.tournament),
}
TOURNAMENT_PAGES = (
    *("/tournament", _OF_RESULTS, "/tournament/seating"),
    *(f"/tournament{_DONE}", f"{_OF_RESULTS}{_DONE}", _ADDED),
)
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
        self._added: dict[str, int] = {}  # by a list, until its organiser sees it, by the mark

    def page(self, path: str, writer: TournamentWriter) -> PageAnswer:
        added = self._added.pop(writer.mark, None) if path == _ADDED else None
        if added is not None:
            said = writer.added(added)
        else:
            said = writer.told("net.hall.tournament.done") if path == _ADDED or path.endswith(_DONE) else ""
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
            change = asked_change(path, fields)
            if path == _LIST:
                self._add(change, writer)
            else:
                self._desk.change(change)
        except (NotSent, NightcrierError) as why:
            return self._refused(path, writer, why, fields)
        return _done(path)

    def receive(self, request: PageRequest, mark: str, writer: TournamentWriter) -> PageAnswer:
        """A list of people as a file, read as it comes."""
        answer = _done(LIST_FILE)
        answer.after = partial(self._received, answer, request, mark, writer)
        return answer

    async def _received(self, answer: PageAnswer, request: PageRequest, mark: str, writer: TournamentWriter) -> None:
        came = await file_received(request, PhonePass("", mark, None), _content)
        if isinstance(came, Misfit):
            return _turn_to(answer, self._refused(LIST_FILE, writer, NotSent(misfit_word(came))))
        try:
            self._add(listed_people(came), writer)
        except (NotSent, NightcrierError) as why:
            _turn_to(answer, self._refused(LIST_FILE, writer, why))

    def _add(self, change: TournamentChange, writer: TournamentWriter) -> None:
        """Those of a list who were not here already."""
        before = len(self._desk.tournament.here)
        self._desk.change(change)
        self._added[writer.mark] = len(self._desk.tournament.here) - before

    def _drawing(self, fields: Fields, writer: TournamentWriter) -> PageAnswer:
        """Beside the loop: where hundreds sit down it takes seconds, and tables ask for the clock meanwhile."""
        now, number = self._desk.tournament, form_number(fields.get("round", ""))
        ticked = {name.removeprefix(TICK) for name in fields if name.startswith(TICK)}
        tables = tuple(table.name for table in self._hall.hall.in_order if table.name in ticked)
        self._check_draw(now, number, tables, sure=fields.get("sure") == "yes")
        answer = _done(_DRAW)
        answer.after = partial(self._drawn, answer, now, tables, writer)
        return answer

    def _check_draw(self, now: Tournament, number: int, tables: Sequence[str], *, sure: bool) -> None:
        """Raises NotSent. Where some have told no result yet, it is `sure` that nobody plays there any more."""
        if number != next_round_number(now):
            raise NotSent(STALE)
        if not tables:
            raise NotSent("net.hall.nobody")
        if not table_sizes(len(now.here), len(tables), now.bounds):
            figures = {"n": len(now.here), "fewest": now.bounds.fewest}
            raise NotSent("net.hall.tournament.few", **{key: str(value) for key, value in figures.items()})
        if not sure and (untold := untold_tables(now)):
            raise NotSent("net.hall.tournament.untold", tables=self._shown().called(untold))

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
    done = _ADDED if path in {LIST_FILE, _LIST} else f"{page}{_DONE}"
    return back_home(place=f"{done}#{_PLACES[path.rpartition('/')[2]]}")


def _turn_to(answer: PageAnswer, other: PageAnswer) -> None:
    """An answer is another one after all."""
    answer.status, answer.headers, answer.body = other.status, other.headers, other.body


async def _content(form: SentForm) -> bytes:
    """Raises FileRefused where it is too large, and what the form raises."""
    await form.name()
    content = bytearray()
    async for piece in form.content():
        content += piece
        if len(content) > LARGEST_LIST:
            raise FileRefused(Misfit.LARGE)
    return bytes(content)
