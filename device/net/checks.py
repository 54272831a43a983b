"""The checks that every page of the house makes before it answers: that the request is meant for it, that a form comes
from a page of its own, and who sends it."""

import re
from collections.abc import Callable, Mapping
from hmac import compare_digest
from ipaddress import ip_address
from typing import TypeVar
from urllib.parse import parse_qsl

from device.net.exchange import PageAnswer, PageRequest, RequestRefused
from device.net.gate import PhonePass

_R = TypeVar("_R")
_S = TypeVar("_S")
_NAME = re.compile(r"[a-z0-9-]{1,63}(\.local|\.lan|\.home\.arpa)?", re.ASCII)


def route_of(routes: Mapping[str, Mapping[str, _R]], request: PageRequest, *, encrypted: bool = False) -> _R:
    """Return the route that answers a request. HEAD is asked as GET is, and a form has to come from a page of this very
    place. Raises RequestRefused."""
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
    """A route for who was let in alone: for others it raises RequestRefused."""

    def checked(site: _S, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        if shown is None:
            raise RequestRefused(403)
        return route(site, request, shown)

    return checked


def _check_host(request: PageRequest) -> None:
    """An address, or a name of the home's network: a page elsewhere whose name was turned to this box is none."""
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
    """Return the key of the pass in the cookie of that name; empty if there are two. The key is one of ours, so nothing
    in it is quoted: Python's own reader of cookies takes seconds for one head full of quotes."""
    pairs = (each.strip().partition("=") for each in request.headers.get("cookie", "").split(";"))
    found = [value for name, _, value in pairs if name == cookie]
    return found[0] if len(found) == 1 else ""


def form_fields(request: PageRequest, most: int) -> dict[str, str]:
    """Return the fields of a form: `most` of them at most, and none twice."""
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
    """Return the pass, if the form bears its mark. The mark is taken out of the fields. Raises RequestRefused."""
    if shown is None or not same_mark(fields.pop("mark", ""), shown.mark):
        raise RequestRefused(403)
    return shown


def same_mark(sent: str, mark: str) -> bool:
    """Whether a mark is this one. The time that this takes says nothing of the mark."""
    return compare_digest(sent.encode(), mark.encode())


def pass_cookie(cookie: str, key: str, seconds: int, *, encrypted: bool = False) -> dict[str, str]:
    """Return the header that sets a pass. An encrypted page never has it sent in the open."""
    secure = "; Secure" if encrypted else ""
    return {"Set-Cookie": f"{cookie}={key}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}"}


def back_home(headers: Mapping[str, str] | None = None, place: str = "/") -> PageAnswer:
    return PageAnswer(303, headers={"Location": place, **(headers or {})})
