"""Tests the organizer's page: all text is escaped, every control has a name, all ten languages have all words."""

import asyncio
import re
import string
from collections.abc import Mapping
from html.parser import HTMLParser

import msgspec
import pytest
from msgspec.structs import replace

from hall.tests.organisers import AT_HOME, TOPICS, Organisers, with_tables
from nightcrier.broker.hall_messages import JoinedTable, ResultGame, read_message
from nightcrier.broker.topics import TableTopics
from nightcrier.kernel.ids import Language
from nightcrier.kernel.refusal import FOR_NOW, Refusal
from nightcrier.web.exchange import RequestRefused
from nightcrier.wire.orders import Order
from nightcrier.wire.public_record import Phase
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT
from nightcrier.words.shelf import read_book
from nightcrier_hall.entrance import OWN_WORDS, entrance_page, hall_words
from nightcrier_hall.frame import HallForms
from nightcrier_hall.seen_tables import ASKED_FOR
from tests.broker.spoken_table import WORDS

HOSTILE = '"><script>alert(1)</script>'


class Controls(HTMLParser):
    """Collects the buttons and fields of a page, and whether each has a name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.unnamed: list[str] = []
        self.scripts: list[dict[str, str | None]] = []
        self.inline: list[str] = []
        self.ids: list[str] = []
        self._labels = 0
        self._button = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self._labels += tag == "label"
        self.inline += [name for name in known if name.startswith("on") or name == "style"]
        self.ids += [str(known["id"])] if "id" in known else []
        if tag == "script":
            self.scripts.append(known)
        if tag in {"input", "select"} and known.get("type") != "hidden" and not self._labels:
            self.unnamed.append(str(known))

    def handle_endtag(self, tag: str) -> None:
        self._labels -= tag == "label"


def page(organisers: Organisers, language: str = "en") -> str:
    return organisers.page(organisers.let_in(), accept_language=language)


def hall_of_all_phases(organisers: Organisers) -> None:
    for number, phase in enumerate(Phase):
        organisers.joins(f"table-{number}", state=replace(AT_HOME, phase=phase, help=number == 3))
    organisers.joins("gone", state=None).desk.hear(TableTopics("table-3").left, b"130")
    organisers.desk.ask(("gone",), Order.MESSAGE, "Lunch")


def test_a_table_is_seen_at_a_glance(organisers):
    organisers.joins("table-7", "By the window", replace(AT_HOME, phase="day", help=True, message="Lunch"))
    organisers.desk.hear(TableTopics("table-7").left, b"130")
    shown = page(organisers)
    for text in ("By the window", "needs help", "talk", "3 min left", "One Night: First Game", "Lunch"):
        assert text in shown
    assert "Tables that need help: 1" in shown
    assert 'name="answer" value="table-7"' in shown


def test_who_is_gone_can_be_taken_off_and_asked_for_nothing(organisers):
    shown = page(organisers.joins("table-7", state=replace(AT_HOME, help=True)).tells("table-7", None))
    assert "does not answer" in shown
    assert "Tables that need help: 0" in shown
    assert 'name="forget" value="table-7"' in shown
    assert 'name="identify"' not in shown


def test_what_a_table_has_not_done_yet_stands_there_until_it_is_too_old(organisers):
    organisers.joins("table-7", state=replace(AT_HOME, phase="night"))
    organisers.desk.ask(("table-7",), Order.LOUDNESS, "3")
    assert "Not taken yet: Volume" in page(organisers)
    organisers.later(ASKED_FOR)
    assert "Not taken yet" not in page(organisers)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        (Refusal.BY_NIGHT, "<em>Not taken yet: Message</em>"),
        (Refusal.AWAY, "<em>Message: Not taken: the box does not show its start page."),
        (Refusal.ABSENT, "<em>Message: Not taken: this box doesn&#x27;t offer that right now.</em>"),
        (Refusal.UNSHOWN, "<em>Message: Up to 60 letters, in one row.</em>"),
    ],
)
def test_what_the_box_has_answered_stands_there(organisers, word, told):
    organisers.joins("table-7").desk.ask(None, Order.MESSAGE, "Lunch")
    shown = page(organisers.answers("table-7", Order.MESSAGE, word))
    assert told in shown
    assert ("Not taken yet" in shown) is (word in FOR_NOW)


def test_whatever_a_table_says_is_text(organisers):
    state = replace(AT_HOME, phase=HOSTILE, deck=HOSTILE, message=HOSTILE, title=HOSTILE)
    shown = page(organisers.joins("table-7", HOSTILE, state))
    assert "<script>" not in shown
    assert [script["src"] for script in Controls(shown).scripts] == ["/hall.js"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_control_has_a_name_and_every_word_is_there(organisers, language):
    hall_of_all_phases(organisers)
    shown = page(organisers, language)
    controls = Controls(shown)
    assert (controls.unnamed, controls.inline) == ([], [])
    assert len(set(controls.ids)) == len(controls.ids)
    assert "hall." not in shown.replace("/hall.", "/")
    assert "net." not in shown
    assert f'lang="{language}" dir="{"rtl" if language == "fa" else "ltr"}"' in shown


def test_what_is_chosen_among_numbers_has_the_digits_of_the_language(organisers):
    shown = page(organisers, "fa")
    assert '<option value="10" selected>۱۰</option>' in shown
    assert '<option value="20">۲۰</option>' in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_entrance_has_all_words_too(language):
    shown = entrance_page(HallForms(hall_words(WORDS, language), language), "net.hall.wrong")
    assert "hall." not in shown.replace("/hall.", "/")
    assert Controls(shown).unnamed == []


def test_enter_in_the_field_of_the_message_sends_the_message(organisers):
    """Enter presses the first button of a form, so the message's button must come first."""
    shown = page(organisers.joins("table-7", state=replace(AT_HOME, help=True)))
    own = shown[shown.index('action="/send"') :]
    buttons = [tag for tag in own.split("<button")[1:] if 'form="one"' not in tag]
    assert buttons[0].startswith(' name="do" value="message"')


