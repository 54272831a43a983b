"""A wish that the box does not heed: the page says so and why, and what was typed stands there still."""

import asyncio
from html import unescape
from urllib.parse import quote

import pytest
from msgspec.structs import replace

from device.kernel.ids import Language
from device.kernel.people import Presence
from device.kernel.public_record import OfferedScenario, Phase, PublicNews, PublicPerson, TableOffers, TableShown
from device.kernel.wishes import NameWish
from device.net import site
from device.net.exchange import PageAnswer
from device.net.page_words import words_of_page
from device.net.untaken_wishes import UntakenWishes
from device.net.wish_outcome import BoxSeen, SentWish
from device.words.catalogue import LANGUAGES
from tests.net.phones import DECK, HOME, NIGHT, OFFERS, QUESTION, SCORES, Phones
from tests.net.test_page import WORDS, Tags

IN_MENU = replace(HOME, page="listing")
NAME = {"type": "name", "person": "3", "name": "Bert"}
CARD = {"type": "card", "game": "one-night", "scenario": "first-game", "players": "3", "more": "mason+1"}
SETTING = {"type": "setting", "menu": "main", "item": "screen.players", "value": "3"}
KEYS = ("net.untaken", "net.untaken.away", "net.untaken.taken", "net.untaken.long", "net.untaken.name")


@pytest.fixture
def table(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> Phones:
    """At which nothing is waited for that has not come yet."""
    monkeypatch.setattr(site.Site._settled, "__defaults__", (0.0,))
    phones.box.shows(replace(OFFERS, deck=DECK), SCORES)
    return phones


def wished(phones: Phones, key: str, *news: PublicNews, **fields: str) -> str:
    """The page that is opened then."""
    answer = phones.ask("/wish", "POST", key, phones.marked(key, **fields))
    phones.box.shows(*news)
    asyncio.run(waited(answer))
    return phones.ask(answer.headers["Location"].partition("#")[0], key=key).body.decode()


async def waited(answer: PageAnswer) -> None:
    assert answer.after
    await answer.after()


def said(page: str) -> str:
    """The alert; empty where there is none."""
    return unescape(page.partition('role="alert"')[2].partition(">")[2].partition("</p>")[0])


def people(*changed: PublicPerson) -> TableOffers:
    numbers = {each.person: each for each in (*OFFERS.people, *changed)}
    return replace(OFFERS, people=tuple(numbers.values()), deck=DECK)


HEEDED: list[tuple[dict[str, str], PublicNews]] = [
    ({"type": "loudness", "loudness": "3"}, replace(HOME, loudness=3)),
    ({"type": "scenario", "deck": "growl+first"}, replace(OFFERS, game="growl", scenario="first")),
    (CARD, replace(OFFERS, deck=replace(DECK, cards=(*DECK.cards[:2], replace(DECK.cards[2], count=1))))),
    (SETTING, replace(OFFERS, settings=(replace(OFFERS.settings[0], now=0),))),
    (NAME, people(PublicPerson(3, "Bert", Presence.SITS_OUT, out=True))),
    ({"type": "presence", "person": "1", "presence": "left"}, people(PublicPerson(1, "Ann", Presence.LEFT))),
    ({"type": "newcomer"}, people(PublicPerson(4, ""))),
    (
        {"type": "move", "person": "1", "place": "2"},
        people(replace(OFFERS.people[1], person=1), replace(OFFERS.people[0], person=2)),
    ),
    ({"type": "mend", "evening": "3", "game": "2", "won-1": "yes"}, replace(SCORES, champions=())),
    ({"type": "strike", "evening": "3", "game": "2", "sure": "yes"}, replace(SCORES, games=SCORES.games[:1])),
]


@pytest.mark.parametrize(("fields", "news"), HEEDED)
def test_what_is_not_heeded_is_said_and_nothing_is_where_it_was(
    table: Phones, fields: dict[str, str], news: PublicNews
) -> None:
    key = table.let_in()
    assert said(wished(table, key, **fields)).removeprefix("3. Name: ").startswith("Not taken")
    table.box.shows(IN_MENU)
    assert "Press BACK" in said(wished(table, key, **fields))
    assert said(wished(table, key, news, **fields)) == ""


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "loudness", "loudness": "10"},
        {"type": "name", "person": "1", "name": "+Ann+"},
        {"type": "presence", "person": "1", "presence": "plays"},
        {"type": "move", "person": "2", "place": "2"},
        {**SETTING, "value": "4"},
        {"type": "scenario", "deck": "one-night+first-game"},
        {"type": "mend", "evening": "3", "game": "2", "won-2": "yes"},
        {"type": "chore", "chore": "save-out"},
    ],
)
def test_what_stood_there_already_is_no_news(table: Phones, fields: dict[str, str]) -> None:
    key = table.let_in()
    assert said(wished(table, key, **fields)) == ""


def test_in_a_menu_nothing_is_done_and_that_is_said_on_its_part_of_the_page_alone(table: Phones) -> None:
    key = table.let_in()
    table.box.shows(IN_MENU)
    assert "Press BACK" in said(wished(table, key, type="chore", chore="save-out"))
    assert said(table.ask("/", key=key).body.decode()) == ""
    assert "Press BACK" in said(wished(table, key, type="scenario", deck="one-night+first-game"))
    assert said(table.ask("/files", key=key).body.decode()) == ""


