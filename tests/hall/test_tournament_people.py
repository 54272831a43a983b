"""The people of a tournament: typed, or sent as a list; what is wrong is said, and nothing that was typed is lost."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from nightcrier.hall.tournament import site
from nightcrier.hall.tournament.forms import LIST_FILE
from nightcrier.web import uploads
from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused
from tests.hall.led_tournament import (
    EDGE,
    act,
    rows_of,
    said,
    shown,
    upload,
    waited,
    with_people,
)
from tests.hall.organisers import HOST, Organisers


class TestPeople:
    def test_they_come_by_a_list_and_by_name_and_go(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada", "Bo")
        assert act(organisers, key, "/add", {"name": "Cy"}).headers["Location"] == "/tournament/people/done#people"
        act(organisers, key, "/people", {"away": "1"})
        assert list(organisers.tournament.tournament.here) == [2, 3]
        act(organisers, key, "/people", {"back": "1"})
        assert list(organisers.tournament.tournament.here) == [1, 2, 3]
        act(organisers, key, "/rename", {"person": "2", "called": "Bob"})
        assert "Here: 3" in shown(organisers, key)
        assert rows_of(organisers, key, "people")[1] == {"name": "Bob", "here": "yes"}

    def test_a_name_that_is_taken_is_said_and_what_was_typed_stays(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada", "Bo")
        answer = act(organisers, key, "/add", {"name": "ADA"})
        assert said(answer) == "Name is taken"
        assert 'value="ADA"' in answer.body.decode()
        assert said(act(organisers, key, "/rename", {"person": "2", "called": "Ada"})) == "Name is taken"

    def test_who_had_gone_is_back_by_the_same_name(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada", "Bo")
        act(organisers, key, "/people", {"away": "1"})
        assert act(organisers, key, "/add", {"name": "ada"}).status == 303
        assert organisers.tournament.tournament.here == (1, 2)

    def test_a_list_with_a_name_twice_is_said_by_line_and_nothing_is_taken(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada")
        answer = act(organisers, key, "/list", {"names": "Bo\r\n<i>Cy\r\nbo"})
        assert said(answer) == "Line 3: bo stands in line 1, too. Add a letter to one of them, as in Anna B."
        assert "\n&lt;i&gt;Cy" in answer.body.decode().replace("\r", "")
        assert len(organisers.tournament.tournament.people) == 1

    def test_why_a_name_is_none_is_said_in_the_word_of_the_glass(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada")
        answer = act(organisers, key, "/list", {"names": f"Bo\n{'x' * 25}"})
        assert said(answer) == f"2. {'x' * 25}: Not taken: a name has 24 letters at most."
        assert (
            said(act(organisers, key, "/add", {"name": "\u3164"}))
            == "Not taken: that name has a sign the box cannot show."
        )

    def test_what_else_is_wrong_is_said_in_english(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada")
        answer = act(organisers, key, "/list", {"names": "name"}, accept_language="fa")
        assert said(answer).startswith("The list has no names")
        assert '<p role="alert" lang="en" dir="ltr">' in answer.body.decode()
        assert said(act(organisers, key, "/list", {"names": " "})).startswith("The list has no names; write one")


class TestListAsFile:
    def test_it_is_taken(self, organisers: Organisers) -> None:
        key = organisers.let_in()
        answer = upload(organisers, key, organisers.mark(key), b"\xef\xbb\xbfname;town\r\nAda;Bern\r\nBo;Rome\r\n")
        assert (answer.status, answer.headers["Location"]) == (303, "/tournament/added#people")
        assert list(organisers.tournament.tournament.names.values()) == ["Ada", "Bo"]

    def test_what_is_wrong_is_said_and_nothing_is_taken(
        self, organisers: Organisers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        key = organisers.let_in()
        mark = organisers.mark(key)
        assert "not UTF-8" in said(upload(organisers, key, mark, b"\xff\xfeA"))
        assert "Send it again" in said(upload(organisers, key, mark, b"Ada", end=""))
        assert "Line 2" in said(upload(organisers, key, mark, b"Ada\nAda"))
        monkeypatch.setattr(site, "LARGEST_LIST", 6)
        assert "too large" in said(upload(organisers, key, mark, b"Ada\nBob"))
        assert organisers.tournament.tournament.people == ()

    def test_one_that_trickles_for_ever_is_left_in_time(
        self, organisers: Organisers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def trickling() -> AsyncGenerator[bytes, None]:
            await asyncio.Future()
            yield b""

        async def answered(answer: PageAnswer) -> None:
            await asyncio.wait_for(waited(answer), 30)

        monkeypatch.setattr(uploads, "LONGEST_SENDING", 0)
        key = organisers.let_in()
        heads = {"host": HOST, "origin": f"http://{HOST}", "cookie": f"{organisers.cookie}={key}"}
        heads["content-type"] = f"multipart/form-data; boundary={EDGE}"
        answer = organisers.site.answer(PageRequest("POST", LIST_FILE, heads, pieces=trickling()))
        asyncio.run(answered(answer))
        assert said(answer) == "The file did not arrive whole. Send it again."

    def test_how_many_came_is_said_once(self, organisers: Organisers) -> None:
        key = organisers.let_in()
        upload(organisers, key, organisers.mark(key), b"Ada\nBo\n")
        assert "2 added." in shown(organisers, key, "/added")
        assert "Done." in shown(organisers, key, "/added")
        answer = act(organisers, key, "/list", {"names": "Bo\nCy\nDi\nEd"})
        assert answer.headers["Location"] == "/tournament/added#people"
        assert "3 added." in shown(organisers, key, "/added")

    @pytest.mark.parametrize("mark", ["", "x" * 22])
    def test_without_the_mark_of_the_pass_it_is_refused(self, organisers: Organisers, mark: str) -> None:
        key = organisers.let_in()
        with pytest.raises(RequestRefused) as refused:
            upload(organisers, key, mark, b"Ada")
        assert refused.value.status == 403
        assert organisers.tournament.tournament.people == ()

    @pytest.mark.parametrize("key", ["", "x" * 43])
    def test_an_outsider_is_not_read_at_all(self, organisers: Organisers, key: str) -> None:
        with pytest.raises(RequestRefused) as refused:
            upload(organisers, key, "", b"Ada")
        assert refused.value.status == 403