@pytest.mark.parametrize("field", ["deck", "language"])
def test_what_changes_all_tables_is_chosen_by_hand(organisers, field):
    organisers.joins("table-7")
    choices = page(organisers).partition(f'<select name="{field}">')[2].partition("</select>")[0]
    assert choices.startswith('<option value="" selected>–</option><option')
    assert choices.count(" selected") == 1


def test_without_a_broker_it_says_so(organisers):
    organisers.joins("table-7").desk.end()
    shown = page(organisers)
    assert "The broker is not reached" in shown
    assert "does not answer" in shown


def test_fifty_tables_are_no_heavy_page(organisers):
    for number in range(50):
        organisers.joins(f"table-{number}", f"Table {number}")
    assert len(page(organisers).encode()) < 100_000


def test_two_tables_of_one_title_are_told_apart(organisers):
    for name, title in (("one", "Table 7"), ("two", "TABLE 7"), ("three", "Bar")):
        organisers.joins(name, title)
    page = organisers.page(organisers.let_in())
    for title in ("Table 7 (one)", "TABLE 7 (two)", "Bar"):
        assert f"<bdi>{title}</bdi>" in page


@pytest.mark.parametrize("third", ["Table 7 (one)", "TABLE 7 \uff08one\uff09", "Table 7 (one)\u2800"])
def test_no_table_is_called_as_another_is_shown(organisers, third):
    for name, title in (("one", "Table 7"), ("two", "Table 7"), ("three", third), ("four", "Bar (two seats)")):
        organisers.joins(name, title)
    organisers.joins("five", "Bar (five)")
    assert organisers.desk.hall.titles == {
        "one": "Table 7 (one)",
        "two": "Table 7 (two)",
        "three": f"{third} (three)",
        "four": "Bar (two seats)",
        "five": "Bar (five)",
    }


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("\u200b", "one"),
        ("\u200c", "one"),
        ("\u3164", "one"),
        ("\u115f \u2800", "one"),
        ("\u0301\ufe0f", "one"),
        (" ", "one"),
        ("\u2069\u202e7 elbaT", "7 elbaT"),
        ("a\u0000\n b", "a b"),
        ("می\u200cز", "می\u200cز"),
    ],
)
def test_a_title_is_what_can_be_read(organisers, told, shown):
    organisers.joins("one", told)
    assert f"<bdi>{shown}</bdi>" in organisers.page(organisers.let_in())


