"""Answers requests at the pages of a tournament. The page after a form says what the form has changed. A refused form
is shown again at once, with the reason."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from msgspec.structs import replace

from nightcrier.hall.desk import HallDesk
from nightcrier.hall.entrance import HallEntrance, HallRoutes
from nightcrier.hall.frame import HallForms, NotSent
from nightcrier.hall.tables_page import TICK
from nightcrier.hall.tournament.desk import TournamentDesk
from nightcrier.hall.tournament.forms import (
    ADDED,
    AFTER,
    DONE_PAGES,
    DRAW,
    FORMS,
    LIST,
    LIST_FILE,
    RESULTS,
    SEATING,
    SPREADSHEETS,
    STALE,
    TOURNAMENT_FORMS,
    TOURNAMENT_PAGES,
    Fields,
    TournamentChange,
    form_number,
    part_to_open,
    take_list,
)
from nightcrier.hall.tournament.page_parts import ShownTournament, as_shown
from nightcrier.hall.tournament.pages import main_page, refusal_told, results_page, seating_page
from nightcrier.hall.tournament.results import untold_tables
from nightcrier.hall.tournament.rounds import draw_round, next_round_number, round_sizes
from nightcrier.hall.tournament.spreadsheets import people_as_csv, results_as_csv, seating_as_csv, standings_as_csv
from nightcrier.hall.tournament.state import Tournament
from nightcrier.kernel.chance import Chance
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.refusal import Refusal
from nightcrier.web.exchange import PageAnswer, PageRequest, page_answer, redirect
from nightcrier.web.gate import PhonePass, inner_route
from nightcrier.web.markup import Markup
from nightcrier.web.uploads import FileRefused, SentForm, receive_file

LARGEST_LIST = 1024 * 1024
"""The largest list of people, in bytes. Ten thousand names in any script need less."""
_WRITTEN: Mapping[str, Callable[[ShownTournament], str]] = {
    "people": lambda shown: people_as_csv(shown.tournament),
    "seating": lambda shown: seating_as_csv(shown.tournament, shown.titles),
    "standings": lambda shown: standings_as_csv(shown.tournament),
    "results": lambda shown: results_as_csv(shown.tournament),
}


class TournamentSite:
    """Answers requests about the tournament. `chance` is used to draw the rounds at random."""

    def __init__(self, entrance: HallEntrance, desk: TournamentDesk, hall: HallDesk, chance: Chance) -> None:
        self._entrance, self._desk, self._hall, self._chance = entrance, desk, hall, chance
        self._added = dict[str, int]()  # by a list, until it is said, by marks

    def page(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            return self._entrance.page(request)
        path, forms = request.path, self._entrance.forms(request, shown)
        added = self._added.pop(shown.mark, None) if path == ADDED else None
        done = forms.word_alert("net.hall.done" if path in DONE_PAGES else "")
        said = done if added is None else forms.count_alert("net.hall.tournament.added", added)
        return page_answer(_page(path, forms, self._shown(), said))

    def spreadsheet(self, request: PageRequest, _: PhonePass) -> PageAnswer:
        name = request.path.rpartition("/")[2]
        text = _WRITTEN[name.removesuffix(".csv")](self._shown())
        kept = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PageAnswer(body=text.encode("utf-8-sig"), kind="text/csv; charset=utf-8", headers=kept)

    def change(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        path, fields = request.path, self._entrance.fields(request, shown)
        forms = self._entrance.forms(request, shown)
        try:
            if path == DRAW:
                return self._answer(path, forms, self._drawing(fields))
            self._take(path, FORMS[path][0](fields), forms)
        except (NotSent, NightcrierError) as why:
            return self._refused(path, forms, why, fields)
        return redirect(AFTER[path])

    def _drawing(self, fields: Fields) -> Callable[[], Awaitable[None]]:
        """Return an asynchronous function that draws the round. With hundreds of people a draw takes seconds, and
        tables ask for the clock meanwhile. This method and the returned function raise NotSent."""
        now, number = self._desk.tournament, form_number(fields.get("round", ""))
        ticked = {name.removeprefix(TICK) for name in fields if name.startswith(TICK)}
        tables = tuple(table.name for table in self._hall.hall.in_order if table.name in ticked)
        if number != next_round_number(now):
            raise NotSent(STALE)
        round_sizes(now, tables)
        if fields.get("sure") != "yes" and (untold := untold_tables(now)):  # somebody may still play there
            raise NotSent("net.hall.tournament.untold", tables=self._shown().called(untold))
        return partial(self._draw, now, tables)

    async def _draw(self, before: Tournament, tables: tuple[str, ...]) -> None:
        """Draw the round. Results that arrive during the draw are kept. The draw is refused if people or rounds have
        changed meanwhile."""
        drawn = await asyncio.to_thread(draw_round, before, tables, self._chance)
        if replace(self._desk.tournament, games=before.games) != before:
            raise NotSent(STALE)
        self._desk.change(lambda now: replace(drawn, games=now.games, titles=self._titles(drawn)))

    def _titles(self, drawn: Tournament) -> Mapping[str, str]:
        """Return the titles of the tables of all rounds: the current title of a table, or else its last known title."""
        seated = {each.table for played in drawn.rounds for each in played.tables}
        return {table: title for table, title in {**drawn.titles, **self._hall.hall.titles}.items() if table in seated}

    def receive(self, request: PageRequest, shown: PhonePass) -> PageAnswer:
        """Receive a list of people as a file. The mark of the form is read together with the file."""
        self._entrance.check_pace()
        forms = self._entrance.forms(request, shown)
        return self._answer(LIST_FILE, forms, partial(self._receive, request, shown, forms))

    async def _receive(self, request: PageRequest, sender: PhonePass, forms: HallForms) -> None:
        came = await receive_file(request, sender, _content)
        if isinstance(came, Refusal):
            raise NotSent(came)
        self._take(LIST, take_list(came), forms)

    def _take(self, path: str, change: TournamentChange, forms: HallForms) -> None:
        """Change the tournament. After a list of people, the number of new people is kept for the next page."""
        before = len(self._desk.tournament.here)
        self._desk.change(change)
        if path == LIST:
            self._added[forms.mark] = len(self._desk.tournament.here) - before

    def _answer(self, path: str, forms: HallForms, deed: Callable[[], Awaitable[None]]) -> PageAnswer:
        """Return an answer that waits until `deed` is done. If the deed fails, the answer becomes a refusal."""
        answer = redirect(AFTER[path])

        async def done() -> None:
            try:
                await deed()
            except (NotSent, NightcrierError) as why:
                refused = self._refused(path, forms, why, {})
                answer.status, answer.headers, answer.body = refused.status, refused.headers, refused.body

        answer.after = done
        return answer

    def _refused(self, path: str, forms: HallForms, why: NotSent | NightcrierError, fields: Fields) -> PageAnswer:
        shown = self._shown(fields)
        return page_answer(_page(path, forms, shown, refusal_told(forms, why, shown)), 409)

    def _shown(self, typed: Mapping[str, str] | None = None) -> ShownTournament:
        return as_shown(self._desk, self._hall, typed or {})


def _page(path: str, forms: HallForms, shown: ShownTournament, said: Markup) -> Markup:
    if path.startswith(RESULTS):
        return results_page(forms, shown, said)
    return seating_page(forms, shown) if path == SEATING else main_page(forms, shown, said, part_to_open(path))


async def _content(form: SentForm) -> bytes:
    """Return the content of a file in a form. Raises FileRefused if the file is too large, and the errors of the
    form."""
    await form.name()
    content = bytearray()
    async for piece in form.content():
        content += piece
        if len(content) > LARGEST_LIST:
            raise FileRefused(Refusal.LARGE)
    return bytes(content)


TOURNAMENT_ROUTES: HallRoutes[TournamentSite] = {
    **{place: {"GET": TournamentSite.page} for place in TOURNAMENT_PAGES},
    **{place: {"GET": inner_route(TournamentSite.spreadsheet)} for place in SPREADSHEETS},
    **{place: {"POST": TournamentSite.change} for place in TOURNAMENT_FORMS},
    LIST_FILE: {"POST": inner_route(TournamentSite.receive)},
}
