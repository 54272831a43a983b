"""The organiser's page, as it is attacked: without a pass, with wrong methods, forms from elsewhere, sizes, paths,
tries without end."""

import asyncio
import re
from random import Random

import pytest
from msgspec.structs import replace

from device.hall.hall_entrance import HALL_COOKIE
from device.hall.hall_site import HALL_ROUTES, LARGEST_FORM
from device.hall.invitations import INVITED, Invitations
from device.hall.seen_hall import MOST_TABLES
from device.net.exchange import PageAnswer, RequestRefused
from device.net.mqtt.topics import Order, TableTopics
from tests.hall.organisers import AT_HOME, HOST, PASSWORD, TOPICS, Organisers

OPEN = {"/page.css", "/hall.css", "/hall.js", "/enter", "/update.tar.xz", "/update.tar.xz.sig", "/joining/"}
TO_ALL = {"to": "all", "do": "loudness", "loudness": "7"}


def with_tables(organisers: Organisers, *names: str) -> str:
    """The key of an organiser who is in."""
    for name in names:
        organisers.joins(name)
    organisers.sent()
    return organisers.let_in()


class TestEntrance:
    def test_without_a_pass_there_is_an_entrance_and_no_table(self, organisers: Organisers) -> None:
        organisers.joins("secret-table")
        page = organisers.page("")
        assert 'name="password"' in page
        assert "secret-table" not in page

    @pytest.mark.parametrize("path", sorted(set(HALL_ROUTES) - OPEN))
    @pytest.mark.parametrize("key", ["", "x" * 43])
    def test_every_other_route_gives_nothing_away(self, organisers: Organisers, path: str, key: str) -> None:
        organisers.joins("secret-table")
        for method in HALL_ROUTES[path]:
            try:
                answer = organisers.ask(path, method, key, body="mark=&to=all&do=loudness&loudness=7")
            except RequestRefused as refused:
                answer = PageAnswer(refused.status)
            assert answer.status == 403 or b'name="password"' in answer.body
            assert b"secret-table" not in answer.body
        assert organisers.sent() == []

    def test_a_wrong_password_is_said_and_many_are_slowed_down(self, organisers: Organisers) -> None:
        said = [organisers.ask("/enter", "POST", body="password=wrong") for _ in range(30)]
        assert {answer.status for answer in said} == {403}
        assert b"not the password" in said[0].body
        assert b"Wait" in said[-1].body
        assert organisers.ask("/enter", "POST", body=f"password={PASSWORD.replace(' ', '+')}").status == 403
        organisers.now += 10.0
        assert organisers.let_in()

    def test_a_password_is_never_locked_for_good(self, organisers: Organisers) -> None:
        for _ in range(40):
            organisers.now += 6.0
            organisers.ask("/enter", "POST", body="password=wrong")
        assert organisers.let_in()

    def test_who_leaves_is_out(self, organisers: Organisers) -> None:
        key = with_tables(organisers)
        assert organisers.post("/leave", key).status == 303
        assert 'name="password"' in organisers.page(key)

    def test_the_cookie_is_for_this_site_alone_and_no_other_of_the_machine(self, organisers: Organisers) -> None:
        answer = organisers.ask("/enter", "POST", body=f"password={PASSWORD.replace(' ', '+')}&keep=yes")
        cookie = answer.headers["Set-Cookie"]
        assert cookie.startswith("nightcrier-hall=")
        assert {"HttpOnly", "SameSite=Strict"} <= {part.strip() for part in cookie.split(";")}
        assert len(organisers.kept) == 1


