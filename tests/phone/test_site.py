"""Tests how the site answers tricks, and what a phone with a pass can do; `test_routes.py` tests every route."""

import asyncio
import re
from collections.abc import AsyncGenerator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace

from nightcrier.phone.site import CHANGES
from nightcrier.web import gate
from nightcrier.web.gate import TRIES, PhonePass
from nightcrier.wire.public_record import LineSaid, Phase, SignalHeard
from tests.phone.phones import CODE, HOME, IN_MENU, NIGHT, ON_GLASS, QUESTION, Phones


@pytest.mark.parametrize(
    "path", ["", "/..", "/../etc/passwd", "/page.css/..", "//", "/%2e%2e/", "/phones.json", "/?x", "http://a/", "*"]
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_other_path_is_there(phones, path, method):
    assert phones.refused(path, method) == 404


@pytest.mark.parametrize(
    "host", ["nightcrier.local:8080", "nightcrier", "10.0.0.7", "[fe80::1]:8080", "LOCALHOST:8080"]
)
def test_its_own_names_and_addresses_are(phones, host):
    assert phones.refused(host=host) == 200


@pytest.mark.parametrize("kind", ["", "text/plain", "multipart/form-data; boundary=x", "application/json"])
def test_only_forms_are_read(phones, key, kind):
    body = f"mark={phones.mark(key)}&type=loudness&loudness=3"
    assert phones.refused("/wish", "POST", key, body, content_type=kind) == 415


@pytest.mark.parametrize(
    "body",
    [
        "&".join(f"f{n}=1" for n in range(20)),
        "type=look",
        "type=message&text=Lunch",
        "type=identify",
        "type=helped",
        "type=dusk&at=300",
        "type=dusk&at=null",
        "type=clock&number=1",
        "type=reached&address=evil:1",
        "type=reached&address=a&print=x",
        "type=loudness&loudness=3&more=1",
        "type=loudness&loudness=99",
        "type=loudness&loudness=3&loudness=4",
        "type=stop",
        "",
        "type=%ff",
        "deck=one",
        "type=card&game=a&scenario=b&players=3",
        "type=card&game=a&scenario=b&players=3&more=seer",
        "type=card&game=a&scenario=b&players=3&more=seer+x",
        "type=card&game=a&scenario=b&players=3&more=seer+1&fewer=seer+0",
        "type=answer&value-1=yes",
        "type=answer&at=nan&value-1=yes",
        "type=answer&at=inf&value-1=yes",
        "type=answer&at=1&value-=yes",
        "type=answer&at=1&values=1",
        "type=strike&evening=3&game=2",
        "type=strike&evening=3&game=2&sure=no",
        "type=mend&evening=3&game=2&won-x=yes",
        "type=mend&evening=3&game=2&won-99=yes",
        "type=mend&evening=3&game=2&winners=1",
        "&".join(["type=mend&evening=3&game=2", *(f"won-{n}=yes" for n in range(1, 60))]),
        f"type=name&person=1&name={'%01' * 96}",
        f"type=setting&menu=main&item=screen.players&value={'%1f' * 80}",
        f"type=scenario&deck={'%02' * 64}+{'%02' * 64}",
        "&".join(["type=answer&at=1", *(f"value-{n:064}=yes" for n in range(12))]),
    ],
)
def test_what_is_no_wish_of_a_phone_is_refused(phones, key, body):
    assert phones.refused("/wish", "POST", key, f"mark={phones.mark(key)}&{body}") == 400
    assert phones.box.wished == []


def test_a_cookie_that_is_none_lets_nobody_in(phones):
    for cookie in ("nightcrier=", "nightcrier", "=", "\x00", "nightcrier=a; nightcrier=b", "a=" * 2000):
        assert b'action="/enter"' in phones.ask(cookie=cookie).body


def test_a_cookie_is_read_as_it_was_given_and_nothing_in_it_is_unquoted(phones, key):
    """Python's own cookie reader needs seconds for a header full of quotes, even from a phone without a pass."""
    for cookie in (f'nightcrier="{key}"', f"nightcrier={key}; nightcrier={key}", f"x-nightcrier={key}", f"{key}"):
        assert b'action="/enter"' in phones.ask(cookie=cookie).body
    for cookie in (f"nightcrier={key}", f"a=b; nightcrier={key};c", f';"\\\\;nightcrier={key}'):
        assert b'action="/enter"' not in phones.ask(cookie=cookie).body


def test_no_reader_that_unquotes_stands_before_the_entrance():
    """Debian's Python needs 2.4 s to read one cookie of 8 KB, on a fast machine (CVE-2024-7592)."""
    assert "http.cookies" not in (Path(gate.__file__)).read_text("utf-8")


def test_the_code_on_the_glass_lets_a_phone_in_for_this_evening(phones):
    phones.box.shows(ON_GLASS)
    answer = phones.ask("/enter", "POST", body="code=048+213")
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly; SameSite=Strict" in cookie
    assert "Max-Age=43200" in cookie
    assert phones.kept == ()


def test_for_good_is_kept(phones):
    key = phones.let_in("yes")
    assert len(phones.kept) == 1
    assert phones.post("/leave", key) == 303
    assert not list(phones.kept)
    assert b'action="/enter"' in phones.ask(key=key).body


def test_a_wrong_code_is_said_and_too_many_end_it(phones):
    phones.box.shows(ON_GLASS)
    answers = [phones.ask("/enter", "POST", body="code=111111") for _ in range(6)]
    assert {answer.status for answer in answers} == {403}
    assert b"not the code" in answers[0].body
    assert b"Too many tries" in answers[-1].body
    assert phones.refused("/enter", "POST", "", f"code={CODE}") == 403


def test_too_many_wrong_codes_are_said_to_have_been_too_many(phones):
    for number in range(TRIES):
        phones.box.shows(replace(ON_GLASS, code=f"{number:06}"))
        phones.ask("/enter", "POST", body="code=999999")
    answer = phones.ask("/enter", "POST", body="code=999999")
    assert answer.status == 403
    assert b"Wait a few seconds" in answer.body


def test_wishes_without_end_have_to_wait(phones, key):
    statuses = [phones.post("/wish", key, type="newcomer") for _ in range(CHANGES + 3)]
    assert statuses == [303] * CHANGES + [429] * 3
    phones.now += 1.0
    assert [phones.post("/wish", key, type="newcomer") for _ in range(4)] == [303, 303, 429, 429]


@pytest.mark.parametrize(("phones_of_his", "a_turn"), [(1, 1.0), (39, 20.0)])
def test_a_guest_with_200_addresses_keeps_no_phone_out_for_long(phones, key, phones_of_his, a_turn):
    """One code lets in 40 phones, and each gets an equal share of the changes allowed."""
    asked = [phones.gate.admit(CODE, CODE, 0.0, keeps=False, caller=f"10.0.0.{n}") for n in range(200)]
    assert [isinstance(each, str) for each in asked] == [True] * 39 + [False] * 161
    for _ in range(3):
        phones.now += a_turn
        flood = [phones.post("/wish", each, type="newcomer") for _ in range(50) for each in asked[:phones_of_his]]
        assert 0 < flood.count(303) <= 2 * CHANGES + 2 * a_turn
        assert phones.post("/wish", key, type="newcomer") == 303


def test_a_box_that_does_not_answer_is_said(phones, key):
    phones.box.is_there = False
    assert phones.post("/wish", key, type="newcomer") == 503
    phones.box._hang_up()
    assert b"answering right now" in phones.ask(key=key).body


def test_changes_are_told_and_a_night_is_told_in_no_other_way(phones, key):

    async def told() -> list[bytes]:
        phones.box.shows(IN_MENU)
        stream = phones.ask("/events", key=key).stream
        pieces = [await anext(stream)]
        for shown in (replace(IN_MENU, lines=("Second",)), NIGHT):
            phones.box.shows(shown)
            pieces.append(await anext(stream))
        dawn = asyncio.ensure_future(anext(stream))
        called = replace(NIGHT, lines=("Robber",), call=4, loudness=3)
        for news in (called, LineSaid("Robber, wake up.", HOME.language, 1.0)):
            phones.box.shows(news)
            await asyncio.sleep(0)
            assert not dawn.done()
        phones.box.shows(replace(HOME, phase=Phase.DAY))
        pieces.append(await dawn)
        await stream.aclose()
        return pieces

    anew = b"event: anew\ndata:\n\n"
    first, *later = asyncio.run(told())
    assert first == b'retry: 5000\n\nevent: phase\ndata: home\n\nevent: now\ndata: ["One Night EN","First Game"]\n\n'
    assert later == [b'event: now\ndata: ["Second"]\n\n', anew, anew]
    assert not phones.site._streams


async def first_told(phones: Phones, key: str) -> bytes:
    stream = phones.ask("/events", key=key).stream
    assert stream
    return await anext(stream)


def test_a_page_that_was_loaded_before_it_listened_has_what_stands_there_now(phones, key):
    assert b'data-listens="home"' in phones.ask(key=key).body
    phones.box._hang_up()
    told = asyncio.run(first_told(phones, key))
    assert b"event: phase\ndata: lost\n" in told
    assert b"answering right now" in told


def test_a_question_that_came_before_the_page_listened_is_asked_on_it(phones, key):
    asked = replace(HOME, phase=Phase.ASKED)
    for shown in (asked, replace(asked, question=QUESTION)):
        phones.box.shows(asked)
        listens = re.findall(rb'data-listens="(.*?)"', phones.ask(key=key).body)
        phones.box.shows(shown)
        assert (b"data: " + listens[0] + b"\n" in asyncio.run(first_told(phones, key))) is (shown == asked)


def test_what_is_said_is_told_until_another_page_comes(phones, key):

    async def told() -> list[bytes]:
        phones.box.shows(IN_MENU)
        stream = phones.ask("/events", key=key).stream
        pieces = [await anext(stream)]
        for news in (LineSaid("Hello.", HOME.language, 1.0), replace(IN_MENU, lines=("Second",)), SignalHeard("gong")):
            phones.box.shows(news)
        pieces.append(await anext(stream))
        phones.box.shows(replace(HOME, page="menu", lines=("Menu",)))
        return [*pieces, await anext(stream)]

    assert asyncio.run(told())[1:] == [b'event: now\ndata: ["Second","Hello."]\n\n', b'event: now\ndata: ["Menu"]\n\n']


ENOUGH = b"event: enough\ndata:\n\n"


def test_of_one_phone_the_newest_listen(phones, key):
    """The site cannot tell that a phone has lost the network. An older tab is told not to come back."""

    async def listen() -> tuple[list[bytes], int]:
        streams = [phones.ask("/events", key=key).stream for _ in range(5)]
        for stream in streams:
            await anext(stream)
        return [piece for stream in streams[:2] async for piece in stream], len(phones.site._streams)

    assert asyncio.run(listen()) == ([ENOUGH] * 2, 3)


@pytest.mark.parametrize(
    "tabs",
    [
        [*[("10.0.0.1", 3)] * 6, *[("10.0.0.2", 3)] * 5, *((f"10.0.0.{n}", 1) for n in range(3, 22))],
        [*[("fd00::1", 3)] * 6, *[("fd00::2", 3)] * 5, *((f"fd00::{n}", 1) for n in range(3, 22))],
        [*((f"fd00::{n}", 1) for n in range(10)), *((f"10.0.0.{n}", 3) for n in range(10))],
        [(f"10.0.0.{n}", 2) for n in (1, 2, 3)] * 6,
        [(f"10.0.0.{n // 10}", 1) for n in range(38)],
    ],
)
def test_nobody_takes_all_places_and_all_pages_come_to_rest(phones, tabs):
    """Without this limit, eleven passes of two addresses, or ten addresses of one network, took all 32 places. A
    page that is put out gets no message, and asks again."""
    keys = [phones.gate.admit(CODE, CODE, 0.0, keeps=False, caller=caller) for caller, _ in tabs]

    def listening(key: str) -> int:
        return [its for _, its in phones.site._streams.values()].count(key)

    async def rounds() -> None:
        streams = list[AsyncGenerator[bytes, None]]()
        for is_at_rest in (False, True, True):
            before = len(streams)
            for (phones.address, its), key in zip(tabs, keys, strict=True):
                for _ in range(listening(key), its):
                    if phones.refused("/events", "GET", key) == 200:
                        streams.append(phones.ask("/events", key=key).stream)
                        await anext(streams[-1])
            assert (len(streams) == before) is is_at_rest
        heard = [*map(listening, keys)]
        assert (sum(heard), heard.count(0), heard[-1] > 0) == (32, max(0, len(keys) - 32), True)
        told = [asyncio.ensure_future(anext(stream, b"")) for stream in streams]
        await asyncio.sleep(0)
        assert [each.result() for each in told if each.done()] == [b""] * (len(streams) - 32)

    asyncio.run(rounds())


@pytest.mark.parametrize("phase", Phase)
def test_what_may_be_changed_depends_on_how_far_the_game_is(phones, key, phase):
    phones.box.shows(replace(HOME, phase=phase))
    body = phones.ask("/people", key=key).body
    assert (b'value="name"' in body) is (phase is Phase.HOME)
    assert (b'value="loudness"' in body) is (phase in {Phase.DAY, Phase.VERDICT})
    assert (b'class="night"' in body) is (phase is Phase.NIGHT)


def test_who_is_in_for_this_evening_only_wears_no_card_out(phones):
    """Each time the passes are saved, they are written onto the card, which wears it out."""
    phones.kept = (PhonePass("kept", "before", None),)
    assert phones.post("/leave", phones.let_in()) == 303
    assert phones.kept == (PhonePass("kept", "before", None),)


def test_who_has_left_hears_nothing_more(phones, key):

    async def told() -> list[bytes]:
        stream = phones.ask("/events", key=key).stream
        assert await anext(stream)
        phones.ask("/leave", "POST", key, phones.marked(key))
        phones.box.shows(replace(HOME, lines=("Second",)))
        return [piece async for piece in stream]

    assert asyncio.run(told()) == [ENOUGH]


def test_the_code_may_be_typed_in_the_figures_of_any_language(phones):
    """A Persian keyboard has its own digits, while the screen shows English ones."""
    phones.box.shows(ON_GLASS)
    persian = "".join(chr(0x06F0 + int(figure)) for figure in CODE)
    (pattern,) = re.findall(r'name="code"[^>]* pattern="([^"]*)"', phones.ask().body.decode())
    sent_by_browsers = re.compile(pattern.replace(r"\p{Nd}", r"\d"))
    for typed in (CODE, persian, f"{persian[:3]} {persian[3:]}"):
        assert sent_by_browsers.fullmatch(typed)
    assert not sent_by_browsers.fullmatch("04821x")
    assert phones.ask("/enter", "POST", body=urlencode({"code": f"{persian[:3]} {persian[3:]}"})).status == 303