def test_a_touch_in_the_deck_is_told_at_the_foot_with_the_button(table: Phones) -> None:
    key = table.let_in()
    table.box.shows(replace(HOME, page="deck"))
    page = wished(table, key, **CARD)
    assert '<ul id="told" class="told"><li><p role="alert" id="untaken">Not taken' in page
    assert page.count('role="alert"') == 1


def test_a_name_that_was_not_taken_stands_in_its_field_with_why(table: Phones) -> None:
    key = table.let_in()
    table.box.shows(IN_MENU)
    tags = Tags(wished(table, key, **{**NAME, "name": quote('<i>"B')}))
    names = [fields for tag, fields in tags.tags if fields.get("name") == "name" and tag == "input"]
    assert [name["value"] for name in names] == ["Ann", "<b>Bob", '<i>"B']
    assert [name.get("aria-describedby") for name in names] == [None, None, "untaken"]
    assert tags.unlabelled == []
    tags = Tags(wished(table, key, type="move", person="1", place="3"))
    places = [fields["value"] for _, fields in tags.tags if fields.get("name") == "place"]
    assert places == ["3", "2", "3"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Ann", "somebody here has that name already"),
        ("%CE%91nn", "somebody here has that name already"),
        ("x" * 38, "24 letters at most"),
        ("%F0%9F%90%BA+Wolf", "a sign the box cannot show"),
        ("%E0%B8%97%E0%B8%B5" * 24, "a sign the box cannot show"),
    ],
)
def test_a_name_that_is_refused_is_told_why(table: Phones, name: str, why: str) -> None:
    key = table.let_in()
    told = said(wished(table, key, **{**NAME, "name": name}))
    assert told.startswith("3. Name: Not taken: ")
    assert why in told


def test_it_holds_until_the_glass_shows_another_page_or_another_wish(table: Phones) -> None:
    key = table.let_in()
    table.box.shows(IN_MENU)
    wished(table, key, **NAME)
    assert said(table.ask("/", key=key).body.decode())
    assert said(table.ask("/", key=table.let_in()).body.decode()) == ""
    table.box.shows(HOME)
    assert said(table.ask("/", key=key).body.decode()) == ""
    assert said(wished(table, key, **NAME))
    assert said(wished(table, key, type="loudness", loudness="10")) == ""


def test_in_a_game_it_is_said_and_in_a_night_nothing_is(table: Phones) -> None:
    key = table.let_in()
    asked = TableShown("asked", HOME.language, (), Phase.ASKED, loudness=10, ceiling=20, question=QUESTION)
    table.box.shows(asked)
    assert "Not taken" in said(wished(table, key, type="answer", at="61.5", **{"value-1": "yes"}))
    assert said(wished(table, key, replace(asked, question=None), type="answer", at="61.5")) == ""
    table.box.shows(NIGHT)
    quiet = table.ask("/", key=key).body
    assert wished(table, key, **NAME).encode() == quiet
    table.box.shows(HOME)
    assert said(wished(table, key, NIGHT, **NAME)) == ""
    table.box.shows(HOME)
    assert said(table.ask("/", key=key).body.decode()) == ""


def test_in_another_language_a_value_is_called_otherwise(table: Phones) -> None:
    key = table.let_in()
    called = replace(OFFERS.settings[0], label="Spieler", values=("drei", "vier"), now=0)
    assert said(wished(table, key, replace(OFFERS, settings=(called,)), **SETTING)) == ""


def test_a_box_that_has_a_question_first_has_heeded_it(table: Phones) -> None:
    """Fewer players than there are people: it asks who sits out."""
    key = table.let_in()
    assert said(wished(table, key, replace(HOME, page="who"), **SETTING)) == ""
    assert "Press BACK" in said(wished(table, key, **SETTING))


def test_many_passes_keep_no_more_than_there_are_phones() -> None:
    wishes, seen = UntakenWishes(), BoxSeen(HOME, OFFERS, None)
    for number in range(70):
        wishes.settle(f"pass-{number}", SentWish(NameWish(3, "Bert"), seen), NAME, "/", seen)
    assert wishes.of("pass-0", "/", HOME) is None
    assert wishes.of("pass-69", "/", HOME)
    assert len(wishes._kept) == 64


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_it_in_its_own_words(language: Language) -> None:
    words = words_of_page(WORDS, language)
    english = words_of_page(WORDS, LANGUAGES[0])
    assert all(words[key] for key in KEYS)
    assert "BACK" in words["net.untaken.away"]
    assert "{n}" in words["net.untaken.long"]
    assert language == LANGUAGES[0] or not {words[key] for key in KEYS} & {english[key] for key in KEYS}


def test_a_deck_that_is_there_again_is_no_refusal(table: Phones) -> None:
    """*Set* at the scenario that is chosen brings its own cards back, over a message of an organiser too."""
    key = table.let_in()
    table.box.shows(replace(HOME, page="message"))
    own = replace(OFFERS, deck=replace(DECK, title="First Game"), scenarios=(OfferedScenario("one-night", "x", "X"),))
    assert said(wished(table, key, own, type="scenario", deck="one-night+first-game")) == ""