class TestForms:
    @pytest.mark.parametrize(
        "path", ["/", "/sent", "/hall.js", "/events", "/send", "/one", "/join", "/enter", "/leave"]
    )
    @pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "get"])
    def test_other_methods_are_refused(self, organisers: Organisers, path: str, method: str) -> None:
        assert organisers.refused(path, method) == 405

    @pytest.mark.parametrize(
        "path",
        ["//", "/../etc/passwd", "/hall.js/", "/files/hall.js", "/%2e%2e/", "/?x", "/sent?", "/page.js", "*", ""],
    )
    def test_no_other_path_leads_anywhere(self, organisers: Organisers, path: str) -> None:
        assert organisers.refused(path) == 404

    @pytest.mark.parametrize(
        "host", ["", "evil.example", "nightcrier.evil.example", "a b", "x:y", "localhost:8090.evil"]
    )
    def test_a_name_that_was_turned_to_this_machine_is_refused(self, organisers: Organisers, host: str) -> None:
        assert organisers.refused("/", host=host) == 400

    @pytest.mark.parametrize(
        "origin", ["", "null", "http://evil.example", f"https://{HOST}", "http://192.168.1.9:8080"]
    )
    @pytest.mark.parametrize("path", ["/send", "/one", "/join", "/enter", "/leave"])
    def test_a_form_from_elsewhere_is_refused(self, organisers: Organisers, path: str, origin: str) -> None:
        key = with_tables(organisers, "one")
        assert organisers.refused(path, "POST", key, "x=y", origin=origin) == 403

    @pytest.mark.parametrize("mark", ["", "x" * 22, "é"])
    def test_a_form_without_the_mark_of_its_pass_changes_nothing(self, organisers: Organisers, mark: str) -> None:
        key = with_tables(organisers, "one")
        body = "&".join(f"{name}={value}" for name, value in {"mark": mark, **TO_ALL}.items())
        for path in ("/send", "/one", "/join"):
            assert organisers.refused(path, "POST", key, body) == 403
        assert organisers.sent() == []

    @pytest.mark.parametrize(
        "fields",
        [
            {},
            {"to": "all"},
            {"do": "loudness"},
            {"to": "nobody", "do": "loudness", "loudness": "7"},
            {"to": "all", "do": "pause"},
            {"to": "all", "do": "helped"},
            {"to": "all", "do": "loudness"},
            {"to": "all", "do": "loudness", "loudness": "0"},
            {"to": "all", "do": "loudness", "loudness": "21"},
            {"to": "all", "do": "loudness", "loudness": "٣"},
            {"to": "all", "do": "language", "language": "xx"},
            {"to": "all", "do": "deck", "deck": "x" * 131},
        ],
    )
    def test_what_is_no_form_of_the_page_is_refused(self, organisers: Organisers, fields: dict[str, str]) -> None:
        key = with_tables(organisers, "one")
        with pytest.raises(RequestRefused) as refused:
            organisers.post("/send", key, **fields)
        assert refused.value.status == 400
        assert organisers.sent() == []

    @pytest.mark.parametrize("fields", [{}, {"identify": "one", "answer": "one"}, {"begin": "one"}])
    def test_nor_of_a_button(self, organisers: Organisers, fields: dict[str, str]) -> None:
        key = with_tables(organisers, "one")
        with pytest.raises(RequestRefused):
            organisers.post("/one", key, **fields)
        assert organisers.sent() == []

    def test_random_forms_send_nothing(self, organisers: Organisers) -> None:
        key, rng = with_tables(organisers, "one"), Random(4)
        shown = organisers.gate.pass_of(key, organisers.now)
        assert shown
        for _ in range(2000):
            organisers.now += 1.0
            body = f"mark={shown.mark}&" + "".join(rng.choices("=&%tadosend-123?;+", k=rng.randrange(40)))
            organisers.refused(rng.choice(("/send", "/one")), "POST", key, body)
        assert organisers.sent() == []

    def test_too_many_changes_are_refused(self, organisers: Organisers) -> None:
        key = with_tables(organisers, "one")
        statuses = set()
        for _ in range(60):
            try:
                statuses.add(organisers.post("/send", key, **TO_ALL).status)
            except RequestRefused as refused:
                statuses.add(refused.status)
        assert statuses == {303, 429}

    def test_a_form_with_all_tables_ticked_is_read(self, organisers: Organisers) -> None:
        ticked = {f"t-{'x' * 29}{number:03}": "yes" for number in range(MOST_TABLES)}
        key = with_tables(organisers, "one")
        assert sum(len(name) + 5 for name in ticked) < LARGEST_FORM - 1024
        assert organisers.post("/send", key, **ticked, to="ticked", do="identify").status == 303


