"""Guards a page. The gate keeps the code and the passes, and every request is checked before it is answered.

A phone that sends the code on the glass gets a pass. A form must contain the mark of the pass, and must come from a
page of this server."""

import re
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from hmac import compare_digest
from ipaddress import ip_address
from typing import TypeVar
from urllib.parse import parse_qsl

from msgspec import Struct

from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.refusal import Allowance
from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused, network_of

MOST_TRIES = 5
"""The maximum number of wrong codes from one address; all together have `OF_ALL` times as many. After them, codes are
refused until the glass shows another code."""
TRIES, TRIES_A_SECOND = 10, 0.2
"""The number of wrong codes of one address that are allowed at once, and the number of further ones in a second. Right
codes are not counted."""
OF_ALL = 60
"""The factor by which all addresses together may try more often than one, so that nobody at one address keeps the
others out. Three hundred tries find one code of a million once in 3,333 times. A laptop may use as many addresses as
the network has, so the tries of a second are shared equally among addresses, and the first try of each is looked at."""
MOST_CALLERS = 256
MOST_BY_ONE_CODE = 40
"""The maximum number of phones that can use one code: as many as may sit at a table. Without a limit, somebody who
reads the code could come in again and again, push out all other phones, and write to the microSD card each time."""
MOST_BY_ONE_ADDRESS = 10
"""The maximum number of phones at one address that can use one code, so that no address uses up the code alone."""
MOST_PASSES = 64
MOST_FOR_GOOD = MOST_PASSES - MOST_BY_ONE_CODE
"""The maximum number of permanent passes. With more, a guest who reads two codes could take all places forever, and
each new phone of an evening would push out the previous one."""
EVENING: Seconds = 12 * 3600.0
FOR_GOOD = 400 * 24 * 3600
"""The longest time for which browsers keep a cookie, in seconds."""


class PhonePass(Struct, frozen=True):
    """The pass of a phone. Only a digest of its key is kept, so that nobody can use a pass by reading the file."""

    digest: str
    mark: str
    until: float | None


class Denial(Enum):
    """The reasons why a phone is not let in. The page has words for each reason."""

    WRONG = "wrong"
    LOCKED = "locked"  # until another code stands on the glass
    HASTY = "hasty"  # for some seconds nobody's code is looked at


class _Caller(Struct):
    """Counts the tries of one address: the `wrong` codes since the glass shows this one, and the tries `left` for
    now."""

    left: Allowance
    wrong: int = 0


class Gate:
    """Lets phones in, and recognizes them by their passes. `most_tries` is None in a hall, because the password of a
    hall does not change and would stay locked forever. `keep` stores the passes that are valid for good."""

    def __init__(
        self,
        now: float,
        kept: Collection[PhonePass] = (),
        most_tries: int | None = MOST_TRIES,
        keep: Callable[[tuple[PhonePass, ...]], None] = lambda _: None,
        keep_evening: Callable[[tuple[PhonePass, ...]], None] = lambda _: None,
    ) -> None:
        self._most_tries, self._keep, self._keep_evening = most_tries, keep, keep_evening
        self._passes = {each.digest: each for each in kept}
        self._left_to_all = Allowance(OF_ALL * TRIES, OF_ALL * TRIES_A_SECOND, now)
        self._callers: dict[str, _Caller] = {}
        self._wrong, self._right, self._code = 0, Counter[str](), ""

    def admit(self, code: str, on_glass: str, now: float, *, keeps: bool, caller: str = "") -> str | Denial:
        """Return the key of a new pass if `code` is the code on the glass, and otherwise the reason for the refusal.
        One code can be used only by as many phones as may sit at a table."""
        if on_glass != self._code:
            self._code, self._wrong, self._right = on_glass, 0, Counter[str]()
            for each in self._callers.values():
                each.wrong = 0
        tried = self._tried_by(caller, now)
        denial = self._denial(code, tried, caller, now)
        if denial is None:
            self._right[caller] += 1
            self._left_to_all.is_new(network_of(caller))
            return self._open(now, keeps=keeps)
        if denial is Denial.WRONG and on_glass:
            self._wrong += 1
            tried.wrong += 1
            tried.left.takes(now)
        return denial

    def _tried_by(self, caller: str, now: float) -> _Caller:
        """Return the tries of an address, or of an IPv6 network. If there are too many, the oldest is forgotten."""
        caller = network_of(caller)
        if caller not in self._callers and len(self._callers) >= MOST_CALLERS:
            del self._callers[next(iter(self._callers))]
        return self._callers.setdefault(caller, _Caller(Allowance(TRIES, TRIES_A_SECOND, now)))

    def _denial(self, code: str, tried: _Caller, caller: str, now: float) -> Denial | None:
        most = self._most_tries
        is_used_up = self._right.total() >= MOST_BY_ONE_CODE or self._right[caller] >= MOST_BY_ONE_ADDRESS
        if most is not None and (tried.wrong >= most or self._wrong >= OF_ALL * most or is_used_up):
            return Denial.LOCKED
        if tried.left.wait(now) > 0 or not self._left_to_all.takes_for(network_of(caller), now):
            return Denial.HASTY
        is_right = self._code and compare_digest(code.encode(), self._code.encode())
        return None if is_right else Denial.WRONG

    def pass_of(self, key: str, now: float) -> PhonePass | None:
        """Return the pass with this key. Return None if there is no such pass, or if its time is over."""
        found = self._passes.get(_digest(key)) if key else None
        if found is None or (found.until is not None and found.until <= now):
            return None
        return found

    def dismiss(self, shown: PhonePass) -> None:
        """Remove a pass. Its phone needs a code from now on."""
        self._passes.pop(shown.digest, None)
        if shown.until is None:
            self._keep(self.for_good)
        self._keep_evening(self.of_evening)

    @property
    def for_good(self) -> tuple[PhonePass, ...]:
        """The passes that stay valid after this program has ended."""
        return tuple(each for each in self._passes.values() if each.until is None)

    @property
    def of_evening(self) -> tuple[PhonePass, ...]:
        return tuple(each for each in self._passes.values() if each.until is not None)

    def _open(self, now: float, *, keeps: bool) -> str:
        """Make a pass, and return its key. If there are too many passes, the oldest is dropped. Passes for good are
        dropped last, and beyond `MOST_FOR_GOOD` a pass is for the evening."""
        key = secrets.token_urlsafe(32)
        self._passes = {its: each for its, each in self._passes.items() if each.until is None or each.until > now}
        while len(self._passes) >= MOST_PASSES:
            del self._passes[min(self._passes.values(), key=lambda each: each.until is None).digest]
        until = None if keeps and len(self.for_good) < MOST_FOR_GOOD else now + EVENING
        given = PhonePass(_digest(key), secrets.token_urlsafe(16), until)
        self._passes[given.digest] = given
        if until is None:
            self._keep(self.for_good)
        self._keep_evening(self.of_evening)
        return key


