"""Guards the organizer's page: only people with the password come in. Each form must carry a valid pass, and forms must
not come too fast."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from nightcrier.kernel.ids import Language, Seconds
from nightcrier.kernel.refusal import Allowance
from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused, page_answer, redirect
from nightcrier.web.forms import wanted_language, words_of_page
from nightcrier.web.gate import (
    EVENING,
    FOR_GOOD,
    Denial,
    Gate,
    PhonePass,
    check_mark,
    form_fields,
    key_shown,
    pass_cookie,
)
from nightcrier.web.markup import Markup, tag
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_hall.frame import HallForms
from nightcrier_hall.seen_tables import MOST_TABLES

_Part = TypeVar("_Part")
HallRoute: TypeAlias = Callable[[_Part, PageRequest, PhonePass | None], PageAnswer]
HallRoutes: TypeAlias = Mapping[str, Mapping[str, HallRoute[_Part]]]
"""Routes by path and method. A route gets the pass that the browser has shown, or None if the browser has no valid
pass."""
AnsweringRoutes: TypeAlias = Mapping[str, Mapping[str, Callable[[PageRequest, PhonePass | None], PageAnswer]]]
HALL_COOKIE = "nightcrier-hall"
"""The name of the cookie. A box's cookie has another name, because browsers send a cookie to every port of a
machine."""
OWN_WORDS = Path(__file__).with_name("words")
_MOST_FIELDS = MOST_TABLES + 20
_CHANGES, _CHANGES_A_SECOND = 30, 3.0


def routes_of_part(part: _Part, routes: HallRoutes[_Part]) -> AnsweringRoutes:
    return {path: {method: partial(each, part) for method, each in methods.items()} for path, methods in routes.items()}


class HallEntrance:
    """Lets organizers in. `words` is the folder of the words, and `clock` gives the time in seconds."""

    def __init__(self, gate: Gate, password: str, words: Path, clock: Callable[[], Seconds]) -> None:
        self._gate, self._password, self._words, self.clock = gate, password, words, clock
        self._changes = Allowance(_CHANGES, _CHANGES_A_SECOND, clock())

    def pass_shown(self, request: PageRequest) -> PhonePass | None:
        return self._gate.pass_of(key_shown(request, HALL_COOKIE), self.clock())

    def page(self, request: PageRequest, *, status: int = 200, wrong: str = "") -> PageAnswer:
        """Return the page on which an organizer without a pass types the password. `wrong` is the key of the words for
        a refused password."""
        return page_answer(entrance_page(self.forms(request, None), wrong), status)

    def enter(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        fields = form_fields(request, _MOST_FIELDS)
        keeps = fields.get("keep") == "yes"
        sent, now = fields.get("password", ""), self.clock()
        key = self._gate.admit(sent, self._password, now, keeps=keeps, caller=request.caller)
        if isinstance(key, Denial):
            return self.page(request, status=403, wrong="net.hasty" if key is Denial.HASTY else "net.hall.wrong")
        return redirect("/", pass_cookie(HALL_COOKIE, key, FOR_GOOD if keeps else int(EVENING)))

    def leave(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        self._gate.dismiss(check_mark(shown, form_fields(request, _MOST_FIELDS)))
        return redirect("/", pass_cookie(HALL_COOKIE, "", 0))

    def forms(self, request: PageRequest, shown: PhonePass | None) -> HallForms:
        language = wanted_language(request.headers.get("accept-language", ""))
        return HallForms(hall_words(self._words, language), language, shown.mark if shown else "")

    def fields(self, request: PageRequest, shown: PhonePass | None) -> dict[str, str]:
        """Return the fields of a form that may change something, after its mark was checked. Raises RequestRefused."""
        fields = form_fields(request, _MOST_FIELDS)
        check_mark(shown, fields)
        self.check_pace()
        return fields

    def check_pace(self) -> None:
        """Refuse changes that are sent too fast. Raises RequestRefused."""
        if not self._changes.takes(self.clock()):
            raise RequestRefused(429)


@lru_cache(maxsize=len(LANGUAGES))
def hall_words(folder: Path, language: Language) -> Mapping[str, str]:
    """Return the words of this page, together with those words of a box that fit here. Raises BadFile."""
    return {**words_of_page(folder, language), **words_of_page(OWN_WORDS, language)}


def entrance_page(forms: HallForms, wrong: str = "") -> Markup:
    """Write the page on which the password is typed. `wrong` is the key of the words that say why the last password was
    refused."""
    kinds = {"type": "password", "autocomplete": "current-password"}
    field = forms.entrance("net.hall.password", "password", 200, **kinds)
    return forms.page(tag("h1", "Nightcrier"), forms.word_alert(wrong), field)


ENTRANCE_ROUTES: HallRoutes[HallEntrance] = {
    "/enter": {"POST": HallEntrance.enter},
    "/leave": {"POST": HallEntrance.leave},
}
