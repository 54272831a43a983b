"""Tests the picture in which a result is entered, and a question about it whose answers can all be touched."""

import asyncio
import re
from math import hypot
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.kernel.refusal import Refusal
from nightcrier.phone.page_results import SIDE, ring_picture, seat_half, shorten
from nightcrier.phone.site import _HERE
from nightcrier.web.exchange import LARGEST_BODY
from nightcrier.web.forms import FormWriter, words_of_page
from nightcrier.wire.public_record import Phase, PicturedSeat, PublicPicture, PublicQuestion, WishDone, WishRefused
from nightcrier.wire.wishes import LONGEST_WISH, Do, ResultWish, read_wish, wish_line
from nightcrier.words.catalogue import LANGUAGES
from tests.phone.phones import HOME, QUESTION, Phones
from tests.phone.test_page import WORDS, Tags, writer

PICTURE = PublicPicture(
    (PicturedSeat(1, "Ann"), PicturedSeat(2, "<b>Bob"), PicturedSeat(5, "")),
    ("Werewolf", "<i>Tanner"),
    "died",
    (None, None, None),
    None,
    (0, 0, 0),
)
ASKED = replace(QUESTION, picture=PICTURE)
TABLE = replace(HOME, phase=Phase.ASKED, question=ASKED)
ALL = {"points-1": "2", "points-2": "0", "points-3": "1", "holds-1": "1", "holds-2": "0", "holds-3": "2"}


def asked(picture: PublicPicture) -> PublicQuestion:
    return replace(QUESTION, picture=picture)


def chosen(page: str) -> dict[str, str]:
    """Return the values in the form's fields when the page is opened."""
    found, name = dict[str, str](), ""
    for tag, each in Tags(page).tags:
        if tag == "select":
            name = each["name"] or ""
        elif tag == "option" and "selected" in each:
            found[name] = each.get("value") or ""
        elif tag == "input" and each.get("type") == "checkbox" and "checked" in each:
            found[each["name"] or ""] = "yes"
    return found


def test_every_seat_has_its_fields_and_each_its_name(language):
    page = writer(language).table(TABLE, None)
    tags = Tags(page)
    assert tags.unlabelled == []
    selects = [each["name"] for tag, each in tags.tags if tag == "select"]
    assert selects == [f"{kind}-{seat}" for seat in (1, 2, 3) for kind in ("points", "holds")]
    sends = [(each["value"], "formnovalidate" in each) for _, each in tags.tags if each.get("name") == "send"]
    assert sends == [("died", True), ("points", False), ("died", True), ("cards", True)], "first that of the ring"
    assert "net." not in page
    assert not [tag for tag, _ in tags.tags if tag in {"b", "i"}]


def test_nobody_points_at_himself_and_nobody_is_an_answer():
    page = writer().table(TABLE, None)
    second = page.partition('name="points-2"')[2].partition("</select>")[0]
    assert re.findall(r'value="(\d?)"', second) == ["", "1", "3", "0"]
    assert 'name="points-2" required' in page


def test_what_was_answered_stands_in_it():
    known = replace(PICTURE, asked="holds", points=(3, 0, None), dead=(2,), held=(0, 2, 0))
    found = chosen(writer().table(replace(TABLE, question=asked(known)), None))
    assert (found["points-1"], found["points-2"], "points-3" in found) == ("3", "0", True)
    assert (found["points-3"], found["holds-2"], found["died-2"]) == ("", "2", "yes")


def test_what_people_are_told_between_has_the_picture_alone():
    told = replace(ASKED, text="", answers=(), picture=replace(PICTURE, asked=""))
    page = writer().table(replace(TABLE, question=told), None)
    assert 'value="answer"' not in page
    assert 'id="result"' in page
    assert 'id="ring"' in page
    assert 'id="ring"' not in writer().table(replace(TABLE, question=QUESTION), None)


@pytest.mark.parametrize("seats", range(3, 24))
def test_fingers_find_each_seat_of_the_ring(seats):
    """The seats are wide enough, inside the picture and apart; on a phone 360 wide, a unit is nearly a pixel."""
    words = FormWriter(words_of_page(WORDS, LANGUAGES[0]))
    drawn = ring_picture(words, [PicturedSeat(n, f"Name{n}") for n in range(1, seats + 1)])
    places = [tuple(map(int, found)) for found in re.findall(r'cx="(\d+)" cy="(\d+)" r="(\d+)"', drawn)]
    assert len(places) == seats
    assert seat_half(seats) * 2 >= (44 if seats <= 10 else 24)
    for at, (x, y, half) in enumerate(places):
        assert half <= min(x, y, SIDE - x, SIDE - y)
        assert all(hypot(x - a, y - b) >= 2 * half for a, b, _ in places[:at])


def test_long_names_lose_letters_and_no_marks():
    assert shorten("Anna") == "Anna"
    assert shorten("Maximiliane") == "Maximi\u2026"
    assert shorten("\u0e01\u0e34" * 8) == "\u0e01\u0e34" * 6 + "\u2026"


