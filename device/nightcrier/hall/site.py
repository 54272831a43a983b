"""Answers each request at the organiser's page. A path that is not named here is refused; a change needs a pass, its
mark, and a page of this very hall that sent it."""

from pathlib import Path

from msgspec.structs import replace

from nightcrier.hall.boxes_site import BOXES_ROUTES, INVITATION_PATH, BoxesSite
from nightcrier.hall.entrance import ENTRANCE_ROUTES, AnsweringRoutes, HallEntrance, routes_of_part
from nightcrier.hall.tables_site import TABLES_ROUTES, TablesSite
from nightcrier.web.exchange import PAGE_STYLE, SCRIPT, STYLE, PageAnswer, PageRequest, file_answer
from nightcrier.web.gate import PhonePass, route_of

LARGEST_FORM = 32 * 1024
"""Bytes of a form with all tables ticked."""
_OWN = Path(__file__).parent / "files"
HALL_FILES = {
    "/page.css": (PAGE_STYLE, STYLE),
    "/hall.css": (_OWN / "hall.css", STYLE),
    "/hall.js": (_OWN / "hall.js", SCRIPT),
}


class HallSite:
    """Answers at the organiser's page: with files, from its own parts, and from `others` beside the hall."""

    def __init__(self, entrance: HallEntrance, tables: TablesSite, boxes: BoxesSite, *others: AnsweringRoutes) -> None:
        self._entrance = entrance
        self._routes: AnsweringRoutes = {
            **{place: {"GET": self._file} for place in HALL_FILES},
            **routes_of_part(entrance, ENTRANCE_ROUTES),
            **routes_of_part(tables, TABLES_ROUTES),
            **routes_of_part(boxes, BOXES_ROUTES),
            **{path: methods for routes in others for path, methods in routes.items()},
        }

    def answer(self, request: PageRequest) -> PageAnswer:
        """Answer a request. Raises RequestRefused."""
        is_invited = request.path.startswith(INVITATION_PATH)
        route = route_of(self._routes, replace(request, path=INVITATION_PATH) if is_invited else request)
        return route(request, self._entrance.pass_shown(request))

    def _file(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """Answer with a file by its name in a table: no path is ever made of what was asked for."""
        return file_answer(*HALL_FILES[request.path])
