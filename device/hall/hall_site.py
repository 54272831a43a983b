"""Answers each request at the organiser's page. A path that is not named here is refused; a change needs a pass, its
mark, and a page of this very hall that sent it."""

from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from device.hall.boxes_site import BOXES_ROUTES, INVITATION_PATH, BoxesSite
from device.hall.hall_entrance import ENTRANCE_ROUTES, HallEntrance, HallRoutes, routes_of_part
from device.hall.page_joining import UPLOAD
from device.hall.tables_site import TABLES_ROUTES, TablesSite
from device.hall.tournament_forms import LIST_FILE
from device.hall.tournament_site import TOURNAMENT_ROUTES, TournamentSite
from device.net.checks import route_of
from device.net.exchange import PageAnswer, PageRequest
from device.net.gate import PhonePass

LARGEST_FORM = 32 * 1024
"""Bytes of a form with all tables ticked."""
STREAMED_TO_HALL = frozenset({UPLOAD, LIST_FILE})
_OWN, _OF_NET = Path(__file__).parent / "files", Path(__file__).parents[1] / "net" / "files"
_FILES = {
    "/page.css": (_OF_NET / "page.css", "text/css; charset=utf-8"),
    "/hall.css": (_OWN / "hall.css", "text/css; charset=utf-8"),
    "/hall.js": (_OWN / "hall.js", "text/javascript; charset=utf-8"),
}


class HallSite(NamedTuple):
    """All parts of the page."""

    entrance: HallEntrance
    tables: TablesSite
    boxes: BoxesSite
    tournament: TournamentSite

    def answer(self, request: PageRequest) -> PageAnswer:
        """Answer a request. Raises RequestRefused."""
        is_invited = request.path.startswith(INVITATION_PATH)
        route = route_of(HALL_ROUTES, replace(request, path=INVITATION_PATH) if is_invited else request)
        return route(self, request, self.entrance.pass_shown(request))

    def file(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """Answer with a file by its name in a table: no path is ever made of what was asked for."""
        place, kind = _FILES[request.path]
        return PageAnswer(body=place.read_bytes(), kind=kind)


HALL_ROUTES: HallRoutes[HallSite] = {
    **{place: {"GET": HallSite.file} for place in _FILES},
    **routes_of_part(lambda site: site.entrance, ENTRANCE_ROUTES),
    **routes_of_part(lambda site: site.tables, TABLES_ROUTES),
    **routes_of_part(lambda site: site.boxes, BOXES_ROUTES),
    **routes_of_part(lambda site: site.tournament, TOURNAMENT_ROUTES),
}