@pytest.mark.parametrize(
    ("sent", "wish"),
    [
        ({"send": "points"}, ResultWish(61.5, (2, 0, 1))),
        ({"send": "cards"}, ResultWish(61.5, (2, 0, 1), None, (1, 0, 2))),
        ({"send": "points", "points-2": ""}, ResultWish(61.5)),
        ({"send": "died"}, ResultWish(61.5, (), ())),
        ({"send": "died", "died-3": "yes", "died-1": "yes"}, ResultWish(61.5, (), (3, 1))),
        ({"send": "cards", "points-1": "", "died-2": "yes"}, ResultWish(61.5, (), (2,), (1, 0, 2))),
        ({"send": "cards", "points-1": ""}, ResultWish(61.5, (), None, (1, 0, 2))),
    ],
)
def test_each_button_sends_its_part(phones, sent, wish):
    assert phones.post("/wish", phones.let_in(), type="result", at="61.5", **{**ALL, **sent}) == 303
    assert phones.box.wished == [wish]


@pytest.mark.parametrize(
    "wrong", [{"send": "all"}, {"send": ""}, {"send": "points", "points-0": "1"}, {"send": "cards", "holds-1": "99"}]
)
def test_what_is_no_picture_is_refused(phones, wrong):
    assert phones.post("/wish", phones.let_in(), type="result", at="61.5", **{**ALL, **wrong}) == 400
    assert phones.box.wished == []


def test_the_largest_table_is_one_form_and_one_line():
    body = "&".join(f"{kind}-{n}=36" for kind in ("points", "holds", "died") for n in range(1, 37))
    assert len(f"mark={'m' * 22}&type=result&at=100000.1234&send=points&{body}") < LARGEST_BODY
    everybody = (36,) * 36
    line = wish_line(Do(1_000_000_000, ResultWish(123456789.1234, everybody, everybody, everybody)))
    assert len(line) < LONGEST_WISH
    assert isinstance(read_wish(line), Do)


async def _sent(phones: Phones, key: str, **fields: str) -> None:
    body = "&".join(f"{name}={value}" for name, value in {"mark": phones.mark(key), "type": "result", **fields}.items())
    phones.box.at_once = False
    answer = phones.ask("/wish", "POST", key, body)
    assert answer.after
    waiting = asyncio.ensure_future(answer.after())
    await asyncio.sleep(0)
    at, wants = (75.0, "holds") if fields["send"] == "points" else (80.0, "points")
    answered = WishDone(1) if fields["send"] == "points" else WishRefused(1, Refusal.STOPPED)
    phones.box.shows(replace(TABLE, question=replace(asked(replace(PICTURE, asked=wants)), at=at)), answered)
    await waiting


def test_where_it_stops_is_said_and_nothing_is_lost(phones, key):
    phones.box.shows(TABLE)
    asyncio.run(_sent(phones, key, at="61.5", send="cards", **ALL))
    page = phones.ask(key=key).body.decode()
    assert 'role="alert"' in page
    assert chosen(page) == ALL
    other = phones.let_in()
    phones.box.shows(TABLE)
    assert 'role="alert"' not in phones.ask(key=other).body.decode()


def test_what_went_as_it_should_is_not_complained_of(phones, key):
    phones.box.shows(TABLE)
    asyncio.run(_sent(phones, key, at="61.5", send="points", **ALL))
    page = phones.ask(key=key).body.decode()
    assert 'role="alert"' not in page
    assert chosen(page)["holds-3"] == "2"
    phones.box.shows(replace(TABLE, phase=Phase.VERDICT, question=None))
    phones.box.shows(TABLE)
    assert chosen(phones.ask(key=key).body.decode())["holds-3"] == "0"


def test_the_script_of_the_ring_is_a_file_of_its_own():
    """The page's security policy allows only scripts in files."""
    scripts = [each.get("src") for tag, each in Tags(writer().table(TABLE, None)).tags if tag == "script"]
    assert scripts == ["/page.js", "/ring.js"]
    assert (Path(_HERE) / "ring.js").is_file()


def page(question: PublicQuestion | None, phase: Phase = Phase.ASKED) -> str:
    return writer().table(replace(HOME, phase=phase, question=question), None)


def test_one_answer_is_a_touch():
    tags = Tags(page(QUESTION))
    buttons = [(each.get("name"), each.get("value")) for tag, each in tags.tags if tag == "button"]
    assert buttons == [("value-1", "yes"), ("value-2", "yes"), ("value-several", "yes")]
    assert {"name": "at", "value": "61.5", "type": "hidden"} in [each for _, each in tags.tags]
    text = page(QUESTION)
    assert "<legend>Who &lt;died&gt;?</legend>" in text
    assert "<b>" not in text


def test_several_are_ticked_and_sent_at_once():
    tags = Tags(page(replace(QUESTION, marked=True, least=0, most=3)))
    ticks = [each["name"] for tag, each in tags.tags if each.get("type") == "checkbox"]
    assert ticks == ["value-1", "value-2", "value-several"]
    assert tags.unlabelled == []


@pytest.mark.parametrize("phase", [Phase.HOME, Phase.NIGHT])
def test_none_stands_at_home_or_in_a_night(phase):
    assert 'value="answer"' not in page(QUESTION, phase)


def test_without_one_the_box_is_in_charge():
    assert "A game is on" in page(None)
    assert "A game is on" not in page(QUESTION)
