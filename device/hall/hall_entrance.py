"""The entrance of the organiser's page: who is let in, which language is read there, and whether a form is sent by
who was let in, and not too often."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from device.hall.hall_routes import HallRoutes
from device.hall.page_entrance import entrance_page
from device.hall.seen_hall import MOST_TABLES
from device.kernel.allowance import Allowance
from device.kernel.ids import Language, Seconds
from device.net.checks import back_home, check_mark, form_fields, key_shown, pass_cookie
from device.net.exchange import PageAnswer, PageRequest, RequestRefused, page_answer
from device.net.form_writer import FormWriter
from device.net.gate import EVENING, FOR_GOOD, Denial, Gate, PhonePass
from device.net.page_words import wanted_language, words_of_page

HALL_COOKIE = "nightcrier-hall"
"""Another than that of a box: browsers send both to every port of one machine."""
_MOST_FIELDS = MOST_TABLES + 20
_CHANGES, _CHANGES_A_SECOND = 30, 3.0


class PageReader(NamedTuple):
    """Who reads a page: `mark` is that of the pass, empty for who was not let in."""

    words: Mapping[str, str]
    language: Language
    mark: str


class HallEntrance:
    """`words` is the folder of them, `clock` gives the seconds of a day, `keep` writes down who was let in for good."""

    def __init__(
        self,
        gate: Gate,
        password: str,
        words: Path,
        clock: Callable[[], Seconds],
        keep: Callable[[tuple[PhonePass, ...]], None] = lambda _: None,
    ) -> None:
        self._gate, self._password, self._words, self.clock, self._keep = gate, password, words, clock, keep
        self._changes = Allowance(_CHANGES, _CHANGES_A_SECOND, clock())

    def pass_shown(self, request: PageRequest) -> PhonePass | None:
        return self._gate.pass_of(key_shown(request, HALL_COOKIE), self.clock())

    def page(self, request: PageRequest, *, status: int = 200, wrong: str = "") -> PageAnswer:
        """For who is not in. `wrong` is the word for what was wrong with the password."""
        words, language, mark = self.reader(request, None)
        return page_answer(entrance_page(FormWriter(words, mark), language, wrong), status)

    def enter(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        fields = form_fields(request, _MOST_FIELDS)
        keeps, before = fields.get("keep") == "yes", self._gate.for_good
        key = self._gate.admit(fields.get("password", ""), self._password, self.clock(), keeps=keeps)
        if isinstance(key, Denial):
            return self.page(request, status=403, wrong="net.hasty" if key is Denial.HASTY else "net.hall.wrong")
        if self._gate.for_good != before:  # an old one may have gone for a browser of this evening
            self._keep(self._gate.for_good)
        return back_home(pass_cookie(HALL_COOKIE, key, FOR_GOOD if keeps else int(EVENING)))

    def leave(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        leaving = check_mark(shown, form_fields(request, _MOST_FIELDS))
        self._gate.dismiss(leaving)
        if leaving.until is None:
            self._keep(self._gate.for_good)
        return back_home(pass_cookie(HALL_COOKIE, "", 0))

    def reader(self, request: PageRequest, shown: PhonePass | None) -> PageReader:
        language = wanted_language(request.headers.get("accept-language", ""))
        return PageReader(words_of_page(self._words, language), language, shown.mark if shown else "")

    def sender(self, shown: PhonePass | None) -> PhonePass:
        """Of a file: its form is read as it comes. Raises RequestRefused."""
        if shown is None:
            raise RequestRefused(403)
        self._check_pace()
        return shown

    def fields(self, request: PageRequest, shown: PhonePass | None) -> dict[str, str]:
        """Of a form that may change something. Raises RequestRefused."""
        fields = form_fields(request, _MOST_FIELDS)
        check_mark(shown, fields)
        self._check_pace()
        return fields

    def _check_pace(self) -> None:
        if not self._changes.takes(self.clock()):
            raise RequestRefused(429)


ENTRANCE_ROUTES: HallRoutes[HallEntrance] = {
    "/enter": {"POST": HallEntrance.enter},
    "/leave": {"POST": HallEntrance.leave},
}