def _digest(key: str) -> str:
    return text_digest(key).hex()


_R = TypeVar("_R")
_S = TypeVar("_S")
_NAME = re.compile(r"[a-z0-9-]{1,63}(\.local|\.lan|\.home\.arpa)?", re.ASCII)


def route_of(routes: Mapping[str, Mapping[str, _R]], request: PageRequest, *, encrypted: bool = False) -> _R:
    """Return the route that answers a request. A HEAD request has the same route as GET. A form must come from a page
    of this server. Raises RequestRefused."""
    _check_host(request)
    methods = routes.get(request.path)
    if methods is None:
        raise RequestRefused(404)
    route = methods.get("GET" if request.method == "HEAD" else request.method)
    if route is None:
        raise RequestRefused(405)
    own = f"{'https' if encrypted else 'http'}://{request.headers['host'].lower()}"
    if request.method == "POST" and request.headers.get("origin", "").lower() != own:
        raise RequestRefused(403)
    return route


def inner_route(
    route: Callable[[_S, PageRequest, PhonePass], PageAnswer],
) -> Callable[[_S, PageRequest, PhonePass | None], PageAnswer]:
    """Return a route that raises RequestRefused if a phone has no pass."""

    def checked(site: _S, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            raise RequestRefused(403)
        return route(site, request, shown)

    return checked


def _check_host(request: PageRequest) -> None:
    """Check that the host is an address, or a name in the home's network, because a foreign name could also point at
    this box. Raises RequestRefused."""
    host = request.headers.get("host", "").lower()
    name, _, port = host.rpartition(":") if not host.endswith("]") and ":" in host else (host, "", "")
    if (port and not port.isdecimal()) or not (_is_address(name) or _NAME.fullmatch(name)):
        raise RequestRefused(400)


def _is_address(name: str) -> bool:
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def key_shown(request: PageRequest, cookie: str) -> str:
    """Return the key of the pass in the cookie of this name. Return "" if there is no such cookie, or more than one.
    Python's own cookie parser is not used, because a header full of quotation marks would keep it busy for seconds."""
    pairs = (each.strip().partition("=") for each in request.headers.get("cookie", "").split(";"))
    found = [value for name, _, value in pairs if name == cookie]
    return found[0] if len(found) == 1 else ""


def form_fields(request: PageRequest, most: int) -> dict[str, str]:
    """Return the fields of a form. Raises RequestRefused for more than `most` fields, and for a field that occurs
    twice."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
        raise RequestRefused(415)
    try:
        pairs = parse_qsl(request.body.decode(), keep_blank_values=True, max_num_fields=most, errors="strict")
    except ValueError:
        raise RequestRefused(400) from None
    if len(dict(pairs)) != len(pairs):
        raise RequestRefused(400)
    return dict(pairs)


def check_mark(shown: PhonePass | None, fields: dict[str, str]) -> PhonePass:
    """Return the pass if the form contains the mark of the pass. The mark is removed from the fields. Raises
    RequestRefused."""
    if shown is None or not same_mark(fields.pop("mark", ""), shown.mark):
        raise RequestRefused(403)
    return shown


def same_mark(sent: str, mark: str) -> bool:
    """Say whether the two marks are equal. The time that the comparison takes reveals nothing about the mark."""
    return compare_digest(sent.encode(), mark.encode())


def pass_cookie(cookie: str, key: str, seconds: int, *, encrypted: bool = False) -> dict[str, str]:
    """Return the header that sets the cookie of a pass. If the page is encrypted, the cookie is never sent without
    encryption."""
    secure = "; Secure" if encrypted else ""
    return {"Set-Cookie": f"{cookie}={key}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}"}
