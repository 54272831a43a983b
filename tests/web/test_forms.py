"""Tests what a phone with a pass can wish for in the page's forms, and the file of the scores."""

import asyncio
import re
from urllib.parse import unquote

import pytest
from msgspec.structs import replace

from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import Presence
from nightcrier.kernel.refusal import Refusal
from nightcrier.phone.form_wishes import touched_place
from nightcrier.web.forms import words_of_page
from nightcrier.wire.public_record import LineSaid, Phase, PublicNews, PublicPerson, WishDone, WishRefused
from nightcrier.wire.wishes import (
    AnswerWish,
    CardWish,
    LoudnessWish,
    MendWish,
    MoveWish,
    NameWish,
    NewcomerWish,
    PresenceWish,
    ScenarioWish,
    SettingWish,
    StrikeWish,
)
from tests.phone.phones import HOME, HOST, NIGHT, OFFERS, SCORES


@pytest.mark.parametrize(
    ("fields", "wish"),
    [
        ({"type": "loudness", "loudness": "7"}, LoudnessWish(7)),
        ({"type": "scenario", "deck": "growl+first"}, ScenarioWish("growl", "first")),
        ({"type": "name", "person": "2", "name": "Zo%C3%AB"}, NameWish(2, "Zo\u00eb")),
        ({"type": "presence", "person": "2", "presence": "sits-out"}, PresenceWish(2, Presence.SITS_OUT)),
        ({"type": "newcomer"}, NewcomerWish()),
        ({"type": "move", "person": "2", "place": "3"}, MoveWish(2, 3)),
        ({"type": "mend", "evening": "3", "game": "2", "won-1": "yes", "won-12": "yes"}, MendWish(3, 2, (1, 12))),
        ({"type": "mend", "evening": "-1", "game": "2"}, MendWish(-1, 2, ())),
        ({"type": "strike", "evening": "3", "game": "2", "sure": "yes"}, StrikeWish(3, 2)),
        ({"type": "answer", "at": "61.5", "value-several": "yes"}, AnswerWish(61.5, ("several",))),
        ({"type": "answer", "at": "61.5", "value-1": "yes", "value-12": "yes"}, AnswerWish(61.5, ("1", "12"))),
        ({"type": "answer", "at": "61.5"}, AnswerWish(61.5, ())),
        (
            {"type": "setting", "menu": "main", "item": "screen.players", "value": "4"},
            SettingWish("main", "screen.players", "4"),
        ),
    ],
)
def test_a_phone_that_was_let_in_may_wish(phones, fields, wish):
    assert phones.post("/wish", phones.let_in(), **fields) == 303
    assert phones.box.wished == [wish]


@pytest.mark.parametrize(("way", "count"), [("more", 2), ("fewer", 0)])
def test_a_touch_changes_one_card_and_leads_back_to_it(phones, key, way, count):
    body = f"mark={phones.mark(key)}&type=card&game=one-night&scenario=first-game&players=3&{way}=mason+{count}"
    assert phones.ask("/wish", "POST", key, body).headers["Location"] == "/#card-mason"
    assert phones.box.wished == [CardWish("one-night", "first-game", 3, "mason", count)]


@pytest.mark.parametrize("card", ["a%0d%0ab", "%2f%2fevil.example", "%22%3e", "x" * 99])
def test_no_place_is_made_of_what_is_none(phones, key, card):
    body = f"mark={phones.mark(key)}&type=loudness&loudness=3&more={card}+1"
    assert phones.refused("/wish", "POST", key, body) == 400
    for fields in ({"more": unquote(f"{card} 1")}, {"item": unquote(card)}, {"deck": unquote(card)}, {}):
        assert re.fullmatch(r"(#[a-z0-9-]{1,75})?", touched_place(fields))
    for page in (unquote(card), f"http://{HOST}/{card}", f"http://evil.example/{card}"):
        answer = phones.ask("/wish", "POST", key, phones.marked(key, type="newcomer"), referer=page)
        assert answer.headers["Location"] == "/"


def test_the_page_after_a_wish_waits_for_the_answer_of_the_box_and_for_nothing_else(phones, key):

    async def answered(*news: PublicNews) -> bool:
        """Say whether the page stopped waiting once the box sent this news."""
        answer = phones.ask("/wish", "POST", key, f"mark={phones.mark(key)}&type=newcomer")
        assert answer.after
        waiting = asyncio.ensure_future(answer.after())
        for each in news:
            await asyncio.sleep(0)
            phones.box.shows(each)
        for _ in range(5):
            await asyncio.sleep(0)
        done = waiting.done()
        waiting.cancel()
        return done

    phones.box.at_once = False
    listening = len(phones.box._listeners)
    came = replace(OFFERS, people=(*OFFERS.people, PublicPerson(4, "")))
    assert asyncio.run(answered(came, WishDone(1)))
    assert asyncio.run(answered(WishRefused(2, Refusal.TAKEN)))
    assert not asyncio.run(answered())
    for news in (replace(HOME, loudness=4), SCORES, NIGHT, LineSaid("Hello.", HOME.language, 1.0), WishDone(1)):
        assert not asyncio.run(answered(news))
    assert len(phones.box._listeners) == listening


def test_a_whole_table_that_has_won_can_be_mended(phones):
    key, everybody = phones.let_in(), {f"won-{n}": "yes" for n in range(1, 37)}
    assert phones.post("/wish", key, type="mend", evening="3", game="2", **everybody) == 303
    assert phones.box.wished == [MendWish(3, 2, tuple(range(1, 37)))]


def test_the_scores_are_a_file_that_no_spreadsheet_calculates(phones, key):
    assert phones.refused("/scores.csv", key=key) == 404
    phones.box.shows(SCORES)
    answer = phones.ask("/scores.csv", key=key)
    assert answer.kind == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="scores.csv"'
    assert answer.body.decode().splitlines() == [
        "evening,kind,number,game,scenario,seat,name,points",
        "3,short,1,growl,growl-classic,1,Ann,5",
        "3,short,1,growl,growl-classic,2,'=<b>Bob,0",
        "3,short,2,one-night,own-deck,1,Ann,0",
        "3,short,2,one-night,own-deck,2,'=<b>Bob,1",
        "3,short,2,one-night,own-deck,3,,0",
    ]


@pytest.mark.parametrize("phase", Phase)
def test_the_scores_are_for_who_was_let_in_and_at_home_alone(phones, key, phase):
    phones.box.shows(SCORES, replace(HOME, phase=phase))
    assert phones.refused("/scores.csv") == 403
    assert phones.refused("/scores.csv", key=key) == (200 if phase is Phase.HOME else 404)
    assert (b'value="strike"' in phones.ask("/scores", key=key).body) is (phase is Phase.HOME)


def test_a_word_that_a_language_owes_stands_there_in_english(tmp_path):
    (tmp_path / "en.toml").write_text('[roles]\n[lines]\n[screen]\n"net.go" = "Go"\n"net.stop" = "Stop"\n', "utf-8")
    (tmp_path / "de.toml").write_text('[roles]\n[lines]\n[screen]\n"net.go" = "Los"\n', "utf-8")
    assert words_of_page(tmp_path, Language("de")) == {"net.go": "Los", "net.stop": "Stop"}