class TestSent:
    def test_to_all(self, organisers: Organisers) -> None:
        key = with_tables(organisers, "one", "two")
        answer = organisers.post("/send", key, **TO_ALL)
        assert (answer.status, answer.headers["Location"]) == (303, "/sent")
        assert organisers.sent() == [(TOPICS.order(Order.LOUDNESS), b"7")]
        assert "Tables it was sent to: 2<" in organisers.ask("/sent", key=key).body.decode()
        assert 'role="alert"' not in organisers.ask("/sent", key=key).body.decode()

    def test_what_no_table_can_take_is_said(self, organisers: Organisers) -> None:
        key = with_tables(organisers)
        assert self.said(organisers, key, **TO_ALL) == "No table can take it."
        organisers.joins("one")
        assert self.said(organisers, key, to="all", do="deck", deck="growl/other") == "No table can take it."
        assert self.said(organisers, key, **{**TO_ALL, "to": "ticked", "t-left": "yes"}) == "No table can take it."
        assert organisers.sent() == []

    def test_what_waits_for_tables_that_are_cut_off_is_said(self, organisers: Organisers) -> None:
        key = with_tables(organisers, "one", "two")
        organisers.desk.end()
        assert self.said(organisers, key, **TO_ALL).endswith("Tables it waits for, for a while: 2")
        assert organisers.sent() == []

    def test_each_organiser_hears_of_his_own_form(self, organisers: Organisers) -> None:
        key, other = with_tables(organisers, "one"), organisers.let_in()
        organisers.post("/send", key, **TO_ALL)
        assert 'role="alert"' not in organisers.ask("/sent", key=other).body.decode()
        assert "Tables it was sent to: 1<" in organisers.ask("/sent", key=key).body.decode()

    def test_who_is_taken_off_while_the_broker_is_away_is_said_to_go_later(self, organisers: Organisers) -> None:
        key = with_tables(organisers, "one")
        organisers.desk.end()
        assert organisers.post("/one", key, forget="one").headers["Location"] == "/leaving"
        page = organisers.ask("/leaving", key=key).body.decode()
        assert page.count("as soon as the broker is back") == 2
        assert 'name="forget"' not in page
        organisers.begin()
        organisers.joins("two", state=None)
        assert organisers.post("/one", key, forget="two").headers["Location"] == "/done"

    def said(self, organisers: Organisers, key: str, **fields: str) -> str:
        answer = organisers.post("/send", key, **fields)
        page = organisers.ask(answer.headers["Location"], key=key).body.decode()
        return page.partition('<p role="alert">')[2].partition("</p>")[0]

    def test_to_the_ticked_ones(self, organisers: Organisers) -> None:
        key = with_tables(organisers, "one", "two", "three")
        fields = {"to": "ticked", "do": "message", "message": "Lunch+at+one", "t-one": "yes", "t-two": "yes"}
        organisers.post("/send", key, **fields)
        assert organisers.sent() == [
            (TableTopics(name).order(Order.MESSAGE), b"Lunch at one") for name in ("one", "two")
        ]

    def test_to_nobody_is_said(self, organisers: Organisers) -> None:
        key = with_tables(organisers, "one")
        answer = organisers.post("/send", key, to="ticked", do="identify")
        assert answer.headers["Location"] == "/nobody"
        assert "Tick a table first" in organisers.ask("/nobody", key=key).body.decode()

    @pytest.mark.parametrize("field", ["deck", "language"])
    def test_nothing_chosen_is_said(self, organisers: Organisers, field: str) -> None:
        key = with_tables(organisers, "one")
        answer = organisers.post("/send", key, **{"to": "all", "do": field, field: ""})
        assert answer.headers["Location"] == "/unchosen"
        assert "Choose one first" in organisers.ask("/unchosen", key=key).body.decode()
        assert organisers.sent() == []

    @pytest.mark.parametrize("text", ["", "x" * 61, "a%0Ab"])
    def test_a_message_that_no_glass_takes_is_said(self, organisers: Organisers, text: str) -> None:
        key = with_tables(organisers, "one")
        answer = organisers.post("/send", key, to="all", do="message", message=text)
        assert answer.headers["Location"] == "/unshown"
        assert organisers.sent() == []

    def test_a_call_is_answered_and_a_lamp_blinks(self, organisers: Organisers) -> None:
        key = with_tables(organisers, "one")
        organisers.tells("one", replace(AT_HOME, help=True))
        organisers.post("/one", key, answer="one")
        organisers.post("/one", key, identify="one")
        assert [topic for topic, _ in organisers.sent()] == [
            TableTopics("one").order(Order.HELPED),
            TableTopics("one").order(Order.IDENTIFY),
        ]

    def test_a_table_that_is_unknown_is_asked_nothing(self, organisers: Organisers) -> None:
        key = with_tables(organisers, "one")
        for deed in ("forget", "answer", "identify"):
            organisers.post("/one", key, **{deed: "other"})
        assert organisers.sent() == []

    def test_the_answer_waits_for_what_becomes_of_it_but_not_for_long(self, organisers: Organisers) -> None:
        key = with_tables(organisers, "one")
        answer = organisers.post("/send", key, **TO_ALL)
        assert answer.after
        waits = answer.after()

        async def done() -> None:
            waiting = asyncio.ensure_future(waits)
            await asyncio.sleep(0)
            assert not waiting.done()
            organisers.tells("one", replace(AT_HOME, loudness=7))
            await waiting

        asyncio.run(done())


