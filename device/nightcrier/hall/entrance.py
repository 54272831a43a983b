"""Guards the organiser's page: lets in who knows the password, and checks that forms come from organisers with a pass,
and not too often. Organisers are remembered until the password changes."""

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import scrypt
from hmac import compare_digest
from pathlib import Path
from typing import TypeAlias, TypeVar

from msgspec import Struct

from nightcrier.hall.frame import HallForms
from nightcrier.hall.seen_tables import MOST_TABLES
from nightcrier.kernel.files import DISK
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.refusal import Allowance
from nightcrier.kernel.state_file import ChoicesFile
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

_Part = TypeVar("_Part")
HallRoute: TypeAlias = Callable[[_Part, PageRequest, PhonePass | None], PageAnswer]
HallRoutes: TypeAlias = Mapping[str, Mapping[str, HallRoute[_Part]]]
"""Routes by path and method. A route is given the pass that was shown; None if nobody was let in."""
AnsweringRoutes: TypeAlias = Mapping[str, Mapping[str, Callable[[PageRequest, PhonePass | None], PageAnswer]]]
HALL_COOKIE = "nightcrier-hall"
"""The name of the cookie, which differs from a box's: browsers send a cookie to every port of a machine."""
_MOST_FIELDS = MOST_TABLES + 20
_CHANGES, _CHANGES_A_SECOND = 30, 3.0
_WORK = 2**14
"""The work to try one password: too much for finding the password from the file."""


def routes_of_part(part: _Part, routes: HallRoutes[_Part]) -> AnsweringRoutes:
    """Return routes that call methods of this part."""
    return {path: {method: partial(each, part) for method, each in methods.items()} for path, methods in routes.items()}


class HallEntrance:
    """Lets organisers in. `words` is the folder of the words, `clock` gives the seconds of a day."""

    def __init__(self, gate: Gate, password: str, words: Path, clock: Callable[[], Seconds]) -> None:
        self._gate, self._password, self._words, self.clock = gate, password, words, clock
        self._changes = Allowance(_CHANGES, _CHANGES_A_SECOND, clock())

    def pass_shown(self, request: PageRequest) -> PhonePass | None:
        return self._gate.pass_of(key_shown(request, HALL_COOKIE), self.clock())

    def page(self, request: PageRequest, *, status: int = 200, wrong: str = "") -> PageAnswer:
        """Return the page on which a browser without a pass enters. `wrong` is the word for a refused password."""
        return page_answer(entrance_page(self.forms(request, None), wrong), status)

    def enter(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        fields = form_fields(request, _MOST_FIELDS)
        keeps = fields.get("keep") == "yes"
        key = self._gate.admit(fields.get("password", ""), self._password, self.clock(), keeps=keeps)
        if isinstance(key, Denial):
            return self.page(request, status=403, wrong="net.hasty" if key is Denial.HASTY else "net.hall.wrong")
        return redirect("/", pass_cookie(HALL_COOKIE, key, FOR_GOOD if keeps else int(EVENING)))

    def leave(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        self._gate.dismiss(check_mark(shown, form_fields(request, _MOST_FIELDS)))
        return redirect("/", pass_cookie(HALL_COOKIE, "", 0))

    def forms(self, request: PageRequest, shown: PhonePass | None) -> HallForms:
        """Return forms in the language of the browser."""
        language = wanted_language(request.headers.get("accept-language", ""))
        return HallForms(words_of_page(self._words, language), language, shown.mark if shown else "")

    def fields(self, request: PageRequest, shown: PhonePass | None) -> dict[str, str]:
        """Read a form that may change something. Raises RequestRefused."""
        fields = form_fields(request, _MOST_FIELDS)
        check_mark(shown, fields)
        self.check_pace()
        return fields

    def check_pace(self) -> None:
        """Refuse changes that come too fast. Raises RequestRefused."""
        if not self._changes.takes(self.clock()):
            raise RequestRefused(429)


def entrance_page(forms: HallForms, wrong: str = "") -> Markup:
    """Write the page on which the password is typed. `wrong` is the word for what was wrong with the last password."""
    kinds = {"type": "password", "autocomplete": "current-password"}
    field = forms.entrance("net.hall.password", "password", 200, **kinds)
    return forms.page(tag("h1", "Nightcrier"), forms.word_alert(wrong), field)


class _KeptPasses(Struct, frozen=True):
    """The passes as they are kept; `proof` is made of the password and the drawn `salt`."""

    salt: str = ""
    proof: str = ""
    passes: tuple[PhonePass, ...] = ()


class OrganisersFile:
    """Keeps the passes of organisers on the disk. `tell` writes a sentence into the log."""

    def __init__(self, path: Path, password: str, tell: Callable[[str], None]) -> None:
        self._file = ChoicesFile(DISK, path, _KeptPasses, "every organiser types the password again")
        self._password, self._tell = password, tell
        self._salt = secrets.token_hex(16)
        self._proof = self._proof_of(self._salt)

    def read(self) -> tuple[PhonePass, ...]:
        """Read the kept passes; there are none if the password has changed or the file is damaged."""
        kept, wrong = self._file.load()
        for fault in wrong:
            self._tell(str(fault))
        if kept and compare_digest(kept.proof.encode(), self._proof_of(kept.salt).encode()):
            return kept.passes
        return ()

    def write(self, passes: tuple[PhonePass, ...]) -> None:
        """Keep the passes. If the disk refuses, the passes hold until this program ends."""
        if self._file.save(_KeptPasses(self._salt, self._proof, passes)):
            self._tell("Who came in for good cannot be kept; they type the password again after a restart.")

    def _proof_of(self, salt: str) -> str:
        return scrypt(self._password.encode(), salt=salt.encode(), n=_WORK, r=8, p=1).hex()


ENTRANCE_ROUTES: HallRoutes[HallEntrance] = {
    "/enter": {"POST": HallEntrance.enter},
    "/leave": {"POST": HallEntrance.leave},
}
