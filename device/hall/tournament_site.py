"""What is answered at the pages of a tournament. What comes of a form stands on the page that follows; what cannot be
is said at once, above what was typed."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from device.hall.form_reading import Fields, TournamentChange
from device.hall.hall_desk import HallDesk
from device.hall.hall_entrance import HallEntrance
from device.hall.hall_forms import NotSent
from device.hall.hall_routes import HallRoutes
from device.hall.people_forms import listed_people
from device.hall.received_list import list_received
from device.hall.round_drawing import RoundDrawing
from device.hall.shown_tournament import ShownTournament, as_shown
from device.hall.told_once import CountedWord, ToldOnce
from device.hall.tournament.tournament_desk import TournamentDesk
from device.hall.tournament_page import TournamentWriter
from device.hall.tournament_paths import (
    ADDED,
    DRAW,
    FORMS,
    LIST,
    LIST_FILE,
    SEATING,
    SPREADSHEETS,
    TOURNAMENT_FORMS,
    TOURNAMENT_PAGES,
    is_of_results,
    opened_part,
    place_after,
    says_done,
)
from device.hall.tournament_spreadsheets import spreadsheet_fetched
from device.kernel.chance import Chance
from device.kernel.errors import NightcrierError
from device.kernel.markup import NO_MARKUP, Markup
from device.net.checks import back_home
from device.net.exchange import PageAnswer, PageRequest, RequestRefused, page_answer
from device.net.gate import PhonePass
from device.net.inbox import Misfit
from device.net.received_file import misfit_word


class TournamentSite:
    """`chance` draws the rounds."""

    def __init__(self, entrance: HallEntrance, desk: TournamentDesk, hall: HallDesk, chance: Chance) -> None:
        self._entrance, self._desk, self._hall = entrance, desk, hall
        self._drawing = RoundDrawing(desk, hall, chance)
        self._added = ToldOnce()  # by a list

    def page(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            return self._entrance.page(request)
        path, writer = request.path, self._writer(request, shown)
        added = self._added.take(shown.mark) if path == ADDED else None
        done = writer.told("net.hall.done") if says_done(path) else NO_MARKUP
        said = writer.counted(added) if added else done
        return page_answer(_written(path, writer, self._shown(), said))

    def spreadsheet(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            raise RequestRefused(403)
        return spreadsheet_fetched(request.path, self._shown())

    def change(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """Of a form. Raises RequestRefused."""
        path, fields = request.path, self._entrance.fields(request, shown)
        writer = self._writer(request, shown)
        try:
            if path == DRAW:
                return self._answer(path, writer, self._drawing.asked(fields))
            self._take(path, FORMS[path].read(fields), writer)
        except (NotSent, NightcrierError) as why:
            return self._refused(path, writer, why, fields)
        return back_home(place=place_after(path))

    def receive(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """A list of people as a file; its mark is read with it."""
        sender = self._entrance.sender(shown)
        writer = self._writer(request, sender)
        return self._answer(LIST_FILE, writer, partial(self._received, request, sender, writer))

    async def _received(self, request: PageRequest, sender: PhonePass, writer: TournamentWriter) -> None:
        came = await list_received(request, sender)
        if isinstance(came, Misfit):
            raise NotSent(misfit_word(came))
        self._take(LIST, listed_people(came), writer)

    def _take(self, path: str, change: TournamentChange, writer: TournamentWriter) -> None:
        """Of a list it is kept how many came who were not here already."""
        before = len(self._desk.tournament.here)
        self._desk.change(change)
        if path == LIST:
            come = len(self._desk.tournament.here) - before
            self._added.keep(writer.mark, CountedWord("net.hall.tournament.added", come))

    def _answer(self, path: str, writer: TournamentWriter, deed: Callable[[], Awaitable[None]]) -> PageAnswer:
        """One that waits for the deed, and is another one where that cannot be."""
        answer = back_home(place=place_after(path))

        async def done() -> None:
            try:
                await deed()
            except (NotSent, NightcrierError) as why:
                refused = self._refused(path, writer, why, {})
                answer.status, answer.headers, answer.body = refused.status, refused.headers, refused.body

        answer.after = done
        return answer

    def _refused(
        self, path: str, writer: TournamentWriter, why: NotSent | NightcrierError, fields: Fields
    ) -> PageAnswer:
        shown = self._shown(fields)
        return page_answer(_written(path, writer, shown, writer.refusal(why, shown)), 409)

    def _shown(self, typed: Mapping[str, str] | None = None) -> ShownTournament:
        return as_shown(self._desk, self._hall, typed or {})

    def _writer(self, request: PageRequest, shown: PhonePass | None) -> TournamentWriter:
        return TournamentWriter(*self._entrance.reader(request, shown))


def _written(path: str, writer: TournamentWriter, shown: ShownTournament, said: Markup) -> Markup:
    if is_of_results(path):
        return writer.results(shown, said)
    return writer.seating(shown) if path == SEATING else writer.leading(shown, said, opened_part(path))


TOURNAMENT_ROUTES: HallRoutes[TournamentSite] = {
    **{place: {"GET": TournamentSite.page} for place in TOURNAMENT_PAGES},
    **{place: {"GET": TournamentSite.spreadsheet} for place in SPREADSHEETS},
    **{place: {"POST": TournamentSite.change} for place in TOURNAMENT_FORMS},
    LIST_FILE: {"POST": TournamentSite.receive},
}
