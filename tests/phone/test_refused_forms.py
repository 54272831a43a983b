"""Tests a wish that the box refuses: the page says why, in the box's words, and keeps what was typed."""

import asyncio
from html import unescape
from urllib.parse import quote

import pytest
from msgspec.structs import replace

from nightcrier.kernel.refusal import Refusal
from nightcrier.phone.box_line import BoxLine
from nightcrier.phone.form_wishes import KeptForms
from nightcrier.web.exchange import PageAnswer
from nightcrier.web.forms import words_of_page
from nightcrier.wire.public_record import Phase, PublicNews, TableShown
from nightcrier.words.catalogue import LANGUAGES
from tests.phone.phones import DECK, HOME, HOST, IN_MENU, NIGHT, OFFERS, QUESTION, SCORES, Phones
from tests.phone.test_page import WORDS, Tags

NAME = {"type": "name", "person": "3", "name": "Bert"}
CARD = {"type": "card", "game": "one-night", "scenario": "first-game", "players": "3", "more": "mason+1"}
KEYS = ("net.untaken", "net.untaken.absent", "net.untaken.away", "net.untaken.long", "net.untaken.sign")
SENTENCES = {
    "people.taken": "Name is taken",
    "people.reserved": "Cannot be a name",
    "net.untaken.long": "a name has 24 letters at most",
    "net.untaken.sign": "a sign the box cannot show",
    "net.untaken.away": "Press BACK",
    "net.untaken": "set it again",
    "net.untaken.absent": "doesn't offer that",
    "stick.working": "One moment",
    "score.out": "Out",
}


@pytest.fixture
def table(phones):
    phones.box.shows(replace(OFFERS, deck=DECK), SCORES)
    return phones


def wished(phones: Phones, key: str, word: str = "", *news: PublicNews, **fields: str) -> str:
    """Send a wish, let the box refuse it for the reason `word` or accept it, and return the page that opens next."""
    phones.box.refuses = word
    came_from = {"chore": "files", "name": "people", "move": "people"}.get(fields["type"], "")
    answer = phones.ask("/wish", "POST", key, phones.marked(key, **fields), referer=f"http://{HOST}/{came_from}")
    phones.box.shows(*news)
    asyncio.run(waited(answer))
    return phones.ask(answer.headers["Location"].partition("#")[0], key=key).body.decode()


async def waited(answer: PageAnswer) -> None:
    assert answer.after
    await answer.after()


def said(page: str) -> str:
    """Return the text of the page's alert, or an empty string."""
    return unescape(page.partition('role="alert"')[2].partition(">")[2].partition("</p>")[0])


def now(phones: Phones, key: str, path: str = "/") -> str:
    return said(phones.ask(path, key=key).body.decode())


@pytest.mark.parametrize(("word", "sentence"), SENTENCES.items())
def test_the_page_says_the_word_of_the_box_and_nothing_where_it_is_done(table, key, word, sentence):
    told = said(wished(table, key, word, **NAME))
    assert told.startswith("3. Name: ")
    assert sentence in told
    assert sentence in said(wished(table, key, word, type="loudness", loudness="3"))
    assert said(wished(table, key, **NAME)) == ""


def test_a_box_that_does_not_answer_is_said_to_after_a_while(table, key, monkeypatch):
    monkeypatch.setattr(BoxLine.wait_for_answer, "__defaults__", (0.0,))
    table.box.at_once = False
    assert "answering right now" in said(wished(table, key, **NAME))


def test_it_is_said_on_its_part_of_the_page_alone(table, key):
    table.box.shows(IN_MENU)
    assert "Press BACK" in said(wished(table, key, "net.untaken.away", type="chore", chore="save-out"))
    assert now(table, key) == ""
    assert "Press BACK" in said(wished(table, key, "net.untaken.away", type="loudness", loudness="3"))
    assert now(table, key, "/files") == ""


def test_a_touch_in_the_deck_is_told_at_the_foot_with_the_button(table, key):
    table.box.shows(replace(HOME, page="deck"))
    page = wished(table, key, "net.untaken", **CARD)
    assert '<div id="told"><p role="alert" id="untaken">Not taken' in page
    assert page.count('role="alert"') == 1


def test_a_name_that_was_not_taken_stands_in_its_field_with_why(table, key):
    tags = Tags(wished(table, key, "people.reserved", **{**NAME, "name": quote('<i>"B')}))
    names = [fields for tag, fields in tags.tags if fields.get("name") == "name" and tag == "input"]
    assert [name["value"] for name in names] == ["Ann", "<b>Bob", '<i>"B']
    assert [name.get("aria-describedby") for name in names] == [None, None, "untaken"]
    assert tags.unlabelled == []
    tags = Tags(wished(table, key, "net.untaken", type="move", person="1", place="3"))
    assert [fields["value"] for _, fields in tags.tags if fields.get("name") == "place"] == ["3", "2", "3"]


def test_it_holds_until_the_glass_shows_another_page_or_another_wish(table, key):
    table.box.shows(IN_MENU)
    wished(table, key, "net.untaken.away", **NAME)
    assert now(table, key, "/people")
    assert now(table, table.let_in()) == ""
    table.box.shows(HOME)
    assert now(table, key, "/people") == ""
    assert said(wished(table, key, "people.taken", **NAME))
    assert said(wished(table, key, type="loudness", loudness="10")) == ""


def test_in_a_game_it_is_said_and_in_a_night_nothing_is(table, key):
    asked = TableShown("asked", HOME.language, (), Phase.ASKED, loudness=10, ceiling=20, question=QUESTION)
    table.box.shows(asked)
    answer = {"type": "answer", "at": "61.5", "value-1": "yes"}
    assert "Not taken" in said(wished(table, key, "net.untaken", **answer))
    table.box.shows(NIGHT)
    quiet = table.ask("/", key=key).body
    assert wished(table, key, Refusal.BY_NIGHT, **NAME).encode() == quiet
    table.box.shows(HOME)
    assert said(wished(table, key, Refusal.BY_NIGHT, NIGHT, **NAME)) == ""
    table.box.shows(HOME)
    assert now(table, key) == ""


def test_many_passes_keep_no_more_than_there_are_phones():
    wishes = KeptForms()
    wishes.look(HOME)
    for number in range(70):
        wishes.settle(f"pass-{number}", Refusal.TAKEN, NAME, "/")
    assert wishes.of("pass-0", "/") is None
    assert wishes.of("pass-69", "/")
    assert len(wishes._kept) == 64


def test_every_language_says_it_in_its_own_words(language):
    words, english = words_of_page(WORDS, language), words_of_page(WORDS, LANGUAGES[0])
    assert all(words[key] for key in SENTENCES)
    assert "BACK" in words["net.untaken.away"]
    assert "{n}" in words["net.untaken.long"]
    assert language == LANGUAGES[0] or not {words[key] for key in KEYS} & {english[key] for key in KEYS}
