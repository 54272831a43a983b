"""Tests every route of both pages, taken from their tables so that new ones are included: without a pass, with an
expired one, with another's mark, by other methods, from other sites."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from hall.tests.organisers import HALL_ROUTES, STREAMED, Organisers
from nightcrier.broker.hall_messages import SIGNATURE_PATH, UPDATE_PATH
from nightcrier.phone import site
from nightcrier.web.exchange import STYLES, PageAnswer, RequestRefused
from nightcrier.web.gate import EVENING
from nightcrier_hall.site import INVITATION_PATH
from tests.phone.phones import Phones

HANDED_OUT = {INVITATION_PATH, UPDATE_PATH, SIGNATURE_PATH}
OPEN = {*STYLES, "/page.js", "/ring.js", "/hall.css", "/hall.js", *HANDED_OUT}
"""Paths open to everybody: style, script and signed releases, and what has a key of its own. Apart from the
entrance, nothing else may be added."""
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "post", "", "G" * 99)
FORM = "&type=newcomer&to=all&do=loudness&loudness=7&identify=one&table=new&ahead=60"
"""A form that some route would accept; each test adds what it lacks."""
SECRETS = (b"Ann", b"First Game", b"secret-table", b"needs help", b'name="mark" value="m')


class Tried(NamedTuple):
    """Names a route of one page; `changed` returns what a request to it led to."""

    page: Callable[[Path], Phones | Organisers]
    path: str
    methods: tuple[str, ...]

    def __repr__(self) -> str:
        return f"{self.page.__name__}{self.path}"


def changed(at: Phones | Organisers) -> list[object]:
    return [*at.box.wished] if isinstance(at, Phones) else [*at.sent()]


def hall(where: Path) -> Organisers:
    organisers = Organisers(where)
    organisers.joins("one", "secret-table")
    organisers.sent()
    return organisers


def box(where: Path) -> Phones:
    return Phones(where)


ALL = [
    Tried(page, path, tuple(sorted(routes[path])))
    for page, routes in ((box, site._ROUTES), (hall, HALL_ROUTES))
    for path in sorted(routes)
]
POSTS = [tried for tried in ALL if "POST" in tried.methods]
BEHIND = [tried for tried in POSTS if tried.path not in {"/enter", *site.STREAMED, *STREAMED}]
"""Routes of forms with a mark. For forms with a file, see `tests/phone/test_files.py` and `tests/hall`."""
named = pytest.mark.parametrize("tried", ALL, ids=repr)


def answered(at: Phones | Organisers, path: str, method: str, key: str, body: str = "", **headers: str) -> PageAnswer:
    try:
        return at.ask(path, method, key, body, **headers)
    except RequestRefused as refused:
        return PageAnswer(refused.status)


def keys_of_nobody(at: Phones | Organisers) -> list[str]:
    """Return keys that open nothing: empty, made up, a digest, a mark, one that was dismissed, and an old one."""
    old = at.let_in()
    at.now += EVENING
    shown, left = at.gate.pass_of(at.let_in(), at.now), at.let_in()
    leaving = at.gate.pass_of(left, at.now)
    assert shown
    assert leaving
    at.gate.dismiss(leaving)
    if isinstance(at, Organisers):
        at.sent()
    return ["", "x" * 43, shown.digest, shown.mark, left, old]


@named
def test_without_a_pass_there_is_the_entrance_or_nothing(tmp_path, tried):
    at = tried.page(tmp_path)
    for key in keys_of_nobody(at):
        for method in tried.methods:
            answer = answered(at, tried.path, method, key, f"mark={key}{FORM}")
            is_entrance = b'action="/enter"' in answer.body and answer.status in {200, 403}
            assert answer.status == 403 or is_entrance or tried.path in OPEN
            assert answer.stream is None
            assert answer.after is None
            assert not [secret for secret in SECRETS if secret in answer.body]
    assert changed(at) == []


@pytest.mark.parametrize("tried", BEHIND, ids=repr)
def test_with_another_mark_nothing_is_done(tmp_path, tried):
    at = tried.page(tmp_path)
    key, other = at.let_in(), at.let_in()
    if isinstance(at, Organisers):
        at.sent()
    for mark in ("", "x", "\u00e9", at.mark(other), at.mark(key)[:-1], at.mark(key) + "x", at.mark(key).swapcase()):
        assert answered(at, tried.path, "POST", key, f"mark={mark}{FORM}").status == 403
        assert answered(at, tried.path, "POST", key, FORM).status == 403
    assert changed(at) == []
    assert at.gate.pass_of(key, at.now)


@pytest.mark.parametrize("tried", POSTS, ids=repr)
def test_from_elsewhere_nothing_is_done(tmp_path, tried):
    at = tried.page(tmp_path)
    key = at.let_in()
    if isinstance(at, Organisers):
        at.sent()
    body = f"mark={at.mark(key)}{FORM}"
    for origin in ("", "null", f"https://{at.host}", "http://evil.example", f"http://{at.host}.evil.example", at.host):
        assert answered(at, tried.path, "POST", key, body, origin=origin).status == 403
    assert changed(at) == []


@named
def test_at_another_name_nothing_is_there(tmp_path, tried):
    at = tried.page(tmp_path)
    key = at.let_in()
    for host in ("", "evil.example", "nightcrier.local.evil.example", "a b", "[::1", "1.2.3.4.5", "x:8a", "-.x"):
        for method in tried.methods:
            answer = answered(
                at, tried.path, method, key, f"mark={at.mark(key)}{FORM}", host=host, origin=f"http://{host}"
            )
            assert answer.status == 400


@named
def test_by_other_methods_nothing_is_done(tmp_path, tried):
    for method in METHODS:
        at = tried.page(tmp_path)
        key = at.let_in()
        status = answered(at, tried.path, method, key, f"mark={at.mark(key)}{FORM}").status
        asked = "GET" if method == "HEAD" else method
        assert (status == 405) is (asked not in tried.methods)
        if method not in tried.methods:
            assert changed(at) == []


@named
def test_no_path_beside_it_leads_there(tmp_path, tried):
    at = tried.page(tmp_path)
    key = at.let_in()
    for path in (
        f"{tried.path}/",
        f"{tried.path}?",
        f"/{tried.path}",
        f"{tried.path}%00",
        f"/.{tried.path}",
        f"{tried.path} ",
    ):
        if path not in (HALL_ROUTES if isinstance(at, Organisers) else site._ROUTES):
            assert answered(at, path, tried.methods[0], key, f"mark={at.mark(key)}{FORM}").status == 404


def test_the_cookie_of_the_one_page_opens_the_other_to_nobody(tmp_path):
    at, organisers = box(tmp_path), hall(tmp_path)
    key = at.let_in()
    assert b'action="/enter"' in organisers.ask(cookie=f"nightcrier={key}; nightcrier-hall={key}").body
    key = organisers.let_in()
    assert b'action="/enter"' in at.ask(cookie=f"nightcrier={key}; nightcrier-hall={key}").body