def titles_on_page(organisers: Organisers, *told: Mapping[str, str]) -> list[str]:
    """Return the titles that can be chosen as a deck when each of these tables sends its own."""
    for number, decks in enumerate(told):
        organisers.desk.hear(TOPICS.table(f"t{number}"), msgspec.json.encode(JoinedTable("", "en", decks)))
    shown = page(organisers)
    return re.findall(r"<option[^>]*>(.*?)</option>", shown[shown.index('name="deck"') :].partition("</select>")[0])[1:]


def test_a_deck_has_the_title_that_most_tables_tell_and_its_id(organisers):
    true, lying = {"growl/own": "Our deck"}, {"growl/own": "A lie"}
    assert titles_on_page(organisers, true, lying, true) == ["\u2068Our deck\u2069 (growl/own)"]


def test_a_deck_has_the_title_of_the_organisers_language_if_any_table_tells_it(organisers):
    for name, language, title in (("a", "de", "Unser Deck"), ("b", "de", "Unser Deck"), ("c", "en", "Our deck")):
        told = JoinedTable("", Language(language), {"growl/own": title})
        organisers.desk.hear(TOPICS.table(name), msgspec.json.encode(told))
    assert "Our deck" in page(organisers)
    assert "Unser Deck" not in page(organisers)


@pytest.mark.parametrize("sign", "\u202e\u2066\u200f\u200e\x07\u2028")
def test_a_title_that_hides_a_sign_is_not_on_the_page(organisers, sign):
    assert titles_on_page(organisers, {"growl/own": f"Our{sign} deck", f"growl/{sign}": "x", "growl/x": "X"}) == [
        "\u2068X\u2069 (growl/x)"
    ]
    result = ResultGame(1, "growl", f"Our{sign} deck", ())
    assert read_message(msgspec.json.encode(result), ResultGame) is None


class TestEvents:
    def test_the_list_comes_again_when_it_has_changed(self, organisers, monkeypatch):
        monkeypatch.setattr("nightcrier_hall.tables_site._PACE", 0.0)
        stream = organisers.ask("/events", key=with_tables(organisers, "one")).stream
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

    def test_there_is_an_end_to_how_many_look_on(self, organisers):
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

    def test_who_has_left_hears_no_more(self, organisers, monkeypatch):
        monkeypatch.setattr("nightcrier_hall.tables_site._PACE", 0.0)
        key = with_tables(organisers, "one")
        stream = organisers.ask("/events", key=key).stream
        assert stream

        async def heard_after() -> list[bytes]:
            assert [await anext(stream), await anext(stream)]
            organisers.post("/leave", key)
            organisers.joins("two")
            return [piece async for piece in stream]

        assert asyncio.run(heard_after()) == []


def gaps(language: Language) -> dict[str, set[str]]:
    screen = read_book(OWN_WORDS / f"{language}.toml").screen
    assert all(text.strip() == text != "" for text in screen.values())
    return {key: {name for _, name, _, _ in string.Formatter().parse(text) if name} for key, text in screen.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_with_the_same_gaps(language):
    assert gaps(language) == gaps(LAST_RESORT)


def test_a_box_has_none_of_them():
    assert not gaps(LAST_RESORT).keys() & read_book(WORDS / f"{LAST_RESORT}.toml").screen.keys()
