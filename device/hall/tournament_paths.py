"""Where the pages of a tournament are, where their forms go, and where the browser goes on after one."""

from device.hall.page_standings import TOURNAMENT_FILES
from device.hall.people_forms import PEOPLE_FORMS
from device.hall.results_forms import RESULTS_FORMS
from device.hall.round_forms import ROUND_FORMS

LIST_FILE, LIST, DRAW = "/tournament/file", "/tournament/list", "/tournament/draw"
SEATING, ADDED, _PEOPLE_DONE = "/tournament/seating", "/tournament/added", "/tournament/people/done"
_LEADING, _RESULTS, _DONE = "/tournament", "/tournament/results", "/done"
TOURNAMENT_PAGES = (_LEADING, _RESULTS, SEATING, f"{_LEADING}{_DONE}", f"{_RESULTS}{_DONE}", ADDED, _PEOPLE_DONE)
SPREADSHEETS = tuple(f"/tournament/{name}.csv" for name in TOURNAMENT_FILES)
FORMS = {**PEOPLE_FORMS, **ROUND_FORMS, **RESULTS_FORMS}
TOURNAMENT_FORMS = (*sorted(FORMS), DRAW)
_PLACES = {**{path: form.place for path, form in FORMS.items()}, LIST_FILE: "people", DRAW: "round"}


def is_of_results(path: str) -> bool:
    return path.startswith(_RESULTS)


def says_done(path: str) -> bool:
    """Whether a page follows a form that was taken."""
    return path == ADDED or path.endswith(_DONE)


def place_after(path: str) -> str:
    """Of the form that was sent there."""
    place = _PLACES[path]
    if place == "people":
        return f"{ADDED if path in {LIST_FILE, LIST} else _PEOPLE_DONE}#{place}"
    return f"{_RESULTS if is_of_results(path) else _LEADING}{_DONE}#{place}"


def opened_part(path: str) -> str:
    """Which folded part of the page lies open: that of a form that was refused, or people while they change."""
    if path in {ADDED, _PEOPLE_DONE} or _PLACES.get(path) == "people":
        return "people"
    return "bounds" if path.endswith("/bounds") else ""
