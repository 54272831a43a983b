"""Tests what an organizer sends to tables: who gets it, who cannot accept it, and what the page says about it."""

import asyncio
import re
from html import escape
from urllib.parse import quote

import pytest
from msgspec.structs import replace

from hall.tests.organisers import AT_HOME, TO_ALL, Organisers, with_tables
from nightcrier.broker.topics import TableTopics
from nightcrier.web.exchange import PageAnswer
from nightcrier.wire.orders import Order


def refusal(answer: PageAnswer) -> str:
    return answer.body.decode().partition('<p role="alert">')[2].partition("</p>")[0]


LONG_MESSAGE = "Up to 60 letters, in one row."


class TestSent:
    def test_to_all(self, organisers):
        key = with_tables(organisers, "one", "two")
        answer = organisers.post("/send", key, **TO_ALL)
        assert (answer.status, answer.headers["Location"]) == (303, "/sent")
        assert organisers.sent() == [(TableTopics(name).order(Order.LOUDNESS), b"7") for name in ("one", "two")]
        assert "Tables it was sent to: 2<" in organisers.ask("/sent", key=key).body.decode()
        assert 'role="alert"' not in organisers.ask("/sent", key=key).body.decode()

    def test_what_no_table_can_take_is_said(self, organisers):
        key = with_tables(organisers)
        assert self.said(organisers, key, **TO_ALL) == "No table can take it."
        organisers.joins("one")
        assert self.said(organisers, key, to="all", do="deck", deck="growl/other") == "No table can take it."
        assert self.said(organisers, key, **{**TO_ALL, "to": "ticked", "t-left": "yes"}) == "No table can take it."
        assert organisers.sent() == []

    def test_what_waits_for_tables_that_are_cut_off_is_said(self, organisers):
        key = with_tables(organisers, "one", "two")
        organisers.desk.end()
        assert self.said(organisers, key, **TO_ALL).endswith("Tables it waits for, for a while: 2")
        assert organisers.sent() == []

    def test_that_others_answer_is_not_denied(self, organisers):
        key = with_tables(organisers, "one", "two")
        told = self.said(organisers.tells("one", None), key, **{**TO_ALL, "to": "ticked", "t-one": "yes"})
        assert told == "Not one of them answers just now. Tables it waits for, for a while: 1"

    def test_each_organiser_hears_of_his_own_form(self, organisers):
        key, other = with_tables(organisers, "one"), organisers.let_in()
        organisers.post("/send", key, **TO_ALL)
        assert 'role="alert"' not in organisers.ask("/sent", key=other).body.decode()
        assert "Tables it was sent to: 1<" in organisers.ask("/sent", key=key).body.decode()

    def test_who_is_taken_off_while_the_broker_is_away_is_said_to_go_later(self, organisers, key):
        organisers.desk.end()
        assert organisers.post("/one", key, forget="one").headers["Location"] == "/leaving"
        page = organisers.ask("/leaving", key=key).body.decode()
        assert page.count("as soon as the broker is back") == 2
        assert 'name="forget"' not in page
        organisers.begin().joins("two", state=None)
        assert organisers.post("/one", key, forget="two").headers["Location"] == "/done"

    def test_a_table_that_is_back_is_not_taken_off_by_an_older_page(self, organisers, key):
        """If a running table were removed, it would not announce itself again."""
        organisers.tells("one", None).tells("one", AT_HOME)
        assert organisers.post("/one", key, forget="one").headers["Location"] == "/stays"
        assert "stays on the list" in organisers.ask("/stays", key=key).body.decode()
        assert set(organisers.desk.hall.tables) == {"one"}
        assert organisers.sent() == []

    def said(self, organisers: Organisers, key: str, **fields: str) -> str:
        answer = organisers.post("/send", key, **fields)
        return refusal(organisers.ask(answer.headers["Location"], key=key))

    def test_to_the_ticked_ones(self, organisers):
        key = with_tables(organisers, "one", "two", "three")
        fields = {"to": "ticked", "do": "message", "message": "Lunch+at+one", "t-one": "yes", "t-two": "yes"}
        organisers.post("/send", key, **fields)
        assert organisers.sent() == [
            (TableTopics(name).order(Order.MESSAGE), b"Lunch at one") for name in ("one", "two")
        ]

    @pytest.mark.parametrize(
        ("fields", "told"),
        [
            ({"to": "ticked", "do": "identify"}, "Tick a table first."),
            *(({"do": field, field: ""}, "Choose one first.") for field in ("deck", "language")),
            *(({"do": "message", "message": text}, LONG_MESSAGE) for text in ("", "x" * 61, "a%0Ab")),
        ],
    )
    def test_what_cannot_be_sent_is_said(self, organisers, fields, told):
        answer = organisers.post("/send", with_tables(organisers, "one"), **{"to": "all", **fields})
        assert (answer.status, refusal(answer)) == (409, told)
        assert organisers.sent() == []

    def test_what_is_refused_is_not_typed_nor_ticked_again(self, organisers):
        key, text = with_tables(organisers, "one", "two"), 60 * "x" + '"<'
        fields = {"do": "message", "message": quote(text), "t-two": "yes"}
        page = organisers.post("/send", key, to="ticked", **fields).body.decode()
        assert f'value="{escape(text)}"' in page
        assert re.findall(r'name="(t-[a-z]+)"[^>]* checked>', page) == ["t-two"]
        assert 'value="ticked" checked>' in page
        assert 'value="all" checked>' in organisers.post("/send", key, to="all", **fields).body.decode()
        assert " checked" not in page.replace('value="ticked" checked', "").replace('"about-two" checked', "")
        nobody = organisers.post("/send", key, to="ticked", do="message", message="Lunch").body.decode()
        assert 'value="Lunch"' in nobody

    @pytest.mark.parametrize(("ticked", "sent"), [({"pause": "ON"}, b"ON"), ({}, b"OFF")])
    def test_what_is_on_or_off_is_ticked(self, organisers, key, ticked, sent):
        assert 'type="checkbox" name="pause" value="ON"' in organisers.ask(key=key).body.decode()
        organisers.tells("one", replace(AT_HOME, phase="day"))
        organisers.post("/send", key, to="all", do="pause", **ticked)
        assert organisers.sent() == [(TableTopics("one").order(Order.PAUSE), sent)]

    def test_a_call_is_answered_and_a_lamp_blinks(self, organisers, key):
        organisers.tells("one", replace(AT_HOME, help=True)).post("/one", key, answer="one")
        organisers.post("/one", key, identify="one")
        assert [topic for topic, _ in organisers.sent()] == [
            TableTopics("one").order(Order.HELPED),
            TableTopics("one").order(Order.IDENTIFY),
        ]

    def test_a_table_that_is_unknown_is_asked_nothing(self, organisers, key):
        for deed in ("forget", "answer", "identify"):
            organisers.post("/one", key, **{deed: "other"})
        assert organisers.sent() == []

    def test_the_answer_waits_for_what_becomes_of_it_but_not_for_long(self, organisers):
        answer = organisers.post("/send", with_tables(organisers, "one"), **TO_ALL)
        assert answer.after
        waits = answer.after()

        async def done() -> None:
            waiting = asyncio.ensure_future(waits)
            await asyncio.sleep(0)
            assert not waiting.done()
            organisers.tells("one", replace(AT_HOME, loudness=7))
            await waiting

        asyncio.run(done())