class TestJoining:
    def path(self, organisers: Organisers) -> str:
        key = with_tables(organisers)
        page = organisers.post("/join", key, table="table-7", title="By+the+%22window%22").body.decode()
        assert "By the &quot;window&quot;" in page
        (path,) = re.findall(r'href="(/joining/[A-Za-z0-9_-]{22})" download', page)
        assert f"<bdi>http://{HOST}{path}</bdi>" in page
        return str(path)

    def test_the_file_of_a_box_comes_as_a_file_to_whoever_read_the_code(self, organisers: Organisers) -> None:
        answer = organisers.ask(self.path(organisers))
        assert answer.body == b'table-7|By the "window"'
        assert answer.headers["Content-Disposition"] == 'attachment; filename="hall.toml"'

    def test_after_some_minutes_to_nobody(self, organisers: Organisers) -> None:
        path = self.path(organisers)
        organisers.now += INVITED
        assert organisers.refused(path) == 404

    @pytest.mark.parametrize("key", ["", "x" * 22, "../", "?"])
    def test_another_key_leads_nowhere(self, organisers: Organisers, key: str) -> None:
        self.path(organisers)
        assert organisers.refused(f"/joining/{key}") == 404
        assert organisers.refused(f"/joining/{key}", host="evil.example") == 400

    def test_the_newest_invitations_are_kept(self) -> None:
        invitations = Invitations()
        keys = [invitations.invite(b"%d" % n, 0.0) for n in range(150)]
        assert [n for n in range(150) if invitations.file_of(keys[n], 1.0)] == list(range(50, 150))

    @pytest.mark.parametrize("name", ["", "Table", "a+b", "x" * 33, "%2e%2e"])
    def test_what_is_no_short_name_is_said(self, organisers: Organisers, name: str) -> None:
        key = with_tables(organisers)
        assert organisers.post("/join", key, table=name).headers["Location"] == "/misnamed"


class TestEvents:
    def test_the_list_comes_again_when_it_has_changed(
        self, organisers: Organisers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("device.hall.tables_news._PACE", 0.0)
        key = with_tables(organisers, "one")
        stream = organisers.ask("/events", key=key).stream
        assert stream

        async def heard() -> list[bytes]:
            first = [await anext(stream), await anext(stream)]
            coming = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0)
            organisers.tells("one", replace(AT_HOME, help=True))
            last = await coming
            await stream.aclose()
            return [*first, last]

        retry, before, after = asyncio.run(heard())
        assert retry.startswith(b"retry")
        assert b"needs help" not in before
        assert b"needs help" in after

    def test_there_is_an_end_to_how_many_look_on(self, organisers: Organisers) -> None:
        key = with_tables(organisers)

        async def looked() -> int:
            streams = []
            for _ in range(20):
                try:
                    stream = organisers.ask("/events", key=key).stream
                except RequestRefused:
                    break
                assert stream
                await anext(stream)
                streams.append(stream)
            for stream in streams:
                await stream.aclose()
            return len(streams)

        assert asyncio.run(looked()) == 16
        assert organisers.ask("/events", key=key).stream


def test_a_box_and_its_hall_on_one_machine_do_not_take_each_others_passes() -> None:
    from device.net.site import COOKIE

    assert HALL_COOKIE != COOKIE
