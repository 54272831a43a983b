"""The organiser's form for one dusk of all tables."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import cast

import pytest
from msgspec.structs import replace

from nightcrier.broker.topics import BrokerMessage, ClockTopics
from nightcrier.hall.desk import COME_BACK
from nightcrier.hall.tables_page import DUSKS
from nightcrier.web.exchange import RequestRefused
from tests.hall.organisers import AT_HOME, Organisers

CLOCKS = ClockTopics("spring", "table-7")


def test_the_organiser_announces_a_dusk_and_calls_it_off(organisers: Organisers) -> None:
    key = organisers.let_in()
    organisers.sent()
    assert organisers.post("/dusk", key, do="announce", ahead="60").headers["Location"] == "/done"
    assert organisers.sent() == [(CLOCKS.dusk, b'{"run":"run","at":160.0}')]
    assert organisers.dusk.left == 60.0
    organisers.post("/dusk", key, do="off", ahead="60")
    assert organisers.sent() == [(CLOCKS.dusk, b'{"run":"run","at":null}')]
    assert organisers.dusk.left is None


def test_what_was_called_off_is_said_until_no_table_can_know_it(organisers: Organisers) -> None:
    """The broker is away while it is called off, and a line is down when that is said."""
    key, off = organisers.let_in(), (CLOCKS.dusk, b'{"run":"run","at":null}')
    for ahead in ("600", "30"):
        organisers.post("/dusk", key, do="announce", ahead=ahead)
    organisers.dusk.speak_to(None)
    organisers.post("/dusk", key, do="off")
    organisers.sent()
    organisers.dusk.speak_to(organisers.said.append)
    assert organisers.sent() == [off]
    organisers.now += 595.0
    organisers.dusk.look()
    assert organisers.sent() == [off]
    organisers.now += 5.0
    organisers.dusk.look()
    assert organisers.sent() == []


def test_a_dusk_that_has_come_was_not_called_off(organisers: Organisers) -> None:
    """Or a table whose clock is a little behind would hear that it need not begin."""
    organisers.dusk.announce(600.0)
    organisers.dusk.call_off()
    organisers.dusk.announce(30.0)
    organisers.now += 30.0
    organisers.sent()
    organisers.dusk.look()
    assert organisers.sent() == []


def test_the_page_says_how_many_wait_while_a_dusk_is_announced(organisers: Organisers) -> None:
    organisers.joins("table-7")
    key = organisers.let_in()
    assert "tables that wait" not in organisers.page(key)
    organisers.post("/dusk", key, do="announce", ahead="30")
    organisers.dusk.hear(CLOCKS.waits, b"yes")
    assert "A dusk is announced; tables that wait: 1" in organisers.page(key)
    organisers.now += 31.0
    organisers.dusk.look()
    assert "tables that wait" not in organisers.page(key)


def test_the_list_follows_those_who_wait(organisers: Organisers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nightcrier.hall.tables_site._PACE", 0.0)
    organisers.joins("table-7")
    key = organisers.let_in()
    organisers.dusk.announce(60.0)

    async def run() -> tuple[bytes, bytes]:
        stream = cast("AsyncIterator[bytes]", organisers.ask("/events", key=key).stream)
        await anext(stream)
        before = await anext(stream)
        organisers.dusk.hear(CLOCKS.waits, b"yes")
        return before, await asyncio.wait_for(anext(stream), 60.0)

    before, after = asyncio.run(run())
    assert b"tables that wait: 0" in before
    assert b"tables that wait: 1" in after


@pytest.mark.parametrize(
    "form", [{}, {"do": "announce"}, {"do": "announce", "ahead": "1e9"}, {"do": "announce", "ahead": "7"}, {"do": "x"}]
)
def test_what_the_form_cannot_say_is_refused(organisers: Organisers, form: dict[str, str]) -> None:
    key = organisers.let_in()
    with pytest.raises(RequestRefused):
        organisers.post("/dusk", key, **form)
    assert organisers.dusk.left is None


def test_without_a_pass_nobody_announces_anything(organisers: Organisers) -> None:
    with pytest.raises(RequestRefused):
        organisers.ask("/dusk", "POST", body="do=announce&ahead=60")
    assert organisers.dusk.left is None


@pytest.mark.parametrize("ahead", DUSKS)
def test_each_choice_is_one_that_tables_can_keep(organisers: Organisers, ahead: str) -> None:
    organisers.dusk.announce(float(ahead))
    assert organisers.dusk.left == float(ahead)


@pytest.mark.parametrize("name", ["", "x" * 33, "x" * 60_000, "Upper", "a b", "é"])
def test_only_who_can_be_a_table_waits_and_is_answered(organisers: Organisers, name: str) -> None:
    strange = ClockTopics("spring", name)
    organisers.sent()
    organisers.dusk.hear(strange.waits, b"yes")
    organisers.dusk.hear(strange.asked, b'{"number": 1}')
    assert organisers.dusk.waiting == frozenset()
    assert organisers.sent() == []


def test_only_tables_of_the_list_that_are_there_are_counted(organisers: Organisers) -> None:
    """A box that lost its power was taken off the list; that it waits was kept at the broker."""
    organisers.joins("table-7")
    organisers.joins("table-8")
    key = organisers.let_in()
    organisers.post("/dusk", key, do="announce", ahead="600")
    for table in ("table-7", "table-8", "none"):
        organisers.dusk.hear(ClockTopics("spring", table).waits, b"yes")
    assert "tables that wait: 2" in organisers.page(key)
    organisers.tells("table-7", None)
    assert "tables that wait: 1" in organisers.page(key)
    organisers.post("/one", key, forget="table-7")
    assert BrokerMessage(CLOCKS.waits, b"", kept=True) in organisers.said
    assert organisers.dusk.waiting == {"table-8", "none"}


def test_each_table_that_waits_says_so_in_its_row(organisers: Organisers) -> None:
    for table in ("table-7", "table-8"):
        organisers.joins(table, state=replace(AT_HOME, phase="cards"))
    key = organisers.let_in()
    organisers.dusk.announce(60.0)
    assert "waits for the dusk" not in organisers.page(key)
    organisers.dusk.hear(CLOCKS.waits, b"yes")
    seven, eight = re.findall(r'<p id="about-table-(?:7|8)">(.*?)</p>', organisers.page(key))
    assert ("waits for the dusk" in seven, "dealing cards" in seven) == (True, False)
    assert ("waits for the dusk" in eight, "dealing cards" in eight) == (False, True)


def test_what_no_table_can_hear_of_yet_is_said(organisers: Organisers) -> None:
    key = organisers.let_in()
    assert organisers.post("/dusk", key, do="announce", ahead="60").headers["Location"] == "/done"
    organisers.desk.end()
    for form in ({"do": "announce", "ahead": "60"}, {"do": "off"}):
        place = organisers.post("/dusk", key, **form).headers["Location"]
        assert "The tables hear of it when the broker is back." in organisers.ask(place, key=key).body.decode()


def test_who_is_taken_off_while_the_broker_is_away_waits_no_more(organisers: Organisers) -> None:
    organisers.joins("table-7")
    key = organisers.let_in()
    organisers.dusk.hear(CLOCKS.waits, b"yes")
    organisers.dusk.speak_to(None)
    organisers.desk.end()
    organisers.post("/one", key, forget="table-7")
    organisers.desk.begin(organisers)
    organisers.dusk.speak_to(organisers.said.append)
    organisers.dusk.hear(CLOCKS.waits, b"yes")
    organisers.now += COME_BACK
    organisers.desk.look()
    assert organisers.dusk.waiting == frozenset()
    assert (CLOCKS.waits, b"") in organisers.sent()
